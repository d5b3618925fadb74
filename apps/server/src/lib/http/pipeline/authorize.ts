// Authentication and authorization: applies the access rule of each call.
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import type { Access, Caller } from '@parlance/contract/lib/operation'
import { AGENCY_SECRET, API_KEY, CLIENT_TOKEN, OPENAI_VISITOR, SECRET_KEY } from '@parlance/contract/lib/ids'
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import type { Scope } from '@parlance/contract/lib/scopes'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import type { Actor, ClientActor, Ctx } from '../../ctx.ts'
import { sha256 } from '../../crypto.ts'
import { hostOf, type Origin } from '../../origin/origin.ts'

/** What the request pipeline needs of the modules; provided by container.ts. */
export interface Guard {
  readonly session: (headers: Headers) => Promise<Extract<Actor, { kind: 'session' }> | undefined>
  readonly sessionNow: (sessionToken: string) => Promise<Extract<Actor, { kind: 'session' }> | undefined>
  /** The client user of a live session; prolongs it. */
  readonly client: (ctx: Ctx, sessionToken: string) => Promise<ClientActor | undefined>
  /** The session token of a client user in these cookies. */
  readonly clientCookie: (ctx: Ctx, headers: Headers) => string | undefined
  /** Why this session of a client user ended, if there is a specific reason. */
  readonly clientGone?: (ctx: Ctx, sessionToken: string) => Promise<MessageDescriptor | undefined>
  readonly workspaceBySecret: (ctx: Ctx, hash: string) => Promise<string | undefined>
  /** The valid API key with this hash, including the previous one within its grace period. */
  readonly apiKey: (ctx: Ctx, hash: string) => Promise<ApiKeyOf | undefined>
  /** Called for every call made with a key. Must return at once. */
  readonly keyUsed: (ctx: Ctx, key: ApiKeyOf) => void
  /** Called when access to a workspace is refused; `insider` if the caller belongs to it. Must return at once. */
  readonly refused?: (ctx: Ctx, workspaceId: string, insider: boolean) => void
  readonly agencyBySecret: (ctx: Ctx, hash: string) => Promise<{ agencyId: string; workspaceId: string } | undefined>
  readonly agentBySecret: (ctx: Ctx, hash: string) => Promise<{ agentId: string; workspaceId: string } | undefined>
  readonly workspaceOfAgent: (ctx: Ctx, agentId: string) => Promise<string | undefined>
  readonly roleOf: (ctx: Ctx, workspaceId: string, email: string) => Promise<Role | undefined>
  /** Locks the members of the workspace until the transaction of the context ends. */
  readonly hold?: (ctx: Ctx, workspaceId: string) => Promise<unknown>
  /** Whether the caller is in this workspace only as support. Never, if absent. */
  readonly isSupport?: (ctx: Ctx, workspaceId: string) => Promise<boolean>
  /** The default workspace of a session, for calls that name none. */
  readonly homeWorkspace: (ctx: Ctx) => Promise<string>
}

export interface ApiKeyOf {
  readonly keyId: string
  readonly keyName: string
  readonly workspaceId: string
  readonly scopes: readonly Scope[]
}

export interface Asking {
  readonly headers: Headers
  readonly method: string
  readonly origin: Origin
  readonly local: boolean
  readonly sandbox: boolean
  /** Called with the actor before access is decided. */
  readonly identified?: (actor: Actor) => void
}

const NOBODY: Actor = { kind: 'nobody' }
export const bearerOf = (headers: Headers) => /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]

/** Authenticates the caller. Throws 401 without valid credentials if the call needs them, 403 for the wrong kind. */
export async function authenticate(guard: Guard, ctx: Ctx, access: Access, asking: Asking): Promise<Actor> {
  const may = (caller: Caller) => access.by.includes(caller)
  if (may('sandbox')) {
    if (!asking.sandbox || !asking.local) throw new AppError('NOT_FOUND')
    return NOBODY
  }
  if (access.by.length === 1 && may('public')) return NOBODY
  const bearer = bearerOf(asking.headers)
  const known =
    bearer === undefined ? await byCookie(guard, ctx, asking, may) : await byBearer(guard, ctx, bearer, asking, may)
  const actor = isAtHome(known, asking.origin) ? known : NOBODY
  if (actor.kind === 'nobody') {
    if (may('public') && bearer === undefined) return actor
    throw new AppError('UNAUTHORIZED', may('client') ? await whyGone(guard, ctx, asking.headers) : undefined)
  }
  // Public calls are open to client users too.
  if (actor.kind === 'client' && may('public') && !may('client')) return NOBODY
  asking.identified?.(actor)
  if (!may(actor.kind as Caller))
    throw new AppError('FORBIDDEN', untranslated('This kind of token does not open this call.'))
  assertScope(guard, { ...ctx, actor }, access)
  return actor
}

