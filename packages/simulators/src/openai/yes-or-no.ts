/**
 * Answers yes-or-no questions by computing them from a rule: opening days and hours, months, durations, ages, countries and
 * languages. Pure.
 */
import {
  countriesIn,
  EXCEPT,
  hoursIn,
  languagesIn,
  minimumAge,
  monthsIn,
  readDurations,
  readValues,
  type Values,
  weekdaysIn,
} from './quantities.ts'
import { isQuestion } from './values.ts'
import { normalize } from './words.ts'

const ASKS_MORE =
  /\b(?:what|when|where|who|whom|whose|why|how|which|was|wann|wo|wer|wem|warum|wieso|wie|welche[rsnm]?|qu(?:and|i|oi|el(?:le)?s?)|ou|comment|pourquoi|combien|cuand?o|donde|quien|como|cual(?:es)?|cuant[oa]s?|quando|onde|quem|qual|quais|quant[oa]s?)\b|(?:^|\s)(?:متي|اين|كيف|كم|لماذا|ماذا)\s/u
const MAY =
  /\b(?:can|could|may|is it (?:possible|ok|okay)|am i allowed|kann|konnen|konnte|darf|durfen|moglich|puis-je|peut-on|puedo|podemos|se puede|posso|podemos)\b/
const OPEN =
  /\b(?:open|opened|opens|opening|offen|geoffnet|auf|ouvert\w*|ouvrez|abiert[oa]s?|abren|abre|abert[oa]s?|abrem)\b|مفتوح|تفتح/u
const CLOSED =
  /\b(?:closed|closes|day off|geschlossen|(?<!bis )zu(?=\W*$)|ruhetag|fermes?|fermee?s?|cerrad[oa]s?|fechad[oa]s?)\b|مغلق/u
const NOT =
  /\b(?:not|no|never|cannot|can't|don't|nicht|weder|neither|kein\w*|nie|pas|aucun\w*|ne|nunca|nao|jamais|sin|sem)\b|\bn't\b/
/** More countries than a text names. */
export const ELSEWHERE = /\b(?:worldwide|international\w*|europe|europa|all countries|any country|weltweit)\b/

/**
 * `earlier` is the question that a follow-up refers to. `undefined` if it is no yes-or-no question, or the sentence does not
 * answer it.
 */
export function yesOrNo(question: string, sentence: string, earlier = ''): boolean | undefined {
  const asked = normalize(`${earlier} ${question}`).replaceAll('’', "'").trim()
  if (!isQuestion(question) || ASKS_MORE.test(asked)) return undefined
  const { values } = readValues(question)
  const rule = normalize(sentence).replaceAll('’', "'")
  return (
    onDays(asked, rule, values) ??
    onNames(rule, values.countries, countriesIn) ??
    onNames(rule, values.languages, languagesIn) ??
    onAge(asked, sentence, values) ??
    onDuration(asked, rule, values) ??
    (values.durations.length === 0 ? onMonths(rule, values) : undefined)
  )
}

const isWithin = <Item>(some: ReadonlySet<Item>, all: ReadonlySet<Item>): boolean =>
  [...some].every((item) => all.has(item))

const CLAUSES =
  /[;,.]\s|\b(?:but|aber|mais|pero|mas|(?:and|und|et|y|e) (?:is|are|we|on|ist|sind|wir|am|est|nous|esta|los))\b/

/** Opening hours: by the clause that names the day. Where only open days are named, any other is not one. */
function onDays(asked: string, rule: string, values: Values): boolean | undefined {
  if (values.weekdays.size === 0 || !(OPEN.test(asked) || MAY.test(asked) || CLOSED.test(asked))) return undefined
  const said = onDay(asked, rule, values)
  const flipped = CLOSED.test(asked) && !OPEN.test(asked) && !MAY.test(asked)
  return said === undefined ? undefined : said !== flipped
}

function onDay(asked: string, rule: string, { weekdays, hours }: Values): boolean | undefined {
  const parts = rule.split(CLAUSES).filter((part) => weekdaysIn(part).size > 0)
  const about = parts.filter((part) => isWithin(weekdays, weekdaysIn(part)))
  if (about.length === 0) {
    const names = parts.some((part) => [...weekdaysIn(part)].some((day) => weekdays.has(day)))
    const open =
      parts.every((part) => !CLOSED.test(part) && !NOT.test(part)) && (OPEN.test(rule) || hoursIn(rule).length > 1)
    return parts.length > 0 && !names && open ? false : undefined
  }
  if (about.some((part) => CLOSED.test(part))) return false
  const times = about.map(hoursIn)
  if (about.some((part) => NOT.test(part)) || times.some((part) => part.length % 2 === 1)) return undefined
  const spans = times.flat()
  if (spans.length === 0 && !OPEN.test(rule)) return undefined
  const [hour] = hours
  const [from, to] = hour === undefined ? (DAYPARTS.find(([name]) => name.test(asked))?.[1] ?? []) : [hour, hour]
  if (from === undefined || to === undefined) return true
  if (spans.length === 0) return undefined
  return spans.some((opens, at) => at % 2 === 0 && to >= opens && from < (spans[at + 1] ?? 0))
}

