// Before anything changes of how an account is entered: whoever asks shows again that it is theirs.
import { FRESH_SESSION_MS } from '@parlance/contract/accounts/security'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { PasswordGuesses } from './password-guesses.ts'
import { verifyPassword } from './password-hash.ts'
import { type SessionActor, sessionOf } from '../account.ts'
import { sessionMadeAt } from '../sessions/sessions.repository.ts'
import { passwordOf } from '../repository.ts'

export interface Ownership {
  /**
   * The signed-in person, whose address is confirmed and who knows the password or, without one, has just signed in.
   * Without the first, whoever signs up with the address of somebody else could leave a way in behind. Errors: FORBIDDEN,
   * INVALID_CREDENTIALS, RATE_LIMITED.
   */
  readonly prove: (ctx: Ctx, password: string | undefined) => Promise<SessionActor>
}

export const createIdentityConfirmation = (db: Db, now: () => Date, guesses: PasswordGuesses): Ownership => ({
  async prove(ctx, password) {
    const actor = sessionOf(ctx)
    if (!actor.emailVerified) throw new AppError('FORBIDDEN', msg('email_unconfirmed'))
    const hash = await passwordOf(db, actor.userId)
    if (hash === undefined) {
      const made = await sessionMadeAt(db, actor.sessionToken)
      if (!made || now().getTime() - made.getTime() > FRESH_SESSION_MS)
        throw new AppError('FORBIDDEN', msg('sign_in_too_old'))
    } else {
      const isRight = () => verifyPassword(hash, password ?? '')
      if (password === undefined || !(await guesses.check(ctx, guesses.ofSession(actor.userId, actor), isRight)))
        throw new AppError('INVALID_CREDENTIALS', msg('password_wrong'))
    }
    return actor
  },
})
