// Messages to people: no model is asked, so one that can't be had keeps none of them back.
import { speakerOf } from '@parlance/contract/conversations/lifecycle'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Model } from '../ports.ts'
import { findConversation } from '../repository.ts'
import { standingOf } from '../lifecycle/repository.ts'
import { SILENT } from './repository.ts'
import type { TurnRequest } from './types.ts'

/** Rejects as `open` does, unless people are waited for or there; then with a model that says nothing. */
export async function modelUnlessPeople(
  ctx: Ctx,
  { agentId, conversationId }: Pick<TurnRequest, 'agentId' | 'conversationId'>,
  open: () => Promise<Model>,
): Promise<Model> {
  try {
    return await open()
  } catch (error) {
    const found = conversationId === undefined ? undefined : await findConversation(ctx.db, agentId, conversationId)
    if (!found || speakerOf(standingOf(found)) !== 'people') throw error
    return { name: SILENT, paidBy: 'platform', stream: () => Promise.reject(error) }
  }
}
