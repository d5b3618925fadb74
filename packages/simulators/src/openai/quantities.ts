/** Reads the durations, ages, times of day, weekdays and countries that a text names, so that a question can be held against a rule. Pure. */
import { normalize } from './words.ts'

/** A unit in folded words of the languages the sandbox model speaks, and how many days it has. */
const UNITS: readonly (readonly [words: string, days: number])[] = [
  ['minutes?|minuten?|minutos?|min', 1 / 1440],
  ['hours?|stunden?|heures?|horas?|hrs?', 1 / 24],
  ['(?:(?:business|working|calendar|werk|arbeits) ?)?(?:days?|tage?n?)|nights?|nachten?|jours?|dias?', 1],
  ['weeks?|wochen?|semaines?|semanas?', 7],
  ['months?|monate?n?|mois|mes(?:es)?', 30],
  ['years?|jahre?n?|ans?|annees?|anos?', 365],
]
const NUMBERS: readonly (readonly string[])[] = [
  ['a', 'an', 'one', 'ein', 'eine', 'einen', 'einem', 'einer', 'un', 'une', 'una', 'um', 'uma'],
  ['two', 'zwei', 'deux', 'dos', 'dois', 'duas'],
  ['three', 'drei', 'trois', 'tres'],
  ['four', 'vier', 'quatre', 'cuatro', 'quatro'],
  ['five', 'funf', 'cinq', 'cinco'],
  ['six', 'sechs', 'seis'],
  ['seven', 'sieben', 'sept', 'siete', 'sete'],
  ['eight', 'acht', 'huit', 'ocho', 'oito'],
  ['nine', 'neun', 'neuf', 'nueve', 'nove'],
  ['ten', 'zehn', 'dix', 'diez', 'dez'],
  ['eleven', 'elf', 'onze', 'once'],
  ['twelve', 'zwolf', 'douze', 'doce', 'doze'],
]
const NUMBER = `\\d{1,4}(?:[.,]\\d)?|${NUMBERS.flat().join('|')}`

function toNumber(written: string): number {
  const at = NUMBERS.findIndex((words) => words.includes(written))
  return at < 0 ? Number(written.replace(',', '.')) : at + 1
}

const COUNTED = new RegExp(`\\d|\\b(?:once|twice|einmal|zweimal|dreimal|${NUMBERS.slice(1).flat().join('|')})\\b`)

/** Whether a folded text names a number, in figures or words. */
export const namesNumber = (folded: string): boolean => COUNTED.test(folded)

const DURATIONS = UNITS.map(
  ([unit, days]) =>
    [new RegExp(`(?<![\\p{L}\\p{N}.,]|[€$£]\\s?)(${NUMBER})(?:[ -]| )(?:${unit})(?![\\p{L}])`, 'gu'), days] as const,
)
const AGED = /(?<!\p{N})(\d{1,2})[ -](?:years?[ -]olds?|jahrige?[nrs]?|jahre alt)(?!\p{L})/gu

/** «£75 an hour» is a price, not a length of time. */
const RATED = /(?:[€$£]\s?\d[\d.,]*|\d\s?(?:[€$£]|eur|euros?|dollars?|pounds?))\s*(?:for |fur )?$/

/** The lengths of time that a folded text names, in days, and what stands before each. */
export function readDurations(folded: string): { days: number; before: string }[] {
  const blank = (found: string): string => ' '.repeat(found.length)
  const text = folded.replace(AGED, blank).replace(AGE_RULE, blank)
  return DURATIONS.flatMap(([pattern, days]) =>
    Array.from(text.matchAll(pattern), ({ 1: count = '', index }) => ({
      days: toNumber(count) * days,
      before: text.slice(0, index),
    })).filter(({ before }) => !RATED.test(before)),
  )
}

export const durationsIn = (text: string): number[] => readDurations(normalize(text)).map(({ days }) => days)

const OWN_AGE =
  /\b(?:i am|i'm|im|aged?|ich bin|j'ai|tengo|tenho|mit)(?: only| just| erst| nur)? (\d{1,2})(?!\p{N}|[:.,]\p{N}|\s?[%€$]|\s?(?:am|pm|uhr|h|people|personen|leuten|euro|prozent|kilo\w*|min\w*|stunden|tagen|wochen)\b)/u
const LEAST_AGE = '(?:minimum age|mindestalter|age minimum|edad minima|idade minima)[^.;\\d]{0,40}'
const AGE_RULE = new RegExp(
  `\\b(?:${LEAST_AGE}|(?:under|over|below|unter|uber|up to|bis|from|ab|aged?|at least|between \\d{1,2} and|zwischen \\d{1,2} und) (?:the age of )?)(\\d{1,2})(?: (?:years?|jahren?|ans|anos)\\b|(?= (?:are|may|can|need|durfen|brauchen)\\b)|(?=[.,;]|$))`,
  'gu',
)
const FROM_AGE = new RegExp(
  `\\b(?:${LEAST_AGE}|(?:at least|mindestens|from the age of|ab) )(\\d{1,2})(?= years| jahre| ans| anos|[.,;]|$)|\\b(\\d{1,2}) (?:years )?(?:or|and) (?:older|over)\\b`,
  'u',
)

