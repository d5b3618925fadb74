// One lane a thread: what came in is handled in order, quick messages together as one, each batch as one turn of the agent.
import { AppError } from '@parlance/contract/lib/errors'
import type { Message } from '@parlance/contract/conversations/schemas'
import type { Item } from '@parlance/contract/items/schemas'
import type { Submission } from '@parlance/contract/items/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { Connections } from './connections.ts'
import { answerForm, type FormStep } from './fill-form.ts'
import * as repository from './identities.repository.ts'
import { compiledOf } from './queue-message.ts'
import type { ChannelConversations, ChannelTurn } from './channel-conversations.ts'
import type { ChannelAdapter, ChannelConnection, Inbound, OutboundMessage } from './ports.ts'
import { refOfOption, resolveOption } from './resolve-option.ts'

/** A visitor who writes several short messages gets one answer. */
export const BURST = { quietMs: 1200, longestMs: 6000 } as const
const MAX_TEXT = 16_000

export interface LaneDeps {
  readonly connections: Pick<Connections, 'adapterOf' | 'open'>
  readonly conversations: ChannelConversations
  readonly visitorKey: (connectionId: string, thread: string) => string
  readonly wakeSender: (ctx: Ctx, identityId: string) => void
}

type InboundMessage = Extract<Inbound, { kind: 'message' }>

/** Handles one batch. False where nothing waits. Throws what is tried again later. */
export const createHandleBatch = (deps: LaneDeps) =>
  async function handleBatch(ctx: Ctx, identityId: string, fresh: string): Promise<boolean> {
    const batch = await repository.takeBatch(ctx.db, identityId, fresh)
    const [first] = batch
    const identity = await repository.findIdentity(ctx.db, identityId)
    if (!first || !identity) return false
    const connection = await deps.connections.open(ctx, identity.connection_id)
    if (connection) {
      const inside = { ...ctx, workspaceId: identity.workspace_id }
      await answerBatch(deps, inside, {
        identity,
        connection,
        key: first.batch ?? fresh,
        all: batch.map(({ body }) => body),
      })
    }
    await repository.finishInbound(
      ctx.db,
      batch.map(({ id }) => id),
      ctx.now(),
    )
    return true
  }

interface Batch {
  readonly identity: repository.IdentityRow
  readonly connection: ChannelConnection
  /** The same for the same batch, however often it is tried. */
  readonly key: string
  readonly all: readonly Inbound[]
}

async function answerBatch(deps: LaneDeps, ctx: Ctx, batch: Batch): Promise<void> {
  const { identity, connection, key, all } = batch
  const adapter = deps.connections.adapterOf(connection.channel)
  const tell = async (items: readonly Item[], part = 0) => {
    const message: OutboundMessage = { ref: `${key}-${part}`.slice(-12), from: 'system', items, sources: [] }
    await queue(deps, ctx, batch, adapter, `${key}:${part}`, message)
  }
  const messages = all.filter((one): one is InboundMessage => one.kind === 'message' && !one.isUnanswered)
  if (messages.length === 0) {
    if (all.some(({ kind }) => kind === 'start')) await greet(deps, ctx, identity.agent_id, tell)
    return
  }
  const said = await wordsOf(deps, ctx, batch, adapter, messages)
  const form = identity.form ? answerForm(identity.form, said) : undefined
  if (form?.kind === 'ask') {
    await repository.setForm(ctx.db, identity.id, form.form)
    await tell(questionOf(form))
    return
  }
  if (form) await repository.setForm(ctx.db, identity.id, null)
  const submission: Submission | undefined =
    form?.kind === 'done'
      ? { messageId: form.form.messageId, item: form.form.item, values: { ...form.form.values } }
      : undefined
  await speak(deps, ctx, batch, adapter, { said, submission, messages, tell })
}

const questionOf = ({ says, options }: Extract<FormStep, { kind: 'ask' }>): Item[] =>
  options.length === 0
    ? [{ type: 'text', text: says }]
    : [
        {
          type: 'choice',
          message: says.slice(0, 2000),
          buttons: options.slice(0, 30).map((name) => ({ name, request: { type: 'text' } })),
        },
      ]

async function greet(
  { conversations }: LaneDeps,
  ctx: Ctx,
  agentId: string,
  tell: (items: readonly Item[], part?: number) => Promise<void>,
) {
  const words = await conversations.words(ctx, agentId)
  const greeting = words?.greeting.filter((text) => text.trim() !== '') ?? []
  for (const [part, text] of (greeting.length > 0 ? greeting : ['👋']).entries())
    await tell([{ type: 'text', text }], part)
}

/** Options and their numbers as what they say; several messages are lines of one. */
async function wordsOf(
  { conversations }: LaneDeps,
  ctx: Ctx,
  { identity, connection }: Batch,
  adapter: ChannelAdapter,
  messages: readonly InboundMessage[],
): Promise<string> {
  const conversationId = identity.conversation_id
  const optionsOf = (message: Message | undefined) =>
    message && message.from !== 'user'
      ? compiledOf(adapter, message, { thread: identity.thread, isGroup: identity.is_group }).options
      : []
  const last = conversationId === null ? undefined : await conversations.lastMessage(ctx, conversationId)
  const lines: string[] = []
  for (const { text, optionId } of messages) {
    const ref = optionId === undefined ? undefined : refOfOption(optionId)
    const pressed =
      ref !== undefined && conversationId !== null && /^\d+$/.test(ref)
        ? await conversations.readMessage(ctx, conversationId, Number(ref))
        : last
    // An option of a form's question says itself.
    const asked = identity.form && answerForm(identity.form, '')
    const formOptions =
      asked?.kind === 'ask' ? asked.options.map((label, n) => ({ id: `${n}`, label, says: label })) : []
    const fromForm = optionId === undefined ? undefined : formOptions[Number(/:(\d+)$/.exec(optionId)?.[1] ?? -1)]?.says
    lines.push((identity.form ? fromForm : undefined) ?? resolveOption({ optionId, text }, optionsOf(pressed)) ?? text)
  }
  void connection
  return lines
    .filter((line) => line !== '')
    .join('\n')
    .slice(0, MAX_TEXT)
}

