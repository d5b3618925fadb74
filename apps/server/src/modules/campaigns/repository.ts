// All SQL of campaigns.
import type { RecipientState } from '@parlance/contract/campaigns/schemas'
import { and, asc, count, desc, eq, exists, gt, inArray, isNull, lte, max, ne, notInArray, or, sql } from 'drizzle-orm'
import type { Cursor } from '../../lib/cursor.ts'
import type { Db } from '../../lib/db/pool.ts'
import { rows } from '../../lib/db/sql.ts'
import {
  campaignRecipients,
  campaigns,
  type CampaignRow,
  doNotCall,
  type DoNotCallRow,
  type RecipientRow,
} from './schema.ts'

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
/** Does nothing if it was ended meanwhile. */
export const pauseRunning = (db: Db, id: string, pausedWhy: string) =>
  db
    .update(campaigns)
    .set({ state: 'paused', pausedWhy })
    .where(and(eq(campaigns.id, id), eq(campaigns.state, 'running')))
export const remove = (db: Db, id: string) => db.delete(campaigns).where(eq(campaigns.id, id))

const CALLING = ['calling', 'talking'] as const
const summary = {
  id: campaigns.id,
  agentId: campaigns.agentId,
  workspaceId: campaigns.workspaceId,
  channel: sql<string>`${campaigns.plan} ->> 'channel'`,
}
export const listRunning = (db: Db) => db.select(summary).from(campaigns).where(eq(campaigns.state, 'running'))

/** Calls of campaigns that no longer run, without a known end. */
export const listLeftCalling = (db: Db) =>
  db
    .selectDistinct(summary)
    .from(campaigns)
    .innerJoin(campaignRecipients, eq(campaignRecipients.campaignId, campaigns.id))
    .where(and(ne(campaigns.state, 'running'), sql`${campaignRecipients.state} in ('calling', 'talking')`))

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

interface Due {
  readonly campaignId: string
  readonly now: Date
}
const isDue = ({ campaignId, now }: Due) =>
  and(
    eq(campaignRecipients.campaignId, campaignId),
    eq(campaignRecipients.state, 'waiting'),
    lte(campaignRecipients.nextAt, now),
  )
export async function listDueZones(db: Db, due: Due): Promise<string[]> {
  const found = await db
    .selectDistinct({ zone: campaignRecipients.timeZone })
    .from(campaignRecipients)
    .where(isDue(due))
  return found.map(({ zone }) => zone)
}
export const setReasonInZones = (db: Db, due: Due, zones: string[], reason: string) =>
  db
    .update(campaignRecipients)
    .set({ reason })
    .where(and(isDue(due), inArray(campaignRecipients.timeZone, zones), ne(campaignRecipients.reason, reason)))

/** Due recipients in other time zones than these, locked until the transaction ends. */
export const takeDue = (
  db: Db,
  due: Due,
  { except, limit }: { readonly except: string[]; readonly limit: number },
): Promise<RecipientRow[]> =>
  db
    .select()
    .from(campaignRecipients)
    .where(and(isDue(due), notInArray(campaignRecipients.timeZone, except)))
    .orderBy(asc(campaignRecipients.nextAt), asc(campaignRecipients.leadId))
    .limit(limit)
    .for('update', { skipLocked: true })

export async function setRecipient(
  db: Db,
  { campaignId, leadId }: Pick<RecipientRow, 'campaignId' | 'leadId'>,
  change: Partial<RecipientRow>,
  was?: Pick<RecipientRow, 'state' | 'outKey'>,
): Promise<void> {
  await db
    .update(campaignRecipients)
    .set(change)
    .where(
      and(
        eq(campaignRecipients.campaignId, campaignId),
        eq(campaignRecipients.leadId, leadId),
        was && eq(campaignRecipients.state, was.state),
        was?.outKey ? eq(campaignRecipients.outKey, was.outKey) : undefined,
      ),
    )
}

/** Their attempts go on counting: each is another message of the outbox. */
export const retryFailed = (db: Db, campaignId: string, now: Date) =>
  db
    .update(campaignRecipients)
    .set({ state: 'waiting', reason: '', nextAt: now })
    .where(and(eq(campaignRecipients.campaignId, campaignId), eq(campaignRecipients.state, 'failed')))
    .returning({ leadId: campaignRecipients.leadId })

