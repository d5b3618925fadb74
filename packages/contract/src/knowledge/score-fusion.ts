/** Weight of the sandbox's small encoders relative to a confident keyword match. Chosen by bench/kb/quality. */
export const SANDBOX_WEIGHT = 0.2
/** Share of the highest possible keyword score at which a keyword match counts as confident. */
const SURE = 0.088

/** Weight of the best keyword match, 0 to 1. When it covers little of the question, meaning decides. */
export const confidenceOf = (best: number, most: number): number => (most > 0 ? Math.min(1, best / most / SURE) : 0)

/** Percentage of the highest possible fused score, at least 1. */
export const matchPercent = (score: number, isSandbox: boolean): number =>
  Math.min(100, Math.max(1, Math.round((score / (1 + (isSandbox ? SANDBOX_WEIGHT : 1))) * 100)))

export interface Hit<Id> {
  readonly id: Id
  readonly score: number
}

export interface List<Id> {
  readonly hits: readonly Hit<Id>[]
  readonly weight: number
  /** The score that counts as nothing: 0, or the last hit's where every text scores something, as with similarities. */
  readonly nothing: 'zero' | 'last'
}

export interface FusedHit<Id, Name extends string> {
  readonly id: Id
  /** Sum over the lists; comparable within one answer only. */
  readonly score: number
  readonly ranks: Readonly<Record<Name, number | null>>
}

/**
 * Adds each hit's share of its list's best score times the list's weight. Ranks alone would let a hit that is far ahead
 * in one list lose to two that are mediocre in both. Ties: best single rank, then list order, then smaller id.
 */
export function fuseScores<Id extends string | number, Name extends string>(
  lists: Readonly<Record<Name, List<Id>>>,
): FusedHit<Id, Name>[] {
  const names = Object.keys(lists) as Name[]
  const none = () => Object.fromEntries(names.map((name) => [name, null])) as Record<Name, number | null>
  const found = new Map<Id, { score: number; ranks: Record<Name, number | null> }>()
  for (const name of names) {
    const { hits, weight, nothing } = lists[name]
    const best = hits[0]?.score ?? 0
    const least = nothing === 'last' && hits.length > 1 ? (hits.at(-1)?.score ?? 0) : 0
    for (const [at, { id, score }] of hits.entries()) {
      const one = found.get(id) ?? { score: 0, ranks: none() }
      // If all scores are equal, all are the best.
      one.score += weight * (best > least ? Math.max(0, (score - least) / (best - least)) : 1)
      one.ranks[name] = at + 1
      found.set(id, one)
    }
  }
  const places = ({ ranks }: FusedHit<Id, Name>): number[] => {
    const each = names.map((name) => ranks[name] ?? Number.MAX_SAFE_INTEGER)
    return [Math.min(...each), ...each]
  }
  return [...found]
    .map(([id, one]) => ({ id, ...one }))
    .toSorted((a, b) => b.score - a.score || compare(places(a), places(b)) || (a.id < b.id ? -1 : 1))
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) if (value !== b[at]) return value - (b[at] ?? 0)
  return 0
}
