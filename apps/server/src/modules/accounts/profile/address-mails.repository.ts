import { mailboxOf } from '@parlance/contract/lib/mailbox'
import { randomId } from '@parlance/contract/lib/ids'
import { and, count, eq, gt, lte, sql } from 'drizzle-orm'
import { sha256 } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import { addressMails } from '../schema.ts'

/** Counts a mail to this mailbox and returns its id; undefined after `most` since `since`. Spellings are normalized. */
export const countAddressMail = (
  db: Db,
  email: string,
  { most, since, now }: { readonly most: number; readonly since: Date; readonly now: Date },
): Promise<string | undefined> =>
  inTx(db, async (tx) => {
    const mailbox = sha256(`mailbox:${mailboxOf(email)}`)
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('address_mails'))`)
    await tx.delete(addressMails).where(lte(addressMails.at, since))
    const [sent] = await tx
      .select({ count: count() })
      .from(addressMails)
      .where(and(eq(addressMails.mailbox, mailbox), gt(addressMails.at, since)))
    if ((sent?.count ?? 0) >= most) return undefined
    const id = randomId(20)
    await tx.insert(addressMails).values({ id, mailbox, at: now })
    return id
  })

export async function dropAddressMail(db: Db, id: string): Promise<void> {
  await db.delete(addressMails).where(eq(addressMails.id, id))
}
