// Whether two passages contradict each other, by rules alone: numbers, prices, times, dates and denials of one and the same thing.
// They are made to be right rather than complete: what is not surely the same subject is left to a model, or to people.
import { type Statement, statementsOf } from './statements.ts'
import type { Value } from './values.ts'

export interface PassageText {
  readonly docId: string
  /** Name of the document, and the heading it stands under. */
  readonly title: string
  readonly text: string
  /** What `statementsOf` makes of the text, for passages that are compared often. */
  readonly statements?: readonly Statement[]
}

export interface Contradiction {
  /** What they disagree about, in a sentence. */
  readonly about: string
  /** Words of the subject: the same for sentences of one form, such as those of a series of products. */
  readonly subject: string
  /** The two sentences, as the passages hold them but for marks of Markdown. */
  readonly said: readonly [string, string]
}

/** So many documents that disagree with each other on one subject are cases of one form. */
const FORM = 4

/** Subjects on which each of many documents says something of its own: tables of products, branches, years. */
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
  const apart = areParallel(a.title, b.title)
  // What they say word for word alike is no place of disagreement, whatever else stands beside it.
  for (const one of ours)
    for (const two of theirs) {
      if (one.text === two.text) continue
      const found = disagreement(one, two, apart)
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

/** Two documents of one series, such as «Hotel North» and «Hotel South»: the same sentence in both may differ rightly. */
function areParallel(a: string, b: string): boolean {
  const [one, two] = [titleWords(a), titleWords(b)]
  const shared = [...one].filter((word) => two.has(word)).length
  return shared > 0 && shared < one.size && shared < two.size
}
const titleWords = (title: string): Set<string> => new Set(title.toLowerCase().match(/\p{L}{2,}|\d+/gu) ?? [])

/** Whether two sentences speak of the same thing, from 0 to 1. */
export function closeness(a: Statement, b: Statement): number {
  const shared = [...a.labels].filter((word) => has(b.labels, word)).length
  return (2 * shared) / (a.labels.size + b.labels.size)
}

/** Also in another form of the word. */
function has(words: ReadonlySet<string>, word: string): boolean {
  if (words.has(word)) return true
  if (word.length < 5) return false
  for (const other of words)
    if (other.length >= 5 && Math.abs(other.length - word.length) <= 3 && other.slice(0, 5) === word.slice(0, 5))
      return true
  return false
}

function disagreement(a: Statement, b: Statement, apart: boolean): string | undefined {
  const onlyA = [...a.labels].filter((word) => !has(b.labels, word))
  const onlyB = [...b.labels].filter((word) => !has(a.labels, word))
  const shared = a.labels.size - onlyA.length
  const close = closeness(a, b)
  if (shared === 0 || close < 0.74 || (apart && shared < 3)) return undefined
  // Each names something the other does not, or one names a case of its own: other things.
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
  // Values beside a denial say when it holds.
  if (!clear || close < 0.85 || differing(a.values, b.values).length > 0 || a.values.length !== b.values.length)
    return undefined
  return `One says “${a.text}”, the other “${b.text}”`
}

function otherValues(a: Statement, b: Statement): string | undefined {
  if (a.denies !== b.denies || (a.bound !== '' && b.bound !== '' && a.bound !== b.bound)) return undefined
  const found = differing(a.values, b.values)
  const [first] = found
  // Where two things differ at once, they are two cases and no contradiction.
  if (!first || found.length > 1) return undefined
  const text = (values: readonly Value[]) => values.map((value) => value.text).join(' – ')
  return `One says ${text(first.a)}, the other ${text(first.b)}: “${a.text}”`
}

interface Differing {
  readonly a: readonly Value[]
  readonly b: readonly Value[]
}

/** Values of one kind that both name, as many on each side, and that are not the same. */
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

/** «Free» is compared with any price. */
function kindOf({ kind }: Value, others: readonly Value[]): string {
  if (!kind.startsWith('money:')) return kind
  const free = kind === 'money:free' || others.some((other) => other.kind === 'money:free')
  return free ? 'money' : kind
}

function isSame(a: Value, b: Value): boolean {
  if (a.kind !== 'date' || b.kind !== 'date') return a.amount === b.amount
  // A date without its year is the same day of any year; which of two numbers is the month is not always told.
  const [one, two] = [String(a.amount), String(b.amount)]
  const [m1, d1, y1] = one.split('-')
  const [m2, d2, y2] = two.split('-')
  const isDay = (m1 === m2 && d1 === d2) || (m1 === d2 && d1 === m2)
  return isDay && (y1 === undefined || y2 === undefined || y1 === y2)
}
