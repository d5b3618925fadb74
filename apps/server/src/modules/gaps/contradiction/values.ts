// Values in a sentence: times, dates, prices, durations, measures and counts.
import { STOP_WORDS } from '@parlance/contract/knowledge/stopwords'

export interface Value {
  /** For comparisons: `time`, `date`, `money:eur`, `percent`, `duration`, `months`, `workdays`, `mass`, `n:seat` … */
  readonly kind: string
  /** In the smallest unit of its kind. */
  readonly amount: number | string
  readonly text: string
}

export const stemOf = (word: string): string => {
  const bare = word.replace(/(?:'s|’s)$/, '')
  for (const ending of ['ings', 'ing', 'ies', 'ed', 'es', 'en', 'er', 's', 'e', 'y'])
    if (bare.endsWith(ending) && bare.length - ending.length >= 4) return bare.slice(0, -ending.length)
  return bare.endsWith('s') && bare.length > 3 ? bare.slice(0, -1) : bare
}

const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'zero two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen',
    'null zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn',
  ].flatMap((list) => list.split(' ').map((word, at) => [word, at === 0 ? 0 : at + 1])),
)
for (const [word, n] of Object.entries({ twenty: 20, thirty: 30, forty: 40, fifty: 50, sixty: 60, ninety: 90 }))
  (NUMBER_WORDS as Record<string, number>)[word] = n
for (const [word, n] of Object.entries({
  zwanzig: 20,
  dreißig: 30,
  vierzig: 40,
  fünfzig: 50,
  sechzig: 60,
  neunzig: 90,
}))
  (NUMBER_WORDS as Record<string, number>)[word] = n

const MONTHS = [
  'january|jan|januar',
  'february|feb|februar',
  'march|mar|märz',
  'april|apr',
  'may|mai',
  'june|jun|juni',
  'july|jul|juli',
  'august|aug',
  'september|sept|sep',
  'october|oct|oktober|okt',
  'november|nov',
  'december|dec|dezember|dez',
]
const monthOf = (name: string): number => MONTHS.findIndex((names) => new RegExp(`^(?:${names})$`, 'iu').test(name)) + 1
const MONTH = MONTHS.join('|')
const N = '\\d{1,3}(?:[.,\u00a0\u202f ]\\d{3})+(?:[.,]\\d{1,2})?|\\d+(?:[.,]\\d+)?'

const CURRENCY: readonly (readonly [string, string])[] = [
  ['eur', '€|euros?|eur'],
  ['usd', 'us\\$|\\$|us dollars?|dollars?|usd'],
  ['gbp', '£|pounds? sterling|pounds?|gbp'],
  ['chf', 'chf|fr\\.|swiss francs?|franken'],
  ['sek', 'sek|nok|dkk|kroner|kronor|kr'],
]
const MONEY = CURRENCY.map(([, names]) => names).join('|')
const currencyOf = (text: string): string =>
  CURRENCY.find(([, names]) => new RegExp(`^(?:${names})$`, 'iu').test(text.trim()))?.[0] ?? 'eur'

/** Unit, its kind, and its factor to the smallest unit. */
const UNITS: readonly (readonly [string, string, number])[] = [
  ['(?:business|working|work)[ -]?days?|arbeitstagen?|werktagen?|werktage', 'workdays', 1],
  ['seconds?|secs?|sekunden?', 'duration', 1],
  ['minutes?|mins?|minuten?', 'duration', 60],
  ['hours?|hrs?|stunden?', 'duration', 3600],
  ['calendar days?|days?|tagen?|tage|jours?|días?', 'duration', 86_400],
  ['weeks?|wochen?|semaines?|semanas?', 'duration', 604_800],
  ['months?|monaten?|monate|mois|mes(?:es)?', 'months', 1],
  ['years?|jahren?|jahre|ans?|años?', 'months', 12],
  ['kilograms?|kilos?|kg', 'mass', 1000],
  ['grams?|g', 'mass', 1],
  ['kilomet(?:er|re)s?|km', 'length', 1_000_000],
  ['centimet(?:er|re)s?|cm', 'length', 10],
  ['millimet(?:er|re)s?|mm', 'length', 1],
  ['met(?:er|re)s?|m', 'length', 1000],
  ['millilit(?:er|re)s?|ml', 'volume', 1],
  ['lit(?:er|re)s?|l', 'volume', 1000],
  ['terabytes?|tb', 'bytes', 1_000_000],
  ['gigabytes?|gb', 'bytes', 1000],
  ['megabytes?|mb', 'bytes', 1],
  ['°\\s?c|degrees(?: celsius)?|grad', 'degrees', 1],
]
const UNIT = UNITS.map(([names]) => names).join('|')

