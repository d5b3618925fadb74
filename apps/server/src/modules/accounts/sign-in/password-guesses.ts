// Slows down password guessing per account, from however many addresses, and notifies the owner.
import { AppError } from '@parlance/contract/lib/errors'
import { addressOf } from '@parlance/contract/lib/mailbox'
import { msg } from '@parlance/i18n/messages'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { inTx } from '../../../lib/db/pool.ts'
import { isKnownDevice } from './devices.repository.ts'
import { claimWarning, countGuess, forgetGuesses, withdrawGuess } from './password-guesses.repository.ts'
import type { NotifyOwner } from '../security-notices.ts'
import type { User } from '../account.ts'
import { deviceOf } from '../sessions/sessions.ts'

type Owner = Pick<User, 'email' | 'region' | 'emailVerified'>

interface Guess {
  /** Undefined for an address without an account, which is limited in the same way. */
  readonly owner: Owner | undefined
  readonly id: string
}

export interface PasswordGuesses {
  /** For sign-in: one counter for all unknown devices, one for each known device. */
  readonly ofSignIn: (ctx: Ctx, email: string, user: User | undefined) => Promise<Guess>
  /** For password confirmation while signed in: a separate counter that outsiders cannot exhaust. */
  readonly ofSession: (userId: string, owner: Owner) => Guess
  /** Runs `isRight` and returns its result. @throws RATE_LIMITED, without running it, during a wait */
  readonly check: (ctx: Ctx, guess: Guess, isRight: () => Promise<boolean>) => Promise<boolean>
}

export const createPasswordGuesses = (deps: {
  readonly db: Db
  readonly now: () => Date
  readonly notifyOwner: NotifyOwner
}): PasswordGuesses => ({
  async ofSignIn(ctx, email, user) {
    const device = deviceOf(ctx)
    // Also looked up for unknown addresses, so that timing is the same.
    const isKnown = await isKnownDevice(deps.db, user?.id ?? '', device)
    const place = isKnown ? `|${device.userAgent}|${device.ipAddress}` : ''
    return { owner: user, id: sha256(`sign-in|${addressOf(email)}${place}`) }
  },
  ofSession: (userId, owner) => ({ owner, id: sha256(`session|${userId}`) }),
  async check(ctx, { owner, id }, isRight) {
    const { db, now, notifyOwner } = deps
    const wait = await countGuess(db, id, now())
    if (wait > 0)
      throw new AppError('RATE_LIMITED', msg('too_many_wrong_passwords'), {
        retryAfter: wait,
      })
    if (await isRight()) {
      await withdrawGuess(db, id, now())
      return true
    }
    await inTx(db, async (tx) => {
      if ((await claimWarning(tx, id, now())) && owner) await notifyOwner(tx, ctx, owner, { news: 'passwords-guessed' })
    })
    await forgetGuesses(db, now())
    return false
  },
})
