// Detects contradictions between two passages by rules: numbers, prices, times, dates and denials about one subject.
// Built for precision, not recall: uncertain cases are left to a model or to people.
import { type Statement, statementsOf } from './statements.ts'
import { stemOf, type Value } from './values.ts'

export interface PassageText {
  readonly docId: string
  /** Name of the document, and the heading above the passage. */
  readonly title: string
  readonly text: string
  /** The result of `statementsOf`, for passages that are compared often. */
  readonly statements?: readonly Statement[]
}

export interface Contradiction {
  /** What they disagree about, in one sentence. */
  readonly about: string
  /** Words of the subject: equal for sentences with one pattern, such as those of a product series. */
  readonly subject: string
  readonly said: readonly [string, string]
}

/** This many documents that disagree on one subject follow a pattern. */
const FORM = 4

/** Subjects with a different value in each of many documents: tables of products, branches, years. */
export function formsAmong(
  found: readonly { readonly subject: string; readonly docs: readonly [string, string] }[],
): ReadonlySet<string> {
  const docs = new Map<string, Set<string>>()
  for (const { subject, docs: pair } of found) {
    const known = docs.get(subject) ?? new Set()
    for (const doc of pair) known.add(doc)
    docs.set(subject, known)
  }
  return new Set([...docs].filter(([, all]) => all.size >= FORM).map(([subject]) => subject))
}

/** Undefined when the rules find nothing. */
export function contradiction(a: PassageText, b: PassageText): Contradiction | undefined {
  const [theirs, ours] = [b.statements ?? statementsOf(b.text), a.statements ?? statementsOf(a.text)]
  const titles = [titleWords(a.title), titleWords(b.title)] as const
  // Identical sentences are not a disagreement, whatever surrounds them.
  for (const one of ours)
    for (const two of theirs) {
      if (one.text === two.text) continue
      const found = disagreement(one, two, titles)
      if (found && !isSaid(one, theirs) && !isSaid(two, ours))
        return { about: found, subject: subjectOf(one, two), said: [one.text, two.text] }
    }
  return undefined
}

const subjectOf = (a: Statement, b: Statement): string =>
  [...a.labels]
    .filter((word) => has(b.labels, word))
    .map((word) => word.slice(0, 5))
    .sort()
    .join(' ')

const isSaid = (statement: Statement, others: readonly Statement[]): boolean =>
  others.some(({ text }) => text === statement.text)

type Titles = readonly [ReadonlySet<string>, ReadonlySet<string>]

const titleWords = (title: string): Set<string> => new Set(title.toLowerCase().match(/\p{L}{2,}|\d+/gu) ?? [])

/** Words that document titles use for any subject. */
const DOCUMENT_WORDS = new Set(
  `about agb answers conditions contact details faq faqs fragen guide guidelines häufige help hilfe home info information
  infos kontakt notes overview page policy questions rules terms website über übersicht`.split(/\s+/),
)

/**
 * Whether titles say that each document has its own subject: of a series («Hotel North», «Hotel South») if the
 * sentences share few words or name it, two names if they share a word that neither title has.
 */
function areOfOtherThings(labels: ReadonlySet<string>, shared: number, [one, two]: Titles): boolean {
  const isSubject = (word: string) => has(labels, stemOf(word))
  const common = [...one].filter((word) => two.has(word))
  const onlyOne = [...one].filter((word) => !two.has(word))
  const onlyTwo = [...two].filter((word) => !one.has(word))
  if (onlyOne.length === 0 || onlyTwo.length === 0) return false
  const areNames = [onlyOne, onlyTwo].every((words) =>
    words.some((word) => !DOCUMENT_WORDS.has(word) && !isSubject(word)),
  )
  if (common.length > 0) return shared < 3 || (areNames && common.some(isSubject))
  return shared < 2 && areNames && ![...onlyOne, ...onlyTwo].some(isSubject)
}

/** How likely two sentences are about the same thing, from 0 to 1. */
export function closeness(a: Statement, b: Statement): number {
  const shared = [...a.labels].filter((word) => has(b.labels, word)).length
  return (2 * shared) / (a.labels.size + b.labels.size)
}

function has(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true
  if (word.length < 5) return false
  for (const other of words)
    if (other.length >= 5 && Math.abs(other.length - word.length) <= 3 && other.slice(0, 5) === word.slice(0, 5))
      return true
  return false
}