const DAYPARTS: readonly (readonly [RegExp, readonly [from: number, to: number]])[] = [
  [/\b(?:mornings?|vormittags?|morgens|matin|por la manana|de manha)\b/, [8, 11]],
  [/\b(?:afternoons?|nachmittags?|apres-midi|por la tarde|a tarde)\b/, [14, 16]],
  [/\b(?:evenings?|nights?|abends?|soir|por la noche|a noite)\b/, [19, 21]],
]

/** «From April to October», «only in July and August». */
function onMonths(rule: string, { months }: Values): boolean | undefined {
  const named = monthsIn(rule)
  if (months.size === 0 || named.size < 2 || NOT.test(rule) || CLOSED.test(rule)) return undefined
  return isWithin(months, named)
}

/** A list of countries or languages: what it names holds, and nothing else unless it speaks of more. */
function onNames(
  rule: string,
  asked: ReadonlySet<string>,
  namesIn: (text: string) => Set<string>,
): boolean | undefined {
  if (asked.size !== 1) return undefined
  const [before = '', after = ''] = rule.split(EXCEPT)
  if (isWithin(asked, namesIn(after))) return false
  if (ELSEWHERE.test(rule)) return undefined
  const named = namesIn(before)
  const about = before.split(CLAUSES).filter((clause) => isWithin(asked, namesIn(clause)))
  if (about.length > 0) return !about.some((clause) => NOT.test(clause))
  return named.size >= 2 && !NOT.test(before) && after === '' ? false : undefined
}

function onAge(asked: string, sentence: string, { age }: Values): boolean | undefined {
  const least = minimumAge(sentence)
  return age === undefined || least === undefined || !MAY.test(asked) ? undefined : age >= least
}

const MOST =
  /\b(?:within|up to|at most|no (?:more|later) than|for (?:up to )?|maximum(?: of)?|innerhalb(?: von)?|binnen|bis zu|hochstens|maximal|dans les|sous|jusqu'a|en|hasta|dentro de|en un plazo de|ate|em ate)\s*(?:of |de |the first )?$/
const BEFORE = /\b(?:before|prior to|vor|vorher|avant|antes)\b/
const AHEAD = /\b(?:ahead|in advance|earlier|im voraus|a l'avance|antelacion|antecedencia)\b/
const LEAST = /\b(?:at least|minimum(?: of)?|mindestens|wenigstens|au moins|al menos|pelo menos)\s*$/

/** «Within 30 days» allows three weeks; «until 48 hours before arrival» does not allow one day before. */
function onDuration(asked: string, rule: string, { durations }: Values): boolean | undefined {
  const [wanted] = durations
  if (
    wanted === undefined ||
    durations.length > 1 ||
    !(MAY.test(asked) || /^(?:and |und )?(?:after|nach|within|innerhalb)\b/.test(asked))
  )
    return undefined
  const [clause, ...others] = rule.split(CLAUSES).filter((part) => readDurations(part).length > 0)
  const [allowed] = readDurations(clause ?? '')
  if (clause === undefined || allowed === undefined || NOT.test(clause)) return undefined
  if (others.length > 0 && !sharesWord(asked, clause)) return undefined
  const ahead = BEFORE.test(clause) || AHEAD.test(clause)
  if (ahead && !BEFORE.test(asked) && !AHEAD.test(asked)) return undefined
  const isMost = MOST.test(allowed.before)
  if (BEFORE.test(clause) || (ahead && !isMost) || LEAST.test(allowed.before)) return wanted >= allowed.days
  return isMost || MAY.test(clause) ? wanted <= allowed.days : undefined
}

const sharesWord = (asked: string, clause: string): boolean => {
  const heard = new Set(asked.match(/\p{L}{4,}/gu))
  return (clause.match(/\p{L}{4,}/gu) ?? []).some((word) => heard.has(word) || heard.has(word.slice(0, -2)))
}