/** The age that a visitor gives of somebody. */
export function ageIn(question: string): number | undefined {
  const folded = normalize(question).replaceAll('’', "'")
  const age = [...folded.matchAll(AGED)][0]?.[1] ?? OWN_AGE.exec(folded)?.[1]
  return age === undefined ? undefined : Number(age)
}

/** Whether a sentence is about an age. */
export const namesAge = (text: string): boolean => {
  const folded = normalize(text)
  return folded.search(AGE_RULE) >= 0 || folded.search(AGED) >= 0
}

/** The least age that a sentence asks for. */
export function minimumAge(text: string): number | undefined {
  const found = FROM_AGE.exec(normalize(text))
  const age = found?.[1] ?? found?.[2]
  return age === undefined ? undefined : Number(age)
}

const CLOCK =
  /(?<![\p{N}.,:]|[€$£]\s?)(?:([01]?\d|2[0-4])[:.h]([0-5]\d)(?:\s?([ap])\.?m\b)?(?!\s?(?:[€$£%]|eur|usd|km|kg|m\b))|([01]?\d|2[0-4])\s?(?:([ap])\.?m\b|uhr\b|h\b|o'?clock\b))(?!\p{N})|\b(noon|midday|mittags?|midi|mediodia|meio-dia)\b|\b(midnight|mitternachts?|minuit|medianoche|meia-noite)\b/gu

/** The times of day that a text names, in hours. «10 to 14 Uhr» names both. */
export function hoursIn(text: string): number[] {
  const folded = normalize(text)
    .replaceAll('’', "'")
    .replace(/(?<![\p{N}.,:])(\d{1,2})(\s?(?:-|–|to|bis|a)\s?)(?=(?:[01]?\d|2[0-4])\s?(?:uhr|h)\b)/gu, '$1 uhr$2')
  return Array.from(folded.matchAll(CLOCK), ([, hour, minute, half, bare, bareHalf, noon, midnight]) => {
    if (noon) return 12
    if (midnight) return 24
    const mark = half ?? bareHalf
    const written = Number(hour ?? bare)
    return (mark ? (written % 12) + (mark === 'p' ? 12 : 0) : written) + Number(minute ?? 0) / 60
  })
}

/** By the first letters of a folded word; the index is the weekday, Monday first. */
const WEEKDAYS: readonly RegExp[] = [
  /^(?:mondays?|montags?|lundis?|lunes|segundas?|الاثنين)$/u,
  /^(?:tuesdays?|dienstags?|mardis?|martes|tercas?|الثلاثاء)$/u,
  /^(?:wednesdays?|mittwochs?|mercredis?|miercoles|quartas?|الاربعاء)$/u,
  /^(?:thursdays?|donnerstags?|jeudis?|jueves|quintas?|الخميس)$/u,
  /^(?:fridays?|freitags?|vendredis?|viernes|sextas?|الجمعه)$/u,
  /^(?:saturdays?|samstags?|sonnabends?|samedis?|sabados?|السبت)$/u,
  /^(?:sundays?|sonntags?|dimanches?|domingos?|الاحد)$/u,
]
const EVERY_DAY =
  /\b(?:every day|daily|seven days|24\/7|jeden tag|taglich|tous les jours|todos los dias|todos os dias|diariamente)\b|كل يوم|يوميا/u
const WEEKEND = /\b(?:weekends?|wochenenden?|week-ends?|fin(?:es)? de semana|fi[mn]s? de semana)\b/u
const WORKING_WEEK = /\b(?:weekdays|werktags|wochentags|en semaine|dias uteis)\b/u
/** What is named after it is left out of what was named before. */
export const EXCEPT = /\b(?:except|excluding|other than|but not|ausser|ausgenommen|sauf|excepto|salvo|exceto|menos)\b/
const RANGE =
  /^\s*(?:-|–|—|to|through|until|bis|au?|ate|الي|حتي)\s*(?:(?:the )?\d{1,2}(?:st|nd|rd|th|\.)?\s*(?:of |de )?)?$/u

const weekdayOf = (word: string): number => WEEKDAYS.findIndex((name) => name.test(word))

/** The weekdays that a text names, Monday as 0; «Monday to Friday» names those between as well. */
export function weekdaysIn(text: string): Set<number> {
  const folded = normalize(text)
  const days = new Set<number>()
  if (EVERY_DAY.test(folded)) for (let day = 0; day < 7; day += 1) days.add(day)
  if (WEEKEND.test(folded)) for (const day of [5, 6]) days.add(day)
  if (WORKING_WEEK.test(folded)) for (let day = 0; day < 5; day += 1) days.add(day)
  const except = folded.search(EXCEPT)
  let last: { day: number; end: number } | undefined
  for (const { 0: word, index } of folded.matchAll(/\p{L}+/gu)) {
    const day = weekdayOf(word)
    if (day < 0) continue
    if (except >= 0 && index > except) {
      days.delete(day)
      continue
    }
    if (last && RANGE.test(folded.slice(last.end, index)))
      for (let between = last.day; between !== day; between = (between + 1) % 7) days.add(between)
    days.add(day)
    last = { day, end: index + word.length }
  }
  return days
}

const MONTHS: readonly ReadonlySet<string>[] = Array.from(
  { length: 12 },
  (_, month) =>
    new Set(
      ['en', 'de', 'fr', 'es', 'pt', 'ar'].map((locale) =>
        normalize(new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, month))),
      ),
    ),
)

