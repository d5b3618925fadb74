// The statements of a passage by sentence: subject, values, and negation.
import { withoutMarks } from '@parlance/contract/lib/fold'
import { textOf } from '@parlance/contract/lib/markdown/grammar'
import { STOP_WORDS } from '@parlance/contract/knowledge/stopwords'
import { stemOf, type Value, valuesOf } from './values.ts'

export interface Statement {
  readonly text: string
  readonly labels: ReadonlySet<string>
  /** Those that distinguish cases: «express», «student», names. */
  readonly cases: ReadonlySet<string>
  readonly values: readonly Value[]
  readonly days: ReadonlySet<number>
  /** «at least», «up to»: the bound of a value; empty for plain values. */
  readonly bound: '' | 'least' | 'most'
  readonly denies: boolean
}

const MAX_STATEMENTS = 80

/** The comparable sentences of a passage; lines, table rows and list items count as sentences. */
export function statementsOf(passage: string): Statement[] {
  const statements: Statement[] = []
  for (const line of passage.slice(0, 20_000).split('\n')) {
    if (/^\s*(?:#{1,6}\s|\|?[\s|:-]+\|?\s*$)/.test(line)) continue
    for (const sentence of sentences(plain(line))) {
      if (statements.length >= MAX_STATEMENTS) return statements
      const statement = read(sentence)
      if (statement.labels.size > 0) statements.push(statement)
    }
  }
  return statements
}

const plain = (line: string): string =>
  textOf(line)
    .replace(/^\s*•\s+/, '')
    .replaceAll(/\s*\|\s*/g, ' ')
    .replaceAll(/\b([ap])\.\s?m\.?/gi, '$1m')
    .trim()

const sentences = (line: string): string[] =>
  line
    .split(/(?<=[\p{L}\p{N})"”»%€$][.!?;])\s+(?=[\p{Lu}\p{N}"“«])/u)
    .map((text) => text.trim())
    .filter((text) => text.length >= 4 && text.length <= 600)

const DAYS = [
  'mondays?|mon|montags?|mo|lundis?|lunes',
  'tuesdays?|tues?|dienstags?|di|mardis?|martes',
  'wednesdays?|wed|mittwochs?|mi|mercredis?|miércoles',
  'thursdays?|thurs?|thu|donnerstags?|do|jeudis?|jueves',
  'fridays?|fri|freitags?|fr|vendredis?|viernes',
  'saturdays?|sat|samstags?|sa|samedis?|sábados?',
  'sundays?|sun|sonntags?|so|dimanches?|domingos?',
]
/** Short names are days only when capitalised; «so» and «do» are also words. */
const SHORT = /^(?:mo|di|mi|do|fr|sa|so|mon|wed|thu|fri|sat|sun|tue|tues|thur|thurs)$/
const DAY = new RegExp(`(?<![\\p{L}])(?:${DAYS.join('|')})(?![\\p{L}])`, 'giu')
const dayOf = (word: string): number => DAYS.findIndex((names) => new RegExp(`^(?:${names})$`, 'iu').test(word)) + 1
const BEFORE_DAY = /[-–—,&+/]\s*$/
const AFTER_DAY = /^\.?\s*(?:[-–—:,&+/]|\d|bis\b|und\b)/
const RANGE = /^\s*(?:-|–|—|to|through|till|until|bis|à|a|al)\s*$/i

function daysOf(text: string): { days: Set<number>; rest: string } {
  const days = new Set<number>()
  const found = [...text.matchAll(DAY)].filter(({ 0: word, index }) => {
    if (!SHORT.test(word.toLowerCase())) return true
    const beside = BEFORE_DAY.test(text.slice(0, index)) || AFTER_DAY.test(text.slice(index + word.length))
    return /^\p{Lu}/u.test(word) && (word.length > 2 || beside)
  })
  for (const [at, match] of found.entries()) {
    const day = dayOf(match[0])
    const last = found[at - 1]
    const isRange = last && RANGE.test(text.slice(last.index + last[0].length, match.index))
    if (isRange) for (let one = dayOf(last[0]); one !== day; one = (one % 7) + 1) days.add(one)
    days.add(day)
  }
  let rest = text
  for (const { 0: word, index } of found.toReversed())
    rest = `${rest.slice(0, index)} ${rest.slice(index + word.length)}`
  const groups: [RegExp, number[]][] = [
    [/\b(?:weekdays|working days of the week|werktags|wochentags)\b/giu, [1, 2, 3, 4, 5]],
    [/\b(?:weekends?|wochenenden?)\b/giu, [6, 7]],
    [/\b(?:daily|every day|seven days a week|täglich)\b/giu, [1, 2, 3, 4, 5, 6, 7]],
  ]
  for (const [pattern, named] of groups) {
    const without = rest.replaceAll(pattern, ' ')
    if (without !== rest) for (const day of named) days.add(day)
    rest = without
  }
  return { days, rest }
}

const DENIES =
  /\b(?:not|never|no|none|nor|cannot|without|unable|nicht|kein\w*|nie|niemals|ohne|jamais|aucune?|nunca|sin|não|nunca|sem)\b|n't\b|\bne\s\S+\spas\b/giu
const OPPOSITES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:closed|geschlossen|fermée?s?|cerrad[oa]s?)\b/giu, 'open'],
  [/\b(?:forbidden|prohibited|banned|verboten|interdite?s?|prohibid[oa]s?)\b/giu, 'allowed'],
  [/\bunavailable\b/giu, 'available'],
  [/\bimpossible\b/giu, 'possible'],
  [/\boptional\b/giu, 'required'],
  [/\bexcluded\b/giu, 'included'],
  [/\bexcludes?\b/giu, 'includes'],
  [/\binaccessible\b/giu, 'accessible'],
  [/\bnon-?refundable\b/giu, 'refundable'],
  [/\brefuses?\b|\brejects?\b/giu, 'accept'],
]
const SAME: readonly (readonly [RegExp, string])[] = [
  [/\b(?:permitted|welcome)\b/giu, 'allowed'],
  [/\b(?:mandatory|obligatory|compulsory|necessary|needed)\b/giu, 'required'],
  [/\b(?:opening|geöffnet|öffnungszeiten)\b/giu, 'open'],
  [/\b(?:shipping|shipped|shipment|ships)\b/giu, 'ship'],
  [/\b(?:delivery|delivered|delivers|deliveries)\b/giu, 'deliver'],
  [/\b(?:returned|returns|returning)\b/giu, 'return'],
  [/\b(?:refunded|refunds)\b/giu, 'refund'],
  [/\b(?:telephone|phone number)\b/giu, 'phone'],
]
const LEAST =
  /\b(?:at least|minimum(?: of)?|no less than|from|more than|over|above|mindestens|ab|über)\s*(?=\s*[\d€$£])/iu
