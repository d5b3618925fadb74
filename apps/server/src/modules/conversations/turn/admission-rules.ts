// May this message be answered? The rule of a turn's first transaction, over rows read under lock; no I/O.
import type { EngineState } from '@parlance/contract/engine/types'
import type { Milli } from '@parlance/contract/lib/money'
import { speakerOf, type Standing } from '@parlance/contract/conversations/lifecycle'

export interface Asked {
  readonly turnId: string
  readonly workspaceId: string
  readonly agentId: string
  /** Absent on the first message of a conversation. */
  readonly conversationId: string | undefined
  readonly visitorHash: string
  readonly clientMessageId: string
  /** Of what the message says and carries: under one id only the same can come again. */
  readonly bodyHash: string
  /** Ids of what the message carries. */
  readonly attachments?: readonly string[] | undefined
  /** Whoever owns the agent may continue its conversations; a visitor only their own. */
  readonly trusted: boolean
  /** What the agent wants agreed to: nothing, or `missing` until the visitor has agreed with this message or an earlier one. */
  readonly consent?: 'missing' | 'given' | undefined
  /** Worst cost of the turn in milli-credits. */
  readonly hold: Milli
  /** 0 means no cap. */
  readonly messagesLimit: number
  /** Milli-credits a month; 0 means no cap. */
  readonly usageLimit: Milli
}

/** The turn that a message of the same id began. */
export interface EarlierTurn {
  readonly turnId: string
  readonly conversationId: string
  /** Undefined for turns stored before it was kept. */
  readonly bodyHash: string | undefined
}

/** What the database knew of one request when its rows were locked. */
export interface Known {
  readonly earlier: EarlierTurn | undefined
  readonly conversation:
    | {
        readonly id: string
        readonly agentId: string
        readonly visitorHash: string
        readonly messageCount: number
        readonly runningTurn: string | undefined
        readonly leaseUntil: number
        /** The visitor has agreed to the agent's terms before. */
        readonly consented?: boolean
        readonly standing: Standing
        /** Where it is in the agent's graph; carried through to the turn, the rule does not look at it. */
        readonly engine?: EngineState | undefined
      }
    | undefined
}

/** Changes as the requests of one batch are admitted one after the other. */
export interface Ledgers {
  /** Available milli-credits by workspace. */
  readonly balances: Map<string, Milli>
  /** This month's use by agent; credits include what its running turns hold. */
  readonly usage: Map<string, { messages: number; milli: Milli }>
  /** Conversations that got a running turn in this batch. */
  readonly busy: Set<string>
  /** Idempotency keys admitted in this batch. */
  readonly keys: Map<string, EarlierTurn>
  /** Of what these messages carry: what no message carried before. */
  readonly unsent?: Set<string>
}

export type Refusal =
  | 'NOT_FOUND'
  | 'MESSAGE_ID_USED'
  | 'ATTACHMENT_SENT'
  | 'CONSENT_REQUIRED'
  | 'ENDED'
  | 'CREDITS_EXHAUSTED'
  | 'LIMIT_REACHED'
  | 'TURN_RUNNING'
export type Admission =
  | {
      readonly kind: 'admitted'
      readonly conversationId: string
      readonly isNew: boolean
      readonly seq: number
      readonly engine: EngineState | undefined
    }
  /** People are asked for or there: the message is stored and costs nothing, and no answer begins. */
  | { readonly kind: 'silent'; readonly conversationId: string; readonly seq: number }
  /** The same message was accepted before: its turn is answered again, nothing is stored or held. */
  | { readonly kind: 'repeated'; readonly turnId: string; readonly conversationId: string }
  | { readonly kind: 'refused'; readonly code: Refusal }

export const messageKey = (asked: Pick<Asked, 'agentId' | 'visitorHash' | 'clientMessageId'>) =>
  `${asked.agentId}|${asked.visitorHash}|${asked.clientMessageId}`

/**
 * Decides one request and books it into `ledgers`, so that the next one of the batch sees its effect.
 * `newConversationId` is used when the request begins a conversation; `now` is in milliseconds.
 */
export function admit(asked: Asked, known: Known, ledgers: Ledgers, newConversationId: string, now: number): Admission {
  const key = messageKey(asked)
  const earlier = known.earlier ?? ledgers.keys.get(key)
  if (earlier) return repeat(asked, earlier)
  const { conversation } = known
  if (asked.conversationId !== undefined) {
    const theirs =
      conversation &&
      conversation.agentId === asked.agentId &&
      (asked.trusted || conversation.visitorHash === asked.visitorHash)
    if (!theirs) return { kind: 'refused', code: 'NOT_FOUND' }
    const running = conversation.runningTurn !== undefined && conversation.leaseUntil > now
    if (running || ledgers.busy.has(conversation.id)) return { kind: 'refused', code: 'TURN_RUNNING' }
  }
  if (asked.consent === 'missing' && !conversation?.consented) return { kind: 'refused', code: 'CONSENT_REQUIRED' }
  if (!taken(asked, ledgers)) return { kind: 'refused', code: 'ATTACHMENT_SENT' }
  const speaker = conversation ? speakerOf(conversation.standing) : 'agent'
  if (speaker === 'nobody') return { kind: 'refused', code: 'ENDED' }
  if (conversation && speaker === 'people') {
    // The next one of this batch would take the same number: it comes again.
    ledgers.busy.add(conversation.id)
    ledgers.keys.set(key, { turnId: asked.turnId, conversationId: conversation.id, bodyHash: asked.bodyHash })
    return { kind: 'silent', conversationId: conversation.id, seq: conversation.messageCount + 1 }
  }
  const balance = ledgers.balances.get(asked.workspaceId) ?? 0
  if (balance < asked.hold || balance <= 0) return { kind: 'refused', code: 'CREDITS_EXHAUSTED' }
  const used = ledgers.usage.get(asked.agentId) ?? { messages: 0, milli: 0 }
  if (overLimit(used, asked)) return { kind: 'refused', code: 'LIMIT_REACHED' }

  const conversationId = conversation?.id ?? newConversationId
  ledgers.balances.set(asked.workspaceId, balance - asked.hold)
  ledgers.usage.set(asked.agentId, { messages: used.messages + 1, milli: used.milli + asked.hold })
  ledgers.busy.add(conversationId)
  ledgers.keys.set(key, { turnId: asked.turnId, conversationId, bodyHash: asked.bodyHash })
  return {
    kind: 'admitted',
    conversationId,
    isNew: conversation === undefined,
    seq: (conversation?.messageCount ?? 0) + 1,
    engine: conversation?.engine,
  }
}

function repeat({ bodyHash }: Asked, { turnId, conversationId, bodyHash: first }: EarlierTurn): Admission {
  if (first !== undefined && first !== bodyHash) return { kind: 'refused', code: 'MESSAGE_ID_USED' }
  return { kind: 'repeated', turnId, conversationId }
}

/** What a message carries is carried once; false when one of them was. */
function taken({ attachments = [] }: Asked, { unsent }: Ledgers): boolean {
  return attachments.every((id) => unsent?.delete(id))
}

/** True when a month's messages or credits are used up; 0 is no limit. */
export function overLimit(
  used: { readonly messages: number; readonly milli: Milli },
  limits: { readonly messagesLimit: number; readonly usageLimit: Milli },
): boolean {
  return (
    (limits.messagesLimit > 0 && used.messages >= limits.messagesLimit) ||
    (limits.usageLimit > 0 && used.milli >= limits.usageLimit)
  )
}
