// Owns user accounts: sign-up, sign-in, sessions, address verification. Global, not per region.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { REGIONS } from '@parlance/contract/lib/regions'
import type { Account } from '@parlance/contract/accounts/schemas'
import type { Security } from '@parlance/contract/accounts/security-api'
import { type MessageCode, msg } from '@parlance/i18n/messages'
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
import { createFactorResets } from './reset-factors.ts'
import { createPasskeySettings, toPasskey, createPasskeySignIn } from './passkeys/passkeys.ts'
import { passkeysOf } from './passkeys/passkeys.repository.ts'
import { hashPassword, verifyPassword } from './sign-in/password-hash.ts'
import { createProfilePhoto } from './profile/photos.ts'
import { rethrowCause } from './sessions/better-auth.ts'
import { toAccount, type SessionActor, sessionOf } from './account.ts'
import { deviceOf, createSessionList } from './sessions/sessions.ts'
import { markSeen } from './sessions/sessions.repository.ts'
import { createSignIn } from './sign-in/sign-in.ts'
import type { AccountsDeps } from './deps.ts'
import { type AccountServices, createAccountServices } from './shared-services.ts'
import * as repository from './repository.ts'
import { createTwoFactorSettings } from './two-factor/two-factor.ts'

export type { AccountRegions, AccountsDeps } from './deps.ts'

/** Precision of a session's last use. */
const LAST_SEEN_PRECISION_MS = 5 * 60_000

export type Accounts = ReturnType<typeof createAccounts>

/** Links in mails always begin with `appOrigin()`. */
export function createAccounts(deps: AccountsDeps) {
  const shared = createAccountServices(deps)
  const allDeps = { ...deps, ...shared, countryOf: deps.countryOf ?? (async () => undefined) }
  const { connections, ...providers } = createOAuthSignIn({ ...allDeps, providers: deps.providers ?? [] })
  return {
    ...createSignIn(deps, shared),
    ...createPasskeySignIn(allDeps),
    ...createSignedInCalls(deps, shared),
    ...createSessionList(allDeps),
    ...createAccountSettings(deps, shared),
    ...createTwoFactorSettings(allDeps, shared.twoFactor),
    ...createPasskeySettings(allDeps),
    ...providers,
    ...createMailLinkCalls(deps, shared),
    ...createSecurityNotices(allDeps),
    ...createFactorResets({ ...allDeps, note: shared.regions.recordFactorReset }),
    ...shared.profile,
    ...shared.invitations.calls,
    ...createAccountDeletion({ ...allDeps, regionContexts: shared.regions.regionContexts }),
    ...createAccountExport({ ...allDeps, ...shared.regions }),
    ...createProfilePhoto({ ...allDeps, cropPhoto: deps.cropPhoto ?? (async (bytes) => bytes) }),
    /** Whether the session's account is the oldest of the installation. */
    isFirst: async (ctx: Ctx): Promise<boolean> => (await repository.firstId(deps.db)) === sessionOf(ctx).userId,
    security: (ctx: Ctx) => securityOf(deps.db, sessionOf(ctx).userId, connections),
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
    passkeys: passkeys.map(toPasskey),
    providers,
  }
}

function createSignedInCalls({ db, appOrigin }: AccountsDeps, { auth, now, setCookie }: AccountServices) {
  async function findById(userId: string): Promise<Account | undefined> {
    const user = await repository.findUserById(db, userId)
    return user && toAccount(user)
  }

  return {
    async signOut(ctx: Ctx): Promise<{ success: true }> {
      await repository.endSession(db, sessionOf(ctx).sessionToken)
      setCookie(ctx, '')
      return { success: true }
    },

    me: async (ctx: Ctx): Promise<{ account: Account | null }> => ({
      account: ctx.actor.kind === 'session' ? ((await findById(ctx.actor.userId)) ?? null) : null,
    }),

    findById,

    /** The current user of a live session. Does not prolong it. */
    async sessionNow(sessionToken: string): Promise<SessionActor | undefined> {
      const madeAfter = new Date(now().getTime() - SESSION_MAX_AGE_S * 1000)
      const user = await repository.userOfSession(db, sessionToken, now(), madeAfter)
      if (!user) return undefined
      const { id: userId, email, name, emailVerified, region } = user
      return { kind: 'session', userId, email, name, emailVerified, region, sessionToken }
    },

    /** The session of the request's cookie or bearer token; undefined without a live one. Prolongs it. */
    async authenticate(headers: Headers): Promise<SessionActor | undefined> {
      const sessionToken = tokenOf(headers, appOrigin())
      if (sessionToken === undefined) return undefined
      const asking = new Headers({ authorization: `Bearer ${sessionToken}` })
      const found = await auth.api.getSession({ headers: asking }).catch(rethrowCause)
      if (!found) return undefined
      const { session, user } = found
      if (now().getTime() - session.createdAt.getTime() >= SESSION_MAX_AGE_S * 1000) {
        await repository.endSession(db, sessionToken)
        return undefined
      }
      const { id: userId, email, name, emailVerified, region } = user
      if (now().getTime() - (session.seenAt?.getTime() ?? 0) > LAST_SEEN_PRECISION_MS)
        await markSeen(db, sessionToken, now())
      return { kind: 'session', userId, email, name, emailVerified, region, sessionToken }
    },
  }
}

