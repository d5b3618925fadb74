// Follows who has a call's conversation: whether a person took over or is awaited, and their messages to be spoken.
import type { Ctx } from '../../../lib/ctx.ts'
import type { CallConversations } from '../ports.ts'
import type { PeopleFollower } from './line.ts'

export interface FollowPeople {
  readonly ctx: Ctx
  readonly people: CallConversations['people']
  readonly of: { readonly agentId: string; readonly conversationId: string }
  /** Calls back when something may have changed. */
  readonly onNews: (listener: () => void) => () => void
}

/** Messages written before the call are not spoken. */
export function followPeople({ ctx, people, of, onNews }: FollowPeople, follower: PeopleFollower): () => void {
  let after: number | undefined
  let isStopped = false
  let isReading = false
  let isStale = false
  const read = async () => {
    if (isReading) {
      isStale = true
      return
    }
    isReading = true
    try {
      do {
        isStale = false
        const found = await people(ctx, { ...of, after })
        if (isStopped || !found) return
        if (found.by !== undefined) follower.taken(true, found.by)
        for (const { text, by } of found.replies) follower.relay(text, by)
        if (found.by === undefined) follower.taken(false, '')
        follower.waits(found.waits, found.isMissed)
        after = found.seq
      } while (isStale)
    } catch (error) {
      ctx.log.warn({ err: error }, 'who speaks in a call could not be read')
    } finally {
      isReading = false
    }
  }
  const stop = onNews(() => void read())
  void read()
  return () => {
    isStopped = true
    stop()
  }
}
