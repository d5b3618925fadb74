// SQL of imported phone numbers. The agent that answers messages is in the connection.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

export interface PhoneNumberRow {
  readonly id: string
  readonly workspace_id: string
  readonly phone_number: string
  readonly label: string
  readonly account_sid: string
  readonly phone_sid: string
  readonly sms: boolean
  readonly mms: boolean
  readonly voice: boolean
  readonly call_agent_id: string | null
  readonly secrets: string
  readonly created_at: Date | string
  readonly agent_id: string | null
  readonly status: string | null
  readonly last_error: string | null
}

const joined = sql`select n.*, c.agent_id, c.status, c.last_error from phone_numbers n
  left join channel_connections c on c.channel = 'sms' and c.account = n.phone_number and c.workspace_id = n.workspace_id`

export const listNumbers = (db: Db, workspaceId: string, limit: number | undefined): Promise<PhoneNumberRow[]> =>
  rows(
    db,
    sql`${joined} where n.workspace_id = ${workspaceId} order by n.phone_number ${limit === undefined ? sql`` : sql`limit ${limit}`}`,
  )
export async function findNumber(db: Db, workspaceId: string, id: string): Promise<PhoneNumberRow | undefined> {
  return (await rows<PhoneNumberRow>(db, sql`${joined} where n.workspace_id = ${workspaceId} and n.id = ${id}`))[0]
}
export async function findByNumber(db: Db, workspaceId: string, number: string): Promise<PhoneNumberRow | undefined> {
  return (
    await rows<PhoneNumberRow>(db, sql`${joined} where n.workspace_id = ${workspaceId} and n.phone_number = ${number}`)
  )[0]
}
export async function countNumbers(db: Db, workspaceId: string): Promise<number> {
  const [row] = await rows<{ n: number }>(
    db,
    sql`select count(*)::int as n from phone_numbers where workspace_id = ${workspaceId}`,
  )
  return row?.n ?? 0
}
export type NewPhoneNumber = Omit<PhoneNumberRow, 'created_at' | 'agent_id' | 'status' | 'last_error' | 'call_agent_id'>
/** Importing a number again keeps its id. */
export async function saveNumber(db: Db, given: NewPhoneNumber, now: Date): Promise<void> {
  await db.execute(
    sql`insert into phone_numbers (id, workspace_id, phone_number, label, account_sid, phone_sid, sms, mms, voice, secrets, created_at)
      values (${given.id}, ${given.workspace_id}, ${given.phone_number}, ${given.label}, ${given.account_sid}, ${given.phone_sid}, ${given.sms}, ${given.mms}, ${given.voice}, ${given.secrets}, ${now.toISOString()}::timestamptz)
      on conflict (workspace_id, phone_number) do update set label = excluded.label, account_sid = excluded.account_sid,
        phone_sid = excluded.phone_sid, sms = excluded.sms, mms = excluded.mms, voice = excluded.voice, secrets = excluded.secrets`,
  )
}
export const listOfCallAgent = (db: Db, agentId: string): Promise<PhoneNumberRow[]> =>
  rows(db, sql`${joined} where n.call_agent_id = ${agentId} order by n.phone_number`)
export async function setCallAgent(db: Db, id: string, agentId: string | null): Promise<void> {
  await db.execute(sql`update phone_numbers set call_agent_id = ${agentId} where id = ${id}`)
}
export async function deleteNumber(db: Db, workspaceId: string, id: string): Promise<void> {
  await db.execute(sql`delete from phone_numbers where workspace_id = ${workspaceId} and id = ${id}`)
}
export async function deleteNumbersOfWorkspace(db: Db, workspaceId: string): Promise<void> {
  await db.execute(sql`delete from phone_numbers where workspace_id = ${workspaceId}`)
}
