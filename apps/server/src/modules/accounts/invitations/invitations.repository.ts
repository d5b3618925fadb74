// Tokens of invitations among the one-time tokens. Rows name neither the workspace nor the address: the token itself does,
// and what is kept is its hash.
import { and, like, lte, sql } from 'drizzle-orm'
import { sha256 } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { Invited } from '../ports.ts'
import { identifierOf } from '../repository.ts'
import { verifications } from '../schema.ts'

const rowsOf = (email: string) => `invitation:${sha256(email)}:`
const rowOf = ({ region, workspaceId, email }: Invited) => rowsOf(email) + sha256(`${region}:${workspaceId}`)

/** The only valid token of this invitation; an earlier one ends. Takes ended ones of everybody along. */
export async function keepInvitation(
  db: Db,
  invited: Invited,
  {
    token,
    value,
    now,
    until,
  }: { readonly token: string; readonly value: string; readonly now: Date; readonly until: Date },
): Promise<void> {
  await db.delete(verifications).where(and(like(verifications.id, 'invitation:%'), lte(verifications.expiresAt, now)))
  const row = { identifier: identifierOf('invitation', token), value, expiresAt: until }
  await db
    .insert(verifications)
    .values({ id: rowOf(invited), ...row })
    .onConflictDoUpdate({ target: verifications.id, set: { ...row, updatedAt: sql`now()` } })
}

/** All that this address was invited by. */
export const dropInvitations = (db: Db, email: string) =>
  db.delete(verifications).where(like(verifications.id, `${rowsOf(email)}%`))
