/** Word lists of the sandbox model, in six languages, folded (lower case, no accents). */
import WORDS from './stop-words.json' with { type: 'json' }

const setOf = (lines: readonly string[]): ReadonlySet<string> => new Set(lines.join(' ').split(' '))

/** Words without a subject, by language. */
export const STOP_WORDS_OF: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries(WORDS.stop).map(([language, lines]) => [language, setOf(lines)]),
)
export const STOP_WORDS = setOf(Object.values(WORDS.stop).flat())

/** What a business calls itself: «Where is the museum?» asks for our address. */
export const BUSINESS_WORDS = setOf(WORDS.business)

/** Words that name a subject only together with others. */
export const WEAK_WORDS = setOf([...WORDS.business, ...WORDS.weak])

/** Words without a subject, if the question has other words. */
export const EMPTY_WORDS = setOf(WORDS.empty)
