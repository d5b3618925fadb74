// The explicit first argument of every service: who asks, in which region, with which database, clock, log and outbox.
import type { Readable } from 'node:stream'
import type { AuditDetail } from '@parlance/contract/audit/schemas'
import type { ClientTab } from '@parlance/contract/lib/client-tabs'
import type { Region } from '@parlance/contract/lib/regions'
import type { Scope } from '@parlance/contract/lib/scopes'
import type { Db } from './db/pool.ts'
import type { DomainEvent } from './events.ts'
import type { Logger } from './log.ts'

export type Actor =
  | { readonly kind: 'nobody' }
  /** Holds a visitor key; which conversations that opens is checked per conversation. */
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
  /**
   * The bearer of a workspace's secret, or of one of its API keys: then `keyId` is there, and it may do what its `scopes` say
   * and nothing else. The request pipeline has checked the scope of the call.
   */
  | {
      readonly kind: 'workspace'
      readonly workspaceId: string
      /** SHA-256 of the secret, where it is what they came with. */
      readonly secretHash?: string
      readonly keyId?: string
      readonly keyName?: string
      readonly scopes?: readonly Scope[]
    }
  | ClientActor
  | { readonly kind: 'agency'; readonly agencyId: string; readonly workspaceId: string }
  | { readonly kind: 'agent'; readonly agentId: string; readonly workspaceId: string }
  /** Jobs and webhooks, bound to the one workspace they act for. */
  | { readonly kind: 'system'; readonly workspaceId: string }

/** A client user of an org, or, with `isAdmin`, whoever came in as the admin of the agency: of no org and all of them. */
export interface ClientActor {
  readonly kind: 'client'
  readonly sessionToken: string
  readonly workspaceId: string
  readonly agencyId: string
  /** Empty for the agency's admin. */
  readonly clientId: string
  readonly orgId: string
  readonly email: string
  readonly name: string
  readonly isAdmin: boolean
  readonly isOrgAdmin: boolean
  readonly allowCreateAgents: boolean
  readonly canAccess: readonly ClientTab[]
  /** Agents they may open; undefined for the agency's admin, who may open all of the workspace. */
  readonly agentIds: readonly string[] | undefined
  /** What they are told where the access of their org is disabled, empty for the general text; undefined where it is not. */
  readonly disabledMessage: string | undefined
}

/** What a service adds to the entry of its call in the log of the workspace. No texts of people, no secrets. */
export interface AuditNote {
  /** Where the call names no workspace. */
  readonly workspaceId?: string
  readonly objectType?: string
  readonly objectId?: string
  /** Small facts, e.g. `{ before: 'viewer', after: 'admin' }`. */
  readonly detail?: AuditDetail
}

/** What an edge may read of its HTTP request and add to the answer. */
export interface RequestInfo {
  readonly id: string
  /** The client's address after the trusted proxies. */
  readonly ip: string
  readonly headers: Headers
  /** Appends an answer header, e.g. Set-Cookie. */
  readonly setHeader: (name: string, value: string) => void
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
  /** The file that was sent, for calls that take one: unread, and no longer than declared only as far as the sender tells the truth. */
  readonly file?: Readable
}

export interface Ctx {
  readonly actor: Actor
  readonly region: Region
  readonly db: Db
  readonly now: () => Date
  readonly log: Logger
  /** The tenant that the access rule of the call resolved and checked; empty for calls without one. */
  readonly workspaceId: string
  /** Whether the session that asks is in this workspace as support alone. */
  readonly asSupport?: boolean
  /**
   * Asks in the transaction of `tx` whether who calls may still do so, and holds the answer until it ends: for what is written
   * once all of a body has come, or after work that takes time. To be asked before anything else is locked. Throws as the
   * call would by now; absent where no call is being answered.
   */
  readonly assertStill?: (tx: Ctx) => Promise<void>
  readonly request?: RequestInfo
  /** Notes something for the entry of this call in the log of the workspace; absent where no call is being answered. */
  readonly audit?: (note: AuditNote) => void
  /**
   * The same, and writes the entry at once, in the transaction of `tx`: what was done and the entry exist together or not at
   * all. For what decides who may do what.
   */
  readonly auditIn?: (tx: Ctx, note: AuditNote) => Promise<void>
  /** Hands an event to its durable eventHandlers; inside `tx` they hear it only after the commit, those of another region at once. */
  readonly emit: (event: DomainEvent) => Promise<void>
  /** Runs `work` in one transaction; nested calls join it. */
  readonly tx: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
}
