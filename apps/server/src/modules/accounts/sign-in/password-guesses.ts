// Slows down whoever guesses the password of an account, from however many addresses, and tells its owner.
import { AppError } from '@parlance/contract/lib/errors'
import { addressOf } from '@parlance/contract/lib/mailbox'
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
  /** Whose password it would be; undefined for an address without an account, which is slowed down as one with. */
  readonly owner: Owner | undefined
  /** What is counted together. */
  readonly id: string
}

export interface PasswordGuesses {
  /** For signing in: all browsers and networks count together, except those the account was entered from before. */
  readonly ofSignIn: (ctx: Ctx, email: string, user: User | undefined) => Promise<Guess>
  /** For confirming with the password while signed in: nobody outside can use these tries up. */
  readonly ofSession: (userId: string, owner: Owner) => Guess
  /** Runs `isRight` and answers what it does. RATE_LIMITED, without running it, while further tries have to wait. */
  readonly check: (ctx: Ctx, guess: Guess, isRight: () => Promise<boolean>) => Promise<boolean>
}

export const createPasswordGuesses = (deps: {
  readonly db: Db
  readonly now: () => Date
  readonly tell: NotifyOwner
}): PasswordGuesses => ({
  async ofSignIn(ctx, email, user) {
    const device = deviceOf(ctx)
    // Asked for unknown addresses too, so that they take as long.
    const isKnown = await isKnownDevice(deps.db, user?.id ?? '', device)
    const place = isKnown ? `|${device.userAgent}|${device.ipAddress}` : ''
    return { owner: user, id: sha256(`sign-in|${addressOf(email)}${place}`) }
  },
  ofSession: (userId, owner) => ({ owner, id: sha256(`session|${userId}`) }),
  async check(ctx, { owner, id }, isRight) {
    const { db, now, tell } = deps
    const wait = await countGuess(db, id, now())
    if (wait > 0)
      throw new AppError('RATE_LIMITED', 'Too many wrong passwords. Wait, or set a new password by e-mail.', {
        retryAfter: wait,
      })
    if (await isRight()) {
      await withdrawGuess(db, id, now())
      return true
    }
    await inTx(db, async (tx) => {
      if ((await claimWarning(tx, id, now())) && owner) await tell(tx, ctx, owner, { news: 'passwords-guessed' })
    })
    await forgetGuesses(db, now())
    return false
  },
})
