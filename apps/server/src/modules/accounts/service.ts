// Owns who a workspace user is: sign-up, sign-in, sessions, and the mails that prove an address. Global, not per region.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { REGIONS } from '@parlance/contract/lib/regions'
import type { Account } from '@parlance/contract/accounts/schemas'
import type { Security } from '@parlance/contract/accounts/security-api'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import { inTx } from '../../lib/db/pool.ts'
import { SESSION_MAX_AGE_S, tokenOf } from './sessions/cookies.ts'
import { createAccountDeletion } from './deletion/delete-account.ts'
import { recordDevice } from './sign-in/devices.repository.ts'
import { createAccountExport } from './export/export-account.ts'
import { factorOf, recoveryCodesLeft } from './two-factor/two-factor.repository.ts'
import { createSecurityNotices } from './security-notices.ts'
import { createOAuthSignIn } from './oauth/oauth.ts'
import { createFactorResets } from './operator.ts'
import { createPasskeySettings, shownPasskey, createPasskeySignIn } from './passkeys/passkeys.ts'
import { passkeysOf } from './passkeys/passkeys.repository.ts'
import { hashPassword, verifyPassword } from './sign-in/password-hash.ts'
import { createProfilePhoto } from './profile/photos.ts'
import { refuse } from './errors.ts'
import { accountOf, type SessionActor, sessionOf } from './account.ts'
import { deviceOf, createSessionList } from './sessions/sessions.ts'
import { markSeen } from './sessions/sessions.repository.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import type { AccountsDeps } from './deps.ts'
import { type AccountServices, createAccountServices } from './shared-services.ts'
import * as repository from './repository.ts'
import { createTwoFactorSettings } from './two-factor/two-factor.ts'

export type { AccountRegions, AccountsDeps } from './deps.ts'

/** How exact the time of a session's last use is. */
const SEEN_MS = 5 * 60_000

export type Accounts = ReturnType<typeof createAccounts>

/** Links in mails begin with `settings.publicUrl` and nothing else. */
export function createAccounts(deps: AccountsDeps) {
  const shared = createAccountServices(deps)
  const given = { ...deps, ...shared, countryOf: deps.countryOf ?? (async () => undefined) }
  const { connections, ...providers } = createOAuthSignIn({ ...given, providers: deps.providers ?? [] })
  return {
    ...createSignIn(deps, shared),
    ...createPasskeySignIn(given),
    ...createSignedInCalls(deps, shared),
    ...createSessionList(given),
    ...createAccountSettings(deps, shared),
    ...createTwoFactorSettings(given, shared.factor),
    ...createPasskeySettings(given),
    ...providers,
    ...createAddressProof(deps, shared),
    ...createSecurityNotices(given),
    ...createFactorResets({ ...given, note: shared.regions.noteReset }),
    ...shared.profile,
    ...shared.invitations.calls,
    ...createAccountDeletion({ ...given, everywhere: shared.regions.everywhere }),
    ...createAccountExport({ ...given, ...shared.regions }),
    ...createProfilePhoto({ ...given, cropPhoto: deps.cropPhoto ?? (async (bytes) => bytes) }),
    security: (ctx: Ctx) => securityOf(deps.db, sessionOf(ctx).userId, connections),
    /** Whether a sign-in with the password of this account takes a code as well. */
    hasSecondFactor: async (userId: string): Promise<boolean> =>
      (await factorOf(deps.db, userId))?.confirmedAt instanceof Date,
    settled: shared.settled,
  }
}

async function securityOf(
  db: Db,
  userId: string,
  connections: (userId: string) => Promise<Security['providers']>,
): Promise<Security> {
  const [password, factor, left, passkeys, providers] = await Promise.all([
    repository.passwordOf(db, userId),
    factorOf(db, userId),
    recoveryCodesLeft(db, userId),
    passkeysOf(db, userId),
    connections(userId),
  ])
  const since = factor?.confirmedAt?.toISOString() ?? null
  return {
    hasPassword: password !== undefined,
    twoFactor: { on: since !== null, since, recoveryCodesLeft: since === null ? 0 : left },
    passkeys: passkeys.map(shownPasskey),
    providers,
  }
}

