// Joins what several searches found into one order, and decides what of it a model may see.

export interface Fused<Id, Name extends string> {
  readonly id: Id
  /** Sum of 1 / (k + rank) over the lists that hold it; comparable within one fusion only. */
  readonly score: number
  /** Rank in each list, from 1; null where the list does not hold it. */
  readonly ranks: Readonly<Record<Name, number | null>>
}

/** Damps the lead of first places; 60 is the value of the method's authors. */
export const RRF_K = 60

/**
 * Reciprocal rank fusion of any number of lists, best first in each. An id that a list repeats counts where it stands first.
 * Equal scores: the better single rank first, then the rank in the lists in their order, then the smaller id.
 */
export function fuse<Id extends string | number, Name extends string>(
  lists: Readonly<Record<Name, readonly Id[]>>,
  k: number = RRF_K,
): Fused<Id, Name>[] {
  const names = Object.keys(lists) as Name[]
  const ranksOf = new Map<Id, Record<Name, number | null>>()
  for (const name of names) {
    let rank = 0
    for (const id of lists[name]) {
      rank += 1
      const ranks =
        ranksOf.get(id) ?? (Object.fromEntries(names.map((one) => [one, null])) as Record<Name, number | null>)
      ranks[name] ??= rank
      ranksOf.set(id, ranks)
    }
  }
  const fused = [...ranksOf].map(([id, ranks]) => ({
    id,
    score: names.reduce((sum, name) => sum + (ranks[name] === null ? 0 : 1 / (k + ranks[name])), 0),
    ranks,
  }))
  const placeOf = (one: Fused<Id, Name>): number[] => {
    const places = names.map((name) => one.ranks[name] ?? Number.MAX_SAFE_INTEGER)
    return [Math.min(...places), ...places]
  }
  return fused.sort((a, b) => b.score - a.score || compare(placeOf(a), placeOf(b)) || (a.id < b.id ? -1 : 1))
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (const [at, value] of a.entries()) if (value !== b[at]) return value - (b[at] ?? 0)
  return 0
}

/**
 * Cosine similarity below which a passage that shares no word with the question counts as noise: every text is a little
 * similar to every other, and the best of nothing is still nothing.
 */
export const MIN_SIMILARITY = 0.3

/**
 * What is worth showing to a model. A passage stays when a word of the question (or a corrected spelling) stands in it, or
 * when it is similar enough in meaning. One found only by a weak similarity is dropped, so that an agent asked about
 * something it was never told sees no passage and says that it does not know.
 *
 * With a `threshold` (cosine, 0 to 1) that no passage reaches, there is none at all, whatever words they share with the
 * question. 0 is the same as none, and where nothing could be compared by meaning it says nothing.
 */
export function relevant<P extends { readonly textRank: number | null; readonly similarity: number | null }>(
  passages: readonly P[],
  threshold: number = 0,
): P[] {
  const compared = passages.flatMap(({ similarity }) => similarity ?? [])
  if (threshold > 0 && compared.length > 0 && Math.max(...compared) < threshold) return []
  const least = threshold > 0 ? Math.min(MIN_SIMILARITY, threshold) : MIN_SIMILARITY
  return passages.filter(({ textRank, similarity }) => textRank !== null || (similarity ?? 0) >= least)
}