/** Users sign in on our origin, client users on their session's; an agency's host opens only its workspace. */
function isAtHome(actor: Actor, origin: Origin): boolean {
  if (actor.kind === 'client') return actor.host === hostOf(origin)
  if (origin.kind === 'app') return true
  return actor.kind === 'session' ? false : !('workspaceId' in actor) || actor.workspaceId === origin.workspaceId
}

async function whyGone(guard: Guard, ctx: Ctx, headers: Headers): Promise<MessageDescriptor | undefined> {
  const token = bearerOf(headers) ?? guard.clientCookie(ctx, headers)
  return token !== undefined && CLIENT_TOKEN.test(token) ? guard.clientGone?.(ctx, token) : undefined
}

/** The bearer of a workspace secret or key, for endpoints whose calls are authorized one by one. Throws 401, 403. */
export async function workspaceBearer(
  guard: Guard,
  ctx: Ctx,
  asking: Asking,
): Promise<Extract<Actor, { kind: 'workspace' }>> {
  const bearer = bearerOf(asking.headers)
  const actor = bearer === undefined ? NOBODY : await byBearer(guard, ctx, bearer, asking, () => false)
  if (actor.kind === 'nobody') throw new AppError('UNAUTHORIZED')
  if (actor.kind !== 'workspace')
    throw new AppError('FORBIDDEN', untranslated('This kind of token does not open this call.'))
  return actor
}

/** Whether the scopes of the actor's key allow the call; always true for other actors. */
export function opensScope(actor: Actor, access: Access): boolean {
  const key = keyOf(actor)
  return key === undefined || hasScope(key, access)
}

/** A key may make calls within its scopes; calls without a scope are closed to keys. */
function assertScope(guard: Guard, ctx: Ctx, access: Access): void {
  const key = keyOf(ctx.actor)
  if (!key) return
  if (!hasScope(key, access)) {
    guard.refused?.(ctx, key.workspaceId, true)
    throw new AppError(
      'FORBIDDEN',
      access.scope === undefined
        ? msg('api_key_not_accepted')
        : untranslated(`This call needs an API key with the scope ${access.scope}.`),
    )
  }
  guard.keyUsed(ctx, key)
}

const hasScope = ({ scopes }: ApiKeyOf, { scope }: Access): boolean =>
  scope !== undefined && scope !== 'none' && scopes.includes(scope)

/** Whether the caller acts only as support, and so must not see secrets. */
export const isSupport = async (guard: Guard, ctx: Ctx): Promise<boolean> =>
  ctx.actor.kind === 'session' && ctx.workspaceId !== '' && (await guard.isSupport?.(ctx, ctx.workspaceId)) === true

/** The API key of the actor; undefined for all others, including the workspace secret. */
export function keyOf(actor: Actor): ApiKeyOf | undefined {
  if (actor.kind !== 'workspace' || actor.keyId === undefined) return undefined
  const { keyId, keyName = '', workspaceId, scopes = [] } = actor
  return { keyId, keyName, workspaceId, scopes }
}

async function byBearer(
  guard: Guard,
  ctx: Ctx,
  bearer: string,
  asking: Asking,
  may: (caller: Caller) => boolean,
): Promise<Actor> {
  if (bearer.length > 512 || bearer.startsWith(OPENAI_VISITOR)) return NOBODY
  if (API_KEY.test(bearer)) {
    const key = await guard.apiKey(ctx, sha256(bearer))
    return key ? { kind: 'workspace', ...key } : NOBODY
  }
  if (SECRET_KEY.test(bearer)) {
    const hash = sha256(bearer)
    const workspaceId = await guard.workspaceBySecret(ctx, hash)
    if (workspaceId) return { kind: 'workspace', workspaceId, secretHash: hash }
    const agent = await guard.agentBySecret(ctx, hash)
    if (agent) return { kind: 'agent', ...agent }
    return NOBODY
  }
  if (AGENCY_SECRET.test(bearer)) {
    const agency = await guard.agencyBySecret(ctx, sha256(bearer))
    if (agency) return { kind: 'agency', ...agency }
  }
  if (CLIENT_TOKEN.test(bearer)) return (await guard.client(ctx, bearer)) ?? NOBODY
  if (!bearer.startsWith('vis_')) {
    const session = await guard.session(new Headers({ authorization: `Bearer ${bearer}` }))
    if (session) return session
  }
  return may('visitor') && bearer.length >= 16 ? { kind: 'visitor', key: bearer } : NOBODY
}

/** Selects the cookie if a browser is signed in both as a workspace user and as a client user. */
export const ACT_AS_HEADER = 'x-parlance-act-as'

