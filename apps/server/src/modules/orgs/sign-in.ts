// Sign-in of client users: password, mailed code, links, and the agency's admin.
import { randomInt } from 'node:crypto'
import { DEFAULT_LANGUAGE, isLanguage, type Language } from '@parlance/contract/accounts/languages'
import { mailColours } from '@parlance/contract/agencies/theme'
import { AppError } from '@parlance/contract/lib/errors'
import { CLIENT_LINK_TOKEN, newClientLinkToken, randomId } from '@parlance/contract/lib/ids'
import { MINUTE_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { sameSecret, sha256 } from '../../lib/crypto.ts'
import type { ClientActor, Ctx } from '../../lib/ctx.ts'
import { limitKey } from '../../lib/http/client-ip.ts'
import { unlessRefused } from '../../lib/mail.ts'
import { hostOf, type Origin } from '../../lib/origin/origin.ts'
import {
  afterCorrectGuess,
  afterGuess,
  type Guesses,
  guessWait,
  hashPassword,
  verifyPassword,
} from '../accounts/index.ts'
import type { Agencies, AgencyFacts } from '../agencies/index.ts'
import type { Audit } from '../audit/service.ts'
import { type NewSession, openClientSession } from './client-sessions.ts'
import { browserCookie, readBrowserCookie } from './cookies.ts'
import { countInvitation } from './invitations.ts'
import type { ClientMails } from './ports.ts'
import { findClient, findClientByEmail, findOrg, updateClient } from './repository.ts'
import type { ClientRow } from './schema.ts'
import * as repository from './sessions.repository.ts'

export const CODE_MS = 10 * MINUTE_MS
const MAX_TRIES = 5
const RESEND_MS = 30_000
const SENDS_MS = 15 * MINUTE_MS
const MAX_SENDS = 3
/** Maximum codes to a client user in total: as many as three addresses, so that a stranger cannot block sign-in. */
const MAX_SENDS_IN_ALL = 9
/** Lifetime of the credential issued for a valid code. */
const PROVED_MS = 2 * MINUTE_MS
const ADMIN_LINK_MS = 10 * MINUTE_MS
const SIGN_IN_LINK_MS = 15 * MINUTE_MS
export const INVITATION_MS = 3 * 24 * 60 * MINUTE_MS

/**
 * After this many tries in 15 minutes in unknown browsers, each such browser has one more: guessing is slow, and the
 * mail's recipient can still enter.
 */
const MAX_STRANGERS_TRIES = 10

/** How long a browser is known after a sign-in. */
const KNOWN_MS = 180 * 24 * 60 * MINUTE_MS
const BROWSER_LENGTH = 32
const BROWSER = new RegExp(`^[A-Za-z0-9]{${BROWSER_LENGTH}}$`)

/** Compared with for unknown addresses, so that they take as long as known ones. */
const NOBODYS = '$argon2id$v=19$m=19456,t=2,p=1$bm9ib2R5IGlzIGhlcmUhIQ$J5JxMz8kQyD0q1w4bq0lM3uYc7eXfVw2o9rT6sB1hHk'

export interface SignInDeps {
  /** Runs `work` in a transaction that locks the workspace, if the caller is still an admin. */
  readonly runAsAdmin: <T>(ctx: Ctx, workspaceId: string, work: (tx: Ctx) => Promise<T>) => Promise<T>
  readonly audit: Pick<Audit, 'record'>
  readonly agencies: Pick<Agencies, 'find' | 'findOfWorkspace'>
  readonly mails: ClientMails
  readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  /** The origin of links to the clients of an agency. */
  readonly originOfAgency: (agencyId: string) => Promise<Origin>
}

/** A requested code: hashes of the browser's cookie and IP address. */
export interface AskedCode {
  /** Empty for an unknown address. */
  readonly clientId: string
  readonly browserHash: string
  readonly addressHash: string
}
/** Mails a code in the background if the agency hides which accounts exist, so that timing is the same. */
export const MAIL_CODE = 'orgs.mail-code'

interface SignInLink {
  readonly url: string
  readonly expiresAt: string
}

/** Calls that open a session return its token and set the cookie. */
export interface ClientSignIn {
  /** Errors: NOT_FOUND, INVALID_CREDENTIALS, FORBIDDEN if passwords are disabled, RATE_LIMITED. */
  readonly signIn: (ctx: Ctx, input: { agencyId: string; email: string; password: string }) => Promise<string>
  /** Signs in the agency's admin. @throws INVALID_CREDENTIALS for a wrong secret or an unknown agency */
  readonly signInWithSecret: (ctx: Ctx, input: { agencyId: string; secret: string }) => Promise<string>
  /** Mails a code. @throws NOT_FOUND for an unknown address unless the agency hides that, RATE_LIMITED */
  readonly sendCode: (ctx: Ctx, input: { agencyId: string; email: string }) => Promise<void>
  /** Mails a requested code. Returns the seconds to wait if too many were mailed; 0 if it was sent. */
  readonly mailCode: (ctx: Ctx, asked: AskedCode) => Promise<number>
  /** Returns a single-use credential that `signIn` accepts as the password. @throws INVALID_CREDENTIALS */
  readonly proveCode: (
    ctx: Ctx,
    input: { agencyId: string; email: string; code: string },
  ) => Promise<{ email: string; dashboardPassword: string }>
  /** @throws INVALID_TOKEN for a used, expired or unknown link */
  readonly signInByLink: (ctx: Ctx, token: string) => Promise<string>
  /** Sets the password with a mailed link. @throws INVALID_TOKEN */
  readonly setPassword: (ctx: Ctx, input: { token: string; password: string }) => Promise<string>
  /** Ends all other sessions. @throws INVALID_CREDENTIALS for a wrong current password */
  readonly changePassword: (ctx: Ctx, input: { password: string; newPassword: string }) => Promise<void>
  /** Mails the caller a link to set a new password. @throws FORBIDDEN, RATE_LIMITED */
  readonly mailPasswordLink: (ctx: Ctx) => Promise<void>
  readonly createAdminLink: (ctx: Ctx, workspaceId: string) => Promise<SignInLink>
  /** Replaces earlier ones to the person. @throws NOT_FOUND */
  readonly createSignInLink: (ctx: Ctx, name: { uid: string; orgId: string; clientId: string }) => Promise<SignInLink>
  /** Mails the link to set a password, or to the sign-in page if passwords are disabled. */
  readonly sendInvitation: (ctx: Ctx, clientId: string) => Promise<void>
}

export function createClientSignIn(deps: SignInDeps): ClientSignIn {
  return { ...byPassword(deps), ...byCode(deps), ...byLink(deps) }
}

type Of<Name extends keyof ClientSignIn> = Pick<ClientSignIn, Name>

const pageOfAgency = ({ origin }: Origin, region: string, agencyId: string) =>
  `${origin}/app/${region}/sign-in/${agencyId}`

/** On an agency's host only its own clients sign in. */
const isElsewhere = ({ origin, region }: Ctx, agencyId: string): boolean =>
  origin.kind === 'agency' && (origin.agencyId !== agencyId || origin.region !== region)

const senderOf = ({ profile, workspaceId }: AgencyFacts) => ({
  agency: profile.name,
  workspaceId,
  colours: mailColours(profile),
})

async function agencyOf({ agencies }: SignInDeps, ctx: Ctx, agencyId: string): Promise<AgencyFacts> {
  const agency = isElsewhere(ctx, agencyId) ? undefined : await agencies.find(ctx, agencyId)
  if (!agency) throw new AppError('NOT_FOUND', msg('agency_unknown'))
  return agency
}

const languageOf = ({ preferredLanguage }: ClientRow): Language =>
  isLanguage(preferredLanguage) ? preferredLanguage : DEFAULT_LANGUAGE

const unknownEmail = () => new AppError('NOT_FOUND', msg('client_email_unknown'))
const wrongPassword = ({ profile }: AgencyFacts) =>
  new AppError(
    'INVALID_CREDENTIALS',
    msg(profile.settings.hideAccountExistence ? 'client_credentials_wrong' : 'client_password_wrong'),
  )
const wrongCode = () => new AppError('INVALID_CREDENTIALS', msg('client_code_wrong'))
async function refusedLink(ctx: Ctx, token: string): Promise<AppError> {
  const why = await repository.whyInvalid(ctx.db, linkOf(ctx, token), ctx.now())
  return new AppError('INVALID_TOKEN', msg(why === undefined ? 'link_spent' : `link_${why}`))
}
const linkOf = ({ origin }: Ctx, token: string) => ({ tokenHash: sha256(token), host: hostOf(origin) })

const enter = (ctx: Ctx, deps: SignInDeps, { workspaceId, agencyId, id, email }: ClientRow) =>
  open(ctx, deps, { workspaceId, agencyId, clientId: id }, email)

/** Opens the session and records it in the audit log. */
const open = (ctx: Ctx, { audit }: SignInDeps, session: NewSession, email: string): Promise<string> =>
  ctx.tx(async (tx) => {
    const { workspaceId, clientId } = session
    const who = { kind: 'client', id: clientId ?? '', name: email } as const
    await audit.record(tx, { workspaceId, action: 'clientAccount.signIn', who })
    const token = await openClientSession(tx, session)
    if (clientId !== null) await knowBrowser(tx, clientId)
    return token
  })

/** Empty for a browser without the cookie. */
function browserOf({ origin, request, region }: Ctx): string {
  const browser = request ? readBrowserCookie(request.headers, origin, region) : ''
  return BROWSER.test(browser) ? browser : ''
}

async function knowBrowser(tx: Ctx, clientId: string): Promise<void> {
  const browser = browserOf(tx) || randomId(BROWSER_LENGTH)
  await repository.rememberBrowser(tx.db, clientId, sha256(browser), tx.now())
  tx.request?.setHeader('set-cookie', browserCookie(tx.origin, tx.region, browser, KNOWN_MS))
}

function byPassword(deps: SignInDeps): Of<'signIn' | 'signInWithSecret' | 'changePassword' | 'mailPasswordLink'> {
  return {
    async signIn(ctx, { agencyId, email, password }) {
      const agency = await agencyOf(deps, ctx, agencyId)
      const client = await findClientByEmail(ctx.db, agency.id, email)
      if (client && CLIENT_LINK_TOKEN.test(password)) {
        const token = await ctx.tx(async (tx) => {
          await repository.lockClient(tx.db, client.id)
          const link = await repository.useLink(tx.db, linkOf(tx, password), ['proved'], tx.now())
          return link?.clientId === client.id ? enter(tx, deps, client) : undefined
        })
        if (token !== undefined) return token
      }
      if (agency.profile.settings.disablePasswordLogin)
        throw new AppError('FORBIDDEN', msg('client_password_login_disabled'))
      if (!client) {
        await verifyPassword(NOBODYS, password)
        throw agency.profile.settings.hideAccountExistence ? wrongPassword(agency) : unknownEmail()
      }
      const token = await withPasswordAt(ctx, agency, client, password, (tx) => enter(tx, deps, client))
      if (token === undefined) throw wrongPassword(agency)
      return token
    },
    async signInWithSecret(ctx, { agencyId, secret }) {
      const agency = isElsewhere(ctx, agencyId) ? undefined : await deps.agencies.find(ctx, agencyId)
      if (!agency || !sameSecret(sha256(secret), agency.secretHash))
        throw new AppError('INVALID_CREDENTIALS', msg('agency_secret_wrong'))
      const { id, workspaceId, secretHash } = agency
      const session = { workspaceId, agencyId: id, clientId: null, secretHash }
      return open(ctx, deps, session, '')
    },
    async changePassword(ctx, { password, newPassword }) {
      const { actor, client } = await changerOf(deps, ctx)
      if (!(await withPassword(ctx, client, password, async () => true)))
        throw new AppError('INVALID_CREDENTIALS', msg('client_password_wrong'))
      const passwordHash = await hashPassword(newPassword)
      await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await setPasswordHash(tx, client.id, passwordHash, sha256(actor.sessionToken))
        await knowBrowser(tx, client.id)
      })
    },
    async mailPasswordLink(ctx) {
      const { client } = await changerOf(deps, ctx)
      await ctx.tx(async (tx) => {
        await tx.assertStill?.(tx)
        await countInvitation(tx, client.email)
        const { workspaceId, orgId, id: clientId } = client
        await tx.emit({ type: 'client.invited', workspaceId, orgId, clientId })
      })
    },
  }
}

