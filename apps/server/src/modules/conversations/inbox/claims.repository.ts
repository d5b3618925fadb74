import { sql } from 'drizzle-orm'
import type { Db } from '../../../lib/db/pool.ts'
import { rows } from '../../../lib/db/sql.ts'

export interface Claim {
  readonly conversationId: string
  readonly workspaceId: string
  readonly purpose: string
  readonly claim: string
}

/** Longer than a model may take, so an older claim is abandoned. */
const CLAIMED = sql.raw(`interval '3 minutes'`)

/** False while another process has it. */
export async function claim(db: Db, { conversationId, workspaceId, purpose, claim: id }: Claim): Promise<boolean> {
  const made = await rows(
    db,
    sql`insert into conversation_claims as c (conversation_id, purpose, workspace_id, claim, claimed_at)
      values (${conversationId}, ${purpose}, ${workspaceId}, ${id}, now())
      on conflict (conversation_id, purpose) do update set claim = excluded.claim, claimed_at = excluded.claimed_at
      where c.claimed_at < now() - ${CLAIMED} returning 1`,
  )
  return made.length > 0
}

export async function release(db: Db, { conversationId, purpose, claim: id }: Claim): Promise<void> {
  await db.execute(
    sql`delete from conversation_claims where conversation_id = ${conversationId} and purpose = ${purpose} and claim = ${id}`,
  )
}