function createSignedInCalls({ db, settings }: AccountsDeps, { auth, now, setCookie }: AccountServices) {
  async function findById(userId: string): Promise<Account | undefined> {
    const user = await repository.findUserById(db, userId)
    return user && accountOf(user)
  }

  return {
    /** Ends the session that asks, for its cookie and its bearer alike. */
    async signOut(ctx: Ctx): Promise<{ success: true }> {
      await repository.endSession(db, sessionOf(ctx).sessionToken)
      setCookie(ctx, '')
      return { success: true }
    },

    /** Null for nobody: a page asks this before anyone has signed in. */
    me: async (ctx: Ctx): Promise<{ account: Account | null }> => ({
      account: ctx.actor.kind === 'session' ? ((await findById(ctx.actor.userId)) ?? null) : null,
    }),

    /** Undefined when there is no such account. */
    findById,

    /** Whom a session is of by now, while it lives; asking does not prolong it. */
    async sessionNow(sessionToken: string): Promise<SessionActor | undefined> {
      const madeAfter = new Date(now().getTime() - SESSION_MAX_AGE_S * 1000)
      const user = await repository.userOfSession(db, sessionToken, now(), madeAfter)
      if (!user) return undefined
      const { id: userId, email, name, emailVerified, region } = user
      return { kind: 'session', userId, email, name, emailVerified, region, sessionToken }
    },

    /** Who a request's session cookie or bearer stands for; undefined without a live session. Use prolongs it. */
    async authenticate(headers: Headers): Promise<SessionActor | undefined> {
      const sessionToken = tokenOf(headers, settings.publicUrl)
      if (sessionToken === undefined) return undefined
      const asking = new Headers({ authorization: `Bearer ${sessionToken}` })
      const found = await auth.api.getSession({ headers: asking }).catch(refuse)
      if (!found) return undefined
      const { session, user } = found
      if (now().getTime() - session.createdAt.getTime() >= SESSION_MAX_AGE_S * 1000) {
        await repository.endSession(db, sessionToken)
        return undefined
      }
      const { id: userId, email, name, emailVerified, region } = user
      if (now().getTime() - (session.seenAt?.getTime() ?? 0) > SEEN_MS) await markSeen(db, sessionToken, now())
      return { kind: 'session', userId, email, name, emailVerified, region, sessionToken }
    },
  }
}