/** The caller, if they may have a password. @throws FORBIDDEN */
async function changerOf(deps: SignInDeps, ctx: Ctx): Promise<{ actor: ClientActor; client: ClientRow }> {
  const { actor } = ctx
  const client = actor.kind === 'client' && actor.clientId ? await findClient(ctx.db, actor.clientId) : undefined
  if (actor.kind !== 'client' || !client) throw new AppError('FORBIDDEN', msg('agency_admin_has_no_password'))
  const agency = await agencyOf(deps, ctx, client.agencyId)
  if (agency.profile.settings.disablePasswordLogin)
    throw new AppError('FORBIDDEN', msg('client_password_login_disabled'))
  return { actor, client }
}

/** Ends everything that the old password opened. */
async function setPasswordHash(tx: Ctx, clientId: string, passwordHash: string, keptHash?: string): Promise<void> {
  await updateClient(tx.db, clientId, { passwordHash, failures: 0, blockedUntil: null, updatedAt: tx.now() })
  await repository.endSessionsOf(tx, clientId, keptHash)
  await repository.forgetBrowsers(tx.db, clientId)
  for (const purpose of ['password', 'sign-in', 'proved'] as const)
    await repository.removeLinksOf(tx.db, clientId, purpose)
}

const guessesOf = ({
  failures,
  blockedUntil,
  guessedAt,
}: Pick<ClientRow, 'failures' | 'blockedUntil' | 'guessedAt'>): Guesses => ({
  failures,
  blockedUntil: blockedUntil?.getTime() ?? 0,
  lastAt: guessedAt?.getTime() ?? 0,
})
const asColumns = ({ failures, blockedUntil, lastAt }: Guesses) => ({
  failures,
  blockedUntil: new Date(blockedUntil),
  guessedAt: new Date(lastAt),
})