const MOST =
  /\b(?:at most|maximum(?: of)?|no more than|up to|less than|under|below|höchstens|maximal|bis zu|unter)\s*(?=\s*[\d€$£])/iu

/** Words that say nothing about the subject. */
const GENERIC = new Set(
  `cost costs price prices priced fee fees charge charged charges pay paid amount amounts total take takes last lasts period
  window deadline time times within hour hours day days night nights week weeks month months year years open opens close closes until till
  valid currently now usually normally always generally please note maximum minimum least most up per each every about around
  approximately roughly only also offer offers provide provides get receive customer customers guest guests visitor visitors
  number available serve serves served yes no kostet kosten preis preise dauert gilt beträgt betragen innerhalb uhr stunde
  stunden tag tage nacht nächte kunden gäste prix coûte heures jours precio cuesta horas días`
    .split(/\s+/)
    .filter(Boolean),
)
/** Words that distinguish one case from others. */
const CASES = new Set(
  `express standard premium basic pro plus business enterprise team starter student students child children kid kids adult
  adults senior seniors group groups first second third additional extra new old annual annually monthly yearly weekly
  international domestic abroad overseas inside outside indoor outdoor summer winter spring autumn holiday holidays early late
  small medium large double single family gift sale online store deluxe economy digital physical private public regular
  reduced members member non-members refurbished used sunday`
    .split(/\s+/)
    .filter(Boolean),
)

function read(text: string): Statement {
  const { days, rest: withoutDays } = daysOf(text)
  const { values, rest } = valuesOf(withoutDays)
  let words = rest
  let flips = 0
  for (const [pattern, instead] of SAME) words = words.replaceAll(pattern, instead)
  for (const [pattern, instead] of OPPOSITES)
    words = words.replaceAll(pattern, () => {
      flips += 1
      return instead
    })
  // «no later than» and «no more than» are not negations.
  words = words.replaceAll(/\bno (?:later|more|less|earlier|fewer) than\b|\bnot only\b|\bno\. /giu, ' ')
  words = words.replaceAll(DENIES, () => {
    flips += 1
    return ' '
  })
  const labels = new Set<string>()
  const cases = new Set<string>()
  for (const [index, word] of (words.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? []).entries()) {
    const low = word.toLowerCase()
    const isName = index > 0 && /^\p{Lu}/u.test(word) && !isHeadline(words)
    if (STOP_WORDS.has(withoutMarks(low)) || (low.length < 3 && !isName)) continue
    if (CASES.has(low) || (isName && !GENERIC.has(low))) cases.add(stemOf(low))
    if (!GENERIC.has(low) || (low.startsWith('open') && flips + values.length + days.size > 0)) labels.add(stemOf(low))
  }
  const bound =
    LEAST.test(withoutDays) && !/\bfrom\b.{1,30}\b(?:to|until|till)\b/i.test(text)
      ? 'least'
      : MOST.test(withoutDays)
        ? 'most'
        : ''
  return { text, labels, cases, values, days, bound, denies: flips % 2 === 1 }
}

/** Whether every word is capitalised, as in titles and German nouns: then capitals do not mark names. */
const isHeadline = (text: string): boolean => {
  const words = text.match(/\p{L}{4,}/gu) ?? []
  return words.length > 1 && words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length / 2
}
