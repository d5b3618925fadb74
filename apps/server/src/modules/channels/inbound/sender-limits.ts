// Limits how many messages of one sender are answered in a day, so that two machines stop answering each other.
import { DAY_MS } from '@parlance/contract/lib/time'
import type { Ctx } from '../../../lib/ctx.ts'
import * as repository from '../identities.repository.ts'
import type { ChannelAdapter } from '../ports.ts'

/** More than a person writes, or all people of a group together. */
export const MESSAGES_A_DAY = { person: 500, group: 5000 } as const

type Received = Pick<repository.IdentityRow, 'is_group' | 'received' | 'received_since'>

export function hasWrittenEnough({ is_group: isGroup, received, received_since: since }: Received, now: Date): boolean {
  const isToday = since !== null && now.getTime() - new Date(since).getTime() < DAY_MS
  return isToday && received > (isGroup ? MESSAGES_A_DAY.group : MESSAGES_A_DAY.person)
}

/** For channels on which a sender may start any number of threads. */
export async function hasEnoughAnswers(
  ctx: Ctx,
  { answersADay }: ChannelAdapter,
  { connection_id: connectionId, thread }: Pick<repository.IdentityRow, 'connection_id' | 'thread'>,
): Promise<boolean> {
  if (answersADay === undefined) return false
  const since = new Date(ctx.now().getTime() - DAY_MS)
  const sender = answersADay.senderOf(thread)
  return (await repository.countAnswers(ctx.db, { connectionId, sender, since })) >= answersADay.most
}