/**
 * Runs `work` while a right password is locked; undefined for a wrong one. Each try counts as wrong until it proves
 * right, concurrent ones too. @throws RATE_LIMITED after too many
 */
async function withPassword<T>(
  ctx: Ctx,
  { id }: ClientRow,
  password: string,
  work: (tx: Ctx) => Promise<T>,
): Promise<T | undefined> {
  const browser = browserOf(ctx)
  const browserHash = browser && sha256(browser)
  const lockKnown = async (tx: Ctx) => (browserHash === '' ? undefined : repository.lockBrowser(tx.db, id, browserHash))
  /** Known browsers have counters of their own, which nobody else can exhaust. */
  const count = (tx: Ctx, isKnown: boolean, guesses: Guesses) =>
    isKnown
      ? repository.updateBrowser(tx.db, id, browserHash, asColumns(guesses))
      : updateClient(tx.db, id, asColumns(guesses))
  const hash = await ctx.tx(async (tx) => {
    const client = await repository.lockClient(tx.db, id)
    if (!client) throw new AppError('NOT_FOUND')
    const known = await lockKnown(tx)
    const before = guessesOf(known ?? client)
    const wait = guessWait(before, tx.now().getTime())
    if (wait > 0) throw new AppError('RATE_LIMITED', msg('too_many_wrong_passwords'), { retryAfter: wait })
    await count(tx, known !== undefined, afterGuess(before, tx.now().getTime()))
    return client.passwordHash
  })
  if (!(await verifyPassword(hash === '' ? NOBODYS : hash, password)) || hash === '') return undefined
  return ctx.tx(async (tx) => {
    const client = await repository.lockClient(tx.db, id)
    // The password was changed during the comparison.
    if (client?.passwordHash !== hash) return undefined
    const known = await lockKnown(tx)
    await count(tx, known !== undefined, afterCorrectGuess(guessesOf(known ?? client)))
    return work(tx)
  })
}

