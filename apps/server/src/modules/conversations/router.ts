// Calls of conversations: streams of turns and of live updates, and the rest as plain calls.
import type { contactsApi } from '@parlance/contract/conversations/contacts-api'
import type { conversationsApi } from '@parlance/contract/conversations/api'
import { type Interact, messageText } from '@parlance/contract/conversations/schemas'
import type { inboxApi } from '@parlance/contract/conversations/inbox-api'
import type { lifecycleApi } from '@parlance/contract/conversations/lifecycle-api'
import type { savedViewsApi } from '@parlance/contract/conversations/saved-views-api'
import type { transcriptsApi } from '@parlance/contract/conversations/transcripts-api'
import type { repliesApi } from '@parlance/contract/conversations/replies-api'
import type { teamsApi } from '@parlance/contract/conversations/teams-api'
import type { visitorsApi } from '@parlance/contract/conversations/visitors-api'
import { type NumberedPart, replay } from './turn/stream-parts.ts'
import type { Submission } from '@parlance/contract/items/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Sink, StreamAnswer } from '../../lib/http/streams/stream.ts'
import { chatCompletion, openAiModel } from './openai-compatible.ts'
import type { Conversations } from './service.ts'
import { findTurnToFollow } from './turn/follow-turn.ts'
import type { TurnRequest } from './turn/types.ts'

export interface RouterDeps {
  /** The agent of an agent key, as the one model of `/models`. */
  readonly agentOf: (ctx: Ctx) => Promise<{ id: string; created: number }>
}

const UI_STREAM = { 'x-vercel-ai-ui-message-stream': 'v1' }

export function createConversationsRouter(
  service: Conversations,
  deps: RouterDeps,
): Handlers<
  typeof conversationsApi &
    typeof lifecycleApi &
    typeof inboxApi &
    typeof repliesApi &
    typeof savedViewsApi &
    typeof teamsApi &
    typeof transcriptsApi &
    typeof visitorsApi &
    typeof contactsApi
> {
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
    visitorConversations: service.lifecycle.listOwn,
    end: (ctx, input) => service.lifecycle.change(ctx, input, 'end'),
    rate: service.lifecycle.rate,
    mailTranscript: service.lifecycle.mailTranscript,
    requestHandoff: service.lifecycle.requestHandoff,
    handoffStatus: service.lifecycle.handoffStatus,
    cancelHandoff: (ctx, input) => service.lifecycle.change(ctx, input, 'cancel'),
    leaveMessage: service.lifecycle.leaveMessage,
    identify: async (ctx, input) => ({ data: await service.identify(ctx, input) }),
    read: async (ctx, input) => ({ data: await service.markRead(ctx, input) }),
    live: async (ctx, input) => {
      const row = await service.requireVisible(ctx, input)
      const follow = service.visitorPresence.follower(ctx, row)
      return { run: listenTo(service.bus, ctx.region, `conversation:${row.id}`, undefined, follow) }
    },
    ...service.inbox,
    ...service.replies,
    ...service.presence.handlers,
    ...service.blocks,
    ...service.contacts,
    ...service.teams.handlers,
    visit: service.visitorPresence.visit,
    liveWorkspace: async (ctx) => liveUpdates(ctx, service, `workspace:${ctx.workspaceId}`),
    liveClient: async (ctx) => {
      const agentIds = ctx.actor.kind === 'client' ? ctx.actor.agentIds : []
      const isTheirs = (event: { agentId?: string }) => !agentIds || agentIds.includes(event.agentId ?? '')
      return liveUpdates(ctx, service, `workspace:${ctx.workspaceId}`, isTheirs)
    },
    openaiChat: (ctx, input) => chatCompletion(ctx, service.turns, input),
    openaiModel: async (ctx) => openAiModel(await deps.agentOf(ctx)),
    openaiModels: async (ctx) => ({ object: 'list' as const, data: [openAiModel(await deps.agentOf(ctx))] }),
  }
}