function disagreement(a: Statement, b: Statement, titles: Titles): string | undefined {
  const onlyA = [...a.labels].filter((word) => !has(b.labels, word))
  const onlyB = [...b.labels].filter((word) => !has(a.labels, word))
  const shared = a.labels.size - onlyA.length
  const close = closeness(a, b)
  if (shared === 0 || close < 0.74 || areOfOtherThings(a.labels, shared, titles)) return undefined
  // Each names something the other does not, or one names a special case: different things.
  if (onlyA.length > 0 && onlyB.length > 0 && close < 0.84) return undefined
  if (onlyA.some((word) => a.cases.has(word)) || onlyB.some((word) => b.cases.has(word))) return undefined
  if ([...a.cases].some((word) => !has(b.cases, word) && !has(b.labels, word))) return undefined
  if ([...b.cases].some((word) => !has(a.cases, word) && !has(a.labels, word))) return undefined
  if (!meetDays(a, b)) return undefined
  return denial(a, b, shared, close) ?? otherValues(a, b)
}

const meetDays = (a: Statement, b: Statement): boolean => {
  if (a.days.size === 0 && b.days.size === 0) return true
  return [...a.days].some((day) => b.days.has(day))
}

function denial(a: Statement, b: Statement, shared: number, close: number): string | undefined {
  if (a.denies === b.denies) return undefined
  const clear = shared + (a.days.size > 0 ? 1 : 0) >= 2 || close === 1
  // Values next to a denial say when it applies. A denial about more days than the other sentence names may mean the
  // other days.
  const [denying, stating] = a.denies ? [a, b] : [b, a]
  if (stating.days.size > 0 && ![...denying.days].every((day) => stating.days.has(day))) return undefined
  if (!clear || close < 0.85 || differing(a.values, b.values).length > 0 || a.values.length !== b.values.length)
    return undefined
  return `One says “${a.text}”, the other “${b.text}”`
}

function otherValues(a: Statement, b: Statement): string | undefined {
  if (a.denies !== b.denies || (a.bound !== '' && b.bound !== '' && a.bound !== b.bound)) return undefined
  const found = differing(a.values, b.values)
  const [first] = found
  // Two simultaneous differences mean two cases, not a contradiction.
  if (!first || found.length > 1) return undefined
  const text = (values: readonly Value[]) => values.map((value) => value.text).join(' – ')
  return `One says ${text(first.a)}, the other ${text(first.b)}: “${a.text}”`
}

interface Differing {
  readonly a: readonly Value[]
  readonly b: readonly Value[]
}

/** Values of one kind that both name, equally many, that differ. */
function differing(a: readonly Value[], b: readonly Value[]): Differing[] {
  const kinds = new Set(a.map((value) => kindOf(value, b)))
  const found: Differing[] = []
  for (const kind of kinds) {
    const ours = a.filter((value) => kindOf(value, b) === kind)
    const theirs = b.filter((value) => kindOf(value, a) === kind)
    if (theirs.length === 0 || ours.length !== theirs.length) continue
    const left = [...theirs]
    for (const value of ours) {
      const at = left.findIndex((other) => isSame(value, other))
      if (at >= 0) left.splice(at, 1)
    }
    if (left.length > 0) found.push({ a: ours, b: theirs })
  }
  return found
}

/** «Free» is comparable with any price, and weeks and days with months if the other names nothing closer. */
function kindOf({ kind }: Value, others: readonly Value[]): string {
  const names = (wanted: string) => others.some((other) => other.kind === wanted)
  if (kind === 'months') return !names('months') && names('duration') ? 'span' : kind
  if (kind === 'duration') return !names('duration') && names('months') ? 'span' : kind
  if (!kind.startsWith('money:')) return kind
  const free = kind === 'money:free' || names('money:free')
  return free ? 'money' : kind
}

const DAY_SECONDS = 86_400
/** A month has 28 to 31 days; four weeks are often called a month. */
const MONTH_DAYS = [28, 31] as const

function isSame(a: Value, b: Value): boolean {
  if (a.kind === 'months' && b.kind === 'duration') {
    const days = Number(b.amount) / DAY_SECONDS / Number(a.amount)
    return days >= MONTH_DAYS[0] && days <= MONTH_DAYS[1]
  }
  if (a.kind === 'duration' && b.kind === 'months') return isSame(b, a)
  if (a.kind !== 'date' || b.kind !== 'date') return a.amount === b.amount
  // A date without a year matches any year; the order of day and month can be ambiguous.
  const [one, two] = [String(a.amount), String(b.amount)]
  const [m1, d1, y1] = one.split('-')
  const [m2, d2, y2] = two.split('-')
  const isDay = (m1 === m2 && d1 === d2) || (m1 === d2 && d1 === m2)
  return isDay && (y1 === undefined || y2 === undefined || y1 === y2)
}