/** A workspace session takes precedence, unless the page asks for the client session. */
async function byCookie(guard: Guard, ctx: Ctx, asking: Asking, may: (caller: Caller) => boolean): Promise<Actor> {
  const cookie = asking.headers.get('cookie')
  if (!cookie) return NOBODY
  const asClient = asking.headers.get(ACT_AS_HEADER) === 'client'
  const isOurs = asking.origin.kind === 'app'
  const session = may('session') && isOurs && !asClient ? await guard.session(new Headers({ cookie })) : undefined
  const token = may('client') && !session ? guard.clientCookie(ctx, asking.headers) : undefined
  const actor = session ?? (token === undefined ? undefined : await guard.client(ctx, token))
  if (!actor) return NOBODY
  if (!READING.has(asking.method) && !sameOrigin(asking))
    throw new AppError('FORBIDDEN', msg('request_from_other_site'))
  return actor
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Browsers send Origin with every writing request, so cookies without it are ignored (CSRF protection). */
function sameOrigin({ headers, origin: { origin } }: Asking): boolean {
  const from = headers.get('origin')
  if (from !== null) return from === origin
  return headers.get('sec-fetch-site') === 'same-origin'
}

/** Checks that the actor belongs to the call's tenant; 404 otherwise. Visitors pass: conversations decide for them. */
export async function authorize(
  guard: Guard,
  ctx: Ctx,
  access: Access,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const actor = ctx.actor
  if (access.agent !== undefined) {
    const agentId = input[access.agent]
    if (typeof agentId !== 'string' || agentId === '') return ''
    const workspaceId = await guard.workspaceOfAgent(ctx, agentId)
    if (workspaceId === undefined) {
      if (access.creates && actor.kind !== 'agent') return ''
      throw new AppError('NOT_FOUND')
    }
    if (actor.kind === 'agent' && actor.agentId !== agentId) throw refusal(guard, ctx, workspaceId, 'NOT_FOUND')
    if (actor.kind === 'client' && actor.agentIds && !actor.agentIds.includes(agentId))
      throw refusal(guard, ctx, workspaceId, 'NOT_FOUND')
    return belongs(guard, ctx, access, workspaceId, input)
  }
  if (access.workspace !== undefined) {
    const asked = input[access.workspace]
    if (typeof asked === 'string' && asked !== '') return belongs(guard, ctx, access, asked, input)
    if (actor.kind === 'client') return belongs(guard, ctx, access, actor.workspaceId, input)
    return 'workspaceId' in actor ? actor.workspaceId : actor.kind === 'session' ? guard.homeWorkspace(ctx) : ''
  }
  if (actor.kind === 'client') assertClientMay(actor, access)
  return 'workspaceId' in actor ? actor.workspaceId : ''
}

/** Call it only once they may know that the object exists. */
function assertClientMay(actor: ClientActor, { client = {} }: Access): void {
  if (actor.disabledMessage !== undefined && !client.whenDisabled)
    throw new AppError('ACCESS_DISABLED', actor.disabledMessage ? untranslated(actor.disabledMessage) : undefined)
  if (client.admin && !actor.isAdmin && !actor.isOrgAdmin) throw new AppError('FORBIDDEN', msg('not_an_admin'))
  if (client.createsAgents && !actor.allowCreateAgents) throw new AppError('FORBIDDEN')
  if (client.tabs && !client.tabs.some((tab) => actor.canAccess.includes(tab)))
    throw new AppError('FORBIDDEN', msg('tab_not_allowed'))
}

async function belongs(
  guard: Guard,
  ctx: Ctx,
  access: Access,
  workspaceId: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const actor = ctx.actor
  if (actor.kind === 'nobody' || actor.kind === 'visitor') return workspaceId
  if (actor.kind !== 'session') {
    if (actor.workspaceId !== workspaceId) throw refusal(guard, ctx, workspaceId, 'NOT_FOUND')
    if (actor.kind === 'client') {
      if (access.org !== undefined && !actor.isAdmin) {
        const orgId = input[access.org]
        if (orgId === undefined) throw new AppError('INVALID_INPUT')
        if (orgId !== actor.orgId) throw refusal(guard, ctx, workspaceId, 'NOT_FOUND')
      }
      assertClientMay(actor, access)
    }
    return workspaceId
  }
  const role = await guard.roleOf(ctx, workspaceId, actor.email)
  if (!role) throw refusal(guard, ctx, workspaceId, 'NOT_FOUND')
  if (!roleAtLeast(role, access.role ?? 'viewer')) throw refusal(guard, ctx, workspaceId, 'FORBIDDEN')
  return workspaceId
}

function refusal(guard: Guard, ctx: Ctx, workspaceId: string, code: 'NOT_FOUND' | 'FORBIDDEN'): AppError {
  guard.refused?.(ctx, workspaceId, code === 'FORBIDDEN')
  return new AppError(code)
}

/** What access of a stream depends on. Kept as long as the stream, so it must not reference the request. */
export interface Claim {
  readonly actor: Actor
  /** SHA-256 of the workspace or agent secret. */
  readonly secretHash: string
  /** The input keys named by the access rule. */
  readonly names: Readonly<Record<string, unknown>>
}

const BY_SECRET: ReadonlySet<Actor['kind']> = new Set(['workspace', 'agency', 'agent'])

export function claimOf(actor: Actor, headers: Headers, access: Access, input: Claim['names']): Claim {
  const { agent, workspace, org } = access
  const names = Object.fromEntries(
    [agent, workspace, org].flatMap((key) => (key === undefined ? [] : [[key, input[key]]])),
  )
  const secret = BY_SECRET.has(actor.kind) ? (bearerOf(headers) ?? '') : ''
  // Visitors' keys are dropped: only the agent can go away, and it is the same for all its visitors.
  const kept: Actor = actor.kind === 'visitor' ? NOBODY : actor
  return { actor: kept, secretHash: secret && sha256(secret), names }
}

/** Equal for claims whose access ends together. */
export const claimKey = ({ actor, secretHash, names }: Claim): string =>
  JSON.stringify([
    actor.kind,
    'sessionToken' in actor ? actor.sessionToken : secretHash,
    actor.kind === 'client' ? reachOf(actor) : '',
    names,
  ])

export async function stillMay(guard: Guard, ctx: Ctx, access: Access, claim: Claim): Promise<boolean> {
  try {
    const asker = await assertMay(guard, ctx, access, claim)
    return reaches(asker, claim.actor)
  } catch (error) {
    if (error instanceof AppError && ENDED.has(error.code)) return false
    throw error
  }
}

/** Checks access in the transaction of `tx`, which can't be revoked until it ends. Throws as the call would now. */
export async function assertStill(guard: Guard, tx: Ctx, access: Access, claim: Claim): Promise<void> {
  // Visitors depend on no membership, so they need no lock.
  if (tx.workspaceId !== '' && claim.actor.kind !== 'nobody') await guard.hold?.(tx, tx.workspaceId)
  await assertMay(guard, tx, access, claim)
}

const ENDED: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'ACCESS_DISABLED', 'NOT_FOUND'])

