// Decides whether a message may be answered. `admit` is a pure decision over facts read under the balance lock;
// `admitBatch` decides a batch, and when credits run short takes holds of less urgent work for visitors.
import type { HoldPriority } from '../../billing/index.ts'
import type { EngineState } from '@parlance/contract/engine/types'
import { newConversationId } from '@parlance/contract/lib/ids'
import type { Milli } from '@parlance/contract/lib/money'
import { speakerOf, type SpeakerState } from '@parlance/contract/conversations/lifecycle'
import type { Db } from '../../../lib/db/pool.ts'
import type { TurnLedger } from '../ports.ts'

export interface IncomingMessage {
  readonly turnId: string
  readonly workspaceId: string
  /** The workspace or organisation whose balance pays. */
  readonly payerId: string
  readonly agentId: string
  /** Absent on the first message of a conversation. */
  readonly conversationId: string | undefined
  readonly visitorHash: string
  readonly clientMessageId: string
  /** Hash of text, attachments and form values: an id may only be reused for the same content. */
  readonly bodyHash: string
  readonly attachments?: readonly string[] | undefined
  /** The agent's owners may continue its conversations; a visitor only their own. */
  readonly trusted: boolean
  readonly consent?: 'missing' | 'given' | undefined
  /** Worst cost of the turn in milli-credits. */
  readonly hold: Milli
  readonly messagesLimit: number
  readonly usageLimit: Milli
  readonly ignoresBudgets?: boolean | undefined
}

export interface EarlierTurn {
  readonly turnId: string
  readonly conversationId: string
  /** Undefined for turns of older versions. */
  readonly bodyHash: string | undefined
}

/** What the database holds about one message, read under the lock of the balance. */
export interface AdmissionFacts {
  /** Milli-credits left in the agent's and the paying organisation's budgets, minus holds of running work. */
  readonly agentLeft?: Milli | undefined
  readonly payerLeft?: Milli | undefined
  /** The agent's team has blocked the visitor. */
  readonly isBlocked?: boolean | undefined
  readonly earlier: EarlierTurn | undefined
  readonly conversation:
    | {
        readonly id: string
        readonly agentId: string
        readonly visitorHash: string
        readonly messageCount: number
        readonly runningTurn: string | undefined
        /** Whether its running turn is still alive. */
        readonly isLeased: boolean
        /** The visitor agreed to the agent's terms earlier. */
        readonly consented?: boolean
        readonly speakerState: SpeakerState
        /** Passed through to the turn; admission does not depend on it. */
        readonly engine?: EngineState | undefined
      }
    | undefined
}

/** Updated as the messages of a batch are admitted one after another. */
export interface BatchState {
  readonly balances: Map<string, Milli>
  /** Milli-credits held in this batch, by agent and payer, which budgets have less. */
  readonly held: Map<string, Milli>
  /** This month's usage by agent; includes holds of running turns. */
  readonly usage: Map<string, { messages: number; milli: Milli }>
  /** Conversations that got a running turn in this batch. */
  readonly busyConversations: Set<string>
  readonly messageKeys: Map<string, EarlierTurn>
  /** Attachments of these messages that were not sent before. */
  readonly unsent?: Set<string>
}

export type Refusal =
  | 'NOT_FOUND'
  | 'MESSAGE_ID_USED'
  | 'ATTACHMENT_SENT'
  | 'CONSENT_REQUIRED'
  | 'VISITOR_BLOCKED'
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
  /** People answer: the message is stored free of charge, and no turn runs. */
  | { readonly kind: 'human-handled'; readonly conversationId: string; readonly seq: number }
  /** The same message was accepted before: nothing is stored or held again. */
  | { readonly kind: 'repeated'; readonly turnId: string; readonly conversationId: string }
  | { readonly kind: 'refused'; readonly code: Refusal }

export const messageKey = (message: Pick<IncomingMessage, 'agentId' | 'visitorHash' | 'clientMessageId'>) =>
  `${message.agentId}|${message.visitorHash}|${message.clientMessageId}`

/** Decides one message and books it into `state` for the next ones. `newId` is for a new conversation. */
export function admit(message: IncomingMessage, facts: AdmissionFacts, state: BatchState, newId: string): Admission {
  const key = messageKey(message)
  const earlier = facts.earlier ?? state.messageKeys.get(key)
  if (earlier) return admitRepeated(message, earlier)
  if (facts.isBlocked) return { kind: 'refused', code: 'VISITOR_BLOCKED' }
  const { conversation } = facts
  if (message.conversationId !== undefined) {
    const isTheirs =
      conversation &&
      conversation.agentId === message.agentId &&
      (message.trusted || conversation.visitorHash === message.visitorHash)
    if (!isTheirs) return { kind: 'refused', code: 'NOT_FOUND' }
    const isRunning = conversation.runningTurn !== undefined && conversation.isLeased
    if (isRunning || state.busyConversations.has(conversation.id)) return { kind: 'refused', code: 'TURN_RUNNING' }
  }
  if (message.consent === 'missing' && !conversation?.consented) return { kind: 'refused', code: 'CONSENT_REQUIRED' }
  if (!claimAttachments(message, state)) return { kind: 'refused', code: 'ATTACHMENT_SENT' }
  const speaker = conversation ? speakerOf(conversation.speakerState) : 'agent'
  if (speaker === 'nobody') return { kind: 'refused', code: 'ENDED' }
  if (conversation && speaker === 'people') {
    // The next message of this batch would get the same number, so it is refused as TURN_RUNNING and retried.
    state.busyConversations.add(conversation.id)
    state.messageKeys.set(key, { turnId: message.turnId, conversationId: conversation.id, bodyHash: message.bodyHash })
    return { kind: 'human-handled', conversationId: conversation.id, seq: conversation.messageCount + 1 }
  }
  const balance = state.balances.get(message.payerId) ?? 0
  if (balance < message.hold || balance <= 0) return { kind: 'refused', code: 'CREDITS_EXHAUSTED' }
  const used = state.usage.get(message.agentId) ?? { messages: 0, milli: 0 }
  if (overLimit(used, message) || overBudget(message, facts, state)) return { kind: 'refused', code: 'LIMIT_REACHED' }

  const conversationId = conversation?.id ?? newId
  state.balances.set(message.payerId, balance - message.hold)
  for (const id of [message.agentId, message.payerId]) state.held.set(id, (state.held.get(id) ?? 0) + message.hold)
  state.usage.set(message.agentId, { messages: used.messages + 1, milli: used.milli + message.hold })
  state.busyConversations.add(conversationId)
  state.messageKeys.set(key, { turnId: message.turnId, conversationId, bodyHash: message.bodyHash })
  return {
    kind: 'admitted',
    conversationId,
    isNew: conversation === undefined,
    seq: (conversation?.messageCount ?? 0) + 1,
    engine: conversation?.engine,
  }
}

