// SQL of opt-outs.
import { and, eq, inArray, sql } from 'drizzle-orm'
import { storableJson as json } from '@parlance/contract/lib/text'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'
import { channelOptOuts } from '../schema.ts'

export interface OptOut {
  readonly workspaceId: string
  readonly agentId: string
  readonly channel: string
  readonly sender: string
}

export const insertOptOut = (db: Db, optOut: OptOut, at: Date) =>
  db
    .insert(channelOptOuts)
    .values({ ...optOut, at })
    .onConflictDoNothing()

/** Those of these senders who opted out. */
export async function optedOutOf(
  db: Db,
  { agentId, channel }: Pick<OptOut, 'agentId' | 'channel'>,
  senders: readonly string[],
): Promise<ReadonlySet<string>> {
  if (senders.length === 0) return new Set()
  const found = await db
    .select({ sender: channelOptOuts.sender })
    .from(channelOptOuts)
    .where(
      and(
        eq(channelOptOuts.agentId, agentId),
        eq(channelOptOuts.channel, channel),
        inArray(channelOptOuts.sender, [...new Set(senders)]),
      ),
    )
  return new Set(found.map(({ sender }) => sender))
}

/** Their threads are phone numbers. */
const BY_PHONE = ['sms', 'whatsapp']
const byPhone = sql`any(${sql.param(BY_PHONE)}::text[])`

/** Phone numbers, digits only, whose owners opted out, also of a channel that is disconnected now. */
export async function optedOutPhones(db: Db, agentId: string, digits: readonly string[]): Promise<string[]> {
  if (digits.length === 0) return []
  const threads = sql`any(${sql.param(digits.flatMap((one) => [one, `+${one}`]))}::text[])`
  const found = await rows<{ digits: string }>(
    db,
    sql`select ltrim(i.thread, '+') as digits from external_identities i join channel_connections c on c.id = i.connection_id
        where i.agent_id = ${agentId} and i.is_blocked and c.channel = ${byPhone} and i.thread = ${threads}
      union select ltrim(sender, '+') from channel_opt_outs
        where agent_id = ${agentId} and channel = ${byPhone} and sender = ${threads}`,
  )
  return found.map((one) => one.digits)
}

interface Connected {
  readonly id: string
  readonly agentId: string
  readonly channel: string
  readonly account: string
}
/** Deletes the threads of a connection; the opt-outs among them last. */
export async function keepOptOuts(db: Db, { id, agentId, channel, account }: Connected): Promise<void> {
  if (!BY_PHONE.includes(channel)) return
  await db.execute(
    sql`with gone as (delete from external_identities where connection_id = ${id} returning *)
      insert into channel_opt_outs (agent_id, channel, sender, workspace_id, account, at)
      select ${agentId}, ${channel}, thread, workspace_id, ${account}, coalesce(blocked_at, created_at) from gone where is_blocked
      on conflict (agent_id, channel, sender) do update set account = excluded.account`,
  )
}
/** Makes threads of the opt-outs kept for the agent or the number, where people may opt in again. */
export async function restoreOptOuts(
  db: Db,
  { id, workspaceId, agentId, channel, account }: Connected & { readonly workspaceId: string },
  identityOf: (thread: string) => { readonly id: string; readonly visitorHash: string },
): Promise<void> {
  if (!BY_PHONE.includes(channel)) return
  const ofChannel = and(eq(channelOptOuts.workspaceId, workspaceId), eq(channelOptOuts.channel, channel))
  const own = await db
    .delete(channelOptOuts)
    .where(and(ofChannel, eq(channelOptOuts.agentId, agentId)))
    .returning()
  // The number's earlier agent keeps them too; they follow the number once.
  const others = await db
    .update(channelOptOuts)
    .set({ account: '' })
    .where(and(ofChannel, eq(channelOptOuts.account, account)))
    .returning()
  const given = json(
    [...own, ...others].map(({ sender, at }) => ({ ...identityOf(sender), thread: sender, at: at.toISOString() })),
  )
  await db.execute(
    sql`insert into external_identities
        (id, workspace_id, agent_id, connection_id, external_id, thread, visitor_hash, is_blocked, blocked_at, created_at)
      select o.id, c.workspace_id, c.agent_id, c.id, o.thread, o.thread, o."visitorHash", true, o.at, o.at
      from jsonb_to_recordset(${given}::jsonb) as o(id text, thread text, "visitorHash" text, at timestamptz)
      join channel_connections c on c.id = ${id}
      on conflict do nothing`,
  )
}

/** Drops first messages to this person that still wait to be sent. */
export async function dropFirstMessages(
  db: Db,
  { agentId, channel, sender }: OptOut,
  { method, reason }: { method: string; reason: string },
): Promise<void> {
  await db.execute(
    sql`update channel_outbox o set state = 'failed', error = ${reason}, request = '{}'::jsonb
      from external_identities i join channel_connections c on c.id = i.connection_id
      where o.identity_id = i.id and o.state = 'queued' and o.request ->> 'method' = ${method}
        and c.agent_id = ${agentId} and c.channel = ${channel} and starts_with(i.thread, ${sender})`,
  )
}

/** Those of a deleted agent's numbers are kept: another agent may get the number. */
export const forgetOptOuts = (db: Db, of: { agentId: string } | { workspaceId: string }) =>
  db
    .delete(channelOptOuts)
    .where(
      'agentId' in of
        ? and(eq(channelOptOuts.agentId, of.agentId), eq(channelOptOuts.account, ''))
        : eq(channelOptOuts.workspaceId, of.workspaceId),
    )