/** Only known addresses are rate limited, so an agency that hides accounts answers as for a wrong password. */
async function withPasswordAt<T>(
  ctx: Ctx,
  { profile }: AgencyFacts,
  client: ClientRow,
  password: string,
  work: (tx: Ctx) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await withPassword(ctx, client, password, work)
  } catch (error) {
    const isBlocked = error instanceof AppError && error.code === 'RATE_LIMITED'
    if (!isBlocked || !profile.settings.hideAccountExistence) throw error
    await verifyPassword(NOBODYS, password)
    return undefined
  }
}

function byCode(deps: SignInDeps): Of<'sendCode' | 'mailCode' | 'proveCode'> {
  const { agencies, enqueue, mails } = deps
  const mailCode = async (ctx: Ctx, { clientId, browserHash, addressHash }: AskedCode): Promise<number> => {
    const client = await findClient(ctx.db, clientId)
    const agency = client && (await agencies.find(ctx, client.agencyId))
    if (!client || !agency) return 0
    const code = String(randomInt(0, 1_000_000)).padStart(6, '0')
    const wait = await ctx.tx(async (tx) => {
      await repository.lockClient(tx.db, clientId)
      const now = tx.now()
      const sent = await repository.listSentCodes(tx.db, clientId, new Date(now.getTime() - SENDS_MS))
      const isKnown = (await repository.lockBrowser(tx.db, clientId, browserHash)) !== undefined
      const left = waitToSend(sent, { addressHash, browserHash, isKnown }, now.getTime())
      if (left > 0) return left
      await repository.insertCode(tx.db, {
        id: randomId(20),
        clientId,
        codeHash: hashCode(clientId, code),
        browserHash,
        addressHash,
        tries: 0,
        sentAt: now,
        expiresAt: new Date(now.getTime() + CODE_MS),
      })
      return 0
    })
    if (wait > 0) return wait
    const about = { ...senderOf(agency), to: client.email, language: languageOf(client), code }
    await mails.code(ctx, about).catch(unlessRefused(ctx.log))
    return 0
  }
  return {
    mailCode,
    async sendCode(ctx, { agencyId, email }) {
      const agency = await agencyOf(deps, ctx, agencyId)
      const hides = agency.profile.settings.hideAccountExistence
      const client = await findClientByEmail(ctx.db, agency.id, email)
      if (!client && !hides) throw unknownEmail()
      const { ip = '', setHeader } = ctx.request ?? {}
      // Reuses the cookie, so that a code mailed before stays valid in this browser.
      const browser = browserOf(ctx) || randomId(BROWSER_LENGTH)
      setHeader?.('set-cookie', browserCookie(ctx.origin, ctx.region, browser, KNOWN_MS))
      const asked = {
        clientId: client?.id ?? '',
        browserHash: sha256(browser),
        addressHash: sha256(limitKey(ip)),
      }
      if (hides) return enqueue(ctx, MAIL_CODE, asked)
      const wait = await mailCode(ctx, asked)
      if (wait > 0) throw new AppError('RATE_LIMITED', msg('client_code_too_soon'), { retryAfter: wait })
    },
    async proveCode(ctx, { agencyId, email, code }) {
      const agency = await agencyOf(deps, ctx, agencyId)
      const client = await findClientByEmail(ctx.db, agency.id, email)
      if (!client) throw agency.profile.settings.hideAccountExistence ? wrongCode() : unknownEmail()
      const browserHash = sha256(browserOf(ctx))
      const token = newClientLinkToken()
      // A failed try must be counted, so nothing is thrown inside the transaction.
      const isProved = await ctx.tx(async (tx) => {
        await repository.lockClient(tx.db, client.id)
        const row = await repository.findCode(tx.db, client.id, browserHash)
        const isKnown = (await repository.lockBrowser(tx.db, client.id, browserHash)) !== undefined
        const since = new Date(tx.now().getTime() - SENDS_MS)
        const isBraked =
          !isKnown && (await repository.countStrangersTries(tx.db, client.id, since)) >= MAX_STRANGERS_TRIES
        const tries = isBraked ? 1 : MAX_TRIES
        if (!row || row.codeHash === '' || row.tries >= tries || row.expiresAt <= tx.now()) return false
        await repository.countTry(tx.db, row.id)
        if (!sameSecret(row.codeHash, hashCode(client.id, code.replaceAll(/\s/g, '')))) return false
        await repository.endCode(tx.db, client.id)
        await keepLink(tx, client, { token, purpose: 'proved', host: hostOf(tx.origin), forMs: PROVED_MS })
        return true
      })
      if (!isProved) throw wrongCode()
      return { email: client.email, dashboardPassword: token }
    },
  }
}

