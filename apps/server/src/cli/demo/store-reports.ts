// Stores answers of metrics, and notifications about waiting visitors.
import type { Region } from '@parlance/contract/lib/regions'
import { randomId } from '@parlance/contract/lib/ids'
import { eq } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { metricResults, metrics } from '../../modules/metrics/schema.ts'
import { notifications } from '../../modules/notifications/schema.ts'
import type { MadeConversation } from './history.ts'
import type { MadeJudgement } from './judgements.ts'
import { inChunks, type Target, visitorCodeOf } from './store-history.ts'

/** Also switches a metric on: the agent's model judges conversations from now on. */
export async function storeJudgements(
  db: Db,
  of: { readonly workspaceId: string; readonly metricId: string },
  judgements: readonly MadeJudgement[],
  now: Date,
): Promise<void> {
  await inChunks(
    judgements.map((one) => ({ ...of, ...one, version: 1, model: 'sandbox', cost: 0, judgedAt: one.endedAt })),
    (rows) => db.insert(metricResults).values(rows),
  )
  await db.update(metrics).set({ enabled: true, scannedUntil: now }).where(eq(metrics.id, of.metricId))
}

export async function storeNotifications(
  db: Db,
  { workspaceId, agentId, orgId, region, agent }: Target & { readonly region: Region; readonly agent: string },
  history: readonly MadeConversation[],
): Promise<void> {
  const waiting = history.flatMap(({ id, handoffAt, named, visitorId, messages }) => {
    const visitorCode = visitorCodeOf(visitorId)
    const visitor = named ? { visitor: named.name } : { visitor: `Visitor ${visitorCode}`, visitorCode }
    const text = messages.findLast(({ author }) => author === 'user')?.text ?? ''
    return handoffAt
      ? ['', orgId].map((of) => ({
          id: randomId(24),
          workspaceId,
          orgId: of,
          agentId,
          conversationId: id,
          key: `handoff|${id}|0`,
          level: 2,
          kind: 'handoff' as const,
          details: { ...visitor, agent, text },
          urlPathname: `/app/${region}/agents/${agentId}/convos?conversation=${id}`,
          createdAt: handoffAt,
        }))
      : []
  })
  await inChunks(waiting, (rows) => db.insert(notifications).values(rows))
}
