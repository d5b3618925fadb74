import { DAY_MS } from '@parlance/contract/lib/time'
import type { Ctx } from '../../../lib/ctx.ts'
import * as repository from '../identities.repository.ts'
import type { ChannelAdapter } from '../ports.ts'

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
