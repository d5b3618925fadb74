// How often a person is mailed and pushed to about what visitors do. Visitors cost nothing, so a script could ask for people all
// day; the list in the dashboard still holds everything.

/** So many about one agent within `agentMs`, and so many in all within the time that counts. */
export interface DeliveryLimit {
  readonly agentMs: number
  readonly ofAgent: number
  readonly inAll: number
}
export const MAIL_LIMIT: DeliveryLimit = { agentMs: 5 * 60_000, ofAgent: 1, inAll: 20 }
/** A push is read at a glance and gone, so there may be more of them. */
export const PUSH_LIMIT: DeliveryLimit = { agentMs: 5 * 60_000, ofAgent: 10, inAll: 60 }
/** What is older counts no more. */
export const COUNTED_MS = 60 * 60_000

export interface Delivered {
  readonly agentId: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** `sent`: what one person got that way of late. */
export function mayDeliver(
  { agentMs, ofAgent, inAll }: DeliveryLimit,
  sent: readonly Delivered[],
  { agentId, now }: { readonly agentId: string; readonly now: number },
): boolean {
  const counted = sent.filter(({ at }) => at > now - COUNTED_MS)
  const near = counted.filter((one) => one.agentId === agentId && one.at > now - agentMs)
  return counted.length < inAll && near.length < ofAgent
}
