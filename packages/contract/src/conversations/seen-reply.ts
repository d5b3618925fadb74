import type { Message } from './schemas.ts'

/** Returns the newest reply that the visitor has seen; undefined when they have written since, which implies it. */
export function seenReply(
  messages: readonly Pick<Message, 'id' | 'seq' | 'from'>[],
  readSeq: number,
): string | undefined {
  const reply = messages.findLast(({ from, seq }) => from === 'human' && seq <= readSeq)
  if (!reply) return undefined
  return messages.some(({ from, seq }) => from === 'user' && seq > reply.seq) ? undefined : reply.id
}
