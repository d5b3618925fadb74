/** The durations, ages, times of day, countries and languages that a text names. */
import { MONTH_NAMES, monthsIn } from './calendar.ts'
import { LANGUAGES } from './language.ts'
import { NUMBER } from './numbers.ts'
import { normalize } from './words.ts'

const UNITS =
  'minutes?|minuten?|minutos?|min|hours?|stunden?|heures?|horas?|hrs?|(?:(?:business|working|calendar|werk|arbeits) ?)?(?:days?|tage?n?)|nights?|nachten?|jours?|dias?|weeks?|wochen?|semaines?|semanas?|months?|monate?n?|mois|mes(?:es)?|years?|jahre?n?|ans?|annees?|anos?'
/** «£75 an hour» is a price, not a duration. */
const RATED = '(?<!(?:[€$£]\\s?\\d[\\d.,]*|\\d\\s?(?:[€$£]|eur|euros?|dollars?|pounds?))\\s*(?:for |fur )?)'
const DURATION = new RegExp(
  `${RATED}(?<![\\p{L}\\p{N}.,]|[€$£]\\s?)(?:${NUMBER})(?:[ -]|\u00a0)(?:${UNITS})(?![\\p{L}])`,
  'gu',
)
const AGED = /(?<!\p{N})(\d{1,2})[ -](?:years?[ -]olds?|jahrige?[nrs]?|jahre alt)(?!\p{L})/gu
const OWN_AGE =
  /\b(?:i am|i'm|im|aged?|ich bin|j'ai|tengo|tenho|mit)(?: only| just| erst| nur)? (\d{1,2})(?!\p{N}|[:.,]\p{N}|\s?[%€$]|\s?(?:am|pm|uhr|h|people|personen|leuten|euro|prozent|kilo\w*|min\w*|stunden|tagen|wochen)\b)/gu
const AGE_RULE =
  /\b(?:(?:minimum age|mindestalter|age minimum|edad minima|idade minima)[^.;\d]{0,40}|(?:under|over|below|unter|uber|up to|bis|from|ab|aged?|at least|between \d{1,2} and|zwischen \d{1,2} und) (?:the age of )?)(\d{1,2})(?: (?:years?|jahren?|ans|anos)\b|(?= (?:are|may|can|need|durfen|brauchen)\b)|(?=[.,;](?!\d)|$))/gu
const CLOCK =
  /(?<![\p{N}.,:]|[€$£]\s?)(?:(?:[01]?\d|2[0-4])[:.h][0-5]\d(?:\s?[ap]\.?m\b)?(?!\s?(?:[€$£%]|eur|usd|km|kg|m\b))|(?:[01]?\d|2[0-4])\s?(?:[ap]\.?m\b|uhr\b|h\b|o'?clock\b))(?!\p{N})|\b(?:noon|midday|midnight|mittags?|mitternachts?|midi|minuit|mediodia|medianoche|meia-noite)\b/gu

/** Whether a text names a duration; an age is not one. */
export const namesDuration = (text: string): boolean =>
  normalize(text).replace(AGED, ' ').replace(AGE_RULE, ' ').search(DURATION) >= 0
export const namesAge = (text: string): boolean =>
  [AGE_RULE, AGED].some((pattern) => normalize(text).search(pattern) >= 0)
export const namesHour = (text: string): boolean => normalize(text).search(CLOCK) >= 0

/** Regions without customers, whose codes CLDR uses for other things. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
const names = new Map<'region' | 'language', ReadonlyMap<string, string>>()
const SHORT_NAMES = { uk: 'united kingdom', 'great britain': 'united kingdom', usa: 'united states' }

/** Codes by their folded names in each language of the sandbox model. */
function namesOf(type: 'region' | 'language'): ReadonlyMap<string, string> {
  const known = names.get(type)
  if (known) return known
  const found = new Map<string, string>()
  for (const locale of LANGUAGES) {
    const display = new Intl.DisplayNames([locale], { type, fallback: 'none' })
    for (const code of CODES) {
      const name = NO_COUNTRIES.has(code) ? undefined : display.of(type === 'region' ? code : code.toLowerCase())
      if (name && !found.has(normalize(name))) found.set(normalize(name), code)
    }
  }
  for (const [short, full] of Object.entries(SHORT_NAMES)) found.set(short, found.get(full) ?? '')
  names.set(type, found)
  return found
}

/** «US» in capitals is a country, «us» is not. */
const UNITED_STATES = /\bU\.?S\.?(?!\p{L})/gu

/** The countries that a text names, as two-letter codes. */
export const countriesIn = (text: string): Set<string> =>
  readNames(text.replace(UNITED_STATES, 'United States'), 'region').codes
/** The languages that a text names, as two-letter codes. */
export const languagesIn = (text: string): Set<string> => readNames(text, 'language').codes

function readNames(text: string, type: 'region' | 'language'): { codes: Set<string>; rest: string } {
  const known = namesOf(type)
  const words = normalize(text).match(/[\p{L}\p{N}'’]+/gu) ?? []
  const codes = new Set<string>()
  const rest: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const length = [3, 2, 1].find((count) => known.has(words.slice(at, at + count).join(' ')))
    if (length === undefined) rest.push(words[at] ?? '')
    else {
      codes.add(known.get(words.slice(at, at + length).join(' ')) ?? '')
      at += length - 1
    }
  }
  return { codes, rest: rest.join(' ') }
}

/** Values in a visitor's question that rules may depend on. */
export type Values = ReturnType<typeof readValues>['values']

/** The values of a question, and its words without durations, ages, times, countries and languages. */
export function readValues(question: string) {
  const text = normalize(question)
  const ages = [AGED, OWN_AGE]
  const values = {
    hasDuration: namesDuration(question),
    hasAge: ages.some((pattern) => text.search(pattern) >= 0),
    months: monthsIn(question),
    countries: countriesIn(question),
    languages: languagesIn(question),
  }
  const plain = [...ages, CLOCK, DURATION].reduce((left, pattern) => left.replace(pattern, ' '), text)
  const bare = readNames(readNames(plain, 'region').rest, 'language').rest
  const isMonth = (word: string) => values.months.size > 0 && word !== 'may' && MONTH_NAMES.includes(word)
  return { values, rest: bare.replace(/\p{L}+/gu, (word) => (isMonth(word) ? ' ' : word)) }
}
