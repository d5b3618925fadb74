// Domain events as plain data. Their handlers are in event-handlers.ts.
import type { MessagingChannel } from '@parlance/contract/channels/list'
import type { Conversation, Message, Person } from '@parlance/contract/conversations/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import type { CallTransfer } from '@parlance/contract/voice/schemas'
import type { Role } from '@parlance/contract/lib/roles'

type Operation = 'created' | 'updated' | 'deleted'

export type DomainEvent =
  /** `ref`: the referral code used at sign-up. */
  | { type: 'account.created'; userId: string; email: string; name: string; region: Region; ref?: string }
  | { type: 'account.verified'; userId: string; email: string; name: string; region: Region }
  /**
   * A reset proved an address; others may know the account's secrets. `renewal` names the occasion. Once per region.
   */
  | { type: 'account.recovered'; userId: string; region: Region; renewal: string }
  /** A session was opened; `method` is the last step of the sign-in. */
  | {
      type: 'account.signed-in'
      userId: string
      region: Region
      method: 'password' | 'code' | 'recovery' | 'passkey' | 'provider'
    }
  /** The account, its workspaces and memberships are deleted; `pseudonym` replaces it elsewhere. Once per region. */
  | {
      type: 'account.deleted'
      userId: string
      email: string
      name: string
      pseudonym: string
      /** ISO time of the end. */
      at?: string
      workspaceIds: readonly string[]
      region: Region
    }
  /** The same, for the cleanup of the job queue afterwards. Encrypted, because the queue keeps payloads. */
  | { type: 'account.erased'; region: Region; sealed: string }
  | { type: 'account.export-wanted'; userId: string; exportId: string; region: Region }
  /** Sessions, and push subscriptions older than `at` (ms), were ended for security. Once per region for accounts. */
  | { type: 'sessions.ended'; personId: string; at: number; region: Region }
  | { type: 'workspace.created'; workspaceId: string }
  /** `vapiKey`: the workspace's own, still sealed, to delete what Vapi has of it. */
  | { type: 'workspace.deleted'; workspaceId: string; vapiKey?: string }
  | { type: 'member.invited'; workspaceId: string; email: string }
  /** Membership changed: `before` is null for an invitation, `after` for a removal. `by` is empty for the secret. */
  | {
      type: 'member.changed'
      workspaceId: string
      email: string
      by: string
      before: Role | null
      after: Role | null
      at: number
    }
  | { type: 'organisation.changed'; workspaceId: string; orgId: string; name: string; operation: Operation }
  | {
      type: 'client.changed'
      workspaceId: string
      orgId: string
      clientId: string
      name: string
      email: string
      operation: Operation
    }
  | { type: 'client.availability'; workspaceId: string; clientId: string; isOnline: boolean }
  /** A client user should get a mail with the sign-in link. */
  | { type: 'client.invited'; workspaceId: string; orgId: string; clientId: string }
  | { type: 'log.mailed'; workspaceId: string; logId: string; to: string }
  /** After the workspace's own secret was renewed. `at`: milliseconds since 1970. */
  | { type: 'workspace.recovered'; workspaceId: string; renewal: string; at: number }
  /** `at`: milliseconds since 1970. `copyOf`: the agent it was duplicated from. */
  | { type: 'agent.created'; workspaceId: string; agentId: string; at: number; copyOf?: string }
  /** The new agent gets what belongs to the one it was duplicated from. */
  | { type: 'agent.copied'; workspaceId: string; agentId: string; copyOf: string }
  | { type: 'agent.updated'; workspaceId: string; agentId: string }
  | { type: 'agent.published'; workspaceId: string; agentId: string }
  | { type: 'agent.deleted'; workspaceId: string; agentId: string }
  /** `workspaceId` is set when a single conversation was deleted. */
  | { type: 'conversation.deleted'; conversationIds: readonly string[]; workspaceId?: string }
  /** A message by any author, once, also in owners' tests (channel `test`). `begins`: it started the conversation. */
  | {
      type: 'message.stored'
      workspaceId: string
      agentId: string
      conversationId: string
      messageId: string
      seq: number
      from: Message['from']
      channel: Conversation['channel']
      begins: boolean
      form: boolean
    }
  /** A turn changed the variables of a conversation. */
  | { type: 'variables.changed'; workspaceId: string; agentId: string; conversationId: string }
  /** A visitor became a lead (`isNew`), or a lead's e-mail address or phone number changed. */
  | {
      type: 'lead.captured'
      workspaceId: string
      agentId: string
      conversationId: string
      leadId: string
      isNew: boolean
    }
  | { type: 'channel.connected'; workspaceId: string; agentId: string; channel: MessagingChannel; account: string }
  | { type: 'subdomain.claimed'; workspaceId: string; agencyId: string; subdomain: string }
  | { type: 'channel.failing'; workspaceId: string; agentId: string; channel: MessagingChannel; reason: string }
  /** A phone call placed by another module rings, was answered, reached a machine or ended; the outcome says which. */
  | { type: 'call.changed'; workspaceId: string; agentId: string; callId: string; reference: string }
  /** A call is over, or reached nobody. `conversationId` only if the caller spoke; `withNumber`: share the number. */
  | {
      type: 'call.ended'
      workspaceId: string
      agentId: string
      callId: string
      conversationId?: string
      withNumber: boolean
    }
  /** A phone call that was passed on to a person reached them, or what became of it: `call_transferred` for endpoints. */
  | {
      type: 'call.transferred'
      workspaceId: string
      agentId: string
      callId: string
      to: string
      state: CallTransfer['state']
    }
  | { type: 'credits.added'; workspaceId: string }
  /** A charge passed a low-credit mark. `mark` and `left` are credits; `left` includes those held for running work. */
  | { type: 'credits.low'; workspaceId: string; mark: number; left: number }
  /** The same, when automatic recharge adds no credits: people are notified. `at`: milliseconds since 1970. */
  | { type: 'credits.notice'; workspaceId: string; mark: number; left: number; at: number }
  /** A charge took the balance below a possible automatic-recharge threshold. */
  | { type: 'credits.crossed'; workspaceId: string }
  /** The same for an organisation that pays itself. */
  | { type: 'org.credits-crossed'; workspaceId: string; orgId: string }
  /** An organisation that pays itself has no credits left: its agents stop. */
  | { type: 'org.credits-exhausted'; workspaceId: string; orgId: string }
  /** A charge passed a low-credit mark of an organisation that pays itself. In credits. */
  | { type: 'org.credits-low'; workspaceId: string; orgId: string; mark: number; left: number }
  /** An agent or organisation reached a percentage of its monthly budget; `isStopped`: no answers until the next. */
  | {
      type: 'budget.reached'
      workspaceId: string
      kind: 'agent' | 'org'
      subjectId: string
      name: string
      percent: number
      month: string
      isStopped: boolean
    }
  /** The first invoice of a subscription was paid. */
  | { type: 'subscription.started'; workspaceId: string; subscriptionId: string }
  /** A workspace's endpoint did not accept an event. */
  | { type: 'delivery.failed'; workspaceId: string; endpointId: string }
  /** Someone asked for a human: `handoff_requested` for endpoints. `at` in ms since 1970; `begins`: it started so. */
  | {
      type: 'handoff.requested'
      workspaceId: string
      agentId: string
      conversationId: string
      at: number
      begins?: true
    }
  /** The assignee is away, so others are asked. `at`: milliseconds since 1970. */
  | { type: 'handoff.reopened'; workspaceId: string; agentId: string; conversationId: string; at: number }
  /** A request for a human ended: a person took it, or none is needed any more. */
  | { type: 'handoff.settled'; workspaceId: string; agentId: string; conversationId: string }
  /** No one came in time: the agent answers again. */
  | { type: 'handoff.missed'; workspaceId: string; agentId: string; conversationId: string }
  /** A person took a conversation over or was assigned to it: `chat_delegated` for endpoints. `by`: who assigned it. */
  | {
      type: 'chat.delegated'
      workspaceId: string
      agentId: string
      conversationId: string
      person: Person
      by?: Person
    }
  /** A note mentions a teammate; `by` wrote it. */
  | {
      type: 'note.mentioned'
      workspaceId: string
      agentId: string
      conversationId: string
      noteId: string
      person: Pick<Person, 'kind' | 'id' | 'name'>
      by: Person
    }
  /** A visitor left a message because no human came: `form_submitted`. */
  | { type: 'form.submitted'; workspaceId: string; agentId: string; conversationId: string }
  | { type: 'document.saved'; workspaceId: string; agentId: string; docId: string }
  | { type: 'knowledge.changed'; workspaceId: string; agentId: string }
export type EventType = DomainEvent['type']

/** Jobs enqueued by the previous version, which announced only visitors' messages, under another name. */
export const asMessageStored = (data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  data.type === 'message.received' ? { ...data, type: 'message.stored', from: 'user' } : data
