// Compares a question's result with the previous run.
import type { GoldenQuestion, GoldenResult, GoldenRun } from '@parlance/contract/retrieval-evals/schemas'

export type Change = 'up' | 'down'

/** Pure: undefined without a change or a previous result. */
export function changeOf({ rank, before }: Pick<GoldenResult, 'rank' | 'before'>): Change | undefined {
  if (before === undefined || before === rank) return undefined
  return (rank ?? Infinity) < (before ?? Infinity) ? 'up' : 'down'
}

/** Its result in a run; undefined when the question is newer or was changed since. */
export function resultOf(question: GoldenQuestion, run: GoldenRun | undefined): GoldenResult | undefined {
  const result = run?.results.find(({ id }) => id === question.id)
  return result?.question === question.question && result.rank === question.rank ? result : undefined
}

export const shareOf = ({ hits, total }: Pick<GoldenRun, 'hits' | 'total'>): number => (total > 0 ? hits / total : 0)
export const percentOf = (run: Pick<GoldenRun, 'hits' | 'total'>): number => Math.round(shareOf(run) * 100)

export function countChanges({ results }: Pick<GoldenRun, 'results'>): { up: number; down: number; known: boolean } {
  const changes = results.map(changeOf)
  return {
    up: changes.filter((change) => change === 'up').length,
    down: changes.filter((change) => change === 'down').length,
    known: results.some(({ before }) => before !== undefined),
  }
}
