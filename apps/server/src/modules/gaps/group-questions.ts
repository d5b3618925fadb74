// Groups questions with the same meaning, and picks a representative.
import { similarityOf, centroidOf, type Point } from './similarity.ts'

/** A group for comparison: text of its representative, and centroid of its questions. */
export interface Group extends Point {
  readonly id: string
  readonly count: number
  /** Whether it must not be merged: dismissed groups are unchanged. */
  readonly fixed: boolean
}

export interface Question extends Point {
  readonly id: number
}

export interface Grouping {
  /** Group id by question, including new groups. */
  readonly placed: ReadonlyMap<number, string>
  /** Merged groups and their targets. Never a chain. */
  readonly merged: ReadonlyMap<string, string>
}

interface Draft {
  id: string
  fixed: boolean
  isNew: boolean
  count: number
  text: string
  model: string
  vector: Float32Array | null
  sum: Float64Array | null
  touched: boolean
}

/** Assigns questions to similar groups, then merges similar ones into the older, so that their order matters little. */
export function groupQuestions(
  groups: readonly Group[],
  questions: readonly Question[],
  newId: () => string,
): Grouping {
  const drafts = groups.map(draftOf)
  const placed = new Map<number, Draft>()
  for (const question of questions) {
    const near = nearest(question, drafts)
    const draft = near ?? begin(newId(), question)
    if (near) add(near, question)
    else drafts.push(draft)
    placed.set(question.id, draft)
  }
  const merged = join(drafts)
  const final = (id: string): string => merged.get(id) ?? id
  return {
    placed: new Map([...placed].map(([id, draft]) => [id, final(draft.id)])),
    merged: new Map([...merged].filter(([from]) => groups.some((one) => one.id === from))),
  }
}

const draftOf = ({ id, fixed, count, text, model, vector }: Group): Draft => ({
  id,
  fixed,
  isNew: false,
  count,
  text,
  model,
  vector,
  sum: vector && Float64Array.from(vector, (value) => value * count),
  touched: false,
})

const begin = (id: string, { text, model, vector }: Question): Draft => ({
  id,
  fixed: false,
  isNew: true,
  count: 1,
  text,
  model,
  vector,
  sum: vector && Float64Array.from(vector),
  touched: true,
})

function nearest(point: Point, drafts: readonly Draft[]): Draft | undefined {
  let best: Draft | undefined
  let most = -Infinity
  for (const draft of drafts) {
    const { value, enough } = similarityOf(point, draft)
    // Scores of the two measures are comparable relative to their thresholds.
    if (value < enough || value - enough <= most) continue
    best = draft
    most = value - enough
  }
  return best
}

function add(draft: Draft, { model, vector, count = 1 }: Omit<Point, 'text'> & { readonly count?: number }): void {
  draft.touched = true
  draft.count += count
  if (!vector || (draft.vector && (draft.model !== model || draft.vector.length !== vector.length))) return
  draft.sum ??= new Float64Array(vector.length)
  for (let at = 0; at < vector.length; at += 1) draft.sum[at] = (draft.sum[at] ?? 0) + count * (vector[at] ?? 0)
  draft.model = model
  draft.vector = centroidOf([Float32Array.from(draft.sum)])
}

/** Merges similar groups, most similar first. Only changed groups are compared again. */
function join(drafts: Draft[]): Map<string, string> {
  const merged = new Map<string, string>()
  for (;;) {
    const pair = nearestPair(drafts)
    if (!pair) break
    const [stays, goes] = pair
    add(stays, goes)
    drafts.splice(drafts.indexOf(goes), 1)
    for (const [from, to] of merged) if (to === goes.id) merged.set(from, stays.id)
    merged.set(goes.id, stays.id)
  }
  return merged
}

function nearestPair(drafts: readonly Draft[]): [stays: Draft, goes: Draft] | undefined {
  let best: [Draft, Draft] | undefined
  let most = -Infinity
  for (const [at, one] of drafts.entries()) {
    if (!one.touched) continue
    for (const [other, two] of drafts.entries()) {
      // Skips the second visit of a pair of changed groups. Dismissed groups only absorb new ones.
      if (other === at || (two.touched && other < at)) continue
      if ((one.fixed && !two.isNew) || (two.fixed && !one.isNew)) continue
      const { value, enough } = similarityOf(one, two)
      if (value < enough || value - enough <= most) continue
      best = at < other ? [one, two] : [two, one]
      most = value - enough
    }
  }
  return best
}

/** Within this difference questions are equally good, and one with a question mark is preferred. */
const AS_GOOD = 0.02

/** The question nearest to the centroid; among equals the one with a question mark, the shorter, the first. */
export function representative<P extends Point>(points: readonly P[]): P | undefined {
  const centre = centroidOf(points.flatMap(({ vector }) => vector ?? []))
  const scored = points.map((point) => ({ point, score: centrality(point, points, centre) }))
  const best = Math.max(...scored.map(({ score }) => score))
  const [first] = scored
    .filter(({ score }) => score >= best - AS_GOOD)
    .map(({ point }) => point)
    .sort((a, b) => Number(isWritten(b.text)) - Number(isWritten(a.text)) || a.text.length - b.text.length)
  return first
}

const isWritten = (text: string): boolean => /[?？؟]\s*$/u.test(text)

function centrality(point: Point, points: readonly Point[], centre: Float32Array | null): number {
  if (centre) {
    const { value } = similarityOf({ ...point, text: '' }, { text: '', vector: centre, model: point.model })
    return point.vector?.length === centre.length ? value : -Infinity
  }
  return points.reduce((sum, other) => sum + (other === point ? 0 : similarityOf(point, other).value), 0)
}
