// PostgreSQL stores neither NUL nor lone surrogates.

/** Returns the first `max` UTF-16 units, one less if the cut would split a character. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : text.slice(0, max).replace(/[\uD800-\uDBFF]$/, '')

/** Replaces NUL and lone surrogates with U+FFFD, so the length stays the same. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

/** Control characters become one space, direction marks are removed. NUL stays, so that validation refuses it. */
export const oneLine = (text: string): string =>
  text.replace(/[^\P{Cc}\0]+|[\u2028\u2029]+/gu, ' ').replace(/[\u202A-\u202E\u2066-\u2069]/g, '')

/** How `JSON.stringify` writes NUL or a lone surrogate; also matches texts that spell such an escape. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i

/** JSON with storable texts, for jsonb parameters. Keys come from our own code and are not checked. */
export function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  return SUSPECT.test(json)
    ? JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? storable(item) : item))
    : json
}