/** What people change of their own account while they are signed in. */
function createAccountSettings({ db }: AccountsDeps, { now, tell, guesses }: AccountServices) {
  return {
    /** Errors: INVALID_INPUT for a name that cannot be stored. */
    async update(ctx: Ctx, { name }: { name: string }): Promise<{ account: Account }> {
      if (name.includes('\0')) throw new AppError('INVALID_INPUT')
      const user = await repository.rename(db, sessionOf(ctx).userId, name, now())
      if (!user) throw new AppError('UNAUTHORIZED')
      return { account: accountOf(user) }
    },

    /** Ends all sessions but the one that asks. Errors: INVALID_CREDENTIALS for a wrong current password; INVALID_INPUT. */
    async changePassword(
      ctx: Ctx,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<{ success: true }> {
      const actor = sessionOf(ctx)
      const { userId, sessionToken: keep } = actor
      const from = await repository.passwordOf(db, userId)
      const wrong = () => new AppError('INVALID_CREDENTIALS', 'The current password is not right.')
      const isRight = async () => from !== undefined && (await verifyPassword(from, currentPassword))
      if (from === undefined || !(await guesses.check(ctx, guesses.ofSession(userId, actor), isRight))) throw wrong()
      const to = await hashPassword(newPassword)
      // Changed or reset elsewhere meanwhile: the current password is another one now.
      const also = (tx: Db) => tell(tx, ctx, actor, { news: 'password-changed' })
      if (!(await repository.replacePassword(db, { userId, from, to, keep }, now(), also))) throw wrong()
      return { success: true }
    },

    async endOtherSessions(ctx: Ctx): Promise<{ success: true; ended: number }> {
      const actor = sessionOf(ctx)
      const ended = await inTx(db, async (tx) => {
        const count = await repository.endOtherSessions(tx, actor.userId, actor.sessionToken)
        if (count > 0) await tell(tx, ctx, actor, { news: 'sessions-ended' })
        return count
      })
      return { success: true, ended }
    },
  }
}

function createAddressProof({ db }: AccountsDeps, shared: AccountServices) {
  const { now, emit, setCookie, later } = shared
  return {
    /** Waits for the mail server, unlike sign-up. Errors: UNAVAILABLE when it refuses. */
    async resendVerification(ctx: Ctx): Promise<{ success: true }> {
      const { userId: id, email, emailVerified, region } = sessionOf(ctx)
      if (emailVerified) return { success: true }
      const language = (await repository.findUserById(db, id))?.language
      const mail = await shared.verificationMailFor({ id, email, language })
      const sent = shared.mailerOf({ region }).send(mail)
      await sent.catch((cause: unknown) => {
        throw new AppError('UNAVAILABLE', 'The mail could not be sent. Try again in a few minutes.', { cause })
      })
      return { success: true }
    },

    /**
     * Of a new address too. Errors: INVALID_TOKEN for one that is unknown, used, replaced by a newer one, or older than 24
     * hours; for a new address those of `takeNewAddress`.
     */
    async verifyEmail(ctx: Ctx, { token }: { token: string }): Promise<{ success: true }> {
      const verified = await repository.verifyByToken(db, token, now(), ({ id: userId, email, name, region }) =>
        emit(ctx, { type: 'account.verified', userId, email, name, region }),
      )
      if (!verified && !(await shared.profile.takeNewAddress(ctx, token))) throw new AppError('INVALID_TOKEN')
      return { success: true }
    },

    /** Answers before it looks, so that neither the answer nor its time tells whether the address is known. */
    async requestPasswordReset(ctx: Ctx, { email }: { email: string }): Promise<{ success: true }> {
      later(ctx, 'the password reset mail', async () => {
        const user = await repository.findUserByEmail(db, email)
        if (user) await shared.mailerOf(user).sendOrLater(await shared.resetMailFor(user))
      })
      return { success: true }
    },

    /** Ends all sessions of the account; the first proof of its address renews its secrets too. Errors: INVALID_TOKEN as for `verifyEmail`, after 15 minutes; INVALID_INPUT. */
    async resetPassword(ctx: Ctx, input: { token: string; password: string }): Promise<{ success: true }> {
      const { token, password } = input
      // Looked at first: nobody makes the server hash passwords with tokens they made up.
      if (!(await repository.holderOf(db, 'reset-password', token, now()))) throw new AppError('INVALID_TOKEN')
      const hash = await hashPassword(password)
      const given = { token, password: hash }
      const first = async ({ id: userId, email, name, region }: repository.UserRow) => {
        const renewal = randomId(24)
        // People own workspaces in regions that are not their home, too.
        for (const each of REGIONS) await emit(ctx, { type: 'account.recovered', userId, region: each, renewal })
        await emit(ctx, { type: 'account.verified', userId, email, name, region })
      }
      const reset = await repository.resetByToken(db, given, now(), first, async (tx, user) => {
        // Whoever reads the mailbox signs in from here, also while others guess.
        await recordDevice(tx, user.id, deviceOf(ctx), now(), 'sign-up')
        await shared.tell(tx, ctx, user, { news: 'password-reset' })
      })
      if (!reset) throw new AppError('INVALID_TOKEN')
      setCookie(ctx, '')
      return { success: true }
    },
  }
}
