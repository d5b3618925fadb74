// Owns who a workspace user is: sign-up, sign-in, sessions, and the mails that prove an address. Global, not per region.
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { REGIONS } from '@parlance/contract/lib/regions'
import { safeReturnPath } from '@parlance/contract/lib/return-path'
import type { Account } from '@parlance/contract/accounts/schemas'
import { cleanReferral, referralOf } from '@parlance/contract/accounts/referral'
import type { Security } from '@parlance/contract/accounts/security-api'
import type { Ctx } from '../../lib/ctx.ts'
import { createVault } from '../../lib/crypto.ts'
import type { Db } from '../../lib/db/pool.ts'
import { inTx } from '../../lib/db/pool.ts'
import type { DomainEvent } from '../../lib/events.ts'
import { resetMail, verificationMail } from '../../mails/mails.ts'
import type { Mail, Mailers } from '../../lib/mail.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import type { Settings } from '../../lib/settings.ts'
import { createAuth } from './sessions/better-auth.ts'
import { SESSION_MAX_AGE_S, sessionCookie, tokenOf } from './sessions/cookies.ts'
import type { NewAddress } from './profile/profile.repository.ts'
import { deletingAccount } from './deletion/delete-account.ts'
import { noteDevice } from './sign-in/devices.repository.ts'
import { createEnter } from './sign-in/complete-sign-in.ts'
import { exportingData } from './export/export-account.ts'
import { factorOf, recoveryCodesLeft } from './two-factor/two-factor.repository.ts'
import { sendingNotices, telling } from './security-notices.ts'
import { otherProviders } from './oauth/oauth.ts'
import { notingResets } from './operator.ts'
import { createInvitations } from './invitations/invitations.ts'
import { createPasswordGuesses } from './sign-in/password-guesses.ts'
import { createOwnership } from './sign-in/confirm-identity.ts'
import { ownPasskeys, shownPasskey, signingInByPasskey } from './passkeys/passkeys.ts'
import { passkeysOf } from './passkeys/passkeys.repository.ts'
import { hashPassword, verifyPassword } from './sign-in/password-hash.ts'
import type { CountryOf, DrawPortrait, PlaceOf, SignInProvider } from './ports.ts'
import { ownPhoto } from './profile/photos.ts'
import { changingProfile } from './profile/profile.ts'
import { refuse } from './errors.ts'
import { accountOf, languageOf, type SessionActor, sessionOf, type User } from './account.ts'
import { deviceOf, listingSessions } from './sessions/sessions.ts'
import { markSeen } from './sessions/sessions.repository.ts'
import { signingIn } from './sign-in/sign-in.ts'
import * as repository from './repository.ts'
import { createTickets } from './sign-in/tickets.ts'
import { createTwoFactor, ownTwoFactor } from './two-factor/two-factor.ts'

export interface AccountsDeps {
  /** The identity database; calls come with a ctx whose own `db` is another one. */
  readonly db: Db
  /** Mail to people goes the way of the region that is theirs. */
  readonly mailers: Mailers
  readonly settings: Pick<Settings, 'publicUrl' | 'masterKey' | 'previousMasterKeys'>
  /** Mail stays on this machine: an account counts as verified for what hears `account.verified` from the start. */
  readonly sandboxMail: boolean
  /** Whom else one can sign in with; nobody when absent. */
  readonly providers?: readonly SignInProvider[]
  /** No country is known when absent. */
  readonly countryOf?: CountryOf
  readonly now?: () => Date
  /** Photos stay as they are sent when absent. */
  readonly drawPortrait?: DrawPortrait
  /** What reaches into the regions: a copy of what the account holds, its move to another address, its end. */
  readonly regions?: AccountRegions
  /** Hands events on; `ctx.emit` when absent. */
  readonly emit?: (event: DomainEvent) => Promise<void>
}

export interface AccountRegions {
  /** One context for each region that this process serves. */
  readonly everywhere: () => readonly Ctx[]
  readonly storage: Storage
  /** Lets the regions served here follow to a new address at once. */
  readonly moved: (move: NewAddress) => Promise<void>
  /** Says in the logs of these workspaces that a copy was made. */
  readonly note: (ctx: Ctx, workspaceIds: readonly string[]) => Promise<void>
  /** In one region: says in the logs of workspaces that the operator let somebody back in, and ends what streams to them. */
  readonly noteReset: (ctx: Ctx, email: string) => Promise<void>
  readonly placeOf: PlaceOf
}
/** Of tests that are about identity alone. */
const NOWHERE: AccountRegions = {
  everywhere: () => [],
  storage: {
    bucket: () => {
      throw new Error('there are no buckets')
    },
  },
  moved: async () => {},
  note: async () => {},
  noteReset: async () => {},
  placeOf: async () => undefined,
}

const VERIFY_MS = 24 * 3600_000
const RESET_MS = 15 * 60_000

/** How exact the time of a session's last use is. */
const SEEN_MS = 5 * 60_000

export type Accounts = ReturnType<typeof createAccounts>

