// The first argument of every service function: actor, region, database, clock and log.
import type { Readable } from 'node:stream'
import type { AuditDetail } from '@parlance/contract/audit/schemas'
import type { ClientPath } from '@parlance/contract/lib/client-tabs'
import type { Region } from '@parlance/contract/lib/regions'
import type { Scope } from '@parlance/contract/lib/scopes'
import type { Db } from './db/pool.ts'
import type { DomainEvent } from './events.ts'
import type { Origin } from './origin/origin.ts'
import type { Logger } from './log.ts'

export type Actor =
  | { readonly kind: 'nobody' }
  /** Has a visitor key; access is checked per conversation. */
  | { readonly kind: 'visitor'; readonly key: string }
  | {
      readonly kind: 'session'
      readonly userId: string
      readonly email: string
      readonly name: string
      readonly emailVerified: boolean
      readonly region: Region
      readonly sessionToken: string
    }
  /** The bearer of a workspace secret, or of an API key: then `keyId` and the checked `scopes` are set. */
  | {
      readonly kind: 'workspace'
      readonly workspaceId: string
      /** SHA-256 of the secret, when they authenticated with it. */
      readonly secretHash?: string
      readonly keyId?: string
      readonly keyName?: string
      readonly scopes?: readonly Scope[]
    }
  | ClientActor
  | { readonly kind: 'agency'; readonly agencyId: string; readonly workspaceId: string }
  | { readonly kind: 'agent'; readonly agentId: string; readonly workspaceId: string }
  /** An outside service whose call was verified, for the workspace that connected it; empty for the operator's own. */
  | { readonly kind: 'provider'; readonly provider: string; readonly account: string; readonly workspaceId: string }
  /** Jobs, bound to the one workspace they act for. */
  | { readonly kind: 'system'; readonly workspaceId: string }

export interface ClientActor {
  readonly kind: 'client'
  readonly sessionToken: string
  readonly workspaceId: string
  readonly agencyId: string
  /** The agency's host on which they signed in; empty for our own. The session opens nothing elsewhere. */
  readonly host: string
  /** Empty for the agency's admin. */
  readonly clientId: string
  readonly orgId: string
  readonly email: string
  readonly name: string
  readonly isAdmin: boolean
  readonly isOrgAdmin: boolean
  readonly allowCreateAgents: boolean
  readonly canAccess: readonly ClientPath[]
  /** Agents they may open; undefined for the agency's admin, who may open all of the workspace. */
  readonly agentIds: readonly string[] | undefined
  /** The message when their org's access is disabled (empty for the default text); undefined when it is not. */
  readonly disabledMessage: string | undefined
}

/** What a service adds to the audit entry of its call. No user content, no secrets. */
export interface AuditNote {
  /** For calls that name no workspace. */
  readonly workspaceId?: string
  readonly objectType?: string
  readonly objectId?: string
  /** Small facts, e.g. `{ before: 'viewer', after: 'admin' }`. */
  readonly detail?: AuditDetail
}

/** What a handler may read of its HTTP request and add to the response. */
export interface RequestInfo {
  readonly id: string
  /** The client's address after the trusted proxies. */
  readonly ip: string
  readonly headers: Headers
  readonly setHeader: (name: string, value: string) => void
  readonly signal: AbortSignal
  /** For a new password of a person who proved the mailbox: ends the wait of this client for wrong passwords. */
  readonly forgetFailedSignIns: (email: string) => Promise<void>
  /** The uploaded file, unread, for calls that take one. Its real length may exceed the declared one. */
  readonly file?: Readable
}

export interface Ctx {
  readonly actor: Actor
  readonly region: Region
  readonly db: Db
  readonly now: () => Date
  readonly log: Logger
  /** The origin of the request; ours in jobs. Links in mails to clients use their agency's origin. */
  readonly origin: Origin
  /** The tenant that the access rule of the call resolved and checked; empty if there is none. */
  readonly workspaceId: string
  /** Whether the caller is in this workspace only as support. */
  readonly asSupport?: boolean
  /** For writes after slow work: checks in `tx` that access remains, and keeps it. Call it before taking locks. */
  readonly assertStill?: (tx: Ctx) => Promise<void>
  readonly request?: RequestInfo
  /** The same in each run of a call that is repeated with its Idempotency-Key; absent without one. */
  readonly attemptId?: string
  /** Adds to the audit entry of this call; absent outside of calls. */
  readonly audit?: (note: AuditNote) => void
  /** The same, and writes the entry in the transaction of `tx`. For changes of permissions. */
  readonly auditIn?: (tx: Ctx, note: AuditNote) => Promise<void>
  /** Enqueues the handlers of an event. Inside `tx` they run after the commit, in another region at once. */
  readonly emit: (event: DomainEvent) => Promise<void>
  /** Runs `work` in one transaction; nested calls join it. */
  readonly tx: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
}