/** True when a stopping budget is used up. */
function overBudget(
  { agentId, payerId, ignoresBudgets }: IncomingMessage,
  { agentLeft, payerLeft }: AdmissionFacts,
  { held }: BatchState,
): boolean {
  if (ignoresBudgets) return false
  const isUsedUp = (left: Milli | undefined, id: string) => left !== undefined && left - (held.get(id) ?? 0) <= 0
  return isUsedUp(agentLeft, agentId) || isUsedUp(payerLeft, payerId)
}

function admitRepeated(
  { bodyHash }: IncomingMessage,
  { turnId, conversationId, bodyHash: first }: EarlierTurn,
): Admission {
  if (first !== undefined && first !== bodyHash) return { kind: 'refused', code: 'MESSAGE_ID_USED' }
  return { kind: 'repeated', turnId, conversationId }
}

/** An attachment can be sent once; false when one was sent before. */
function claimAttachments({ attachments = [] }: IncomingMessage, { unsent }: BatchState): boolean {
  return attachments.every((id) => unsent?.delete(id))
}

/** True when the monthly messages or credits are used up; 0 means no limit. */
export function overLimit(
  used: { readonly messages: number; readonly milli: Milli },
  limits: { readonly messagesLimit: number; readonly usageLimit: Milli },
): boolean {
  return (
    (limits.messagesLimit > 0 && used.messages >= limits.messagesLimit) ||
    (limits.usageLimit > 0 && used.milli >= limits.usageLimit)
  )
}

/** Owners' tests are less urgent than visitors. */
export const priorityOf = ({ channel }: { readonly channel: string }): HoldPriority =>
  channel === 'test' ? 'waiting' : 'visitor'

interface MessageToAdmit {
  readonly message: IncomingMessage
  readonly facts: AdmissionFacts | undefined
  readonly priority: HoldPriority
}

interface LockedState {
  readonly balances: ReadonlyMap<string, Milli>
  readonly usage: BatchState['usage']
  readonly unsent: ReadonlySet<string>
}

const NO_FACTS: AdmissionFacts = { earlier: undefined, conversation: undefined }
const isUnpaid = (admission: Admission | undefined) =>
  admission?.kind === 'refused' && admission.code === 'CREDITS_EXHAUSTED'

/** One admission per message, in order. Credits taken from other holds are available when this resolves. */
export async function admitBatch(
  ledger: Pick<TurnLedger, 'reclaimable' | 'reclaim'>,
  db: Db,
  messages: readonly MessageToAdmit[],
  locked: LockedState,
): Promise<Admission[]> {
  const admissions = admitInOrder(messages, batchStateOf(locked))
  const unpaid = messages.filter((one) => one.priority === 'visitor' && isUnpaid(admissions.get(one)))
  const yielded = new Map<string, Milli>()
  for (const payerId of new Set(unpaid.map(({ message }) => message.payerId)))
    yielded.set(payerId, await ledger.reclaimable(db, payerId, 'visitor'))
  if ([...yielded.values()].every((amount) => amount === 0)) return messages.flatMap((one) => admissions.get(one) ?? [])

  const state = batchStateOf(locked)
  for (const [id, amount] of yielded) state.balances.set(id, (locked.balances.get(id) ?? 0) + amount)
  const isVisitor = ({ priority }: MessageToAdmit) => priority === 'visitor'
  const visitors = admitInOrder(messages.filter(isVisitor), state)
  for (const [payerId, amount] of yielded) {
    // Only visitors get more than was available.
    const left = (state.balances.get(payerId) ?? 0) - amount
    state.balances.set(payerId, Math.max(0, left))
    if (left < 0) await ledger.reclaim(db, { workspaceId: payerId, priority: 'visitor', amount: -left })
  }
  const others = admitInOrder(
    messages.filter((one) => !isVisitor(one)),
    state,
  )
  return messages.flatMap((one) => visitors.get(one) ?? others.get(one) ?? [])
}

export const admitAlone = (message: IncomingMessage, facts: AdmissionFacts | undefined, read: LockedState): Admission =>
  admit(message, facts ?? NO_FACTS, batchStateOf(read), newConversationId())

const admitInOrder = (messages: readonly MessageToAdmit[], state: BatchState) =>
  new Map(messages.map((one) => [one, admit(one.message, one.facts ?? NO_FACTS, state, newConversationId())] as const))

const batchStateOf = ({ balances, usage, unsent }: LockedState): BatchState => ({
  balances: new Map(balances),
  usage: new Map(usage),
  busyConversations: new Set(),
  held: new Map(),
  messageKeys: new Map(),
  unsent: new Set(unsent),
})
