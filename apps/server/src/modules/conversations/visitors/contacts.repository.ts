// SQL of contacts: visitors of one agent who are the same person, and their data.
import type { Conversation } from '@parlance/contract/conversations/schemas'
import type { EngineState } from '@parlance/contract/engine/types'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

interface ContactKeys {
  readonly agent_id: string
  readonly visitor_hash: string
  readonly identity: string | null
  /** The merged visitors, including this one; empty without others. */
  readonly joined: string[]
}
const readKeys = async (db: Db, conversationId: string): Promise<ContactKeys | undefined> =>
  (
    await rows<ContactKeys>(
      db,
      sql`select c.agent_id, c.visitor_hash, c.identity, array(
          select b.visitor_hash from contact_visitors a join contact_visitors b on b.contact_id = a.contact_id and b.agent_id = a.agent_id
          where a.agent_id = c.agent_id and a.visitor_hash = c.visitor_hash) as joined
        from conversations c where c.id = ${conversationId}`,
    )
  )[0]

/** Ids of a contact's conversations. Each half uses an index, whereas a condition with `or` would scan all. */
const idsOfKeys = ({ agent_id, visitor_hash, identity, joined }: ContactKeys): SQL =>
  sql`select id from conversations where agent_id = ${agent_id} and visitor_hash = any(${sql.param([visitor_hash, ...joined])}::text[])
    union select id from conversations where agent_id = ${agent_id} and identity = ${identity}`

export interface ContactRow {
  readonly id: string
  readonly title: string
  readonly state: Conversation['state']
  readonly last_message_at: Date | string
  readonly started_at: Date | string
  readonly is_merged: boolean
  readonly visitor: string
  readonly visitor_code: string
  readonly variables: EngineState['variables'] | null
}

/** Other conversations of the contact with the agent, newest first. */
export async function listOfContact(db: Db, conversationId: string, limit: number): Promise<ContactRow[]> {
  const keys = await readKeys(db, conversationId)
  if (!keys) return []
  return rows(
    db,
    sql`select o.id, o.title, o.state, o.started_at, o.last_message_at, o.engine->'variables' as variables,
        o.visitor_hash <> ${keys.visitor_hash} and (${keys.identity}::text is null or o.identity is distinct from ${keys.identity}) as is_merged,
        coalesce(nullif(p.name, ''), o.visitor) as visitor, case when coalesce(p.name, '') = '' then o.visitor_code else '' end as visitor_code
      from (${idsOfKeys(keys)}) found join conversations o on o.id = found.id
      left join visitors p on p.agent_id = o.agent_id and p.subject = o.identity
      where o.id <> ${conversationId} and not o.ephemeral order by o.last_message_at desc, o.id desc limit ${limit}`,
  )
}

/** Ids of all conversations of the contact, this one first. */
export async function idsOfContact(db: Db, agentId: string, conversationId: string, limit: number): Promise<string[]> {
  const keys = await readKeys(db, conversationId)
  if (keys?.agent_id !== agentId) return []
  const found = await rows<{ id: string }>(
    db,
    sql`select o.id from (${idsOfKeys(keys)}) found join conversations o on o.id = found.id
      order by (o.id = ${conversationId}) desc, o.last_message_at desc limit ${limit}`,
  )
  return found.map(({ id }) => id)
}

export const lockContacts = (db: Db, agentId: string) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtext(${`contacts:${agentId}`}))`)

export async function findContact(db: Db, agentId: string, visitorHash: string): Promise<string | undefined> {
  const [row] = await rows<{ contact_id: string }>(
    db,
    sql`select contact_id from contact_visitors where agent_id = ${agentId} and visitor_hash = ${visitorHash}`,
  )
  return row?.contact_id
}

export async function countVisitors(db: Db, contactId: string): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    sql`select count(*)::int as n from contact_visitors where contact_id = ${contactId}`,
  )
  return row?.n ?? 0
}

export const joinContacts = (db: Db, from: string, to: string) =>
  db.execute(sql`update contact_visitors set contact_id = ${to} where contact_id = ${from}`)

export const addVisitor = (
  db: Db,
  of: { readonly workspaceId: string; readonly agentId: string; readonly visitorHash: string },
  contactId: string,
) =>
  db.execute(
    sql`insert into contact_visitors (agent_id, visitor_hash, workspace_id, contact_id)
      values (${of.agentId}, ${of.visitorHash}, ${of.workspaceId}, ${contactId})
      on conflict (agent_id, visitor_hash) do update set contact_id = excluded.contact_id`,
  )

/** A contact with a single visitor is deleted. */
export async function removeVisitor(db: Db, agentId: string, visitorHash: string, contactId: string): Promise<void> {
  await db.execute(sql`delete from contact_visitors where agent_id = ${agentId} and visitor_hash = ${visitorHash}`)
  await db.execute(
    sql`delete from contact_visitors where contact_id = ${contactId} and (select count(*) from contact_visitors where contact_id = ${contactId}) < 2`,
  )
}

/** Of visitors without a conversation. */
export async function deleteUnusedContacts(db: Db): Promise<void> {
  await db.execute(
    sql`delete from contact_visitors v where not exists (
      select 1 from conversations c where c.agent_id = v.agent_id and c.visitor_hash = v.visitor_hash)`,
  )
}
