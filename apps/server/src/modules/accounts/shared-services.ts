import { cleanReferral, referralOf } from '@parlance/contract/accounts/referral'
import { safeReturnPath } from '@parlance/contract/lib/return-path'
import { createVault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { DomainEvent } from '../../lib/events.ts'
import type { Mail } from '../../lib/mail.ts'
import { resetMail, verificationMail } from '../../mails/mails.ts'
import { languageOf, type User } from './account.ts'
import type { AccountRegions, AccountsDeps } from './deps.ts'
import { createInvitations } from './invitations/invitations.ts'
import { createProfile } from './profile/profile.ts'
import * as repository from './repository.ts'
import { createNoticeRecorder } from './security-notices.ts'
import { createAuth } from './sessions/better-auth.ts'
import { sessionCookie } from './sessions/cookies.ts'
import { createCompleteSignIn } from './sign-in/complete-sign-in.ts'
import { createIdentityConfirmation } from './sign-in/confirm-identity.ts'
import { createPasswordGuesses } from './sign-in/password-guesses.ts'
import { createTickets } from './sign-in/tickets.ts'
import { createTwoFactor } from './two-factor/two-factor.ts'

/** For tests without regional databases. */
const NO_REGIONS: AccountRegions = {
  regionContexts: () => [],
  storage: {
    bucket: () => {
      throw new Error('there are no buckets')
    },
  },
  onAddressChanged: async () => {},
  recordExport: async () => {},
  recordFactorReset: async () => {},
  findInvitation: async () => undefined,
}

const VERIFY_MS = 24 * 3600_000
const RESET_MS = 15 * 60_000

export function createAccountServices(deps: AccountsDeps) {
  const { db, settings, appOrigin } = deps
  const now = deps.now ?? (() => new Date())
  const vault = createVault(settings.masterKey, settings.previousMasterKeys)
  const emit = (ctx: Ctx, event: DomainEvent) => (deps.emit ?? ctx.emit)(event)
  const setCookie = (ctx: Ctx, token: string) => ctx.request?.setHeader('set-cookie', sessionCookie(appOrigin(), token))
  const announce = createAnnounceAccount(deps, emit)
  const tickets = createTickets(db, appOrigin, now)
  const notifyOwner = createNoticeRecorder(vault, now)
  const passwordGuesses = createPasswordGuesses({ db, now, notifyOwner })
  const identityConfirmation = createIdentityConfirmation(db, now, passwordGuesses)
  const twoFactor = createTwoFactor({ db, vault, now, identityConfirmation })
  const regions = deps.regions ?? NO_REGIONS
  return {
    auth: createAuth({ db, masterKey: settings.masterKey }),
    now,
    vault,
    emit,
    setCookie,
    announce,
    tickets,
    identityConfirmation,
    passwordGuesses,
    twoFactor,
    regions,
    invitations: createInvitations({ db, now, appOrigin, findInvitation: regions.findInvitation, emit }),
    notifyOwner,
    profile: createProfile({
      ...deps,
      now,
      identityConfirmation,
      notifyOwner,
      onAddressChanged: regions.onAddressChanged,
    }),
    completeSignIn: createCompleteSignIn({ db, now, tickets, twoFactor, notifyOwner, announce, setCookie, emit }),
    ...createAccountMails(deps, now),
  }
}

export type AccountServices = ReturnType<typeof createAccountServices>

/** Emits the events of a new account until it succeeded once; they may be emitted more than once. */
const createAnnounceAccount =
  ({ db, sandboxMail }: AccountsDeps, emit: (ctx: Ctx, event: DomainEvent) => Promise<void>) =>
  async (ctx: Ctx, user: User, code?: string): Promise<void> => {
    if (user.announced) return
    const about = { userId: user.id, email: user.email, name: user.name, region: user.region }
    const ref = cleanReferral(code) || referralOf(ctx.request?.headers.get('cookie'))
    await emit(ctx, { type: 'account.created', ...about, ...(ref && { ref }) })
    // Another provider may have verified the address already.
    if (sandboxMail || user.emailVerified) await emit(ctx, { type: 'account.verified', ...about })
    await repository.markAnnounced(db, user.id)
  }

function createAccountMails({ db, mailers, appOrigin }: AccountsDeps, now: () => Date) {
  const pending = new Set<Promise<void>>()
  return {
    /** `returnTo` is the page to open after verification. */
    async verificationMailFor(user: Pick<User, 'id' | 'email' | 'language'>, returnTo?: string): Promise<Mail> {
      const token = await repository.issueToken(db, 'verify-email', user.id, new Date(now().getTime() + VERIFY_MS))
      const back = safeReturnPath(returnTo)
      const on = back === undefined ? '' : `&redirect=${encodeURIComponent(back)}`
      const link = `${appOrigin()}/verify-email?token=${token}${on}`
      const content = await verificationMail({ language: languageOf(user), link })
      return { ...content, to: user.email }
    },
    async resetMailFor(user: Pick<User, 'id' | 'email' | 'language'>): Promise<Mail> {
      const token = await repository.issueToken(db, 'reset-password', user.id, new Date(now().getTime() + RESET_MS))
      const link = `${appOrigin()}/reset-password?token=${token}`
      const content = await resetMail({ language: languageOf(user), link })
      return { ...content, to: user.email }
    },
    mailerOf: ({ region }: Pick<User, 'region'>) => mailers.of(region),
    /** Does not delay the response; a failure is logged. */
    sendInBackground(ctx: Ctx, what: string, work: () => Promise<void>): void {
      const done = work()
        .catch((error: unknown) => ctx.log.error({ err: error }, `${what} could not be sent`))
        .finally(() => pending.delete(done))
      pending.add(done)
    },
    /** Resolves once all background mails are sent. */
    async settled(): Promise<void> {
      while (pending.size > 0) await Promise.all(pending)
    },
  }
}
