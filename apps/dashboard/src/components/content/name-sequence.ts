// A sequence of names with arrows in reading direction.
import { isolateBidi } from '../../i18n/bidi-isolate.ts'
import { i18n } from '../../i18n/i18n.ts'

const FROM_RIGHT = /[\u0590-\u08ff]/

export const onwards = (): string => (i18n.dir() === 'rtl' ? '←' : '→')

/** The names of steps in order, each isolated from its neighbours' direction. */
export function inOrder(names: readonly string[]): string {
  const rtl = i18n.dir() === 'rtl'
  return names.map((name) => (rtl || FROM_RIGHT.test(name) ? isolateBidi(name) : name)).join(` ${onwards()} `)
}
