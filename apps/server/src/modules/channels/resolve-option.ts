// What a visitor means who presses an option, types its number or its label. Pure.
import type { CompiledOption } from './ports.ts'

/** `c:{ref}:{n}`: which message, and which of its options. */
export const refOfOption = (id: string): string | undefined => /^c:([\w-]+):\d+$/.exec(id)?.[1]

/** What the option says; undefined where it is none of these. */
export function resolveOption(
  given: { readonly optionId?: string | undefined; readonly text: string },
  options: readonly CompiledOption[],
): string | undefined {
  if (given.optionId !== undefined) return options.find(({ id }) => id === given.optionId)?.says
  const said = given.text.trim()
  const byNumber = /^\d{1,3}[.)]?$/.test(said) ? options[Number.parseInt(said, 10) - 1] : undefined
  return (byNumber ?? options.find(({ label }) => label.toLowerCase() === said.toLowerCase()))?.says
}
