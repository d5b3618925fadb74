// Limits invitations per mailbox, for all senders and spellings of the address.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { mailboxOf } from '@parlance/contract/lib/mailbox'
import { DAY_MS } from '@parlance/contract/lib/time'
import { sha256 } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import * as repository from './sessions.repository.ts'

const LIMITS = [
  { most: 3, forMs: 15 * 60_000 },
  { most: 10, forMs: DAY_MS },
]

export async function countInvitation(tx: Ctx, email: string): Promise<void> {
  const mailbox = sha256(`mailbox:${mailboxOf(email)}`)
  const now = tx.now()
  const sent = await repository.lockInvitations(tx.db, mailbox, new Date(now.getTime() - DAY_MS))
  const waits = LIMITS.map(({ most, forMs }) => (sent.at(-most)?.getTime() ?? 0) + forMs - now.getTime())
  const wait = Math.ceil(Math.max(...waits) / 1000)
  if (wait > 0) throw new AppError('RATE_LIMITED', undefined, { retryAfter: wait })
  await repository.insertInvitation(tx.db, { id: randomId(20), mailbox, at: now })
}
