import type { Ctx } from '../../lib/ctx.ts'
import type { Knowledge } from '../knowledge/service.ts'
import type { Trash } from '../trash/service.ts'

export interface RetrievalEvalsDeps {
  readonly knowledge: Pick<Knowledge, 'passages' | 'names' | 'copiedId'>
  /** How the published agent searches; undefined for an unknown agent. */
  readonly searchOf: (
    ctx: Ctx,
    agentId: string,
  ) => Promise<{ readonly tags: readonly string[]; readonly threshold: number | undefined } | undefined>
  readonly trash: Pick<Trash, 'put' | 'restore'>
  readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  /** Debounces `work` by key; it is lost if the process ends. */
  readonly later: (key: string, ms: number, work: () => Promise<void>) => void
}
