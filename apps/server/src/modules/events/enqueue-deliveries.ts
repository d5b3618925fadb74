// Turns what happens in the product into deliveries, where a workspace wants to hear of it.
import { bodyOf, DEFAULT_ENDPOINT } from '@parlance/contract/events/schemas'
import { sha256 } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { listEndpoints } from './endpoints.repository.ts'
import { heardOf, settingsOf } from './endpoint-settings.ts'
import type { TellConversation } from './ports.ts'
import * as repository from './repository.ts'
import { type Heard, toldOf } from './payloads.ts'

export interface HearingDeps {
  readonly tellConversation: TellConversation
}

const deliveryIdOf = (uid: string, event: string, endpointId: string = DEFAULT_ENDPOINT): string =>
  `msg_${sha256(`${uid}|${event}${endpointId === DEFAULT_ENDPOINT ? '' : `|${endpointId}`}`).slice(0, 32)}`

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
    const endpoints = workspaceId === undefined ? [] : await listEndpoints(ctx.db, workspaceId)
    const hearing = endpoints
      .map((row) => ({ ...row, wanted: heardOf(settingsOf(row)) }))
      .filter(({ wanted }) => wanted.size > 0)
    if (hearing.length === 0) return
    const told = toldOf(event, await conversationOf(ctx, event))
    const added = hearing.flatMap(({ id, workspace_id: uid, endpoint, wanted }) =>
      told
        .filter(({ type }) => wanted.has(type))
        .map(({ key, notBefore, ...body }) => ({
          id: deliveryIdOf(uid, `${body.type}|${key}`, id),
          eventId: deliveryIdOf(uid, `${body.type}|${key}`),
          workspaceId: uid,
          type: body.type,
          body: bodyOf(body),
          endpoint,
          endpointId: id,
          createdAt: body.at,
          nextAt: notBefore ?? ctx.now(),
        })),
    )
    if (added.length === 0) return
    await repository.addDeliveries(ctx.db, added)
    wake(ctx)
  }
}
