// How often a person is mailed about what visitors do. Visitors cost nothing, so a script could ask for people all day; the list in
// the dashboard still holds everything.

const AGENT_MS = 5 * 60_000
/** Mails older than this count no more. */
export const COUNTED_MS = 60 * 60_000
const MAX_COUNTED = 20

export interface SentMail {
  readonly agentId: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** `sent`: what one person was mailed of late. */
export function mayMail(
  sent: readonly SentMail[],
  { agentId, now }: { readonly agentId: string; readonly now: number },
): boolean {
  const counted = sent.filter(({ at }) => at > now - COUNTED_MS)
  return counted.length < MAX_COUNTED && !counted.some((mail) => mail.agentId === agentId && mail.at > now - AGENT_MS)
}
