// Limits mails and pushes about visitors per person. A script could request people all day; the list in the dashboard
// still shows everything.

/** Limits per agent within `agentMs`, and in total. */
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

const WAITING = 2
export interface Delivered {
  readonly agentId: string
  readonly conversationId: string
  readonly level: number
  /** The person has read it, or someone has answered meanwhile. */
  readonly isSettled: boolean
  /** Milliseconds since 1970. */
  readonly at: number
}

/** `sent`: recent deliveries to the person by this channel. */
export function mayDeliver(
  { agentMs, ofAgent, inAll }: DeliveryLimit,
  sent: readonly Delivered[],
  { agentId, level, now }: Pick<Delivered, 'agentId' | 'level'> & { readonly now: number },
): boolean {
  const counted = sent.filter(({ at }) => at > now - COUNTED_MS)
  // The first mail reports a waiting visitor at once; the next follows after someone answered, or an hour later.
  const isNear = (one: Delivered) =>
    level === WAITING && ofAgent === 1
      ? one.agentId === agentId && !one.isSettled
      : one.agentId === agentId && one.at > now - agentMs
  const near = counted.filter((one) => one.level === level && isNear(one))
  return counted.length < inAll && near.length < ofAgent
}
