// Owns tests of agents, their runs on either copy, and the gate before publishing.
import type { Conversations } from '../conversations/service.ts'
import type { Trash } from '../trash/service.ts'
import { createTestedCopies } from './revision-hashes.ts'
import type { Available, CopyOf, Judge, MinimumCost } from './ports.ts'
import { createRuns, type Enqueue, RUN_JOB } from './runs.ts'
import { createTests } from './tests.ts'

export { RUN_JOB }

export interface EvaluationsDeps {
  readonly copyOf: CopyOf
  readonly conversations: Pick<Conversations, 'turns' | 'trace' | 'turnOf' | 'get'>
  readonly judge: Judge
  readonly available: Available
  readonly minimumCost: MinimumCost
  readonly trash: Pick<Trash, 'put' | 'has' | 'restore'>
  readonly enqueue: Enqueue
}

export function createEvaluations(deps: EvaluationsDeps) {
  const { copyOf, conversations, judge, available, minimumCost, trash, enqueue } = deps
  const copies = createTestedCopies(copyOf)
  const { turns, trace, turnOf } = conversations
  return {
    ...createTests(copies, conversations, trash),
    ...createRuns({ copies, enqueue, available, minimumCost, running: { turns, trace, turnOf, judge } }),
  }
}
export type Evaluations = ReturnType<typeof createEvaluations>