/** The service. Links in mails begin with `settings.publicUrl` and nothing else. */
export function createAccounts(deps: AccountsDeps) {
  const shared = createSharedParts(deps)
  const given = { ...deps, ...shared, countryOf: deps.countryOf ?? (async () => undefined) }
  const { connections, ...providers } = otherProviders({ ...given, providers: deps.providers ?? [] })
  return {
    ...signingIn(deps, shared),
    ...signingInByPasskey(given),
    ...signedIn(deps, shared),
    ...listingSessions(given),
    ...ownAccount(deps, shared),
    ...ownTwoFactor(given, shared.factor),
    ...ownPasskeys(given),
    ...providers,
    ...proving(deps, shared),
    ...sendingNotices(given),
    ...notingResets({ ...given, note: shared.regions.noteReset }),
    ...shared.profile,
    ...shared.invitations.calls,
    ...deletingAccount({ ...given, everywhere: shared.regions.everywhere }),
    ...exportingData({ ...given, ...shared.regions }),
    ...ownPhoto({ ...given, drawPortrait: deps.drawPortrait ?? (async (bytes) => bytes) }),
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

/** What the calls share. */
function createSharedParts(deps: AccountsDeps) {
  const { db, settings } = deps
  const now = deps.now ?? (() => new Date())
  const vault = createVault(settings.masterKey, settings.previousMasterKeys)
  const emit = (ctx: Ctx, event: DomainEvent) => (deps.emit ?? ctx.emit)(event)
  const setCookie = (ctx: Ctx, token: string) =>
    ctx.request?.setHeader('set-cookie', sessionCookie(settings.publicUrl, token))
  const announce = announcing(deps, emit)
  const tickets = createTickets(db, settings, now)
  const tell = telling(vault, now)
  const guesses = createPasswordGuesses({ db, now, tell })
  const ownership = createOwnership(db, now, guesses)
  const factor = createTwoFactor({ db, vault, now, ownership })
  const regions = deps.regions ?? NOWHERE
  return {
    auth: createAuth({ db, masterKey: settings.masterKey }),
    now,
    vault,
    emit,
    setCookie,
    announce,
    tickets,
    ownership,
    guesses,
    factor,
    regions,
    invitations: createInvitations({ db, now, settings, placeOf: regions.placeOf, emit }),
    tell,
    profile: changingProfile({ ...deps, now, ownership, tell, moved: regions.moved }),
    enter: createEnter({ db, now, tickets, factor, tell, announce, setCookie, emit }),
    ...mailing(deps, now),
  }
}

type SharedParts = ReturnType<typeof createSharedParts>

/** Tells the world of a new account, until that has worked once. Handlers may run twice. */
const announcing =
  ({ db, sandboxMail }: AccountsDeps, emit: (ctx: Ctx, event: DomainEvent) => Promise<void>) =>
  async (ctx: Ctx, user: User, code?: string): Promise<void> => {
    if (user.announced) return
    const about = { userId: user.id, email: user.email, name: user.name, region: user.region }
    const ref = cleanReferral(code) || referralOf(ctx.request?.headers.get('cookie'))
    await emit(ctx, { type: 'account.created', ...about, ...(ref && { ref }) })
    // Another provider may have proved the address before there was an account.
    if (sandboxMail || user.emailVerified) await emit(ctx, { type: 'account.verified', ...about })
    await repository.markAnnounced(db, user.id)
  }

function mailing({ db, mailers, settings }: AccountsDeps, now: () => Date) {
  const underWay = new Set<Promise<void>>()
  return {
    /** `returnTo` is the page that they came for. */
    async verificationMailFor(user: Pick<User, 'id' | 'email' | 'language'>, returnTo?: string): Promise<Mail> {
      const token = await repository.issueToken(db, 'verify-email', user.id, new Date(now().getTime() + VERIFY_MS))
      const back = safeReturnPath(returnTo)
      const on = back === undefined ? '' : `&redirect=${encodeURIComponent(back)}`
      const link = `${settings.publicUrl}/verify-email?token=${token}${on}`
      const content = await verificationMail({ language: languageOf(user), link })
      return { ...content, to: user.email }
    },
    async resetMailFor(user: Pick<User, 'id' | 'email' | 'language'>): Promise<Mail> {
      const token = await repository.issueToken(db, 'reset-password', user.id, new Date(now().getTime() + RESET_MS))
      const link = `${settings.publicUrl}/reset-password?token=${token}`
      const content = await resetMail({ language: languageOf(user), link })
      return { ...content, to: user.email }
    },
    mailerOf: ({ region }: Pick<User, 'region'>) => mailers.of(region),
    /** Does the work beside the answer; a failure is logged. */
    later(ctx: Ctx, what: string, work: () => Promise<void>): void {
      const done = work()
        .catch((error: unknown) => ctx.log.error({ err: error }, `${what} could not be sent`))
        .finally(() => underWay.delete(done))
      underWay.add(done)
    },
    /** Resolves when no mail is on its way any more. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

function signedIn({ db, settings }: AccountsDeps, { auth, now, setCookie }: SharedParts) {
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
function ownAccount({ db }: AccountsDeps, { now, tell, guesses }: SharedParts) {
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

function proving({ db }: AccountsDeps, shared: SharedParts) {
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
        await noteDevice(tx, user.id, deviceOf(ctx), now(), 'sign-up')
        await shared.tell(tx, ctx, user, { news: 'password-reset' })
      })
      if (!reset) throw new AppError('INVALID_TOKEN')
      setCookie(ctx, '')
      return { success: true }
    },
  }
}
