// Signing up and in: by password, and the second step after it.
import type { Account, SecondStep, SignedIn } from '@parlance/contract/accounts/schemas'
import { languageAccepted } from '@parlance/contract/accounts/languages'
import { AppError } from '@parlance/contract/lib/errors'
import { emailOf, NOT_EMAIL } from '@parlance/contract/lib/mailbox'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { AccountServices } from '../shared-services.ts'
import { recordDevice } from './devices.repository.ts'
import { recoveryCodesLeft } from '../two-factor/two-factor.repository.ts'
import { hashPassword, isHashable, verifyPassword } from './password-hash.ts'
import { accountOf } from '../account.ts'
import { deviceOf } from '../sessions/sessions.ts'
import { openSession } from '../sessions/sessions.repository.ts'
import * as repository from '../repository.ts'

export interface SignUp {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly region: Region
  /** Who recommended us; without it the browser's cookie says. */
  readonly ref?: string | undefined
  /** Where the link of the mail leads on to; left out where it is no path of this site. */
  readonly returnTo?: string | undefined
  /** Of the mailed invitation that they follow: it proves the address instead of a mail of our own. */
  readonly invitation?: string | undefined
}

/** Nobody's password: an unknown address is compared with it, so that it costs as much as a known one. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGlzIGhlcmUhIQ$J5JxMz8kQyD0q1w4bq0lM3uYc7eXfVw2o9rT6sB1hHk'

export function createSignIn({ db }: { readonly db: Db }, shared: AccountServices) {
  const { announce, setCookie, later, enter, factor, tickets, tell, invitations, guesses } = shared
  return {
    /**
     * Creates the account, signs it in and sends the verification mail, unless an invitation proves the address. Errors:
     * EMAIL_TAKEN, INVALID_INPUT; INVALID_TOKEN for what is no invitation to this address.
     */
    async signUp(
      ctx: Ctx,
      { ref, returnTo, invitation, ...input }: SignUp,
    ): Promise<{ account: Account; token: string }> {
      if (!isHashable(input.password)) throw new AppError('INVALID_INPUT', 'The password is too long.')
      if (input.name.includes('\0')) throw new AppError('INVALID_INPUT')
      if (invitation !== undefined) await invitations.assertInvites(invitation, input.email)
      const language = languageAccepted(ctx.request?.headers.get('accept-language'))
      const email = emailOf(input.email)
      if (email === undefined) throw new AppError('INVALID_INPUT', NOT_EMAIL)
      const device = deviceOf(ctx)
      const account = { email, name: input.name, region: input.region, language }
      const made = await repository.createAccount(db, account, await hashPassword(input.password), shared.now())
      if (!made) throw new AppError('EMAIL_TAKEN')
      const token = await openSession(db, made.id, device, shared.now())
      // Another one may have used it meanwhile: then a mail proves the address, as without it.
      const emailVerified = invitation !== undefined && (await invitations.confirmNew(invitation, made.id))
      const user = { ...made, emailVerified }
      await recordDevice(db, user.id, device, shared.now(), 'sign-up')
      await announce(ctx, user, ref)
      if (!emailVerified)
        later(ctx, 'the verification mail', async () =>
          shared.mailerOf(user).sendOrLater(await shared.verificationMailFor(user, returnTo)),
        )
      setCookie(ctx, token)
      return { account: accountOf(user), token }
    },

    /**
     * Signs in or, where the account has a second factor, says so: no session before the code. Errors: INVALID_CREDENTIALS,
     * the same for an unknown address and a wrong password, and at the same cost; RATE_LIMITED after too many of them, wherever
     * they came from, except where the account was entered from before.
     */
    async signIn(ctx: Ctx, { email, password }: { email: string; password: string }): Promise<SignedIn | SecondStep> {
      const wrong = () => new AppError('INVALID_CREDENTIALS')
      if (!isHashable(password)) throw wrong()
      const user = await repository.findUserByEmail(db, email.toLowerCase())
      const hash = await repository.passwordOf(db, user?.id ?? '')
      const guess = await guesses.ofSignIn(ctx, email, user)
      const fits = await guesses.check(
        ctx,
        guess,
        async () => (await verifyPassword(hash ?? NOBODYS, password)) && hash !== undefined,
      )
      if (!user || hash === undefined || !fits) throw wrong()
      // A new password that came meanwhile ends what the old one began.
      const still = (tx: Db) => repository.isCurrentPassword(tx, user.id, hash)
      return (await enter.orAsk(ctx, user, 'password', still)) ?? Promise.reject(wrong())
    },

    /**
     * Ends the wait for the code. Errors: INVALID_TOKEN for a wrong code, and for a browser that began no sign-in within ten
     * minutes; RATE_LIMITED after five wrong codes in a row, from wherever they came.
     */
    async secondStep(ctx: Ctx, { code }: { code: string }): Promise<SignedIn> {
      const ended = () => new AppError('INVALID_TOKEN', 'This sign-in has ended. Begin again.')
      const userId = await tickets.peek(ctx, 'second-step')
      const user = userId === undefined ? undefined : await repository.findUserById(db, userId)
      if (!user) throw ended()
      const kind = await factor.take(user.id, code, true, async (tx, taken) => {
        if (taken === 'recovery')
          await tell(tx, ctx, user, { news: 'code-used', left: await recoveryCodesLeft(tx, user.id) })
        return taken
      })
      const still = async (tx: Db) => (await tickets.use(ctx, 'second-step', tx)) === user.id
      const entered = await enter.now(ctx, user, kind === 'app' ? 'code' : 'recovery', still)
      return entered ?? Promise.reject(ended())
    },
  }
}
