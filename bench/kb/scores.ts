export interface Scores {
  /** Share of questions with a right first hit. */
  readonly hit1: number
  /** Share with a right one in the first five. */
  readonly hit5: number
  /** Mean of 1 / rank of the first right one; 0 beyond the twentieth. */
  readonly mrr: number
}

const DEPTH = 20

/** 1-based rank of the first right item; undefined if none. */
export function rankOf<Item>(items: readonly Item[], isRight: (item: Item) => boolean): number | undefined {
  const at = items.findIndex(isRight)
  return at < 0 ? undefined : at + 1
}

export function scoresOf(ranks: readonly (number | undefined)[]): Scores {
  const mean = (value: (rank: number) => number) =>
    ranks.length === 0 ? 0 : ranks.reduce<number>((sum, rank) => sum + (rank ? value(rank) : 0), 0) / ranks.length
  return {
    hit1: mean((rank) => (rank === 1 ? 1 : 0)),
    hit5: mean((rank) => (rank <= 5 ? 1 : 0)),
    mrr: mean((rank) => (rank <= DEPTH ? 1 / rank : 0)),
  }
}

/** Whether `one` beats all others in every metric. */
export const beats = (one: Scores, others: readonly Scores[]): boolean =>
  others.every((other) => one.hit1 > other.hit1 && one.hit5 > other.hit5 && one.mrr > other.mrr)
