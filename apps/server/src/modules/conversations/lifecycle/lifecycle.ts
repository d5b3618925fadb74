// What a visitor does with a conversation as a whole: list, end, rate, mail it, ask for a human, wait no longer, leave a message.
import { type Language, languageAccepted, languageFor } from '@parlance/contract/accounts/languages'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import {
  mailLimit,
  mayRate,
  moved,
  type Move,
  type NoticeKind,
  offersPeople,
} from '@parlance/contract/conversations/lifecycle'
import { AppError } from '@parlance/contract/lib/errors'
import { newConversationId, randomId } from '@parlance/contract/lib/ids'
import { mailboxOf } from '@parlance/contract/lib/mailbox'
import { msg } from '@parlance/i18n/messages'
import { sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { Logger } from '../../../lib/log.ts'
import { type Mailers, MailRefused, TAKES_NO_MAIL } from '../../../lib/mail.ts'
import { transcriptMail } from '../../../mails/transcript.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { cursorOf, readCursor } from '../cursor.ts'
import { type ConversationRow, findConversation, readMessages, toConversation } from '../repository.ts'
import * as repository from './repository.ts'
import { pageOf, visitorName } from '../turn/accept-message.ts'
import type { TurnAgent } from '../turn/types.ts'
import { isStaff, maySee } from '../turn/conversation-access.ts'

export interface LifecycleDeps {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  /** Turns of a workspace queue at its balance; so does what decides who speaks in a conversation. */
  readonly lockBalances: (db: Db, workspaceIds: readonly string[]) => Promise<unknown>
  /** Ends a turn wherever it runs; resolves at once where that is another node. */
  readonly endTurn: (ctx: Ctx, turnId: string) => Promise<void>
  readonly bus: Bus
  readonly mailers: Mailers
  readonly log: Logger
}
type One = { readonly agentId: string; readonly conversationId: string }

/** How long an answer may take to stop before its visitor is told to try again. */
const STOP_MS = 5000
const DAY_MS = 24 * 3600_000
const MAILED_MESSAGES = 200

const NOTICE_OF: Partial<Record<Move, NoticeKind>> = {
  handOff: 'handoff-asked',
  cancel: 'handoff-cancelled',
  leaveMessage: 'message-left',
}

async function own(ctx: Ctx, { agentId, conversationId }: One): Promise<ConversationRow> {
  const found = await findConversation(ctx.db, agentId, conversationId)
  if (!found || !maySee(ctx.actor, found.visitor_hash)) throw new AppError('NOT_FOUND')
  return found
}

const answerOf = (ctx: Ctx, row: ConversationRow): { data: Conversation } => ({
  data: toConversation(row, isStaff(ctx.actor)),
})

function tell({ bus }: LifecycleDeps, ctx: Ctx, row: ConversationRow, notice = 0): void {
  const event = { agentId: row.agent_id, conversationId: row.id }
  for (const topic of [`conversation:${row.id}`, `workspace:${row.workspace_id}`]) {
    if (notice > 0) bus.publish(ctx.region, topic, { type: 'message', ...event, seq: notice, from: 'system' })
    bus.publish(ctx.region, topic, { type: 'conversation', ...event })
  }
}

const isRunning = (ctx: Ctx, row: ConversationRow) =>
  row.running_turn !== null && row.lease_until !== null && new Date(row.lease_until) > ctx.now()

/** Stores a move under the locks that turns take too; undefined while an answer holds the conversation. */
async function stored(
  deps: LifecycleDeps,
  ctx: Ctx,
  row: ConversationRow,
  move: Move,
  also: (tx: Ctx) => Promise<void>,
): Promise<{ row: ConversationRow; notice: number } | undefined> {
  return ctx.tx(async (tx) => {
    await deps.lockBalances(tx.db, [row.workspace_id])
    const now = await repository.lockConversation(tx.db, row.agent_id, row.id)
    if (!now) throw new AppError('NOT_FOUND')
    const outcome = moved(repository.standingOf(now), move)
    if (outcome.kind === 'refused') throw new AppError('CONFLICT', msg(outcome.reason))
    if (outcome.kind === 'already') return { row: now, notice: 0 }
    if (isRunning(ctx, now)) return undefined
    await repository.setStanding(tx.db, row.id, outcome.to, ctx.now())
    await also(tx)
    const kind = NOTICE_OF[move]
    const notice = kind ? await repository.addNotice(tx.db, row.id, kind, ctx.now()) : 0
    const event = { workspaceId: row.workspace_id, agentId: row.agent_id, conversationId: row.id }
    if (move === 'handOff') await tx.emit({ type: 'handoff.requested', ...event, at: ctx.now().getTime() })
    return { row: (await findConversation(tx.db, row.agent_id, row.id)) ?? now, notice }
  })
}

/**
 * Moves a conversation. An answer that runs is stopped first and stored as far as it came: nobody speaks after a human was
 * asked for or the chat was ended. The same wish twice is answered like once. CONFLICT where it can't be, TURN_RUNNING when
 * the answer does not stop in time.
 */
async function change(
  deps: LifecycleDeps,
  ctx: Ctx,
  input: One,
  move: Move,
  also: (tx: Ctx) => Promise<void> = async () => {},
) {
  const until = performance.now() + STOP_MS
  for (;;) {
    const row = await own(ctx, input)
    const stands = moved(repository.standingOf(row), move)
    if (stands.kind === 'moved' && row.running_turn !== null && isRunning(ctx, row))
      await deps.endTurn(ctx, row.running_turn)
    const done = await stored(deps, ctx, row, move, also)
    if (done) {
      if (done.notice > 0 || stands.kind === 'moved') tell(deps, ctx, done.row, done.notice)
      return answerOf(ctx, done.row)
    }
    if (performance.now() > until) throw new AppError('TURN_RUNNING', undefined, { retryAfter: 2 })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

interface Wish {
  readonly agentId: string
  readonly conversationId?: string | undefined
  readonly visitorId?: string | undefined
  readonly consent?: true | undefined
  readonly context?: { readonly url?: string | undefined; readonly language?: string | undefined } | undefined
}

async function requestHandoff(deps: LifecycleDeps, ctx: Ctx, wish: Wish) {
  const { agentId, conversationId } = wish
  const agent = await deps.forTurn(ctx, agentId, { draft: false })
  if (!agent) throw new AppError('NOT_FOUND')
  if (conversationId !== undefined) await own(ctx, { agentId, conversationId })
  if (!offersPeople(agent.config)) throw new AppError('FORBIDDEN', 'Nobody answers here beside the agent.')
  if (conversationId !== undefined) return change(deps, ctx, { agentId, conversationId }, 'handOff')
  const visitorId = ctx.actor.kind === 'visitor' ? ctx.actor.key : wish.visitorId
  if (visitorId === undefined) throw new AppError('INVALID_INPUT', 'Say in which conversation, or for which visitor.')
  const asks = agent.config.consentRequired && !isStaff(ctx.actor)
  if (asks && !wish.consent) throw new AppError('CONSENT_REQUIRED')
  const visitorHash = sha256(visitorId)
  const { id, notice } = await ctx.tx(async (tx) => {
    await deps.lockBalances(tx.db, [agent.workspaceId])
    const earlier = await repository.findAwaited(tx.db, agentId, visitorHash)
    if (earlier !== undefined) return { id: earlier, notice: 0 }
    const id = newConversationId()
    const begun = {
      id,
      workspaceId: agent.workspaceId,
      agentId,
      channel: ctx.actor.kind === 'visitor' ? ('web-chat' as const) : ('api' as const),
      visitorHash,
      visitor: visitorName(visitorId),
      pageUrl: pageOf(wish.context?.url),
      language: wish.context?.language ?? '',
      ephemeral: !agent.config.recordChatHistory,
      consented: asks,
    }
    await repository.insertConversation(tx.db, begun, ctx.now())
    await repository.setStanding(tx.db, id, { state: 'requested_chat', awaited: true, closed: false }, ctx.now())
    const notice = await repository.addNotice(tx.db, id, 'handoff-asked', ctx.now())
    const event = { workspaceId: agent.workspaceId, agentId, conversationId: id }
    await tx.emit({ type: 'handoff.requested', ...event, at: ctx.now().getTime(), begins: true })
    return { id, notice }
  })
  const row = await findConversation(ctx.db, agentId, id)
  if (!row) throw new AppError('NOT_FOUND')
  if (notice > 0) tell(deps, ctx, row, notice)
  return answerOf(ctx, row)
}

async function leaveMessage(deps: LifecycleDeps, ctx: Ctx, input: One & { email: string; message: string }) {
  const { agentId, conversationId, email, message } = input
  // The same message twice, as by an impatient click, is one.
  const before = await leftBefore(ctx, input)
  if (before) return answerOf(ctx, before)
  try {
    return await change(deps, ctx, { agentId, conversationId }, 'leaveMessage', async (tx) => {
      await repository.setLeftMessage(tx.db, conversationId, { email, message, at: ctx.now().toISOString() })
      await tx.emit({ type: 'form.submitted', workspaceId: ctx.workspaceId, agentId, conversationId })
    })
  } catch (error) {
    // The other click may have come first.
    const left = error instanceof AppError && error.code === 'CONFLICT' ? await leftBefore(ctx, input) : undefined
    if (!left) throw error
    return answerOf(ctx, left)
  }
}

async function leftBefore(ctx: Ctx, input: One & { email: string; message: string }) {
  const row = await own(ctx, input)
  return row.left_message?.email === input.email && row.left_message.message === input.message ? row : undefined
}

async function rate(deps: LifecycleDeps, ctx: Ctx, input: One & { score: number; comment?: string | undefined }) {
  await own(ctx, input)
  const row = await ctx.tx(async (tx) => {
    const now = await repository.lockConversation(tx.db, input.agentId, input.conversationId)
    if (!now) throw new AppError('NOT_FOUND')
    if (!mayRate(now.rated_at === null ? undefined : new Date(now.rated_at).getTime(), ctx.now().getTime()))
      throw new AppError('CONFLICT', 'A rating can be changed for a day.')
    await repository.setRating(tx.db, now.id, input.score, input.comment ?? '', ctx.now())
    return (await findConversation(tx.db, now.agent_id, now.id)) ?? now
  })
  tell(deps, ctx, row)
  return answerOf(ctx, row)
}

const LIMIT_TEXT = {
  conversation: 'This chat was mailed three times today. Try again tomorrow.',
  recipient: 'This address has got enough mails today. Try again tomorrow.',
  agent: 'Enough chats were mailed today. Try again tomorrow.',
} as const

/** As the window of the chat picks it: the agent's language, or that of the browser where the agent leaves it open. */
const chatLanguage = (lang: string, ctx: Ctx): Language =>
  lang === 'auto' ? languageAccepted(ctx.request?.headers.get('accept-language')) : languageFor([lang])

async function mailTranscript(deps: LifecycleDeps, ctx: Ctx, input: One & { email: string }) {
  const row = await own(ctx, input)
  const agent = await deps.forTurn(ctx, input.agentId, { draft: false })
  if (!agent) throw new AppError('NOT_FOUND')
  const { offerTranscript, recordChatHistory } = agent.config
  if (!offerTranscript || !recordChatHistory || row.ephemeral)
    throw new AppError('FORBIDDEN', 'Chats with this agent are not mailed.')
  const messages = await readMessages(ctx.db, row.id, undefined, MAILED_MESSAGES)
  if (!messages.some(({ from, items }) => (from === 'agent' || from === 'human') && items.length > 0))
    throw new AppError('CONFLICT', 'There is nothing to send yet.')
  const mail = {
    id: randomId(24),
    agentId: row.agent_id,
    conversationId: row.id,
    recipient: sha256(`mailbox:${mailboxOf(input.email)}`),
  }
  // Counted before it is sent: whatever becomes of it, no limit is passed.
  await ctx.tx(async (tx) => {
    const limit = mailLimit(await repository.countMails(tx.db, mail, new Date(ctx.now().getTime() - DAY_MS)))
    if (limit) throw new AppError('LIMIT_REACHED', LIMIT_TEXT[limit])
    await repository.insertMail(tx.db, mail, ctx.now())
  })
  const owned = JSON.stringify(agent.config)
  try {
    const language = chatLanguage(agent.config.lang, ctx)
    const content = await transcriptMail({ language, title: agent.title, messages, owned })
    await deps.mailers.of(ctx.region).send({ ...content, to: input.email })
  } catch (error) {
    deps.log.warn({ err: error, agentId: row.agent_id }, 'a transcript could not be mailed')
    await repository.deleteMail(ctx.db, mail.id)
    if (error instanceof MailRefused) throw new AppError('INVALID_INPUT', TAKES_NO_MAIL)
    throw new AppError('UNAVAILABLE', msg('mail_failed'))
  }
  return { success: true as const }
}

async function listOwn(ctx: Ctx, input: { agentId: string; cursor?: string | undefined; limit?: number | undefined }) {
  if (ctx.actor.kind !== 'visitor') throw new AppError('FORBIDDEN')
  const limit = input.limit ?? 30
  const of = { agentId: input.agentId, visitorHash: sha256(ctx.actor.key) }
  const found = await repository.listOfVisitor(ctx.db, of, readCursor(input.cursor), limit)
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => {
      const { id, title, state, endedAt, lastMessageAt } = toConversation(row, false)
      return { id, title, preview: row.preview, state, endedAt, lastMessageAt, unread: row.unread }
    }),
    nextCursor: found.length > limit && last ? cursorOf(last) : null,
  }
}

export function createLifecycle(deps: LifecycleDeps) {
  return {
    listOwn,
    change: (ctx: Ctx, input: One, move: 'end' | 'cancel') => change(deps, ctx, input, move),
    rate: (ctx: Ctx, input: Parameters<typeof rate>[2]) => rate(deps, ctx, input),
    mailTranscript: (ctx: Ctx, input: Parameters<typeof mailTranscript>[2]) => mailTranscript(deps, ctx, input),
    requestHandoff: (ctx: Ctx, wish: Wish) => requestHandoff(deps, ctx, wish),
    leaveMessage: (ctx: Ctx, input: Parameters<typeof leaveMessage>[2]) => leaveMessage(deps, ctx, input),
    /** Forgets which mails were sent longer ago than any limit looks back. */
    sweepMails: (ctx: Ctx) => repository.deleteMailsBefore(ctx.db, new Date(ctx.now().getTime() - 2 * DAY_MS)),
  }
}
export type Lifecycle = ReturnType<typeof createLifecycle>
