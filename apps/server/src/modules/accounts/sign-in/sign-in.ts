import type { Account, SecondStep, SignedIn } from '@parlance/contract/accounts/schemas'
import { languageAccepted } from '@parlance/contract/accounts/languages'
import { AppError } from '@parlance/contract/lib/errors'
import { emailOf } from '@parlance/contract/lib/mailbox'
import type { Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { AccountServices } from '../shared-services.ts'
import { recordDevice } from './devices.repository.ts'
import { recoveryCodesLeft } from '../two-factor/two-factor.repository.ts'
import { hashPassword, isHashable, verifyPassword } from './password-hash.ts'
import { toAccount } from '../account.ts'
import { deviceOf } from '../sessions/sessions.ts'
import { openSession } from '../sessions/sessions.repository.ts'
import * as repository from '../repository.ts'

export interface SignUp {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly region: Region
  /** Referral code; defaults to the browser's cookie. */
  readonly ref?: string | undefined
  /** Page to open after verification; ignored unless it is a path of this site. */
  readonly returnTo?: string | undefined
  /** Token of a mailed invitation: it verifies the address. */
  readonly invitation?: string | undefined
}

/** Compared with for unknown addresses, so that they take as long as known ones. */
const DUMMY_HASH = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGlzIGhlcmUhIQ$J5JxMz8kQyD0q1w4bq0lM3uYc7eXfVw2o9rT6sB1hHk'

export function createSignIn({ db }: { readonly db: Db }, shared: AccountServices) {
  const {
    announce,
    setCookie,
    sendInBackground: later,
    completeSignIn,
    twoFactor,
    tickets,
    notifyOwner,
    invitations,
    passwordGuesses,
  } = shared
  return {
    /**
     * Verifies the address by mail unless an invitation proves it. Errors: EMAIL_TAKEN, INVALID_INPUT, INVALID_TOKEN.
     */
    async signUp(
      ctx: Ctx,
      { ref, returnTo, invitation, ...input }: SignUp,
    ): Promise<{ account: Account; token: string }> {
      if (!isHashable(input.password)) throw new AppError('INVALID_INPUT', msg('password_too_long'))
      if (input.name.includes('\0')) throw new AppError('INVALID_INPUT')
      if (invitation !== undefined) await invitations.assertInvites(invitation, input.email)
      const language = languageAccepted(ctx.request?.headers.get('accept-language'))
      const email = emailOf(input.email)
      if (email === undefined) throw new AppError('INVALID_INPUT', msg('email_invalid'))
      const device = deviceOf(ctx)
      const account = { email, name: input.name, region: input.region, language }
      const made = await repository.createAccount(db, account, await hashPassword(input.password), shared.now())
      if (!made) throw new AppError('EMAIL_TAKEN')
      const token = await openSession(db, made.id, device, shared.now())
      // If the invitation was used meanwhile, the address is verified by mail.
      const emailVerified = invitation !== undefined && (await invitations.confirmNew(invitation, made.id))
      const user = { ...made, emailVerified }
      await recordDevice(db, user.id, device, shared.now(), 'sign-up')
      await announce(ctx, user, ref)
      if (!emailVerified)
        later(ctx, 'the verification mail', async () =>
          shared.mailerOf(user).sendOrLater(await shared.verificationMailFor(user, returnTo)),
        )
      setCookie(ctx, token)
      return { account: toAccount(user), token }
    },

    /**
     * INVALID_CREDENTIALS has one answer and timing for unknown addresses and wrong passwords; RATE_LIMITED after too
     * many.
     */
    async signIn(ctx: Ctx, { email, password }: { email: string; password: string }): Promise<SignedIn | SecondStep> {
      const wrong = () => new AppError('INVALID_CREDENTIALS')
      if (!isHashable(password)) throw wrong()
      const user = await repository.findUserByEmail(db, email.toLowerCase())
      const hash = await repository.passwordOf(db, user?.id ?? '')
      const guess = await passwordGuesses.ofSignIn(ctx, email, user)
      const fits = await passwordGuesses.check(
        ctx,
        guess,
        async () => (await verifyPassword(hash ?? DUMMY_HASH, password)) && hash !== undefined,
      )
      if (!user || hash === undefined || !fits) throw wrong()
      // The password may have been changed meanwhile.
      const stillValid = (tx: Db) => repository.isCurrentPassword(tx, user.id, hash)
      return (
        (await completeSignIn.openSessionOrSecondStep(ctx, user, 'password', stillValid)) ?? Promise.reject(wrong())
      )
    },

    /** Errors: INVALID_TOKEN for a wrong code or without a sign-in; RATE_LIMITED after five wrong codes in a row. */
    async secondStep(ctx: Ctx, { code }: { code: string }): Promise<SignedIn> {
      const ended = () => new AppError('INVALID_TOKEN', msg('sign_in_ended'))
      const userId = await tickets.peek(ctx, 'second-step')
      const user = userId === undefined ? undefined : await repository.findUserById(db, userId)
      if (!user) throw ended()
      const kind = await twoFactor.withVerifiedCode(user.id, code, true, async (tx, taken) => {
        if (taken === 'recovery')
          await notifyOwner(tx, ctx, user, { news: 'code-used', left: await recoveryCodesLeft(tx, user.id) })
        return taken
      })
      const stillValid = async (tx: Db) => (await tickets.consume(ctx, 'second-step', tx)) === user.id
      const entered = await completeSignIn.openSession(ctx, user, kind === 'app' ? 'code' : 'recovery', stillValid)
      return entered ?? Promise.reject(ended())
    },
  }
}
