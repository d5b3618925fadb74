// Who is asking, and may they: the access data of a call, applied the same way to every call.
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import type { Access, Caller } from '@parlance/contract/lib/operation'
import { API_KEY, CLIENT_TOKEN, SECRET_KEY } from '@parlance/contract/lib/ids'
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import type { Scope } from '@parlance/contract/lib/scopes'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import type { Actor, ClientActor, Ctx } from '../ctx.ts'
import { sha256 } from '../crypto.ts'

/** What the request pipeline asks of the modules; container.ts fills it in. */
export interface Guard {
  readonly session: (headers: Headers) => Promise<Extract<Actor, { kind: 'session' }> | undefined>
  /** Whom a session is of by now, while it still is one; asking does not prolong it. */
  readonly sessionNow: (sessionToken: string) => Promise<Extract<Actor, { kind: 'session' }> | undefined>
  /** The client user of this session while there is one; asking prolongs it. */
  readonly client: (ctx: Ctx, sessionToken: string) => Promise<ClientActor | undefined>
  /** The session token of a client user in these cookies. */
  readonly clientCookie: (ctx: Ctx, headers: Headers) => string | undefined
  /** Why this session of a client user is none any more, where there is more to say than that. */
  readonly clientGone?: (ctx: Ctx, sessionToken: string) => Promise<MessageDescriptor | undefined>
  readonly workspaceBySecret: (ctx: Ctx, hash: string) => Promise<string | undefined>
  /** The API key that this hash opens now, the one before a rotation within its grace too. */
  readonly apiKey: (ctx: Ctx, hash: string) => Promise<ApiKeyOf | undefined>
  /** Told of every call that a key opened. Must not take time. */
  readonly keyUsed: (ctx: Ctx, key: ApiKeyOf) => void
  /**
   * Told of whoever is refused something of a workspace, existing or not; `insider` for those of it who may not do this.
   * No part of the answer; must not take time.
   */
  readonly refused?: (ctx: Ctx, workspaceId: string, insider: boolean) => void
  readonly agentBySecret: (ctx: Ctx, hash: string) => Promise<{ agentId: string; workspaceId: string } | undefined>
  readonly workspaceOfAgent: (ctx: Ctx, agentId: string) => Promise<string | undefined>
  readonly roleOf: (ctx: Ctx, workspaceId: string, email: string) => Promise<Role | undefined>
  /** Until the transaction of the context ends, nobody changes who belongs to this workspace. */
  readonly hold?: (ctx: Ctx, workspaceId: string) => Promise<unknown>
  /** Whether the session that asks is in this workspace as support alone. Nobody is when absent. */
  readonly isSupport?: (ctx: Ctx, workspaceId: string) => Promise<boolean>
  /** The workspace a call without one means for this session. */
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
  /** Origin under which this request reached us. */
  readonly origin: string
  readonly local: boolean
  readonly sandbox: boolean
  /** Told who it is before it is decided whether they may. */
  readonly identified?: (actor: Actor) => void
}

const NOBODY: Actor = { kind: 'nobody' }
export const bearerOf = (headers: Headers) => /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1]

/** Finds out who is asking. Throws 401 when the call needs somebody and nobody valid is there, 403 for the wrong kind. */
export async function authenticate(guard: Guard, ctx: Ctx, access: Access, asking: Asking): Promise<Actor> {
  const may = (caller: Caller) => access.by.includes(caller)
  if (may('sandbox')) {
    if (!asking.sandbox || !asking.local) throw new AppError('NOT_FOUND')
    return NOBODY
  }
  if (access.by.length === 1 && may('public')) return NOBODY
  const bearer = bearerOf(asking.headers)
  const actor =
    bearer === undefined ? await byCookie(guard, ctx, asking, may) : await byBearer(guard, ctx, bearer, asking, may)
  if (actor.kind === 'nobody') {
    if (may('public') && bearer === undefined) return actor
    throw new AppError('UNAUTHORIZED', may('client') ? await whyGone(guard, ctx, asking.headers) : undefined)
  }
  asking.identified?.(actor)
  if (!may(actor.kind as Caller))
    throw new AppError('FORBIDDEN', untranslated('This kind of token does not open this call.'))
  assertScope(guard, { ...ctx, actor }, access)
  return actor
}