/** Changes to the signed-in person's account. */
function createAccountSettings({ db }: AccountsDeps, { now, notifyOwner, passwordGuesses }: AccountServices) {
  return {
    async update(ctx: Ctx, { name }: { name: string }): Promise<{ account: Account }> {
      if (name.includes('\0')) throw new AppError('INVALID_INPUT')
      const user = await repository.rename(db, sessionOf(ctx).userId, name, now())
      if (!user) throw new AppError('UNAUTHORIZED')
      return { account: toAccount(user) }
    },

    /** Ends all other sessions. Errors: INVALID_CREDENTIALS for a wrong current password; INVALID_INPUT. */
    async changePassword(
      ctx: Ctx,
      { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
    ): Promise<{ success: true }> {
      const actor = sessionOf(ctx)
      const { userId, sessionToken: keep } = actor
      const from = await repository.passwordOf(db, userId)
      const wrong = () => new AppError('INVALID_CREDENTIALS', msg('current_password_wrong'))
      const isRight = async () => from !== undefined && (await verifyPassword(from, currentPassword))
      if (from === undefined || !(await passwordGuesses.check(ctx, passwordGuesses.ofSession(userId, actor), isRight)))
        throw wrong()
      const to = await hashPassword(newPassword)
      // The password was changed or reset meanwhile.
      const also = (tx: Db) => notifyOwner(tx, ctx, actor, { news: 'password-changed' })
      if (!(await repository.replacePassword(db, { userId, from, to, keep }, now(), also))) throw wrong()
      return { success: true }
    },

    async endOtherSessions(ctx: Ctx): Promise<{ success: true; ended: number }> {
      const actor = sessionOf(ctx)
      const ended = await inTx(db, async (tx) => {
        const count = await repository.endOtherSessions(tx, actor.userId, actor.sessionToken, now())
        if (count > 0) await notifyOwner(tx, ctx, actor, { news: 'sessions-ended' })
        return count
      })
      return { success: true, ended }
    },
  }
}

function createMailLinkCalls({ db }: AccountsDeps, shared: AccountServices) {
  const { now, emit, setCookie, sendInBackground: later } = shared
  const refusedLink = async (
    purposes: Parameters<typeof repository.whyInvalid>[1],
    token: string,
    used: MessageCode = 'link_used',
  ) => {
    const why = await repository.whyInvalid(db, purposes, token)
    return new AppError('INVALID_TOKEN', why && msg(why === 'used' ? used : 'link_expired'))
  }
  return {
    /** Waits for the mail server, unlike sign-up. Errors: UNAVAILABLE if it fails. */
    async resendVerification(ctx: Ctx): Promise<{ success: true }> {
      const { userId: id, email, emailVerified, region } = sessionOf(ctx)
      if (emailVerified) return { success: true }
      const language = (await repository.findUserById(db, id))?.language
      const mail = await shared.verificationMailFor({ id, email, language })
      const sent = shared.mailerOf({ region }).send(mail)
      await sent.catch((cause: unknown) => {
        throw new AppError('UNAVAILABLE', msg('mail_failed_retry_in_minutes'), { cause })
      })
      return { success: true }
    },

    /** Also confirms a new address. Errors: INVALID_TOKEN (24 hours, once); those of `confirmNewAddress`. */
    async verifyEmail(ctx: Ctx, { token }: { token: string }): Promise<{ success: true }> {
      const verified = await repository.verifyByToken(db, token, now(), ({ id: userId, email, name, region }) =>
        emit(ctx, { type: 'account.verified', userId, email, name, region }),
      )
      if (!verified && !(await shared.profile.confirmNewAddress(ctx, token)))
        throw await refusedLink(['verify-email', 'change-email'], token, 'address_confirmed_already')
      return { success: true }
    },

    /** Looks the address up in the background, so that neither answer nor timing reveals whether it is known. */
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
      // Checked first, so that made-up tokens cost no password hash.
      if (!(await repository.findTokenValue(db, 'reset-password', token, now())))
        throw await refusedLink(['reset-password'], token)
      const hash = await hashPassword(password)
      const given = { token, password: hash }
      const first = async ({ id: userId, email, name, region }: repository.UserRow) => {
        const renewal = randomId(24)
        // People may own workspaces outside their home region.
        for (const each of REGIONS) await emit(ctx, { type: 'account.recovered', userId, region: each, renewal })
        await emit(ctx, { type: 'account.verified', userId, email, name, region })
      }
      const reset = await repository.resetByToken(db, given, now(), first, async (tx, user) => {
        // Makes this a known device, so that the owner can sign in while others guess passwords.
        await recordDevice(tx, user.id, deviceOf(ctx), now(), 'sign-up')
        await shared.notifyOwner(tx, ctx, user, { news: 'password-reset' })
      })
      if (!reset) throw await refusedLink(['reset-password'], token)
      await ctx.request?.forgetFailedSignIns(reset.email)
      setCookie(ctx, '')
      return { success: true }
    },
  }
}
