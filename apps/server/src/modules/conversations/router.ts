// The edge of conversations: streams of turns and news, and tables for the rest.
import type { conversationsApi } from '@parlance/contract/conversations/api'
import { type Interact, messageText } from '@parlance/contract/conversations/schemas'
import type { lifecycleApi } from '@parlance/contract/conversations/lifecycle-api'
import { type NumberedPart, replay } from './turn/stream-parts.ts'
import type { Submission } from '@parlance/contract/items/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Sink, StreamAnswer } from '../../lib/http/stream.ts'
import { chatCompletion } from './openai-compatible.ts'
import type { Conversations } from './service.ts'
import { lifecycleRoutes } from './lifecycle/router.ts'
import { findTurnToFollow } from './turn/follow-turn.ts'
import { visitorsRoutes } from './visitors/router.ts'
import type { TurnRequest } from './turn/types.ts'

export interface RouteDeps {
  /** The one model of an agent's key, for `/models`. */
  readonly agentOf: (ctx: Ctx) => Promise<{ id: string; created: number }>
}

const UI_STREAM = { 'x-vercel-ai-ui-message-stream': 'v1' }

export function conversationsRoutes(
  service: Conversations,
  deps: RouteDeps,
): Handlers<typeof conversationsApi & typeof lifecycleApi> {
  return {
    interact: (ctx, input) => interact(ctx, service, input),
    resume: async (ctx, input) => {
      const after = Number(ctx.request?.headers.get('last-event-id') ?? 0)
      return streamTurn(ctx, service, { ...input, after: Number.isInteger(after) && after > 0 ? after : 0 })
    },
    stop: service.stop,
    trace: service.trace,
    list: service.list,
    listWorkspace: service.listWorkspace,
    get: service.get,
    delete: service.remove,
    uploadFile: service.attach,
    usage: service.usage,
    ...lifecycleRoutes(service.lifecycle),
    ...visitorsRoutes(service),
    live: async (ctx, input) => {
      const { id } = await service.seen(ctx, input.agentId, input.conversationId)
      return news(ctx, service, `conversation:${id}`)
    },
    liveWorkspace: async (ctx) => news(ctx, service, `workspace:${ctx.workspaceId}`),
    openaiChat: (ctx, input) => chatCompletion(ctx, service.turns, input),
    openaiModels: async (ctx) => {
      const { id, created } = await deps.agentOf(ctx)
      return { object: 'list' as const, data: [{ id, object: 'model' as const, created, owned_by: 'parlance' }] }
    },
  }
}

async function interact(ctx: Ctx, service: Conversations, input: Interact): Promise<StreamAnswer> {
  const request = turnRequest(ctx, input)
  const begun = await service.turns.begin(ctx, request)
  if (begun.kind === 'earlier')
    return streamTurn(ctx, service, {
      agentId: input.agentId,
      turnId: begun.turnId,
      visitorId: begun.visitorId,
      after: 0,
    })
  const { turn, listeners, ended, trace } = begun.running
  const { channel } = request
  return {
    headers: UI_STREAM,
    run: async (sink) => {
      const send = giver(sink)
      const give = (part: NumberedPart) => send(service.turns.forReaders(ctx, turn, part))
      for (const part of replay(turn, 0)) give(part)
      // What the engine did before anybody listened; later entries come as they happen.
      if (channel === 'test') for (const data of trace) give({ id: turn.at, part: { type: 'data-trace', data } })
      if (!turn.ending) listeners.add(give)
      sink.onClose(() => listeners.delete(give))
      await ended
      close(sink)
    },
  }
}

/** Who speaks how: the draft and the test channel are for those who may edit, everyone else talks to what is published. */
function turnRequest(ctx: Ctx, input: Interact): TurnRequest {
  const text = messageText(input.message)
  const attachments = 'attachments' in input.message ? (input.message.attachments as string[] | undefined) : undefined
  if (text === '' && !attachments?.length) throw new AppError('INVALID_INPUT', msg('message_required'))
  const kind = ctx.actor.kind
  const staff = kind !== 'nobody' && kind !== 'visitor'
  if (input.draft && (!staff || kind === 'agent')) throw new AppError('FORBIDDEN', msg('draft_chat_needs_editor'))
  const channel = kind === 'session' || input.draft ? 'test' : staff ? 'api' : 'web-chat'
  if (input.debug && channel !== 'test') throw new AppError('FORBIDDEN', msg('debug_needs_editor'))
  return {
    agentId: input.agentId,
    conversationId: input.conversationId,
    visitorId: ctx.actor.kind === 'visitor' ? ctx.actor.key : input.visitorId,
    messageId: input.message.id ?? randomId(24),
    text,
    attachments,
    submission: 'submission' in input.message ? (input.message.submission as Submission | undefined) : undefined,
    debug: input.debug,
    page: input.context,
    draft: input.draft === true,
    consent: input.consent,
    channel,
  }
}

async function streamTurn(
  ctx: Ctx,
  service: Conversations,
  what: { agentId: string; turnId: string; visitorId?: string; after: number },
): Promise<StreamAnswer> {
  // Looked for before the answer's status is sent, so that an unknown turn is a 404. What is said of it may be long in coming.
  const follow = await findTurnToFollow(ctx, service, what)
  return {
    headers: UI_STREAM,
    run: async (sink) => {
      const signal = ctx.request?.signal ?? new AbortController().signal
      await follow(giver(sink), signal).catch((error: unknown) =>
        ctx.log.warn({ err: error, turnId: what.turnId }, 'a turn could not be followed to its end'),
      )
      close(sink)
    },
  }
}

const giver = (sink: Sink) => (numbered: NumberedPart) => sink.send(JSON.stringify(numbered.part), String(numbered.id))
const close = (sink: Sink) => {
  sink.send('[DONE]')
  sink.end()
}

const news = (ctx: Ctx, service: Conversations, topic: string): StreamAnswer => ({
  run: listenTo(service.bus, ctx.region, topic),
})

/** Holds on to no more than it needs: a request that is kept alive by each of thousands of idle chats costs memory. */
const listenTo = (bus: Conversations['bus'], region: Ctx['region'], topic: string) => (sink: Sink) => {
  sink.send(JSON.stringify({ type: 'ready' }))
  sink.onClose(bus.subscribe(region, topic, (event: object) => sink.send(JSON.stringify(event))))
}
