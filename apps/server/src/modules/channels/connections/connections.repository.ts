import type { MessagingChannel } from '@parlance/contract/channels/list'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

export interface ConnectionRow {
  readonly id: string
  readonly workspace_id: string
  readonly agent_id: string
  readonly channel: string
  readonly account: string
  readonly name: string
  readonly status: string
  readonly settings: Readonly<Record<string, string>>
  readonly secrets: string
  readonly last_error: string
  readonly last_error_at: Date | string | null
  readonly created_at: Date | string
}

const one = async (found: Promise<ConnectionRow[]>): Promise<ConnectionRow | undefined> => (await found)[0]

export const findById = (db: Db, id: string) =>
  one(rows<ConnectionRow>(db, sql`select * from channel_connections where id = ${id}`))
export const findOfAgent = (db: Db, agentId: string, channel: string) =>
  one(
    rows<ConnectionRow>(
      db,
      sql`select * from channel_connections where agent_id = ${agentId} and channel = ${channel}`,
    ),
  )
export const findByAccount = (db: Db, channel: string, account: string) =>
  one(
    rows<ConnectionRow>(db, sql`select * from channel_connections where channel = ${channel} and account = ${account}`),
  )
export const listOfAgent = (db: Db, agentId: string): Promise<ConnectionRow[]> =>
  rows(db, sql`select * from channel_connections where agent_id = ${agentId} order by channel`)

/** Of all channels without `channel`. */
export const listOfWorkspace = (db: Db, workspaceId: string, channel?: string): Promise<ConnectionRow[]> => {
  const ofChannel = channel === undefined ? sql`` : sql`and channel = ${channel}`
  return rows(
    db,
    sql`select * from channel_connections where workspace_id = ${workspaceId} ${ofChannel} order by created_at, id`,
  )
}
export async function listAccountsWith(
  db: Db,
  { channel, setting, value }: { channel: string; setting: string; value: string },
): Promise<string[]> {
  const found = await rows<{ account: string }>(
    db,
    sql`select account from channel_connections where channel = ${channel} and settings ->> ${setting} = ${value}`,
  )
  return found.map(({ account }) => account)
}
export async function hasSibling(db: Db, { id, settings }: ConnectionRow): Promise<boolean> {
  const name = settings.wabaId === undefined ? 'pageId' : 'wabaId'
  const account = settings[name]
  if (account === undefined) return false
  const found = await rows(
    db,
    sql`select 1 from channel_connections where id <> ${id} and settings ->> ${name} = ${account} limit 1`,
  )
  return found.length > 0
}

export type NewConnection = Omit<ConnectionRow, 'status' | 'last_error' | 'last_error_at' | 'created_at'>

/** Replaces the agent's connection of this channel and keeps its id, and with it all its threads. */
export async function saveConnection(db: Db, given: NewConnection, now: Date): Promise<void> {
  await db.execute(
    sql`insert into channel_connections (id, workspace_id, agent_id, channel, account, name, settings, secrets, created_at)
      values (${given.id}, ${given.workspace_id}, ${given.agent_id}, ${given.channel}, ${given.account}, ${given.name}, ${JSON.stringify(given.settings)}::jsonb, ${given.secrets}, ${now.toISOString()}::timestamptz)
      on conflict (agent_id, channel) do update set account = excluded.account, name = excluded.name, settings = excluded.settings, secrets = excluded.secrets,
        status = 'active', last_error = '', last_error_at = null`,
  )
}
export async function deleteConnection(db: Db, id: string): Promise<void> {
  await db.execute(sql`delete from channel_connections where id = ${id}`)
}
/** A `lost` connection may still send, so it stays lost until the provider says that it is `back`, or it is connected again. */
export type ReportedStatus = 'active' | 'failing' | 'lost' | 'back' | 'same'
/** The connection's agent, if its status changed; undefined otherwise. */
export async function setStatus(
  db: Db,
  id: string,
  reported: ReportedStatus,
  error: string,
  now: Date,
): Promise<{ workspaceId: string; agentId: string; channel: MessagingChannel } | undefined> {
  const at = error === '' ? null : now.toISOString()
  const status = reported === 'back' ? 'active' : reported
  const isOpen = reported === 'lost' ? sql`true` : sql`(status = 'lost') = ${reported === 'back'}::boolean`
  const [changed] = await rows<{
    before: string
    workspaceId: string
    agentId: string
    channel: MessagingChannel
  }>(
    db,
    sql`with found as (select id, status from channel_connections where id = ${id} and ${isOpen} and ((${status} <> 'same' and status <> ${status}) or last_error <> ${error}) for update)
      update channel_connections c set status = case when ${status} = 'same' then c.status else ${status} end, last_error = ${error}, last_error_at = ${at}::timestamptz from found where c.id = found.id
      returning found.status as before, c.workspace_id as "workspaceId", c.agent_id as "agentId", c.channel`,
  )
  if (!changed || changed.before === status) return undefined
  const { workspaceId, agentId, channel } = changed
  return { workspaceId, agentId, channel }
}

/** By agent, in alphabetical order. */
export async function workingChannels(
  db: Db,
  workspaceId: string,
  agentIds: readonly string[],
): Promise<ReadonlyMap<string, MessagingChannel[]>> {
  const found = await rows<{ agentId: string; channels: MessagingChannel[] }>(
    db,
    sql`select agent_id as "agentId", array_agg(channel order by channel) as channels from channel_connections
      where workspace_id = ${workspaceId} and agent_id = any(${sql.param([...agentIds])}::text[]) and status = 'active' group by agent_id`,
  )
  return new Map(found.map(({ agentId, channels }) => [agentId, channels]))
}
