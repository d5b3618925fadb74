// Declares calls with path, callers and tenant object, as data that tests can enumerate.
import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { ClientTab } from './client-tabs.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { leastRole, type Role } from './roles.ts'
import { scopeOf, type Scope } from './scopes.ts'

/**
 * `public` anyone · `visitor` the holder of a conversation's visitor key · `session` a signed-in workspace user ·
 * `client` a signed-in client user of an org, or the admin of its agency · `workspace`, `agency`, `agent` bearers of
 * the secrets · `sandbox` a local user, in the sandbox only · `provider` an external service verified by the raw bytes
 * of its call: such a call has `webhook` and never reaches a contract handler.
 */
export type Caller =
  | 'public'
  | 'visitor'
  | 'session'
  | 'client'
  | 'workspace'
  | 'agency'
  | 'agent'
  | 'sandbox'
  | 'provider'

/** In addition to access to the agent, workspace and org. */
export interface ClientAccess {
  readonly tabs?: readonly ClientTab[]
  /** Org admins and the agency's admin only. */
  readonly admin?: true
  readonly createsAgents?: true
  /** Also allowed while their org's access is disabled, to see that and to sign out. */
  readonly whenDisabled?: true
}

export interface Access {
  readonly by: readonly Caller[]
  /** Input key that names the agent; the caller must own its workspace (404 otherwise, as for an unknown id). */
  readonly agent?: string
  /** Input key that names the workspace; same rule. */
  readonly workspace?: string
  /** Input key that names the org; a client user must belong to it (404 otherwise). Others are checked by workspace. */
  readonly org?: string
  readonly client?: ClientAccess
  /** Minimum role of a session; `declare` derives it from the method: everyone may read. */
  readonly role?: Role
  /** Scope that an API key needs, derived from tag and method unless set; `none` closes the call to keys. */
  readonly scope?: Scope | 'none'
  /** `always` although it reads · `together` merged with recent ones · `never` because it changes nothing relevant. */
  readonly audit?: 'always' | 'together' | 'never'
  /** The call may create the named agent, so an unused id passes. */
  readonly creates?: true
  /** `standard` when absent. */
  readonly limit?: LimitName
  /** Each call sends mail to a chosen address, so it also counts under `mail` by account. */
  readonly mails?: true
  /** Only our own pages call it from browsers: CORS allows no other site. */
  readonly ownPages?: true
}

export type LimitName =
  | 'standard'
  | 'public'
  | 'chat'
  | 'signIn'
  | 'signUp'
  | 'mail'
  | 'search'
  | 'probe'
  | 'domainCheck'
  | 'keyTest'
  | 'upload'
  | 'sources'
  | 'beacon'
  | 'invite'
  | 'feedback'
  | 'contact'
  | 'dnsMail'
  | 'webhook'
  | 'hosted'

export interface OpMeta extends Record<string, unknown> {
  readonly access: Access
  /** `global` calls are under /api, `region` calls under /api/{region}. */
  readonly scope: 'global' | 'region'
  readonly stream?: true
  /** Handled like `/webhooks/{provider}`. */
  readonly webhook?: string
  /** Replaces JSON. */
  readonly text?: string
  /** A large read: one at a time per person and two per workspace, on separate connections. */
  readonly isExport?: true
  /** The call may revoke someone's access, so open streams are checked again. */
  readonly changesAccess?: true
  /** A writing call also reads its query, because the specification's callers put input there. */
  readonly query?: true
  /** Bytes; 256 KB when absent. */
  readonly maxBody?: number
  /** The body is a file; other input is in path and query. Read it with `request.receive`. */
  readonly file?: { readonly maxBytes: number }
}

interface OpOptions extends Omit<OpMeta, 'scope' | 'access'> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly description?: string
  readonly tag: string
  readonly errors?: readonly ErrorCode[]
}

const errorMap = (codes: readonly ErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { status: ERRORS[code].status, message: ERRORS[code].message }]))

function declare(scope: OpMeta['scope'], options: OpOptions) {
  const { method, path, summary, description, tag, errors = [], ...meta } = options
  const secured =
    !options.access.by.includes('public') &&
    !options.access.by.includes('sandbox') &&
    !options.access.by.includes('provider')
  const common: ErrorCode[] = ['INVALID_INPUT', 'RATE_LIMITED', ...(secured ? (['UNAUTHORIZED'] as const) : [])]
  if (options.access.agent || options.access.workspace) common.push('NOT_FOUND')
  return oc
    .$meta<OpMeta>({ ...meta, access: withScope(options), scope } as OpMeta)
    .errors(errorMap([...new Set([...common, ...errors])]))
    .route({ method, path, summary, ...(description ? { description } : {}), tags: [tag] })
}

function withScope(options: OpOptions): Access {
  const { scope: _, ...access } = withRole(options)
  const scope = scopeOf(options)
  return scope === undefined ? access : { ...access, scope }
}

/** Only if there is a workspace to have a role in. */
const withRole = ({ access, method }: OpOptions): Access =>
  access.agent === undefined && access.workspace === undefined ? access : { ...access, role: leastRole(access, method) }

/** A call of one region, at `{api}{path}`. */
export const regional = (options: OpOptions) => declare('region', options)
/** A call of the whole installation, at `/api{path}`. */
export const global = (options: OpOptions) => declare('global', options)

/** Parses a page size, because `GET` inputs are text. */
export const pageInput = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
}
/** For lists that are returned whole: the request pipeline keeps the first `limit` entries. */
export const limitInput = { limit: pageInput.limit }
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
export const success = z.object({ success: z.literal(true) })
export const line = (max: number) => z.string().trim().min(1).max(max)