/** Parses «1,000», «1.000», «4,5» and «49.00». */
export function numberOf(text: string): number {
  const bare = text.replaceAll(/[\u00a0\u202f ]/g, '')
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(bare)) return Number(bare.replaceAll(/[.,]/g, ''))
  if (/^\d{1,3}(?:,\d{3})+\.\d+$/.test(bare)) return Number(bare.replaceAll(',', ''))
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'))
  return Number(bare.replace(',', '.'))
}

type Reader = readonly [RegExp, (match: RegExpExecArray) => Omit<Value, 'text'> | undefined]
const two = (n: number | string): string => String(n).padStart(2, '0')
const date = (month: number, day: string, year: string | undefined) => ({
  kind: 'date',
  amount: `${two(month)}-${two(Number(day))}${year ? `-${year}` : ''}`,
})

/** In order; each removes what it reads from the text. */
const READERS: readonly Reader[] = [
  [/\b(\d{4})-(\d{2})-(\d{2})\b/g, ([, y, m, d]) => date(Number(m), d ?? '', y)],
  [
    /\b(\d{1,2})[./](\d{1,2})[./](\d{4})\b/g,
    ([, d, m, y]) => ({ kind: 'date', amount: `${two(m ?? '')}-${two(d ?? '')}-${y ?? ''}` }),
  ],
  [
    new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s(?:of\\s)?(${MONTH})\\b\\.?(?:,?\\s(\\d{4}))?`, 'giu'),
    ([, d, m, y]) => date(monthOf(m ?? ''), d ?? '', y),
  ],
  [
    new RegExp(`\\b(${MONTH})\\s(\\d{1,2})(?:st|nd|rd|th)?\\b(?!:)(?:,?\\s(\\d{4}))?`, 'giu'),
    ([, m, d, y]) => date(monthOf(m ?? ''), d ?? '', y),
  ],
  [
    /(?<![\d.,])(?:\+\d{1,3}[\s/-]?)?\(?0\d{1,5}\)?(?:[\s/-]?\d{2,}){1,5}|\+\d{1,3}(?:[\s/-]?\d{2,}){2,5}/g,
    ([all]) => ({ kind: 'phone', amount: all.replaceAll(/\D/g, '') }),
  ],
  [/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, ([all]) => ({ kind: 'email', amount: all.toLowerCase().replace(/\.$/, '') })],
  [/https?:\/\/\S+|www\.\S+/g, () => undefined],
  [
    /\b([01]?\d|2[0-4])[:.]([0-5]\d)\s?(am|pm|uhr|h|o'clock)?(?![\d%€$])/gi,
    ([all, h, m, half]) => (all.includes(':') || half ? time(h, m, half) : undefined),
  ],
  [/\b(1[0-2]|\d)\s?(am|pm)\b/gi, ([, h, half]) => time(h, '0', half)],
  [/\b([01]?\d|2[0-4])\s?(?:uhr|o'clock)\b/gi, ([, h]) => time(h, '0', undefined)],
  [
    /\b(noon|midday|mittags|midnight|mitternacht)\b/gi,
    ([all]) => ({ kind: 'time', amount: /^m(?:idn|itternacht)/i.test(all) ? 1440 : 720 }),
  ],
  [
    new RegExp(`(${MONEY})\\s?(${N})(?![\\d])`, 'giu'),
    ([, unit, n]) => ({ kind: `money:${currencyOf(unit ?? '')}`, amount: numberOf(n ?? '') }),
  ],
  [
    new RegExp(`(?<![\\d.,])(${N})\\s?(${MONEY})(?![\\p{L}\\d])`, 'giu'),
    ([, n, unit]) => ({ kind: `money:${currencyOf(unit ?? '')}`, amount: numberOf(n ?? '') }),
  ],
  [
    /\b(?:free of charge|for free|at no (?:extra )?(?:cost|charge)|no charge|complimentary|kostenlos\w*|kostenfrei\w*|gratis|gratuite?s?|gratuitement)\b|(?<=\b(?:is|are|ist|sind) (?:not |nicht |always |completely )?)free\b(?!-)/gi,
    () => ({ kind: 'money:free', amount: 0 }),
  ],
  [
    new RegExp(`(?<![\\d.,])(${N})\\s?(?:%|percent\\b|per cent\\b|prozent\\b)`, 'giu'),
    ([, n]) => ({ kind: 'percent', amount: numberOf(n ?? '') }),
  ],
  [/\bhalf an hour\b|\beiner? halben? stunde\b/gi, () => ({ kind: 'duration', amount: 1800 })],
  [new RegExp(`(?<![\\d.,\\p{L}])(${N}|an?|one|eine?[mnrs]?)[ -]?(${UNIT})(?![\\p{L}\\d])`, 'giu'), measure],
  [
    new RegExp(`(?<![\\d.,\\p{L}-])(${N})\\s(?:\\p{Ll}+(?:ed|ing|ly|al|able)\\s)?(\\p{L}{3,})`, 'giu'),
    ([, n, noun]) => counted(n ?? '', noun ?? ''),
  ],
  [
    new RegExp(`(?<![\\d.,\\p{L}])(${N})(?![\\p{L}])`, 'giu'),
    ([, n]) => ({ kind: 'number', amount: numberOf(n ?? '') }),
  ],
]

function time(hours: string | undefined, minutes: string | undefined, half: string | undefined) {
  const h = Number(hours)
  const pm = /^pm$/i.test(half ?? '')
  const hour = /^[ap]m$/i.test(half ?? '') ? (h % 12) + (pm ? 12 : 0) : h
  return { kind: 'time', amount: hour * 60 + Number(minutes) }
}

function measure([, n, unit]: RegExpExecArray): Omit<Value, 'text'> | undefined {
  const found = UNITS.find(([names]) => new RegExp(`^(?:${names})$`, 'iu').test(unit ?? ''))
  const isWord = !/^\d/.test(n ?? '')
  // «a year» and «a day», as in «twice a year», are not durations by themselves.
  if (!found || (isWord && !/^(?:one|eine?[mnrs]?)$/i.test(n ?? ''))) return undefined
  return { kind: found[1], amount: (isWord ? 1 : numberOf(n ?? '')) * found[2] }
}

function counted(n: string, noun: string): Omit<Value, 'text'> | undefined {
  const word = noun.toLowerCase()
  if (STOP_WORDS.has(word) || word === 'and' || word === 'bis') return { kind: 'number', amount: numberOf(n) }
  return { kind: `n:${stemOf(word)}`, amount: numberOf(n) }
}

/** The values of a sentence in order, and the sentence without them; counted nouns stay. */
export function valuesOf(text: string): { values: Value[]; rest: string } {
  const found: { value: Value; at: number }[] = []
  let rest = text.replaceAll(/(?<![\p{L}-])(\p{L}+)(?![\p{L}])/gu, (word: string) =>
    word.toLowerCase() in NUMBER_WORDS ? String(NUMBER_WORDS[word.toLowerCase()]) : word,
  )
  // «9–17 Uhr», «9-5 pm»: the unit applies to both.
  rest = rest.replaceAll(/\b(\d{1,2})\s?[-–—]\s?(\d{1,2}(?:[:.]\d{2})?)\s?(uhr|pm|am)\b/gi, '$1 $3 – $2 $3')
  rest = rest.replaceAll(/(?<![\d+-])(\d{1,3}(?:[:.,]\d{2})?)\s?[-–—]\s?(?=\d{1,3}(?:[:.,]\d{2})?(?![\d-]))/g, '$1 – ')
  for (const [pattern, readValue] of READERS) {
    rest = rest.replaceAll(pattern, (...match: unknown[]) => {
      const groups = match.filter((one) => typeof one === 'string' || one === undefined).slice(0, -1)
      const all = String(match[0])
      const value = readValue(groups as unknown as RegExpExecArray)
      const at = match.find((one) => typeof one === 'number')
      if (!value) return pattern.source.startsWith('https') ? ' '.repeat(all.length) : all
      found.push({ value: { ...value, text: all.trim() }, at: typeof at === 'number' ? at : 0 })
      // Counted nouns stay as words; the length is kept, so that positions stay valid.
      const noun = value.kind.startsWith('n:') ? (/\p{L}{3,}$/u.exec(all)?.[0] ?? '') : ''
      return ' '.repeat(all.length - noun.length) + noun
    })
  }
  return { values: found.sort((a, b) => a.at - b.at).map(({ value }) => value), rest }
}