/** Recipients whose message is in the outbox, locked until the transaction ends. */
export const takeQueued = (db: Db, campaignId: string): Promise<RecipientRow[]> =>
  db
    .select()
    .from(campaignRecipients)
    .where(and(eq(campaignRecipients.campaignId, campaignId), eq(campaignRecipients.state, 'queued')))
    .for('update')
/** Their attempts go on counting: each is another message of the outbox. */
export const setUnsent = (db: Db, campaignId: string, leadIds: readonly string[], now: Date) =>
  db
    .update(campaignRecipients)
    .set({ state: 'waiting', reason: '', nextAt: now, sentAt: null })
    .where(and(eq(campaignRecipients.campaignId, campaignId), inArray(campaignRecipients.leadId, [...leadIds])))

export async function countSentSince(db: Db, campaignId: string, since: Date): Promise<number> {
  const [row] = await db
    .select({ n: count() })
    .from(campaignRecipients)
    .where(and(eq(campaignRecipients.campaignId, campaignId), gt(campaignRecipients.sentAt, since)))
  return row?.n ?? 0
}

/** Messages whose state may still change. */
const isUnsettled = and(
  inArray(campaignRecipients.state, ['queued', 'sent', 'delivered', 'read']),
  eq(campaignRecipients.replied, 0),
)
/** Campaigns that no longer run, with messages sent since then whose state may still change. */
export const listUnsettled = (db: Db, since: Date) =>
  db
    .select(summary)
    .from(campaigns)
    .where(
      and(
        inArray(campaigns.state, ['paused', 'done', 'stopped']),
        sql`${campaigns.plan} ->> 'channel' <> 'voice'`,
        or(isNull(campaigns.endedAt), gt(campaigns.endedAt, since)),
        exists(
          db
            .select({ one: sql`1` })
            .from(campaignRecipients)
            .where(
              and(eq(campaignRecipients.campaignId, campaigns.id), gt(campaignRecipients.sentAt, since), isUnsettled),
            ),
        ),
      ),
    )

const isSentOf = (campaignId: string) => and(eq(campaignRecipients.campaignId, campaignId), isUnsettled)
export const countSent = (db: Db, campaignId: string): Promise<number> =>
  db.$count(campaignRecipients, isSentOf(campaignId))
/** Messages without a known end, oldest first; then the newest that may still be read or answered. */
export const listSent = (db: Db, campaignId: string, limit: number, offset = 0): Promise<RecipientRow[]> =>
  db
    .select()
    .from(campaignRecipients)
    .where(isSentOf(campaignId))
    .orderBy(
      sql`${campaignRecipients.state} <> 'queued'`,
      sql`case when ${campaignRecipients.state} = 'queued' then ${campaignRecipients.sentAt} end`,
      desc(campaignRecipients.sentAt),
      asc(campaignRecipients.leadId),
    )
    .limit(limit)
    .offset(offset)

export interface Figures {
  readonly counts: Partial<Record<RecipientState, number>>
  readonly replied: number
  /** For calls: recipients called, total duration, and milli-credits of minutes. */
  readonly called: number
  readonly durationMs: number
  /** Of recipients who answered themselves. */
  readonly answeredMs: number
  readonly cost: number
}
const NO_FIGURES = { replied: 0, called: 0, durationMs: 0, answeredMs: 0, cost: 0 }
export async function figuresOf(db: Db, ids: readonly string[]): Promise<Map<string, Figures>> {
  type Summed = { -readonly [K in keyof Figures]: Figures[K] }
  const figures = new Map<string, Summed>()
  if (ids.length === 0) return figures
  const found = await rows<Omit<Figures, 'counts' | 'answeredMs'> & { id: string; state: RecipientState; n: number }>(
    db,
    sql`select campaign_id as id, state, count(*)::int as n, sum(replied)::int as replied,
        (count(*) filter (where attempts > 0))::int as called, sum(duration_ms)::float8 as "durationMs", sum(cost)::float8 as cost
      from campaign_recipients
      where campaign_id = any(${sql.param([...ids])}::text[]) group by 1, 2`,
  )
  for (const { id, state, n, ...sums } of found) {
    const known = figures.get(id) ?? { counts: {}, ...NO_FIGURES }
    figures.set(id, {
      counts: { ...known.counts, [state]: n },
      replied: known.replied + sums.replied,
      called: known.called + sums.called,
      durationMs: known.durationMs + sums.durationMs,
      answeredMs: known.answeredMs + (state === 'answered' ? sums.durationMs : 0),
      cost: known.cost + sums.cost,
    })
  }
  return figures
}

