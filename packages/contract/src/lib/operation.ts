// How a call is declared: its path, who may make it and which tenant object it touches, as data that tests can walk.
import { oc } from '@orpc/contract'
import { z } from 'zod'
import type { ClientTab } from './client-tabs.ts'
import { ERRORS, type ErrorCode } from './errors.ts'
import { leastRole, type Role } from './roles.ts'
import { scopeOf, type Scope } from './scopes.ts'

/**
 * Who may call. `public` nobody in particular · `visitor` the holder of a conversation's visitor key · `session` a signed-in
 * workspace user · `client` a signed-in client user of an org, or the admin of its agency · `workspace`, `agency`, `agent` the
 * bearer secrets · `sandbox` whoever sits at this machine, in the sandbox only · `provider` an outside service that proves its
 * call by the raw bytes: such a call has `webhook` and never reaches a handler of the contract.
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

/** What a client user needs for a call, besides belonging to the agent, workspace and org it names. */
export interface ClientAccess {
  /** One of these tabs has to be in their `canAccess`. */
  readonly tabs?: readonly ClientTab[]
  /** Org admins and the agency's admin only. */
  readonly admin?: true
  /** Only who may make agents. */
  readonly createsAgents?: true
  /** Also while the access of their org is disabled: to learn so, and to sign out. */
  readonly whenDisabled?: true
}

export interface Access {
  readonly by: readonly Caller[]
  /** Input key that names the agent; the caller must own its workspace (404 otherwise, as for an unknown id). */
  readonly agent?: string
  /** Input key that names the workspace; same rule. */
  readonly workspace?: string
  /** Input key that names the org; a client user must be of it (404 otherwise). Other callers by the workspace alone. */
  readonly org?: string
  /** Needed where `by` has `client`. */
  readonly client?: ClientAccess
  /** The least role a session needs in that workspace; `declare` fills it in by the method: reading is for everybody. */
  readonly role?: Role
  /**
   * What an API key needs for the call. `declare` fills it in by tag and method; a declaration says it where that is not
   * right, `none` where no key may. Absent afterwards: closed to keys.
   */
  readonly scope?: Scope | 'none'
  /**
   * How the log of the workspace takes the call, where not by its kind: `always` although it reads, `together` as one entry
   * with the same person's last ones, `never` because it changes nothing that people look for there.
   */
  readonly audit?: 'always' | 'together' | 'never'
  /** The call may create the named agent: an id nobody owns is let through. */
  readonly creates?: true
  /** Name of the rate limit that counts this call; `standard` when absent. */
  readonly limit?: LimitName
  /** Each call sends mail where the signed-in person says: counted under `mail` by their account too. */
  readonly mails?: true
  /** Only our own pages call it from a browser, though anybody may: no other site is let in by CORS. */
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
  | 'keyTest'
  | 'upload'
  | 'sources'
  | 'beacon'
  | 'invite'
  | 'feedback'
  | 'contact'
  | 'dnsMail'
  | 'webhook'

export interface OpMeta extends Record<string, unknown> {
  readonly access: Access
  /** `global` calls stand under /api, `region` calls under /api/{region}. */
  readonly scope: 'global' | 'region'
  /** The answer is a stream of server-sent events, written by the edge itself. */
  readonly stream?: true
  /** Name of the provider whose calls come here: they enter as `/webhooks/{provider}` does. */
  readonly webhook?: string
  /** The answer is this kind of text and no JSON. */
  readonly text?: string
  /** Reads much: one at a time for each person and two for each workspace, on connections of their own. */
  readonly isExport?: true
  /** After the call somebody may have lost access to something: open streams are checked again. */
  readonly changesAccess?: true
  /** The query of a writing call is read too: the specification's callers put parts of the input there. */
  readonly query?: true
  /** Largest accepted body in bytes; 256 KB when absent. */
  readonly maxBody?: number
  /** The body is a file and no JSON; the other input stands in path and query. The edge takes it with `request.receive`. */
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

/** As tests and the spine read it: the one scope that opens the call to keys, or none. */
function withScope(options: OpOptions): Access {
  const { scope: _, ...access } = withRole(options)
  const scope = scopeOf(options)
  return scope === undefined ? access : { ...access, scope }
}

/** Only where there is a workspace to have a role in. */
const withRole = ({ access, method }: OpOptions): Access =>
  access.agent === undefined && access.workspace === undefined ? access : { ...access, role: leastRole(access, method) }

/** A call of one region, at `{api}{path}`. */
export const regional = (options: OpOptions) => declare('region', options)
/** A call of the whole installation, at `/api{path}`. */
export const global = (options: OpOptions) => declare('global', options)

/** `GET` inputs arrive as text; this reads a page size. */
export const pageInput = {
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).optional(),
}
/** Of lists that are answered whole: the request pipeline leaves the first `limit` of them. */
export const limitInput = { limit: pageInput.limit }
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })
export const success = z.object({ success: z.literal(true) })
/** One line of text people type: trimmed, not empty. */
export const line = (max: number) => z.string().trim().min(1).max(max)
