// What retrieval evals need of others: search, what people deleted, jobs and timers.
import type { Ctx } from '../../lib/ctx.ts'
import type { Knowledge } from '../knowledge/service.ts'
import type { Trash } from '../trash/service.ts'

export interface RetrievalEvalsDeps {
  readonly knowledge: Pick<Knowledge, 'search' | 'names' | 'copiedId'>
  readonly trash: Pick<Trash, 'put' | 'restore'>
  /** Inside a transaction the job exists exactly when it commits. */
  readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  /** Calls `work` once after so many milliseconds; the same key again begins to wait anew. It may be lost. */
  readonly later: (key: string, ms: number, work: () => Promise<void>) => void
}
