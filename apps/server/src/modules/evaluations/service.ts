// Owns tests of agents: what an agent must say and do, runs of them on either copy, and whether a draft may be published.
import { createCopies } from './revision-hashes.ts'
import { createRuns, RUN_JOB } from './runs.ts'
import { createTests } from './tests.ts'
import type { EvaluationsDeps } from './types.ts'

export { RUN_JOB }

export function createEvaluations(deps: EvaluationsDeps) {
  const { copyOf, conversations, judge, available, leastCost, trash, enqueue } = deps
  const copies = createCopies(copyOf)
  const { turns, trace, turnOf } = conversations
  return {
    ...createTests(copies, conversations, trash),
    ...createRuns({ copies, enqueue, available, leastCost, running: { turns, trace, turnOf, judge } }),
  }
}
export type Evaluations = ReturnType<typeof createEvaluations>