/** The months that a text names, January as 0; «April to October» names those between as well. */
export function monthsIn(text: string): Set<number> {
  const folded = normalize(text)
  const months = new Set<number>()
  let last: { month: number; end: number } | undefined
  for (const { 0: word, index } of folded.matchAll(/\p{L}+/gu)) {
    const month = MONTHS.findIndex((names) => names.has(word))
    // «May I» names no month.
    if (
      month < 0 ||
      (word === 'may' && !/(?:\b(?:in|of|from|to|until|by|and|mid|since)|\d\.?|[-–])\s*$/.test(folded.slice(0, index)))
    )
      continue
    if (last && RANGE.test(folded.slice(last.end, index)))
      for (let between = last.month; between !== month; between = (between + 1) % 12) months.add(between)
    months.add(month)
    last = { month, end: index + word.length }
  }
  return months
}

/** Regions without customers of their own, by which CLDR means other things. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])
const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCodePoint(65 + at))
const CODES = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
const names = new Map<'region' | 'language', ReadonlyMap<string, string>>()
const SHORT_NAMES = [
  ['uk', 'united kingdom'],
  ['great britain', 'united kingdom'],
  ['england', 'united kingdom'],
  ['usa', 'united states'],
  ['holland', 'netherlands'],
] as const

/** Codes by their folded names in each language that the sandbox model speaks. */
function namesOf(type: 'region' | 'language'): ReadonlyMap<string, string> {
  const known = names.get(type)
  if (known) return known
  const found = new Map<string, string>()
  for (const locale of ['en', 'de', 'fr', 'es', 'pt', 'ar']) {
    const display = new Intl.DisplayNames([locale], { type, fallback: 'none' })
    for (const code of CODES) {
      const name = NO_COUNTRIES.has(code) ? undefined : display.of(type === 'region' ? code : code.toLowerCase())
      if (name && !found.has(normalize(name))) found.set(normalize(name), code)
    }
  }
  for (const [short, full] of SHORT_NAMES) found.set(short, found.get(full) ?? '')
  names.set(type, found)
  return found
}

const EU_MEMBERS = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' ')
const EUROPEAN_UNION = /\b(?:eu|ue|european union|europaische[nr]? union|union europe(?:enne|a)|uniao europeia)\b/
/** «US» in capitals is a country, «us» is not. */
const UNITED_STATES = /\bU\.?S\.?(?!\p{L})/gu

/** The countries that a text names, by their two letters; the European Union names its members. */
export function countriesIn(text: string): Set<string> {
  const { codes } = readNames(text.replace(UNITED_STATES, 'United States'), 'region')
  if (EUROPEAN_UNION.test(normalize(text))) for (const code of EU_MEMBERS) codes.add(code)
  return codes
}
/** The languages that a text names, by their two letters. */
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

/** What a visitor's question names of values that rules are made of. */
export type Values = {
  durations: number[]
  age: number | undefined
  hours: number[]
  weekdays: Set<number>
  months: Set<number>
  countries: Set<string>
  languages: Set<string>
}

/** The values of a question, and its words without durations, ages, times, countries and languages. */
export function readValues(question: string): { values: Values; rest: string } {
  const age = ageIn(question)
  const values = {
    age,
    durations: durationsIn(question),
    hours: hoursIn(question),
    weekdays: weekdaysIn(question),
    months: monthsIn(question),
    countries: countriesIn(question),
    languages: languagesIn(question),
  }
  const plain = [AGED, CLOCK, ...DURATIONS.map(([pattern]) => pattern)].reduce(
    (text, pattern) => text.replace(pattern, ' '),
    normalize(question).replaceAll('’', "'"),
  )
  const spoken = age === undefined ? plain : plain.replace(OWN_AGE, ' ')
  const bare = readNames(readNames(spoken, 'region').rest, 'language').rest
  const isMonth = (word: string) => values.months.size > 0 && word !== 'may' && MONTHS.some((names) => names.has(word))
  return { values, rest: bare.replace(/\p{L}+/gu, (word) => (isMonth(word) ? ' ' : word)) }
}
