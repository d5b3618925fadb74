/** Words for the sandbox model: folded, lightly stemmed, without stop words. */
import { BUSINESS_WORDS, STOP_WORDS, WEAK_WORDS } from './stop-words.ts'

const WORD = /[\p{L}\p{N}]+/gu
const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u

/** Lower case, without accents, `ß` as `ss`, one kind of apostrophe, Arabic letter variants as one. */
export function normalize(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .replaceAll('ـ', '')
    .replaceAll('ى', 'ي')
    .replaceAll('ة', 'ه')
}

/** Common expressions of two words with one meaning. */
const JOINED: readonly (readonly [RegExp, string])[] = [
  [/\bmoney[ -]back\b/g, 'moneyback'],
  [/\bgeld zuruck\w*\b/g, 'ruckerstattung'],
  [/\be-mail/g, 'email'],
  [/\bsend (?:it |them |(?:a|an|my|the|this) \p{L}+ )?back\b/gu, 'return'],
  [/\d ?% (?:less|off|cheaper)\b/g, '$& discount'],
  [/\bwi-fi\b/g, 'wifi'],
  [/\bcheck[ -]?in\b/g, 'checkin'],
  [/\bcheck[ -]?out\b/g, 'checkout'],
]

/** The folded words of a text in order; scripts without spaces give pairs of neighboring characters. */
export function words(text: string): string[] {
  const folded = JOINED.reduce((rest, [expression, word]) => rest.replace(expression, word), normalize(text))
  const found = folded.match(WORD) ?? []
  return found.flatMap((word) => (CJK.test(word) && word.length > 2 ? pairs(word) : [word]))
}

function pairs(word: string): string[] {
  const letters = [...word]
  return letters.slice(1).map((letter, at) => `${letters[at]}${letter}`)
}

/** Endings of derived words, longest first; each leaves at least three letters, so that short words stay unchanged. */
const ENDINGS = ['ations', 'ation', 'ements', 'ement', 'ment', 'ing', 'ied', 'ed', 'ern', 'en', 'em']
const SHORTEST = 3
/** «Zurückgegeben» is «zurückgeben», «geleitet» is «leitet». */
const PARTICIPLE = /^(zuruck|ab|an|auf|aus|ein|mit|um|vor|weg|)ge(?=.{3,}t$|.{2,}en$)/
const ARABIC_PREFIX = /^(?:وال|بال|كال|فال|لل|ال)(?=.{3,})/u
const ARABIC_SUFFIX = /(?<=.{3,})(?:ات|ون|ين|ها|كم|ه)$/u

/** Reduces a folded word to a rough stem that its inflections share, in the six languages of the sandbox model. */
export function stem(word: string): string {
  if (/\p{Script=Arabic}/u.test(word)) return word.replace(ARABIC_PREFIX, '').replace(ARABIC_SUFFIX, '')
  if (/\d/.test(word)) return word
  const one = singular(word.replace(PARTICIPLE, '$1'))
  const ending = ENDINGS.find((end) => one.endsWith(end) && one.length - end.length >= (end.length > 3 ? 4 : SHORTEST))
  const root = ending ? one.slice(0, -ending.length) : one
  return root.replace(/(?<=.{3})[eyaoi]$/, '').replace(/([bdfgklmnprt])\1$/, '$1')
}

function singular(word: string): string {
  if (word.length <= SHORTEST) return word
  if (/.{2}ies$/.test(word)) return `${word.slice(0, -3)}y`
  if (/(?:ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2)
  return /(?:[^siu]s)$/.test(word) ? word.slice(0, -1) : word
}

/** An article, a pronoun, a question word, a filler verb, a single letter. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word) || (word.length === 1 && !/[\d\p{Script=Han}]/u.test(word))
}

/** A word that says little alone: «number», «time», «shop». */
export function isWeak(word: string): boolean {
  return WEAK_WORDS.has(word)
}

/** A stem that a business calls itself by. */
export const isBusiness = (stemmed: string): boolean => BUSINESS.has(stemmed)
const BUSINESS = new Set([...BUSINESS_WORDS].map(stem))

/** The stems of the meaningful words, in order, with repeats. */
export function contentStems(text: string): string[] {
  return words(text)
    .filter((word) => !isStopWord(word))
    .map(stem)
}

export const capital = (text: string): string => text.replace(/^./u, (first) => first.toUpperCase())

/** «deliveryDate» and «delivery_date» as words. */
export const spaced = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim()