interface Speech {
  readonly said: string
  readonly submission: Submission | undefined
  readonly messages: readonly InboundMessage[]
  readonly tell: (items: readonly Item[], part?: number) => Promise<void>
}

const REFUSED = new Set(['CREDITS_EXHAUSTED', 'LIMIT_REACHED'])
/** Refusals that another try would not change. */
const FINAL = new Set(['VISITOR_BLOCKED', 'NOT_FOUND', 'INVALID_INPUT', 'FORBIDDEN', 'MESSAGE_ID_USED'])

async function speak(deps: LaneDeps, ctx: Ctx, batch: Batch, adapter: ChannelAdapter, speech: Speech): Promise<void> {
  const { identity, connection, key } = batch
  const { said, submission, messages, tell } = speech
  const attachmentUrls = await attachmentsOf(deps, ctx, batch, adapter, messages)
  if (said === '' && attachmentUrls.length === 0 && !submission) return
  const turn = (conversationId: string | undefined): ChannelTurn => ({
    agentId: identity.agent_id,
    conversationId,
    visitorId: deps.visitorKey(identity.connection_id, identity.thread),
    messageId: key,
    text: said,
    attachmentUrls,
    submission,
    channel: connection.channel,
    language: identity.language,
  })
  try {
    const begun = await deps.conversations
      .say(ctx, turn(identity.conversation_id ?? undefined))
      .catch((error: unknown) => {
        // It was ended or deleted: whoever writes again begins another one.
        const isOver = error instanceof AppError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')
        if (!isOver || identity.conversation_id === null) throw error
        return deps.conversations.say(ctx, turn(undefined))
      })
    if (begun.conversationId !== identity.conversation_id) {
      await repository.setConversation(ctx.db, identity.id, begun.conversationId)
      await deps.conversations.nameVisitor(ctx, begun.conversationId, await nameOf(adapter, connection, identity))
    }
    await showTyping(adapter, connection, { ...identity, inboundId: messages.at(-1)?.id ?? '' }, begun.ended)
  } catch (error) {
    if (error instanceof AppError && REFUSED.has(error.code)) {
      const words = await deps.conversations.words(ctx, identity.agent_id)
      if (words?.unavailable) await tell([{ type: 'text', text: words.unavailable }])
      return
    }
    if (error instanceof AppError && FINAL.has(error.code)) {
      ctx.log.info({ code: error.code, channel: connection.channel }, 'a message of a channel was refused')
      return
    }
    throw error
  }
}

/** Who writes there without saying so is looked up; a name is worth no failure. */
const nameOf = (adapter: ChannelAdapter, connection: ChannelConnection, { name, thread }: repository.IdentityRow) =>
  name === '' && adapter.nameOf ? adapter.nameOf(thread, connection).catch(() => '') : name

async function attachmentsOf(
  { conversations }: LaneDeps,
  ctx: Ctx,
  { identity, connection }: Batch,
  adapter: ChannelAdapter,
  messages: readonly InboundMessage[],
): Promise<string[]> {
  const urls: string[] = []
  for (const media of messages.flatMap((one) => one.media)) {
    if (!adapter.download) continue
    try {
      const { bytes } = await adapter.download(media, connection)
      const owner = { agentId: identity.agent_id, visitorHash: identity.visitor_hash }
      urls.push((await conversations.attach(ctx, { ...owner, filename: media.name, bytes })).url)
    } catch (error) {
      ctx.log.info({ err: error, channel: connection.channel, kind: media.kind }, 'a file of a channel was not taken')
    }
  }
  return urls
}

/** Until the answer is stored. */
async function showTyping(
  adapter: ChannelAdapter,
  connection: ChannelConnection,
  { thread, is_group: isGroup, inboundId }: repository.IdentityRow & { readonly inboundId: string },
  ended: Promise<void>,
): Promise<void> {
  const say = () => {
    if (adapter.typing) void adapter.send(adapter.typing({ thread, isGroup }, inboundId), connection)
  }
  say()
  const timer = setInterval(say, adapter.typingMs ?? 4000)
  await ended.finally(() => clearInterval(timer))
}

async function queue(
  deps: LaneDeps,
  ctx: Ctx,
  { identity, connection }: Batch,
  adapter: ChannelAdapter,
  key: string,
  message: OutboundMessage,
): Promise<void> {
  const { requests } = adapter.compile(message, { thread: identity.thread, isGroup: identity.is_group })
  await repository.queueOut(
    ctx.db,
    requests.map((request, part) => ({
      connectionId: connection.id,
      identityId: identity.id,
      key: `${key}:${part}`,
      request,
    })),
    ctx.now(),
  )
  deps.wakeSender(ctx, identity.id)
}
