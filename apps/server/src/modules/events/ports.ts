import type { Contacts } from '@parlance/contract/leads/captured'
import type { EndReason } from '@parlance/contract/voice/protocol'
import type { Ctx } from '../../lib/ctx.ts'
import type { MessageDescriptor } from '@parlance/i18n/messages'

/** HTTP client for public hosts only; addresses are checked when an endpoint is saved and at every request. */
export interface Outbound {
  readonly check: (address: string) => Promise<void>
  readonly fetch: typeof fetch
  /** Why a request failed, without details of our network. */
  readonly reason: (error: unknown) => MessageDescriptor
}

/** Runs `work` in a transaction that locks the workspace and its endpoints, if the caller is still an admin. */
export type RunAsAdmin = <T>(ctx: Ctx, uid: string, work: (tx: Ctx) => Promise<T>) => Promise<T>

/** What events include of a conversation; without text and contacts if the agent keeps no history. */
export interface ConversationDetails {
  readonly channel: string
  readonly visitor: string
  readonly pageUrl: string
  readonly language: string
  readonly contacts: Contacts
  readonly contactForm?: { readonly email: string; readonly message: string }
  readonly message?: { readonly text: string; readonly values?: Readonly<Record<string, string | number | boolean>> }
}
export type FindConversation = (
  ctx: Ctx,
  of: { readonly agentId: string; readonly conversationId: string; readonly messageId?: string },
) => Promise<ConversationDetails | undefined>

/** What events include of a call that ended. */
export interface CallDetails {
  readonly kind: 'web' | 'phone'
  readonly direction: 'in' | 'out' | undefined
  /** Numbers of the other side and of the agent; empty on the web. */
  readonly phone: string
  readonly line: string
  readonly endReason: EndReason
  readonly durationMs: number
  readonly credits: number
}
/** Undefined for a deleted call, one that is not over and an owner's test. */
export type FindCall = (
  ctx: Ctx,
  of: { readonly agentId: string; readonly callId: string },
) => Promise<CallDetails | undefined>

export interface LogEntry {
  readonly workspaceId: string
  readonly type: string
  readonly content: MessageDescriptor
  readonly metadata: Readonly<Record<string, unknown>>
}
export type WriteLog = (ctx: Ctx, entry: LogEntry) => Promise<void>

export interface FailureDigest {
  readonly workspaceId: string
  readonly endpointId: string
  readonly workspace: string
  readonly endpoint: string
  /** Number of all failures; `failures` holds the newest. */
  readonly total: number
  readonly failures: readonly {
    readonly type: string
    readonly at: Date
    readonly reason: string
    readonly attempts: number
  }[]
}
/** Mails everyone in the workspace once the transaction of the context commits. */
export type SendFailureDigest = (ctx: Ctx, failures: FailureDigest) => Promise<void>