async function interact(ctx: Ctx, service: Conversations, input: Interact): Promise<StreamAnswer> {
  const request = turnRequest(ctx, input)
  const handled = await service.turns.handleMessage(ctx, request)
  if (handled.kind === 'stored')
    return streamTurn(ctx, service, {
      agentId: input.agentId,
      turnId: handled.turnId,
      visitorId: handled.visitorId,
      after: 0,
    })
  const { turn, listeners, ended, trace } = handled.running
  const { channel } = request
  return {
    headers: UI_STREAM,
    run: async (sink) => {
      const sendTo = sender(sink)
      const send = (part: NumberedPart) => sendTo(service.turns.signFileUrls(ctx, turn, part))
      for (const part of replay(turn, 0)) send(part)
      // Trace entries from before there was a listener; later ones are sent as they happen.
      if (channel === 'test') for (const data of trace) send({ id: turn.at, part: { type: 'data-trace', data } })
      if (!turn.ending) listeners.add(send)
      sink.onClose(() => listeners.delete(send))
      await ended
      close(sink)
    },
  }
}

/** The draft and the test channel are for people who may edit; everyone else talks to the published agent. */
function turnRequest(ctx: Ctx, input: Interact): TurnRequest {
  const text = messageText(input.message)
  const attachmentUrls =
    'attachments' in input.message ? (input.message.attachments as string[] | undefined) : undefined
  if (text === '' && !attachmentUrls?.length) throw new AppError('INVALID_INPUT', msg('message_required'))
  const kind = ctx.actor.kind
  const isStaff = kind !== 'nobody' && kind !== 'visitor'
  if (input.draft && (!isStaff || kind === 'agent')) throw new AppError('FORBIDDEN', msg('draft_chat_needs_editor'))
  const channel = kind === 'session' || input.draft ? 'test' : isStaff ? 'api' : 'web-chat'
  if (input.debug && channel !== 'test') throw new AppError('FORBIDDEN', msg('debug_needs_editor'))
  return {
    agentId: input.agentId,
    conversationId: input.conversationId,
    visitorId: ctx.actor.kind === 'visitor' ? ctx.actor.key : input.visitorId,
    messageId: input.message.id ?? randomId(24),
    text,
    attachmentUrls,
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
  request: { agentId: string; turnId: string; visitorId?: string; after: number },
): Promise<StreamAnswer> {
  // Looked up before the status is sent, so that an unknown turn is a 404.
  const follow = await findTurnToFollow(ctx, service, request)
  return {
    headers: UI_STREAM,
    run: async (sink) => {
      const signal = ctx.request?.signal ?? new AbortController().signal
      await follow(sender(sink), signal).catch((error: unknown) =>
        ctx.log.warn({ err: error, turnId: request.turnId }, 'streaming a turn failed'),
      )
      close(sink)
    },
  }
}

const sender = (sink: Sink) => (numbered: NumberedPart) => sink.send(JSON.stringify(numbered.part), String(numbered.id))
const close = (sink: Sink) => {
  sink.send('[DONE]')
  sink.end()
}

type Wanted = (event: { readonly agentId?: string }) => boolean

const liveUpdates = (ctx: Ctx, service: Conversations, topic: string, isWanted?: Wanted): StreamAnswer => ({
  run: listenTo(service.bus, ctx.region, topic, isWanted),
})

/** Keeps few references: thousands of idle chats must not keep their requests in memory. */
const listenTo =
  (bus: Conversations['bus'], region: Ctx['region'], topic: string, isWanted?: Wanted, follow?: () => () => void) =>
  (sink: Sink) => {
    sink.send(JSON.stringify({ type: 'ready' }))
    const stop = bus.subscribe(region, topic, (event: { agentId?: string }) => {
      if (!isWanted || isWanted(event)) sink.send(JSON.stringify(event))
    })
    const left = follow?.()
    sink.onClose(() => {
      stop()
      left?.()
    })
  }
