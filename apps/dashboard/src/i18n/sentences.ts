// Sentences of the server and of rules in core, which say theirs in English, in another language. The English sentence is the
// key, as in gettext; `{places}` in it stand for what is put in. Comes with a language's texts, never with English.

import { directionOf, isLanguage } from '@parlance/contract/accounts/languages'
import english from '@parlance/i18n/locales/en/messages.json' with { type: 'json' }
import { apart } from './apart.ts'
import { numberLocale } from './number-locale.ts'

/** A sentence in English and the same in another language. */
export type Sentences = Readonly<Record<string, string>>

/** The English sentences with those of a language, each place as `{place}`. */
export function sentencesIn(messages: typeof english): Sentences {
  const single = (text: string) => text.replaceAll(/\{\{(\w+)(?:, number)?\}\}/g, '{$1}')
  const codes = Object.keys(english) as (keyof typeof english)[]
  // Made of other sentences, they fit anything.
  const own = codes.filter((code) => code !== 'named' && code !== 'both')
  return Object.fromEntries(own.map((code) => [single(english[code]), single(messages[code])]))
}

/** Of a sentence with places: how to know it, and the names of its places in their order. */
interface Pattern {
  readonly known: RegExp
  readonly places: readonly string[]
  readonly text: string
}

const PLACE = /\{([a-z]\w*)\}/gi
/** What is put in there is said itself: a reason is a sentence of its own. */
const SPOKEN: ReadonlySet<string> = new Set(['reason', 'who'])
/** There a few words stand, known as they are or not at all. */
const WORDS: ReadonlySet<string> = new Set(['content'])
/** Nobody writes longer ones; what a stranger's server says may be. */
const LONGEST = 2000
const DEEPEST = 3
const FIGURE = /^\d{1,3}(?:,\d{3})+$/
/** Where one sentence ends and another begins. */
const BETWEEN = /(?<=[.!?]) (?=[\p{Lu}«“])/u
const SPECIAL = /[$()*+.?[\\\]^{|}]/g
const NAMED = /^([^:]{1,120}): (.+)$/s

function patternOf([sentence, text]: readonly [string, string]): Pattern {
  const places: string[] = []
  const parts = sentence.split(PLACE)
  // Every second part is the name of a place.
  const known = parts
    .map((part, at) => (at % 2 === 0 ? part.replace(SPECIAL, String.raw`\$&`) : (places.push(part), '(.+?)')))
    .join('')
  return { known: new RegExp(`^${known}$`, 's'), places, text }
}

/**
 * Says sentences in the language of the given ones: a whole sentence, one with places, several in a row, or one behind the
 * name of what it is about (`title: Too long`). One that is not known stays as it is; never throws.
 */
export function sayer(sentences: Sentences, language: string): (sentence: string) => string {
  let patterns: Pattern[] | undefined
  // The more a pattern says of its own the better it fits: «This page holds no text.» before «This {kind} holds no text.».
  const all = () =>
    (patterns ??= Object.entries(sentences)
      .filter(([sentence]) => sentence.search(PLACE) >= 0)
      .toSorted(([a], [b]) => b.replaceAll(PLACE, '').length - a.replaceAll(PLACE, '').length)
      .map(patternOf))
  const known = (sentence: string) => (Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined)
  const fromRight = isLanguage(language) && directionOf(language) === 'rtl'
  const filled = (place: string, value: string, depth: number): string => {
    if (FIGURE.test(value)) return Number(value.replaceAll(',', '')).toLocaleString(numberLocale(language))
    const words = WORDS.has(place) ? known(value) : undefined
    const sentence = SPOKEN.has(place) && depth < DEEPEST ? find(value, depth + 1) : undefined
    // Words of the language need no fence.
    return words ?? sentence ?? apart(value, fromRight)
  }
  function matching(sentence: string, depth: number): string | undefined {
    for (const { known: shape, places, text } of all()) {
      const found = shape.exec(sentence)
      if (found) return text.replace(PLACE, (_, place) => filled(place, found[places.indexOf(place) + 1] ?? '', depth))
    }
    return undefined
  }
  function find(sentence: string, depth: number): string | undefined {
    const exact = known(sentence)
    if (exact !== undefined) return exact
    const [, name = '', rest = ''] = NAMED.exec(sentence) ?? []
    return inRow(sentence, depth) ?? matching(sentence, depth) ?? behind(name, rest, depth)
  }
  function inRow(sentence: string, depth: number): string | undefined {
    const pieces = depth < DEEPEST ? sentence.split(BETWEEN) : []
    if (pieces.length < 2) return undefined
    const said = pieces.map((piece) => find(piece, DEEPEST))
    return said.every((piece) => piece !== undefined) ? said.join(' ') : undefined
  }
  function behind(name: string, rest: string, depth: number): string | undefined {
    const said = rest && depth < DEEPEST ? find(rest, depth + 1) : undefined
    return said === undefined ? undefined : `${apart(name, fromRight)}${language === 'fr' ? '\u00a0' : ''}: ${said}`
  }
  return (sentence) => (sentence.length > LONGEST ? sentence : (find(sentence, 0) ?? sentence))
}
