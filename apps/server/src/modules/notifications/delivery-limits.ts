// Limits mails and pushes about visitors per person. A script could request people all day; the list in the dashboard
// still shows everything.
import type { NoticeKind } from '../../mails/notices.ts'

/** Limits per kind and agent within `agentMs`, and in total. */
export interface DeliveryLimit {
  readonly agentMs: number
  readonly ofAgent: number
  readonly inAll: number
}
export const MAIL_LIMIT: DeliveryLimit = { agentMs: 5 * 60_000, ofAgent: 1, inAll: 20 }
/** Pushes are less intrusive than mails, so more are allowed. */
export const PUSH_LIMIT: DeliveryLimit = { agentMs: 5 * 60_000, ofAgent: 10, inAll: 60 }
/** Older deliveries don't count. */
export const COUNTED_MS = 60 * 60_000

export interface Delivered {
  readonly agentId: string
  readonly conversationId: string
  readonly kind: NoticeKind
  /** The person has read it, or someone has answered meanwhile. */
  readonly isSettled: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

/** `sent`: recent deliveries to the person by this channel. */
export function mayDeliver(
  { agentMs, ofAgent, inAll }: DeliveryLimit,
  sent: readonly Delivered[],
  {
    agentId,
    conversationId,
    kind,
    now,
  }: Pick<Delivered, 'agentId' | 'conversationId' | 'kind'> & { readonly now: number },
): boolean {
  const counted = sent.filter(({ at }) => at > now - COUNTED_MS)
  const isNear = (one: Delivered) => {
    // The first mail reports a waiting visitor at once; the next follows after someone answered, or an hour later.
    if (ofAgent === 1 && kind === 'handoff') return !one.isSettled
    // Each left message has words of its own.
    if (ofAgent === 1 && kind === 'left' && one.conversationId !== conversationId) return false
    return one.at > now - agentMs
  }
  const near = counted.filter((one) => one.kind === kind && one.agentId === agentId && isNear(one))
  return counted.length < inAll && near.length < ofAgent
}
