// Buffers widget counts in memory and writes them in batches, so that a busy site costs the database little.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import type { Logger } from '../../lib/log.ts'
import { createWriteBuffer } from '../../lib/write-buffer.ts'
import { addCounts, addSites, type DayCount, disableSynchronousCommit, type SiteLoads } from './counts.repository.ts'

export interface CountBufferDeps {
  readonly contextFor: (region: Region) => Ctx
  /** Those of these agents that exist, locked until the transaction ends. */
  readonly existing: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlySet<string>>
  readonly log: Logger
}
export type CountBuffer = ReturnType<typeof createCountBuffer>

const DELAY_MS = 1000
/** Distinct counts or sites per region that may wait while the database is unavailable; further ones are lost. */
const MAX_WAITING = 50_000
const FLUSH_AT = 5000

export function createCountBuffer({ contextFor, existing, log }: CountBufferDeps) {
  const options = { log, delayMs: DELAY_MS, maxItems: MAX_WAITING, flushAt: FLUSH_AT, retryMs: DELAY_MS }
  const writeWith =
    <T extends { readonly agentId: string }>(add: (db: Db, items: readonly T[]) => Promise<void>) =>
    (region: Region, items: readonly T[]): Promise<void> =>
      contextFor(region).tx(async (tx) => {
        await disableSynchronousCommit(tx.db)
        const here = await existing(tx, [...new Set(items.map(({ agentId }) => agentId))].toSorted())
        await add(
          tx.db,
          items.filter(({ agentId }) => here.has(agentId)),
        )
      })
  const counts = createWriteBuffer<DayCount>({
    ...options,
    name: 'counts of widgets',
    write: writeWith(addCounts),
    merge: {
      keyOf: ({ agentId, day, record, kind, value }) => `${agentId}|${day}|${record}|${kind}|${value}`,
      combine: (earlier, later) => ({ ...earlier, count: earlier.count + later.count }),
    },
  })
  const sites = createWriteBuffer<SiteLoads>({
    ...options,
    name: 'sites of widgets',
    write: writeWith(addSites),
    merge: {
      keyOf: ({ agentId, origin }) => `${agentId}|${origin}`,
      combine: (earlier, later) => ({ ...earlier, loads: earlier.loads + later.loads, lastAt: later.lastAt }),
    },
  })
  return {
    add(region: Region, counted: readonly Omit<DayCount, 'count'>[]): void {
      for (const one of counted) counts.add(region, { ...one, count: 1 })
    },
    addSite(region: Region, { agentId, origin, at }: { agentId: string; origin: string; at: Date }): void {
      sites.add(region, { agentId, origin, loads: 1, firstAt: at, lastAt: at })
    },
    /** Writes buffered counts. Resolves once they are stored, or kept for a retry while the database is unavailable. */
    async flush(): Promise<void> {
      await Promise.all([counts.flush(), sites.flush()])
    },
  }
}