interface SentCode {
  readonly sentAt: Date
  readonly addressHash: string
  readonly browserHash: string
}
interface Asking {
  readonly addressHash: string
  readonly browserHash: string
  /** They have signed in in this browser before: only its own codes count. */
  readonly isKnown: boolean
}
/** Seconds until the next code may be mailed; 0 for now. `sent`: those of the last 15 minutes, newest last. */
function waitToSend(sent: readonly SentCode[], { addressHash, browserHash, isKnown }: Asking, now: number): number {
  const here = sent.filter((one) => (isKnown ? one.browserHash === browserHash : one.addressHash === addressHash))
  const until = (one: SentCode | undefined, ms: number) => (one ? one.sentAt.getTime() + ms : 0)
  const next = Math.max(
    until(here.at(-1), RESEND_MS),
    until(here.at(-MAX_SENDS), SENDS_MS),
    isKnown ? 0 : until(sent.at(-MAX_SENDS_IN_ALL), SENDS_MS),
  )
  return Math.max(0, Math.ceil((next - now) / 1000))
}

const hashCode = (clientId: string, code: string) => sha256(`${clientId}|${code}`)

interface NewLink {
  readonly token: string
  readonly purpose: repository.LinkPurpose
  readonly host: string
  readonly forMs: number
}
const keepLink = (ctx: Ctx, { id, workspaceId, agencyId }: ClientRow, { token, purpose, host, forMs }: NewLink) =>
  repository.insertLink(ctx.db, {
    tokenHash: sha256(token),
    workspaceId,
    agencyId,
    clientId: id,
    purpose,
    createdBy: '',
    host,
    expiresAt: new Date(ctx.now().getTime() + forMs),
    usedAt: null,
  })

