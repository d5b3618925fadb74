// Text that comes from outside, made fit for the database: PostgreSQL stores neither NUL nor half of a surrogate pair.

/** The first `max` UTF-16 units, one less where the cut would leave half of a character. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** The same text, unit for unit, with U+FFFD where a NUL or half of a surrogate pair stood. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/**
 * A name as a line that turns nothing around that stands beside it: breaks and other control characters become one space,
 * marks that embed, isolate or override a direction go. NUL stays, for the database's sake it is refused.
 */
export const oneLine = (text: string): string =>
  text.replace(/[^\P{Cc}\0]+|[\u2028\u2029]+/gu, ' ').replace(/[\u202A-\u202E\u2066-\u2069]/g, '')

/** What `JSON.stringify` writes for a NUL or half of a pair; also for texts that spell such an escape themselves. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i

/** JSON whose every text is storable, for parameters of type jsonb. Keys are the program's own. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  return SUSPECT.test(json)
    ? JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? storable(item) : item))
    : json
}
