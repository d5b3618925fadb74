// What happens in the product, as plain data. event-handlers.ts says who hears what.
import type { Person } from '@parlance/contract/conversations/schemas'
import type { Region } from '@parlance/contract/lib/regions'
import type { Role } from '@parlance/contract/lib/roles'

type Operation = 'created' | 'updated' | 'deleted'

export type DomainEvent =
  /** `ref`: the referral code they came with. */
  | { type: 'account.created'; userId: string; email: string; name: string; region: Region; ref?: string }
  | { type: 'account.verified'; userId: string; email: string; name: string; region: Region }
  /**
   * A password reset proved an address that nobody had proved: whoever made the account may have been somebody else, and
   * keeps what they saw of it. `renewal` names this one occasion. Said once for each region, where each has its workspaces.
   */
  | { type: 'account.recovered'; userId: string; region: Region; renewal: string }
  /** A session began. `method`: what opened it last. */
  | {
      type: 'account.signed-in'
      userId: string
      region: Region
      method: 'password' | 'code' | 'recovery' | 'passkey' | 'provider'
    }
  /**
   * The account is gone from the identity store; its workspaces (`workspaceIds`) and memberships go now, said once for each
   * region. `pseudonym` stands for the person where others keep what they did.
   */
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
  /** The same, for what looks after the queue once all that is done; sealed, for the queue keeps it. */
  | { type: 'account.erased'; region: Region; sealed: string }
  | { type: 'account.export-wanted'; userId: string; exportId: string; region: Region }
  /**
   * Sessions of an account or a client user ended for safety's sake: a new password, signed out everywhere. What was opened for
   * them in browsers goes too, where it is older than `at` (milliseconds since 1970). Of accounts said once for each region.
   */
  | { type: 'sessions.ended'; personId: string; at: number; region: Region }
  | { type: 'workspace.created'; workspaceId: string }
  /** Its row is gone, and what hung on it; everything else of it goes now. */
  | { type: 'workspace.deleted'; workspaceId: string }
  /** Somebody is to be told by mail that they belong to a workspace. */
  | { type: 'member.invited'; workspaceId: string; email: string }
  /**
   * Somebody was invited (`before` null), got another role, or left or was removed (`after` null). `by`: address of who did it,
   * empty for the secret of the workspace. `at`: milliseconds since 1970.
   */
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
  /** A client user said whether they are at work, or showed it by taking a conversation over. */
  | { type: 'client.availability'; workspaceId: string; clientId: string; isOnline: boolean }
  /** A client user is to be mailed how to sign in. */
  | { type: 'client.invited'; workspaceId: string; orgId: string; clientId: string }
  /** An entry of the workspace's log is to go to a member by mail. */
  | { type: 'log.mailed'; workspaceId: string; logId: string; to: string }
  /** After the workspace's own secret was renewed. `at`: milliseconds since 1970. */
  | { type: 'workspace.recovered'; workspaceId: string; renewal: string; at: number }
  /** `at`: milliseconds since 1970. `copyOf`: the agent it was duplicated from. */
  | { type: 'agent.created'; workspaceId: string; agentId: string; at: number; copyOf?: string }
  | { type: 'agent.updated'; workspaceId: string; agentId: string }
  | { type: 'agent.published'; workspaceId: string; agentId: string }
  | { type: 'agent.deleted'; workspaceId: string; agentId: string }
  /** `workspaceId`: where it was one conversation that somebody deleted. */
  | { type: 'conversation.deleted'; conversationIds: readonly string[]; workspaceId?: string }
  /**
   * A visitor wrote; only where `wantsVisitorEvents` of the events module, or notifications, says that somebody hears it. `begins`: the conversation
   * began with it. `form`: it brought what was filled in.
   */
  | {
      type: 'message.received'
      workspaceId: string
      agentId: string
      conversationId: string
      messageId: string
      begins: boolean
      form: boolean
    }
  /** What a conversation knows of its visitor became something else in a turn. */
  | { type: 'variables.changed'; workspaceId: string; agentId: string; conversationId: string }
  /** A visitor became a lead (`isNew`), or the e-mail address or phone number of one became another. */
  | {
      type: 'lead.captured'
      workspaceId: string
      agentId: string
      conversationId: string
      leadId: string
      isNew: boolean
    }
  /** Credits came: a grant, the monthly refill, a transfer. */
  | { type: 'credits.added'; workspaceId: string }
  /** A charge passed a mark on the way down. `mark` and `left` are credits; `left` counts those held for running work. */
  | { type: 'credits.low'; workspaceId: string; mark: number; left: number }
  /** An endpoint of a workspace did not accept an event. */
  | { type: 'delivery.failed'; workspaceId: string; endpointId: string }
  /**
   * A visitor, or the agent for them, asked for a human: `handoff_requested` at endpoints. `at`: milliseconds since 1970.
   * `begins`: the conversation began with it.
   */
  | {
      type: 'handoff.requested'
      workspaceId: string
      agentId: string
      conversationId: string
      at: number
      begins?: true
    }
  /** Whoever had it is not there: somebody else is asked. `at`: milliseconds since 1970. */
  | { type: 'handoff.reopened'; workspaceId: string; agentId: string; conversationId: string; at: number }
  /** A request for people is dealt with: somebody came, or nobody is needed any more. */
  | { type: 'handoff.settled'; workspaceId: string; agentId: string; conversationId: string }
  /** Nobody came in time: the agent answers again. */
  | { type: 'handoff.missed'; workspaceId: string; agentId: string; conversationId: string }
  /**
   * Somebody took a conversation over, or it was assigned to them: `chat_delegated` at endpoints. `by`: who assigned it.
   */
  | {
      type: 'chat.delegated'
      workspaceId: string
      agentId: string
      conversationId: string
      person: Person
      by?: Person
    }
  /** A note names somebody of the agent's side; `by` wrote it. */
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
  /** A document became ready, changed or went. */
  | { type: 'knowledge.changed'; workspaceId: string; agentId: string }
export type EventType = DomainEvent['type']