async function whyGone(guard: Guard, ctx: Ctx, headers: Headers): Promise<MessageDescriptor | undefined> {
  const token = bearerOf(headers) ?? guard.clientCookie(ctx, headers)
  return token !== undefined && CLIENT_TOKEN.test(token) ? guard.clientGone?.(ctx, token) : undefined
}

/**
 * Who comes with the bearer of a workspace, whatever a key of it may do: for what makes calls in their name, each of which
 * asks for itself. Throws 401 when nobody valid is there, 403 for another kind.
 */
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

/** Whether the bearer opens a call with this scope; all but keys open whatever their kind does. */
export function opensScope(actor: Actor, access: Access): boolean {
  const key = keyOf(actor)
  return key === undefined || hasScope(key, access)
}

/** A key opens what its scopes name, where the call has a scope at all. */
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

/** Whether the session that asks may do what it may as support alone: then it gets no secret to go on with. */
export const isSupport = async (guard: Guard, ctx: Ctx): Promise<boolean> =>
  ctx.actor.kind === 'session' && ctx.workspaceId !== '' && (await guard.isSupport?.(ctx, ctx.workspaceId)) === true

/** The API key that somebody came with; undefined for all others, also for the secret of the workspace. */
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
  if (bearer.length > 512) return NOBODY
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
  if (CLIENT_TOKEN.test(bearer)) return (await guard.client(ctx, bearer)) ?? NOBODY
  if (!bearer.startsWith('vis_')) {
    const session = await guard.session(new Headers({ authorization: `Bearer ${bearer}` }))
    if (session) return session
  }
  return may('visitor') && bearer.length >= 16 ? { kind: 'visitor', key: bearer } : NOBODY
}

/** Names whose cookie counts where a browser is signed in both as a workspace user and as a client user. */
export const ACT_AS_HEADER = 'x-parlance-act-as'

/** Whoever is signed in as a workspace user is that, unless the page says that it is a client's. */
async function byCookie(guard: Guard, ctx: Ctx, asking: Asking, may: (caller: Caller) => boolean): Promise<Actor> {
  const cookie = asking.headers.get('cookie')
  if (!cookie) return NOBODY
  const asClient = asking.headers.get(ACT_AS_HEADER) === 'client'
  const session = may('session') && !asClient ? await guard.session(new Headers({ cookie })) : undefined
  const token = may('client') && !session ? guard.clientCookie(ctx, asking.headers) : undefined
  const actor = session ?? (token === undefined ? undefined : await guard.client(ctx, token))
  if (!actor) return NOBODY
  if (!READING.has(asking.method) && !sameOrigin(asking))
    throw new AppError('FORBIDDEN', msg('request_from_other_site'))
  return actor
}

const READING: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Browsers send Origin with every writing request, so a cookie that comes without any sign of our page does not count. */
function sameOrigin({ headers, origin }: Asking): boolean {
  const from = headers.get('origin')
  if (from !== null) return from === origin
  return headers.get('sec-fetch-site') === 'same-origin'
}

/**
 * Resolves the tenant that the call touches and checks that the actor belongs to it. Another tenant's id answers 404,
 * like an unknown one. Visitors and the public pass: what they may see is decided per conversation.
 */
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

/** After it is certain that what they name is theirs to know of. */
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
      const isOtherOrg = access.org !== undefined && !actor.isAdmin && input[access.org] !== actor.orgId
      if (isOtherOrg) throw refusal(guard, ctx, workspaceId, 'NOT_FOUND')
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

