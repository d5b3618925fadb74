// SQL of opt-outs.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
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

export const forgetOptOuts = (db: Db, of: { agentId: string } | { workspaceId: string }) =>
  db
    .delete(channelOptOuts)
    .where('agentId' in of ? eq(channelOptOuts.agentId, of.agentId) : eq(channelOptOuts.workspaceId, of.workspaceId))
