// Under which reply of a person it stands that the visitor has seen it.
import type { Message } from './schemas.ts'

/**
 * Id of the newest reply that the visitor has seen; undefined where there is none, or where they have written since: whoever
 * answers has read.
 */
export function seenReply(
  messages: readonly Pick<Message, 'id' | 'seq' | 'from'>[],
  readSeq: number,
): string | undefined {
  const reply = messages.findLast(({ from, seq }) => from === 'human' && seq <= readSeq)
  if (!reply) return undefined
  return messages.some(({ from, seq }) => from === 'user' && seq > reply.seq) ? undefined : reply.id
}
