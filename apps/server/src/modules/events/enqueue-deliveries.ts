// Turns domain events into deliveries to the endpoints that subscribed to them.
import { bodyOf, DEFAULT_ENDPOINT } from '@parlance/contract/events/schemas'
import { sha256 } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { listEndpoints } from './endpoints.repository.ts'
import { activeEvents, isTooOld, settingsOf, sinceOf } from './endpoint-settings.ts'
import type { FindCall, FindConversation } from './ports.ts'
import * as repository from './repository.ts'
import { type EmittedEvent, endpointEvents } from './payloads.ts'

export interface EnqueueDeps {
  readonly findConversation: FindConversation
  readonly findCall: FindCall
}

const deliveryIdOf = (uid: string, event: string, endpointId: string = DEFAULT_ENDPOINT): string =>
  `msg_${sha256(`${uid}|${event}${endpointId === DEFAULT_ENDPOINT ? '' : `|${endpointId}`}`).slice(0, 32)}`

export function createEnqueueDeliveries({ findConversation, findCall }: EnqueueDeps, wake: (ctx: Ctx) => void) {
  const conversationOf = async (ctx: Ctx, event: EmittedEvent) => {
    if (!('agentId' in event) || !('conversationId' in event)) return undefined
    const { agentId, conversationId } = event
    if (conversationId === undefined) return undefined
    const message = event.type === 'message.stored' ? { messageId: event.messageId } : {}
    return findConversation(ctx, { agentId, conversationId, ...message })
  }
  /** Idempotent per event id. */
  return async (ctx: Ctx, event: EmittedEvent): Promise<void> => {
    const workspaceId = 'workspaceId' in event ? event.workspaceId : undefined
    const endpoints = workspaceId === undefined ? [] : await listEndpoints(ctx.db, workspaceId)
    const subscribed = endpoints
      .map((row) => ({ ...row, wanted: activeEvents(settingsOf(row)), since: sinceOf(row) }))
      .filter(({ wanted }) => wanted.size > 0)
    if (subscribed.length === 0) return
    const events = endpointEvents(event, {
      conversation: await conversationOf(ctx, event),
      call: event.type === 'call.ended' ? await findCall(ctx, event) : undefined,
    })
    const added = subscribed.flatMap(({ id, workspace_id: uid, endpoint, wanted, since }) =>
      events
        .filter((one) => wanted.has(one.type) && !isTooOld(since, one))
        .map(({ dedupeKey, notBefore, ...body }) => ({
          id: deliveryIdOf(uid, `${body.type}|${dedupeKey}`, id),
          eventId: deliveryIdOf(uid, `${body.type}|${dedupeKey}`),
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