/** A stream of a client user shows the agents they could open at its start; it ends when these change. */
const reaches = (now: Actor, before: Actor): boolean =>
  now.kind !== 'client' || before.kind !== 'client' || reachOf(now) === reachOf(before)
const reachOf = ({ orgId, isAdmin, agentIds, canAccess, disabledMessage }: ClientActor): string =>
  JSON.stringify([orgId, isAdmin, agentIds?.toSorted(), canAccess.toSorted(), disabledMessage])

async function assertMay(guard: Guard, ctx: Ctx, access: Access, claim: Claim): Promise<Actor> {
  const { actor, secretHash, names } = claim
  // E-mail addresses may change owners: the session's current user counts.
  const asker = await personNow(guard, ctx, actor)
  if (!asker) throw new AppError('UNAUTHORIZED')
  if (actor.kind === 'workspace' && !(await stillOpens(guard, ctx, access, claim))) throw new AppError('UNAUTHORIZED')
  if (actor.kind === 'agent' && (await guard.agentBySecret(ctx, secretHash))?.agentId !== actor.agentId)
    throw new AppError('UNAUTHORIZED')
  if (actor.kind === 'agency' && (await guard.agencyBySecret(ctx, secretHash))?.agencyId !== actor.agencyId)
    throw new AppError('UNAUTHORIZED')
  // No call was refused, so the refusal is not recorded.
  const { refused: _, ...quiet } = guard
  await authorize(quiet, { ...ctx, actor: asker }, access, names)
  return asker
}

const personNow = async (guard: Guard, ctx: Ctx, actor: Actor): Promise<Actor | undefined> =>
  actor.kind === 'session'
    ? guard.sessionNow(actor.sessionToken)
    : actor.kind === 'client'
      ? guard.client(ctx, actor.sessionToken)
      : actor

/** Whether the secret or key is still valid and its scopes still allow the call. */
async function stillOpens(guard: Guard, ctx: Ctx, access: Access, { actor, secretHash }: Claim): Promise<boolean> {
  const key = keyOf(actor)
  if (!key) return actor.kind === 'workspace' && (await guard.workspaceBySecret(ctx, secretHash)) === actor.workspaceId
  const now = await guard.apiKey(ctx, secretHash)
  return now?.keyId === key.keyId && hasScope(now, access)
}
