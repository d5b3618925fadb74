import type { Conversations } from '../conversations/service.ts'
import type { Trash } from '../trash/service.ts'
import type { Available, CopyOf, Enqueue, Judge, LeastCost } from './ports.ts'

export interface EvaluationsDeps {
  readonly copyOf: CopyOf
  readonly conversations: Pick<Conversations, 'turns' | 'trace' | 'turnOf' | 'get'>
  readonly judge: Judge
  readonly available: Available
  readonly leastCost: LeastCost
  readonly trash: Pick<Trash, 'keep' | 'has' | 'restore'>
  /** In the transaction of its context. */
  readonly enqueue: Enqueue
}
