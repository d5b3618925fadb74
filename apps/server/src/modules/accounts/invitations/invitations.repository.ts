import { and, like, lte, sql } from 'drizzle-orm'
import { sha256 } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { Invited } from '../ports.ts'
import { identifierOf } from '../repository.ts'
import { verifications } from '../schema.ts'

const rowsOf = (email: string) => `invitation:${sha256(email)}:`
const rowOf = ({ region, workspaceId, email }: Invited) => rowsOf(email) + sha256(`${region}:${workspaceId}`)

/** Replaces an earlier token of this invitation. Also deletes expired ones. */
export async function insertInvitationToken(
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

export const deleteInvitationTokens = (db: Db, email: string) =>
  db.delete(verifications).where(like(verifications.id, `${rowsOf(email)}%`))