export async function conversationIds(db: Db, campaignId: string): Promise<string[]> {
  const found = await db
    .selectDistinct({ id: campaignRecipients.conversationId })
    .from(campaignRecipients)
    .where(eq(campaignRecipients.campaignId, campaignId))
  return found.flatMap(({ id }) => id ?? [])
}

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

export const listCalling = (db: Db, campaignId: string, limit: number): Promise<RecipientRow[]> =>
  db
    .select()
    .from(campaignRecipients)
    .where(and(eq(campaignRecipients.campaignId, campaignId), inArray(campaignRecipients.state, [...CALLING])))
    .orderBy(asc(campaignRecipients.sentAt))
    .limit(limit)

/** Locked until the transaction ends. */
export async function takeRecipient(
  db: Db,
  { campaignId, leadId }: Pick<RecipientRow, 'campaignId' | 'leadId'>,
): Promise<RecipientRow | undefined> {
  const [row] = await db
    .select()
    .from(campaignRecipients)
    .where(and(eq(campaignRecipients.campaignId, campaignId), eq(campaignRecipients.leadId, leadId)))
    .for('update')
  return row
}

export async function lastBegun(db: Db, campaignId: string): Promise<Date | undefined> {
  const [row] = await db
    .select({ at: max(campaignRecipients.sentAt) })
    .from(campaignRecipients)
    .where(eq(campaignRecipients.campaignId, campaignId))
  return row?.at ?? undefined
}

/** Only while this is the recipient's current call, so that nothing counts twice. */
export async function setCalled(
  db: Db,
  { campaignId, leadId, callId, attempts }: Pick<RecipientRow, 'campaignId' | 'leadId' | 'callId' | 'attempts'>,
  change: Partial<RecipientRow>,
): Promise<void> {
  await db
    .update(campaignRecipients)
    .set(change)
    .where(
      and(
        eq(campaignRecipients.campaignId, campaignId),
        eq(campaignRecipients.leadId, leadId),
        eq(campaignRecipients.attempts, attempts),
        callId === null ? isNull(campaignRecipients.callId) : eq(campaignRecipients.callId, callId),
        inArray(campaignRecipients.state, [...CALLING]),
      ),
    )
}

export async function blockNumber(db: Db, row: DoNotCallRow): Promise<void> {
  await db.insert(doNotCall).values(row).onConflictDoNothing()
}
export async function findBlocked(db: Db, agentId: string, phone: string): Promise<DoNotCallRow | undefined> {
  const [row] = await db
    .select()
    .from(doNotCall)
    .where(and(eq(doNotCall.agentId, agentId), eq(doNotCall.phone, phone)))
  return row
}
export const countBlocked = (db: Db, agentId: string): Promise<number> =>
  db.$count(doNotCall, eq(doNotCall.agentId, agentId))
export const unblockNumber = (db: Db, agentId: string, phone: string) =>
  db.delete(doNotCall).where(and(eq(doNotCall.agentId, agentId), eq(doNotCall.phone, phone)))
export async function blockedOf(db: Db, agentId: string, phones: readonly string[]): Promise<string[]> {
  if (phones.length === 0) return []
  const found = await db
    .select({ phone: doNotCall.phone })
    .from(doNotCall)
    .where(and(eq(doNotCall.agentId, agentId), inArray(doNotCall.phone, [...phones])))
  return found.map(({ phone }) => phone)
}
export const listBlocked = (db: Db, of: { agentId: string; after: Cursor | undefined; limit: number }) =>
  db
    .select()
    .from(doNotCall)
    .where(
      and(
        eq(doNotCall.agentId, of.agentId),
        of.after &&
          sql`(${doNotCall.at}, ${doNotCall.phone}) < (${of.after.at.toISOString()}::timestamptz, ${`+${of.after.id}`})`,
      ),
    )
    .orderBy(desc(doNotCall.at), desc(doNotCall.phone))
    .limit(of.limit)
export const forgetBlocked = (db: Db, of: { workspaceId: string } | { agentId: string }) =>
  db
    .delete(doNotCall)
    .where('agentId' in of ? eq(doNotCall.agentId, of.agentId) : eq(doNotCall.workspaceId, of.workspaceId))