/** What the access of a call rests on that takes time. Kept as long as a stream, so it holds nothing of the request. */
export interface Claim {
  readonly actor: Actor
  /** Of the bearer of a workspace or an agent. */
  readonly secretHash: string
  /** What the call's access names, of its input. */
  readonly names: Readonly<Record<string, unknown>>
}

export function claimOf(actor: Actor, headers: Headers, access: Access, input: Claim['names']): Claim {
  const { agent, workspace, org } = access
  const names = Object.fromEntries(
    [agent, workspace, org].flatMap((key) => (key === undefined ? [] : [[key, input[key]]])),
  )
  const secret = actor.kind === 'workspace' || actor.kind === 'agent' ? (bearerOf(headers) ?? '') : ''
  // A visitor's key is no part of it: what can end is the agent, which is the same for all its visitors.
  const kept: Actor = actor.kind === 'visitor' ? NOBODY : actor
  return { actor: kept, secretHash: secret && sha256(secret), names }
}

/** The same for claims that stand and fall together. */
export const claimKey = ({ actor, secretHash, names }: Claim): string =>
  JSON.stringify([
    actor.kind,
    'sessionToken' in actor ? actor.sessionToken : secretHash,
    actor.kind === 'client' ? reachOf(actor) : '',
    names,
  ])

/** Whether what was allowed when the stream began is allowed still. */
export async function stillMay(guard: Guard, ctx: Ctx, access: Access, claim: Claim): Promise<boolean> {
  try {
    const asker = await assertMay(guard, ctx, access, claim)
    return reaches(asker, claim.actor)
  } catch (error) {
    if (error instanceof AppError && ENDED.has(error.code)) return false
    throw error
  }
}

/** Asks in the transaction of `tx`, and has the answer hold until it ends. Throws 401, 403 or 404 as the call would by now. */
export async function assertStill(guard: Guard, tx: Ctx, access: Access, claim: Claim): Promise<void> {
  // Nobody's membership carries a visitor: they hold up no one who changes it.
  if (tx.workspaceId !== '' && claim.actor.kind !== 'nobody') await guard.hold?.(tx, tx.workspaceId)
  await assertMay(guard, tx, access, claim)
}

const ENDED: ReadonlySet<string> = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'ACCESS_DISABLED', 'NOT_FOUND'])

/** A stream of a client user shows what they could open when it began: it ends with that, and begins anew. */
const reaches = (now: Actor, before: Actor): boolean =>
  now.kind !== 'client' || before.kind !== 'client' || reachOf(now) === reachOf(before)
const reachOf = ({ orgId, isAdmin, agentIds, canAccess, disabledMessage }: ClientActor): string =>
  JSON.stringify([orgId, isAdmin, agentIds?.toSorted(), canAccess.toSorted(), disabledMessage])

/** Whoever asks, as they are now. */
async function assertMay(guard: Guard, ctx: Ctx, access: Access, claim: Claim): Promise<Actor> {
  const { actor, secretHash, names } = claim
  // Addresses change hands meanwhile: what counts is whom the session is of now.
  const asker = await personNow(guard, ctx, actor)
  if (!asker) throw new AppError('UNAUTHORIZED')
  if (actor.kind === 'workspace' && !(await stillOpens(guard, ctx, access, claim))) throw new AppError('UNAUTHORIZED')
  if (actor.kind === 'agent' && (await guard.agentBySecret(ctx, secretHash))?.agentId !== actor.agentId)
    throw new AppError('UNAUTHORIZED')
  // Nobody asked: who lost access meanwhile is not refused anything.
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

/** Whether the secret or key is one still, and its key may still do this. */
async function stillOpens(guard: Guard, ctx: Ctx, access: Access, { actor, secretHash }: Claim): Promise<boolean> {
  const key = keyOf(actor)
  if (!key) return actor.kind === 'workspace' && (await guard.workspaceBySecret(ctx, secretHash)) === actor.workspaceId
  const now = await guard.apiKey(ctx, secretHash)
  return now?.keyId === key.keyId && hasScope(now, access)
}
