import type { CompiledOption } from '../ports.ts'

/** `c:{ref}:{n}`: the message, and the index of the option. */
export const refOfOption = (id: string): string | undefined => /^c:([\w-]+):\d+$/.exec(id)?.[1]

/** The option's meaning; undefined for other text. */
export function resolveOption(
  given: { readonly optionId?: string | undefined; readonly text: string },
  options: readonly CompiledOption[],
): string | undefined {
  const said = given.text.trim()
  if (given.optionId !== undefined)
    return options.find(({ id, label }) => id === given.optionId && isLabel(said, label))?.says
  const byNumber = /^\d{1,3}[.)]?$/.test(said) ? options[Number.parseInt(said, 10) - 1] : undefined
  return (byNumber ?? options.find(({ label }) => label.toLowerCase() === said.toLowerCase()))?.says
}

/** Ids repeat in the visitor's next conversation. Some providers report no label, and some a shortened one. */
function isLabel(shown: string, label: string): boolean {
  const [given, sent] = [squeezed(shown), squeezed(label)]
  return given === '' || given === sent || (given.endsWith('…') && sent.startsWith(given.slice(0, -1).trimEnd()))
}
const squeezed = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
