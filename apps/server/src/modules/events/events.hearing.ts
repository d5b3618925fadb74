// Turns what happens in the product into deliveries, where a workspace wants to hear of it.
import { bodyOf } from '@parlance/core/events/events'
import { sha256 } from '../../platform/crypto.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { heardOf, settingsOf } from './events.choice.ts'
import type { TellConversation } from './events.port.ts'
import * as store from './events.store.ts'
import { type Heard, toldOf } from './events.telling.ts'

export interface HearingDeps {
  readonly tellConversation: TellConversation
}

export function createHearing({ tellConversation }: HearingDeps, wake: (ctx: Ctx) => void) {
  const conversationOf = async (ctx: Ctx, event: Heard) => {
    if (!('agentId' in event) || !('conversationId' in event)) return undefined
    const { agentId, conversationId } = event
    const message = event.type === 'message.received' ? { messageId: event.messageId } : {}
    return tellConversation(ctx, { agentId, conversationId, ...message })
  }
  /** Enqueues what the workspace wants to hear of this. The same event again changes nothing. */
  return async (ctx: Ctx, event: Heard): Promise<void> => {
    const workspaceId = 'workspaceId' in event ? event.workspaceId : undefined
    const row = workspaceId === undefined ? undefined : await store.findChoice(ctx.db, workspaceId)
    if (!row) return
    const settings = settingsOf(row)
    const wanted = heardOf(settings)
    if (wanted.size === 0) return
    const told = toldOf(event, await conversationOf(ctx, event)).filter(({ type }) => wanted.has(type))
    const added = told.map(({ key, notBefore, ...body }) => ({
      id: `msg_${sha256(`${row.uid}|${body.type}|${key}`).slice(0, 32)}`,
      workspaceId: row.uid,
      type: body.type,
      body: bodyOf(body),
      endpoint: settings.endpoint,
      createdAt: body.at,
      nextAt: notBefore ?? ctx.now(),
    }))
    if (added.length === 0) return
    await store.addDeliveries(ctx.db, added)
    wake(ctx)
  }
}
