import { FRESH_SESSION_MS } from '@parlance/contract/accounts/security'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { PasswordGuesses } from './password-guesses.ts'
import { verifyPassword } from './password-hash.ts'
import { type SessionActor, sessionOf } from '../account.ts'
import { sessionCreatedAt } from '../sessions/sessions.repository.ts'
import { passwordOf } from '../repository.ts'

export interface IdentityConfirmation {
  /**
   * Needs the password, or without one a recent sign-in; and a confirmed address, so that a stranger who signed up with
   * it leaves no back door. Errors: FORBIDDEN, INVALID_CREDENTIALS, RATE_LIMITED.
   */
  readonly confirm: (ctx: Ctx, password: string | undefined) => Promise<SessionActor>
}

export const createIdentityConfirmation = (
  db: Db,
  now: () => Date,
  passwordGuesses: PasswordGuesses,
): IdentityConfirmation => ({
  async confirm(ctx, password) {
    const actor = sessionOf(ctx)
    if (!actor.emailVerified) throw new AppError('FORBIDDEN', msg('email_unconfirmed'))
    const hash = await passwordOf(db, actor.userId)
    if (hash === undefined) {
      const made = await sessionCreatedAt(db, actor.sessionToken)
      if (!made || now().getTime() - made.getTime() > FRESH_SESSION_MS)
        throw new AppError('FORBIDDEN', msg('sign_in_too_old'))
    } else {
      const isRight = () => verifyPassword(hash, password ?? '')
      if (
        password === undefined ||
        !(await passwordGuesses.check(ctx, passwordGuesses.ofSession(actor.userId, actor), isRight))
      )
        throw new AppError('INVALID_CREDENTIALS', msg('password_wrong'))
    }
    return actor
  },
})
