import type { CompiledOption } from '../ports.ts'

/** `c:{ref}:{n}`: the message, and the index of the option. */
export const refOfOption = (id: string): string | undefined => /^c:([\w-]+):\d+$/.exec(id)?.[1]

/** The option's meaning; undefined for other text. */
export function resolveOption(
  given: { readonly optionId?: string | undefined; readonly text: string },
  options: readonly CompiledOption[],
): string | undefined {
  if (given.optionId !== undefined) return options.find(({ id }) => id === given.optionId)?.says
  const said = given.text.trim()
  const byNumber = /^\d{1,3}[.)]?$/.test(said) ? options[Number.parseInt(said, 10) - 1] : undefined
  return (byNumber ?? options.find(({ label }) => label.toLowerCase() === said.toLowerCase()))?.says
}
