// All SQL of campaigns.
import type { RecipientState } from '@parlance/contract/campaigns/schemas'
import { and, asc, count, desc, eq, gt, inArray, lte, sql } from 'drizzle-orm'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'
import { campaignRecipients, campaigns, type CampaignRow, type RecipientRow } from './schema.ts'

export const list = (db: Db, agentId: string, limit: number): Promise<CampaignRow[]> =>
  db
    .select()
    .from(campaigns)
    .where(eq(campaigns.agentId, agentId))
    .orderBy(desc(campaigns.createdAt), asc(campaigns.id))
    .limit(limit)

export async function find(db: Db, of: { agentId: string; campaignId: string }, lock = false) {
  const query = db
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.id, of.campaignId), eq(campaigns.agentId, of.agentId)))
  const [row] = lock ? await query.for('update') : await query
  return row
}
export async function countOfAgent(db: Db, agentId: string): Promise<number> {
  const [row] = await db.select({ n: count() }).from(campaigns).where(eq(campaigns.agentId, agentId))
  return row?.n ?? 0
}
export const insert = (db: Db, row: CampaignRow) => db.insert(campaigns).values(row)
export const update = (db: Db, id: string, change: Partial<CampaignRow>) =>
  db.update(campaigns).set(change).where(eq(campaigns.id, id))
export const remove = (db: Db, id: string) => db.delete(campaigns).where(eq(campaigns.id, id))

export const listRunning = (db: Db): Promise<{ id: string; agentId: string; workspaceId: string }[]> =>
  db
    .select({ id: campaigns.id, agentId: campaigns.agentId, workspaceId: campaigns.workspaceId })
    .from(campaigns)
    .where(eq(campaigns.state, 'running'))

/** Nobody else changes them while the transaction lasts. */
export const lockAll = (db: Db, of: { workspaceId: string } | { agentId: string }): Promise<CampaignRow[]> =>
  db
    .select()
    .from(campaigns)
    .where('agentId' in of ? eq(campaigns.agentId, of.agentId) : eq(campaigns.workspaceId, of.workspaceId))
    .orderBy(asc(campaigns.id))
    .for('update')
export const removeAll = (db: Db, of: { workspaceId: string } | { agentId: string }) =>
  db
    .delete(campaigns)
    .where('agentId' in of ? eq(campaigns.agentId, of.agentId) : eq(campaigns.workspaceId, of.workspaceId))

const CHUNK = 1000
export async function insertRecipients(db: Db, all: readonly RecipientRow[]): Promise<void> {
  for (let at = 0; at < all.length; at += CHUNK) await db.insert(campaignRecipients).values(all.slice(at, at + CHUNK))
}

/** The due ones, which nobody else takes while the transaction lasts. */
export const takeDue = (db: Db, campaignId: string, now: Date, limit: number): Promise<RecipientRow[]> =>
  db
    .select()
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.campaignId, campaignId),
        eq(campaignRecipients.state, 'waiting'),
        lte(campaignRecipients.nextAt, now),
      ),
    )
    .orderBy(asc(campaignRecipients.nextAt), asc(campaignRecipients.leadId))
    .limit(limit)
    .for('update', { skipLocked: true })

export async function setRecipient(
  db: Db,
  { campaignId, leadId }: Pick<RecipientRow, 'campaignId' | 'leadId'>,
  change: Partial<RecipientRow>,
): Promise<void> {
  await db
    .update(campaignRecipients)
    .set(change)
    .where(and(eq(campaignRecipients.campaignId, campaignId), eq(campaignRecipients.leadId, leadId)))
}

export async function countSentSince(db: Db, campaignId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(campaignRecipients)
    .where(and(eq(campaignRecipients.campaignId, campaignId), gt(campaignRecipients.sentAt, since)))
  return row?.n ?? 0
}

/** Whose end is not known yet, the oldest first; then the newest of those who may still read it or write back. */
export const listSent = (db: Db, campaignId: string, limit: number): Promise<RecipientRow[]> =>
  db
    .select()
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.campaignId, campaignId),
        inArray(campaignRecipients.state, ['queued', 'sent', 'delivered', 'read']),
        eq(campaignRecipients.replied, 0),
      ),
    )
    .orderBy(
      sql`${campaignRecipients.state} <> 'queued'`,
      sql`case when ${campaignRecipients.state} = 'queued' then ${campaignRecipients.sentAt} end`,
      desc(campaignRecipients.sentAt),
    )
    .limit(limit)

export interface Figures {
  readonly counts: Partial<Record<RecipientState, number>>
  readonly replied: number
}
export async function figuresOf(db: Db, ids: readonly string[]): Promise<Map<string, Figures>> {
  const figures = new Map<string, { counts: Partial<Record<RecipientState, number>>; replied: number }>()
  if (ids.length === 0) return figures
  const found = await rows<{ id: string; state: RecipientState; n: number; replied: number }>(
    db,
    sql`select campaign_id as id, state, count(*)::int as n, sum(replied)::int as replied from campaign_recipients
      where campaign_id = any(${sql.param([...ids])}::text[]) group by 1, 2`,
  )
  for (const { id, state, n, replied } of found) {
    const known = figures.get(id) ?? { counts: {}, replied: 0 }
    known.counts[state] = n
    known.replied += replied
    figures.set(id, known)
  }
  return figures
}

/** In the order of their leads' ids. */
export const listRecipients = (
  db: Db,
  of: { campaignId: string; state: RecipientState | undefined; after: string | undefined; limit: number },
): Promise<RecipientRow[]> =>
  db
    .select()
    .from(campaignRecipients)
    .where(
      and(
        eq(campaignRecipients.campaignId, of.campaignId),
        of.state === undefined ? undefined : eq(campaignRecipients.state, of.state),
        of.after === undefined ? undefined : gt(campaignRecipients.leadId, of.after),
      ),
    )
    .orderBy(asc(campaignRecipients.leadId))
    .limit(of.limit)
