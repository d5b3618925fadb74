// What events need from outside: the network, what was said, the workspace's people and its log.
import type { Contacts } from '@parlance/contract/leads/captured'
import type { Ctx } from '../../lib/ctx.ts'
import type { MessageDescriptor } from '@parlance/i18n/messages'

/** The one guarded client: public hosts only, checked when an endpoint is saved and again at every request. */
export interface Outbound {
  /** Rejects for an address that may not be asked. */
  readonly check: (address: string) => Promise<void>
  readonly fetch: typeof fetch
  /** Why an exchange failed, as far as people may know it. */
  readonly reason: (error: unknown) => MessageDescriptor
}

/**
 * Runs the work in a transaction that holds the workspace, if who asks is an admin of it still. Nobody else changes what it
 * chose meanwhile.
 */
export type AsAdmin = <T>(ctx: Ctx, uid: string, work: (tx: Ctx) => Promise<T>) => Promise<T>

/** A conversation as events tell of it; without words and contacts where the agent keeps no history. */
export interface ToldConversation {
  readonly channel: string
  readonly visitor: string
  readonly pageUrl: string
  readonly language: string
  readonly contacts: Contacts
  readonly left?: { readonly email: string; readonly message: string }
  readonly message?: { readonly text: string; readonly values?: Readonly<Record<string, string | number | boolean>> }
}
/** Undefined for one that is gone. */
export type TellConversation = (
  ctx: Ctx,
  of: { readonly agentId: string; readonly conversationId: string; readonly messageId?: string },
) => Promise<ToldConversation | undefined>

export interface LogEntry {
  readonly workspaceId: string
  readonly type: string
  readonly content: MessageDescriptor
  readonly metadata: Readonly<Record<string, unknown>>
}
export type WriteLog = (ctx: Ctx, entry: LogEntry) => Promise<void>

export interface Failures {
  readonly workspaceId: string
  readonly endpointId: string
  readonly workspace: string
  readonly endpoint: string
  /** All of them; `failures` are the newest. */
  readonly total: number
  readonly failures: readonly {
    readonly type: string
    readonly at: Date
    /** As stored with the delivery. */
    readonly reason: string
    readonly attempts: number
  }[]
}
/** Mails everybody of the workspace, as far as the transaction of the context commits. */
export type MailFailures = (ctx: Ctx, failures: Failures) => Promise<void>
