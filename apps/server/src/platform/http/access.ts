// Who is asking, and may they: the access data of a call, applied the same way to every call.
import { AppError } from '@parlance/core/kit/errors'
import type { Access, Caller } from '@parlance/core/kit/contract'
import { SECRET_KEY } from '@parlance/core/kit/ids'
import { roleAtLeast, type Role } from '@parlance/core/kit/roles'
import type { Actor, Ctx } from '../ctx.ts'
import { sha256 } from '../crypto.ts'

/** What the spine asks of the modules; wiring.ts fills it in. */
export interface Guard {
  readonly session: (headers: Headers) => Promise<Extract<Actor, { kind: 'session' }> | undefined>
  /** Whether a session still is one; asking does not prolong it. */
  readonly sessionLives: (sessionToken: string) => Promise<boolean>
  readonly workspaceBySecret: (ctx: Ctx, hash: string) => Promise<string | undefined>
  readonly agentBySecret: (ctx: Ctx, hash: string) => Promise<{ agentId: string; workspaceId: string } | undefined>
  readonly workspaceOfAgent: (ctx: Ctx, agentId: string) => Promise<string | undefined>
  readonly roleOf: (ctx: Ctx, workspaceId: string, email: string) => Promise<Role | undefined>
  /** The workspace a call without one means for this session. */
  readonly homeWorkspace: (ctx: Ctx) => Promise<string>
}

export interface Asking {
  readonly headers: Headers
  readonly method: string
  /** Origin under which this request reached us. */
  readonly origin: string
  readonly local: boolean
  readonly sandbox: boolean
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
    bearer === undefined
      ? await byCookie(guard, asking, may('session'))
      : await byBearer(guard, ctx, bearer, asking, may)
  if (actor.kind === 'nobody') {
    if (may('public') && bearer === undefined) return actor
    throw new AppError('UNAUTHORIZED')
  }
  if (!may(actor.kind as Caller)) throw new AppError('FORBIDDEN', 'This kind of token does not open this call.')
  return actor
}

async function byBearer(
  guard: Guard,
  ctx: Ctx,
  bearer: string,
  asking: Asking,
  may: (caller: Caller) => boolean,
): Promise<Actor> {
  if (bearer.length > 512) return NOBODY
  if (SECRET_KEY.test(bearer)) {
    const hash = sha256(bearer)
    const workspaceId = await guard.workspaceBySecret(ctx, hash)
    if (workspaceId) return { kind: 'workspace', workspaceId }
    const agent = await guard.agentBySecret(ctx, hash)
    if (agent) return { kind: 'agent', ...agent }
    return NOBODY
  }
  if (!bearer.startsWith('vis_')) {
    const session = await guard.session(new Headers({ authorization: `Bearer ${bearer}` }))
    if (session) return session
  }
  return may('visitor') && bearer.length >= 16 ? { kind: 'visitor', key: bearer } : NOBODY
}

async function byCookie(guard: Guard, asking: Asking, wanted: boolean): Promise<Actor> {
  const cookie = asking.headers.get('cookie')
  if (!wanted || !cookie) return NOBODY
  const session = await guard.session(new Headers({ cookie }))
  if (!session) return NOBODY
  if (asking.method !== 'GET' && !sameOrigin(asking))
    throw new AppError('FORBIDDEN', 'This request came from another site.')
  return session
}

/** Browsers send Origin with every writing request; a cookie alone, from elsewhere, does not count. */
function sameOrigin({ headers, origin }: Asking): boolean {
  const from = headers.get('origin')
  if (from !== null) return from === origin
  const site = headers.get('sec-fetch-site')
  return site === null || site === 'same-origin' || site === 'none'
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
    if (actor.kind === 'agent' && actor.agentId !== agentId) throw new AppError('NOT_FOUND')
    return belongs(guard, ctx, access, workspaceId)
  }
  if (access.workspace !== undefined) {
    const asked = input[access.workspace]
    if (typeof asked === 'string' && asked !== '') return belongs(guard, ctx, access, asked)
    return 'workspaceId' in actor ? actor.workspaceId : actor.kind === 'session' ? guard.homeWorkspace(ctx) : ''
  }
  return 'workspaceId' in actor ? actor.workspaceId : ''
}

async function belongs(guard: Guard, ctx: Ctx, access: Access, workspaceId: string): Promise<string> {
  const actor = ctx.actor
  if (actor.kind === 'nobody' || actor.kind === 'visitor') return workspaceId
  if (actor.kind !== 'session') {
    if (actor.workspaceId !== workspaceId) throw new AppError('NOT_FOUND')
    return workspaceId
  }
  const role = await guard.roleOf(ctx, workspaceId, actor.email)
  if (!role) throw new AppError('NOT_FOUND')
  if (!roleAtLeast(role, access.role ?? 'viewer')) throw new AppError('FORBIDDEN')
  return workspaceId
}

/** What a stream's access rests on. Kept as long as the stream, so it holds nothing of the request. */
export interface Claim {
  readonly actor: Actor
  /** Of the bearer of a workspace or an agent. */
  readonly secretHash: string
  /** What the call's access names, of its input. */
  readonly names: Readonly<Record<string, unknown>>
}

export function claimOf(actor: Actor, headers: Headers, { agent, workspace }: Access, input: Claim['names']): Claim {
  const names = Object.fromEntries([agent, workspace].flatMap((key) => (key === undefined ? [] : [[key, input[key]]])))
  const secret = actor.kind === 'workspace' || actor.kind === 'agent' ? (bearerOf(headers) ?? '') : ''
  // A visitor's key is no part of it: what can end is the agent, which is the same for all its visitors.
  const kept: Actor = actor.kind === 'visitor' ? NOBODY : actor
  return { actor: kept, secretHash: secret && sha256(secret), names }
}

/** The same for claims that stand and fall together. */
export const claimKey = ({ actor, secretHash, names }: Claim): string =>
  JSON.stringify([actor.kind, actor.kind === 'session' ? actor.sessionToken : secretHash, names])

/** Whether what was allowed when the stream began is allowed still. */
export async function stillMay(guard: Guard, ctx: Ctx, access: Access, claim: Claim): Promise<boolean> {
  const { actor, secretHash, names } = claim
  if (actor.kind === 'session' && !(await guard.sessionLives(actor.sessionToken))) return false
  if (actor.kind === 'workspace' && (await guard.workspaceBySecret(ctx, secretHash)) !== actor.workspaceId) return false
  if (actor.kind === 'agent' && (await guard.agentBySecret(ctx, secretHash))?.agentId !== actor.agentId) return false
  try {
    await authorize(guard, { ...ctx, actor }, access, names)
    return true
  } catch (error) {
    if (error instanceof AppError && (error.code === 'NOT_FOUND' || error.code === 'FORBIDDEN')) return false
    throw error
  }
}