function byLink(
  deps: SignInDeps,
): Of<'signInByLink' | 'setPassword' | 'createAdminLink' | 'createSignInLink' | 'sendInvitation'> {
  const { agencies, runAsAdmin, mails, originOfAgency } = deps
  return {
    signInByLink: (ctx, token) =>
      ctx.tx(async (tx) => {
        // Locked first, so that a new password ends the session that the link opens.
        const named = await repository.clientOfLink(tx.db, linkOf(tx, token))
        const client = named === undefined ? undefined : await repository.lockClient(tx.db, named)
        const link = await repository.useLink(tx.db, linkOf(tx, token), ['sign-in', 'admin'], tx.now())
        if (!link) throw await refusedLink(tx, token)
        const { workspaceId, agencyId, clientId, createdBy } = link
        const session = { workspaceId, agencyId, clientId, adminEmail: createdBy }
        return open(tx, deps, session, client?.email ?? createdBy)
      }),
    async setPassword(ctx, { token, password }) {
      if (!(await repository.isLinkOpen(ctx.db, linkOf(ctx, token), 'password', ctx.now())))
        throw await refusedLink(ctx, token)
      const passwordHash = await hashPassword(password)
      const { email, session } = await ctx.tx(async (tx) => {
        // In the order in which changes of the person lock them.
        const named = await repository.clientOfLink(tx.db, linkOf(tx, token))
        const client = named === undefined ? undefined : await repository.lockClient(tx.db, named)
        const link = await repository.useLink(tx.db, linkOf(tx, token), ['password'], tx.now())
        const agency = link && client && (await agencies.find(tx, client.agencyId))
        if (!client || !agency) throw await refusedLink(tx, token)
        if (agency.profile.settings.disablePasswordLogin)
          throw new AppError('FORBIDDEN', msg('client_password_login_disabled'))
        await setPasswordHash(tx, client.id, passwordHash)
        return { email: client.email, session: await enter(tx, deps, client) }
      })
      await ctx.request?.forgetFailedSignIns(email)
      return session
    },
    createAdminLink: (ctx, workspaceId) =>
      runAsAdmin(ctx, workspaceId, async (tx) => {
        const agency = await agencies.findOfWorkspace(tx, workspaceId)
        if (!agency) throw new AppError('NOT_FOUND')
        const token = newClientLinkToken()
        const origin = await originOfAgency(agency.id)
        const expiresAt = new Date(tx.now().getTime() + ADMIN_LINK_MS)
        await repository.insertLink(tx.db, {
          tokenHash: sha256(token),
          workspaceId,
          agencyId: agency.id,
          clientId: null,
          purpose: 'admin',
          createdBy: tx.actor.kind === 'session' ? tx.actor.email : '',
          host: hostOf(origin),
          expiresAt,
          usedAt: null,
        })
        const url = `${pageOfAgency(origin, tx.region, agency.id)}?purpose=admin&token=${token}`
        return { url, expiresAt: expiresAt.toISOString() }
      }),
    createSignInLink: (ctx, { uid, orgId, clientId }) =>
      runAsAdmin(ctx, uid, async (tx) => {
        const client = await repository.lockClient(tx.db, clientId)
        if (client?.workspaceId !== uid || client.orgId !== orgId) throw new AppError('NOT_FOUND')
        const token = newClientLinkToken()
        const origin = await originOfAgency(client.agencyId)
        await repository.removeLinksOf(tx.db, client.id, 'sign-in')
        await keepLink(tx, client, { token, purpose: 'sign-in', host: hostOf(origin), forMs: SIGN_IN_LINK_MS })
        return {
          url: `${pageOfAgency(origin, tx.region, client.agencyId)}?token=${token}`,
          expiresAt: new Date(tx.now().getTime() + SIGN_IN_LINK_MS).toISOString(),
        }
      }),
    async sendInvitation(ctx, clientId) {
      const client = await findClient(ctx.db, clientId)
      const agency = client && (await agencies.find(ctx, client.agencyId))
      const org = client && (await findOrg(ctx.db, client.workspaceId, client.orgId))
      if (!client || !agency || !org) return
      const byMailedCode = agency.profile.settings.disablePasswordLogin
      const origin = await originOfAgency(agency.id)
      const page = pageOfAgency(origin, ctx.region, agency.id)
      const token = newClientLinkToken()
      if (!byMailedCode) {
        await repository.removeLinksOf(ctx.db, client.id, 'password')
        await keepLink(ctx, client, { token, purpose: 'password', host: hostOf(origin), forMs: INVITATION_MS })
      }
      const about = { ...senderOf(agency), to: client.email, language: languageOf(client) }
      const link = byMailedCode ? page : `${page}/password?token=${token}`
      const isNew = client.passwordHash === ''
      const invitation = { ...about, name: client.name, org: org.name, link, byCode: byMailedCode, isNew }
      await mails.invitation(ctx, invitation).catch(unlessRefused(ctx.log))
    },
  }
}
