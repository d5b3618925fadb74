// What visitors do with whole conversations: list, end, rate and mail them, ask for a human, stop waiting, leave a
// message.
import { type Language, languageAccepted, languageFor } from '@parlance/contract/accounts/languages'
import type { Conversation, Person } from '@parlance/contract/conversations/schemas'
import {
  isSamePerson,
  mayRate,
  moved,
  type Moved,
  type Move,
  type NoticeKind,
  offersPeople,
} from '@parlance/contract/conversations/lifecycle'
import { pageAddress } from '@parlance/contract/conversations/page-address'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { newConversationId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import { DAY_MS } from '@parlance/contract/lib/time'
import { msg } from '@parlance/i18n/messages'
import { sha256 } from '../../../lib/crypto.ts'
import { pageOf as toPage, readCursor } from '../../../lib/cursor.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Db } from '../../../lib/db/pool.ts'
import type { Logger } from '../../../lib/log.ts'
import type { Mailers } from '../../../lib/mail.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { isStaff, requireConversation, requireVisibleConversation } from '../access.ts'
import {
  type ConversationRow,
  cursorOf,
  findConversation,
  readMessages,
  shownAs,
  speakerStateOf,
  toConversation,
} from '../repository.ts'
import { type MailDeps, mailMessages } from './mail-transcript.ts'
import type { StoredMessage } from '../outbox/dispatch-messages.ts'
import * as repository from './repository.ts'
import { refuseBlocked } from '../visitors/blocks.ts'
import { visitorName } from '../turn/accept-message.ts'
import { setTeam } from '../teams/repository.ts'
import type { TurnAgent } from '../turn/types.ts'
import { settledText } from '../handoff/brief.ts'
import type { ClientStatus } from '../handoff/operator-presence.ts'
import { missedNow, reachableNow } from '../handoff/handoff-availability.ts'
import { type Missed, queueOf, setHandback, setReturned } from '../handoff/repository.ts'

export interface LifecycleDeps {
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  /** A workspace's turns queue for its balance lock, and so do changes of the speaker. */
  readonly lockBalances: (db: Db, workspaceIds: readonly string[]) => Promise<unknown>
  /** Ends a turn on any node; resolves at once if it runs on another one. */
  readonly endTurn: (ctx: Ctx, turnId: string) => Promise<void>
  readonly allowsHandoff: (ctx: Ctx, agentId: string) => Promise<boolean>
  /** Whether the agent's visitors get no notice when this person joins or leaves. */
  readonly isQuietHandoff: (ctx: Ctx, agentId: string, person: Person | undefined) => Promise<boolean>
  readonly clientStatus: Pick<ClientStatus, 'setOnline'>
  readonly bus: Bus
  readonly messagesStored: (region: Region, messages: readonly StoredMessage[]) => void
  readonly mailers: Mailers
  readonly mailBrand: MailDeps['mailBrand']
  readonly log: Logger
}
type ConversationInput = { readonly agentId: string; readonly conversationId: string }

/** How long to wait for a running answer to stop. */
const STOP_MS = 5000
const MOST_SETTLED = 60

const NOTICE_OF: Partial<Record<Move, NoticeKind>> = {
  handOff: 'handoff-asked',
  cancel: 'handoff-cancelled',
  leaveMessage: 'message-left',
  takeOver: 'human-joined',
  handBack: 'human-left',
  timeOut: 'handoff-missed',
  requeue: 'human-absent',
  turnAway: 'handoff-closed',
}

/** Moves that an org may hide from visitors. All others carry necessary information or the visitor's own words. */
const QUIET: ReadonlySet<Move> = new Set<Move>(['handOff', 'cancel', 'takeOver', 'handBack', 'requeue'])

/** Moves that end a hand-off request. */
const SETTLING: ReadonlySet<Move> = new Set<Move>(['takeOver', 'handBack', 'cancel', 'end'])

const refuseBlockedIn = (ctx: Ctx, { workspace_id, agent_id, visitor_hash }: ConversationRow) =>
  refuseBlocked(ctx, { workspaceId: workspace_id, agentId: agent_id, visitorHash: visitor_hash })

const responseOf = (ctx: Ctx, row: ConversationRow): { data: Conversation } => ({
  data: toConversation(row, isStaff(ctx.actor)),
})

function publishChange({ bus, messagesStored }: LifecycleDeps, ctx: Ctx, row: ConversationRow, notice = 0): void {
  if (notice > 0) messagesStored(ctx.region, [{ workspaceId: row.workspace_id, from: 'system', channel: row.channel }])
  const event = { agentId: row.agent_id, conversationId: row.id }
  for (const topic of [`conversation:${row.id}`, `workspace:${row.workspace_id}`]) {
    if (notice > 0) bus.publish(ctx.region, topic, { type: 'message', ...event, seq: notice, from: 'system' })
    bus.publish(ctx.region, topic, { type: 'conversation', ...event })
  }
}

const isRunning = (ctx: Ctx, row: ConversationRow) =>
  row.running_turn !== null && row.lease_until !== null && new Date(row.lease_until) > ctx.now()

const MOST_TOLD = 50
const MOST_COUNTED = 100
/** Publishes new positions in the queue; visitors further back are updated next time. */
async function publishQueue(deps: LifecycleDeps, ctx: Ctx, { workspace_id, agent_id }: ConversationRow): Promise<void> {
  for (const conversationId of await queueOf(ctx.db, workspace_id, agent_id, MOST_TOLD))
    deps.bus.publish(ctx.region, `conversation:${conversationId}`, {
      type: 'conversation',
      agentId: agent_id,
      conversationId,
    })
}

interface MoveOptions {
  readonly person?: Person | undefined
  /** Why no one came, for the moves that say so. */
  readonly missed?: Missed | undefined
  /** Applies only if the request was made at this time, in milliseconds: a later one is another request. */
  readonly requestedAt?: number | undefined
  /** Applies only while it is this person's and there are no more than this many messages. */
  readonly heldBy?: Person | undefined
  readonly messageCount?: number | undefined
  readonly isQuiet?: boolean
  /** The visitor's text, for the notice. */
  readonly words?: string | undefined
  readonly inSameTransaction?: ((tx: Ctx) => Promise<void>) | undefined
}

/** The new state. A person may also take over from another one. */
function movedBy(row: ConversationRow, move: Move, options: MoveOptions): Moved {
  const { person, requestedAt, heldBy, messageCount } = options
  const asked = row.handoff_at === null ? undefined : new Date(row.handoff_at).getTime()
  if (requestedAt !== undefined && asked !== requestedAt) return { kind: 'already' }
  if (heldBy !== undefined && !(row.assignee && isSamePerson(row.assignee, heldBy))) return { kind: 'already' }
  if (messageCount !== undefined && row.message_count !== messageCount) return { kind: 'already' }
  const outcome = moved(speakerStateOf(row), move)
  const isFromOther =
    move === 'takeOver' && person !== undefined && !(row.assignee && isSamePerson(row.assignee, person))
  return outcome.kind === 'already' && isFromOther ? { kind: 'moved', to: speakerStateOf(row) } : outcome
}

/** Stores a move under the locks that turns take; undefined while a turn runs in the conversation. */
async function storeMove(
  deps: LifecycleDeps,
  ctx: Ctx,
  row: ConversationRow,
  move: Move,
  options: MoveOptions,
): Promise<{ row: ConversationRow; notice: number } | undefined> {
  const { person, heldBy, missed, words = '', inSameTransaction } = options
  return ctx.tx(async (tx) => {
    await deps.lockBalances(tx.db, [row.workspace_id])
    const now = await repository.lockConversation(tx.db, row.agent_id, row.id)
    if (!now) throw new AppError('NOT_FOUND')
    const outcome = movedBy(now, move, options)
    if (outcome.kind === 'refused') throw new AppError('CONFLICT', msg(outcome.reason))
    if (outcome.kind === 'already') return { row: now, notice: 0 }
    if (isRunning(ctx, now)) return undefined
    const settled = move === 'handBack' ? settledText(await readMessages(tx.db, row.id, undefined, MOST_SETTLED)) : ''
    await repository.setConversationStatus(tx.db, row.id, outcome.to, { now: ctx.now(), missed })
    if (move === 'takeOver') await repository.setAssignee(tx.db, row.id, person ?? null, ctx.now())
    // An ended request was not assigned, so the next one goes to a person who is present then.
    const isOver =
      move === 'handBack' || move === 'reopen' || (outcome.to.state === 'ai-chatting' && now.handoff_at !== null)
    if (move === 'requeue' || isOver) await repository.setAssignee(tx.db, row.id, null, ctx.now())
    if (isOver) await setTeam(tx.db, row.id, null)
    if (move === 'handBack') await setReturned(tx.db, row.id)
    if (settled !== '')
      await setHandback(tx.db, row.id, { by: now.assignee?.name ?? '', text: settled, at: ctx.now().toISOString() })
    await inSameTransaction?.(tx)
    const inWorkspace = { ...tx, workspaceId: row.workspace_id }
    const isQuiet =
      options.isQuiet === true ||
      (QUIET.has(move) && (await deps.isQuietHandoff(inWorkspace, now.agent_id, person ?? heldBy)))
    const kind = isQuiet ? undefined : NOTICE_OF[move]
    const by = person && shownAs(person)
    const notice = kind ? await repository.addNotice(tx.db, row.id, { kind, by, words }, ctx.now()) : 0
    const event = { workspaceId: row.workspace_id, agentId: row.agent_id, conversationId: row.id }
    if (move === 'takeOver' && person) await tx.emit({ type: 'chat.delegated', ...event, person })
    if (move === 'takeOver' && person?.kind === 'client') await deps.clientStatus.setOnline(tx, person.id, true)
    if (SETTLING.has(move) && (person || now.handoff_at !== null || now.assignee))
      await tx.emit({ type: 'handoff.settled', ...event })
    if (move === 'timeOut') await tx.emit({ type: 'handoff.missed', ...event })
    if (move === 'requeue') await tx.emit({ type: 'handoff.reopened', ...event, at: ctx.now().getTime() })
    if (move === 'handOff') await tx.emit({ type: 'handoff.requested', ...event, at: ctx.now().getTime() })
    return { row: (await findConversation(tx.db, row.agent_id, row.id)) ?? now, notice }
  })
}

/**
 * Moves a conversation. A running answer is stopped and stored first, so that the agent does not speak afterwards.
 * Idempotent. CONFLICT, TURN_RUNNING.
 */
async function change(deps: LifecycleDeps, ctx: Ctx, input: ConversationInput, move: Move, options: MoveOptions = {}) {
  const until = performance.now() + STOP_MS
  for (;;) {
    const row = await requireVisibleConversation(ctx, input)
    const planned = movedBy(row, move, options)
    if (planned.kind === 'moved' && row.running_turn !== null && isRunning(ctx, row))
      await deps.endTurn(ctx, row.running_turn)
    const done = await storeMove(deps, ctx, row, move, options)
    if (done) {
      if (done.notice > 0 || planned.kind === 'moved') publishChange(deps, ctx, done.row, done.notice)
      if (row.handoff_at !== null && done.row.handoff_at === null) await publishQueue(deps, ctx, done.row)
      return responseOf(ctx, done.row)
    }
    if (performance.now() > until) throw new AppError('TURN_RUNNING', undefined, { retryAfter: 2 })
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

interface HandoffInput {
  readonly agentId: string
  readonly conversationId?: string | undefined
  readonly visitorId?: string | undefined
  readonly consent?: true | undefined
  readonly context?: { readonly url?: string | undefined; readonly language?: string | undefined } | undefined
}

const allowsHandoff = (deps: LifecycleDeps, ctx: Ctx, { workspaceId, agentId }: TurnAgent) =>
  deps.allowsHandoff({ ...ctx, workspaceId }, agentId)

async function requestHandoff(deps: LifecycleDeps, ctx: Ctx, input: HandoffInput) {
  const { agentId, conversationId } = input
  const agent = await deps.forTurn(ctx, agentId, { draft: false })
  if (!agent) throw new AppError('NOT_FOUND')
  if (conversationId !== undefined)
    await refuseBlockedIn(ctx, await requireVisibleConversation(ctx, { agentId, conversationId }))
  if (!offersPeople(agent.config) || !(await allowsHandoff(deps, ctx, agent)))
    throw new AppError('FORBIDDEN', untranslated('This agent doesn’t hand conversations off to a human.'))
  const state = reachableNow(ctx, agent, 'visitor', null)
  const missed = state.kind === 'open' ? undefined : missedNow(agent.config, state)
  if (conversationId !== undefined)
    return change(deps, ctx, { agentId, conversationId }, missed ? 'turnAway' : 'handOff', { missed })
  const visitorId = ctx.actor.kind === 'visitor' ? ctx.actor.key : input.visitorId
  if (visitorId === undefined)
    throw new AppError('INVALID_INPUT', untranslated('Say in which conversation, or for which visitor.'))
  const needsConsent = agent.config.consentRequired && !isStaff(ctx.actor)
  if (needsConsent && !input.consent) throw new AppError('CONSENT_REQUIRED')
  const visitorHash = sha256(visitorId)
  await refuseBlocked(ctx, { workspaceId: agent.workspaceId, agentId, visitorHash })
  const { id, notice } = await ctx.tx(async (tx) => {
    await deps.lockBalances(tx.db, [agent.workspaceId])
    const earlier = await repository.findPendingHandoff(tx.db, agentId, visitorHash, missed !== undefined)
    if (earlier !== undefined) return { id: earlier, notice: 0 }
    const id = newConversationId()
    const conversation = {
      id,
      workspaceId: agent.workspaceId,
      agentId,
      channel: ctx.actor.kind === 'visitor' ? ('web-chat' as const) : ('api' as const),
      visitorHash,
      ...visitorName(visitorId),
      pageUrl: pageAddress(input.context?.url),
      language: input.context?.language ?? '',
      ephemeral: !agent.config.recordChatHistory,
      consented: needsConsent,
    }
    await repository.insertConversation(tx.db, conversation, ctx.now())
    const begun = moved({ state: 'ai-chatting', awaited: false, closed: false }, missed ? 'turnAway' : 'handOff')
    if (begun.kind === 'moved') await repository.setConversationStatus(tx.db, id, begun.to, { now: ctx.now(), missed })
    const kind = missed ? 'handoff-closed' : 'handoff-asked'
    const notice = await repository.addNotice(tx.db, id, { kind }, ctx.now())
    if (missed) return { id, notice }
    const event = { workspaceId: agent.workspaceId, agentId, conversationId: id }
    await tx.emit({ type: 'handoff.requested', ...event, at: ctx.now().getTime(), begins: true })
    return { id, notice }
  })
  const row = await requireConversation(ctx, { agentId, conversationId: id })
  if (notice > 0) publishChange(deps, ctx, row, notice)
  return responseOf(ctx, row)
}

async function leaveMessage(
  deps: LifecycleDeps,
  ctx: Ctx,
  input: ConversationInput & { email: string; message: string },
) {
  const { agentId, conversationId, email, message } = input
  // The same message sent twice, e.g. by a double click, is stored once.
  const before = await findLeftMessage(ctx, input)
  if (before) return responseOf(ctx, before)
  await refuseBlockedIn(ctx, await requireVisibleConversation(ctx, input))
  try {
    return await change(deps, ctx, { agentId, conversationId }, 'leaveMessage', {
      words: `${message}\n${email}`,
      async inSameTransaction(tx) {
        await repository.setLeftMessage(tx.db, conversationId, { email, message, at: ctx.now().toISOString() })
        await tx.emit({ type: 'form.submitted', workspaceId: ctx.workspaceId, agentId, conversationId })
      },
    })
  } catch (error) {
    // The concurrent request may have won.
    const left = error instanceof AppError && error.code === 'CONFLICT' ? await findLeftMessage(ctx, input) : undefined
    if (!left) throw error
    return responseOf(ctx, left)
  }
}

async function findLeftMessage(ctx: Ctx, input: ConversationInput & { email: string; message: string }) {
  const row = await requireVisibleConversation(ctx, input)
  return row.left_message?.email === input.email && row.left_message.message === input.message ? row : undefined
}

async function rate(
  deps: LifecycleDeps,
  ctx: Ctx,
  input: ConversationInput & { score: number; comment?: string | undefined },
) {
  await refuseBlockedIn(ctx, await requireVisibleConversation(ctx, input))
  const row = await ctx.tx(async (tx) => {
    const now = await repository.lockConversation(tx.db, input.agentId, input.conversationId)
    if (!now) throw new AppError('NOT_FOUND')
    if (!mayRate(now.rated_at === null ? undefined : new Date(now.rated_at).getTime(), ctx.now().getTime()))
      throw new AppError('CONFLICT', untranslated('A rating can be changed for a day.'))
    await repository.setRating(tx.db, now.id, input.score, input.comment ?? '', ctx.now())
    return (await findConversation(tx.db, now.agent_id, now.id)) ?? now
  })
  publishChange(deps, ctx, row)
  return responseOf(ctx, row)
}

/** The agent's language, or the browser's when the agent is set to `auto`. */
const chatLanguage = (lang: string, ctx: Ctx): Language =>
  lang === 'auto' ? languageAccepted(ctx.request?.headers.get('accept-language')) : languageFor([lang])

async function mailTranscript(deps: LifecycleDeps, ctx: Ctx, input: ConversationInput & { email: string }) {
  const row = await requireVisibleConversation(ctx, input)
  await refuseBlockedIn(ctx, row)
  const agent = await deps.forTurn(ctx, input.agentId, { draft: false })
  if (!agent) throw new AppError('NOT_FOUND')
  const { offerTranscript, recordChatHistory } = agent.config
  if (!offerTranscript || !recordChatHistory || row.ephemeral) throw new AppError('FORBIDDEN', msg('transcript_off'))
  await mailMessages(deps, ctx, row, {
    agent,
    email: input.email,
    language: chatLanguage(agent.config.lang, ctx),
    reader: 'visitor',
  })
  return { success: true as const }
}

async function listOwn(ctx: Ctx, input: { agentId: string; cursor?: string | undefined; limit?: number | undefined }) {
  if (ctx.actor.kind !== 'visitor') throw new AppError('FORBIDDEN')
  const limit = input.limit ?? 30
  const of = { agentId: input.agentId, visitorHash: sha256(ctx.actor.key) }
  const found = await repository.listOfVisitor(ctx.db, of, readCursor(input.cursor), limit)
  const { items, nextCursor } = toPage(found, limit, cursorOf)
  return {
    items: items.map((row) => {
      const { id, title, state, endedAt, lastMessageAt } = toConversation(row, false)
      return { id, title, preview: row.preview, state, endedAt, lastMessageAt, unread: row.unread }
    }),
    nextCursor,
  }
}

export function createLifecycle(deps: LifecycleDeps) {
  return {
    listOwn,
    change: (ctx: Ctx, input: ConversationInput, move: Move, options?: MoveOptions) =>
      change(deps, ctx, input, move, options),
    rate: (ctx: Ctx, input: Parameters<typeof rate>[2]) => rate(deps, ctx, input),
    mailTranscript: (ctx: Ctx, input: Parameters<typeof mailTranscript>[2]) => mailTranscript(deps, ctx, input),
    requestHandoff: (ctx: Ctx, input: HandoffInput) => requestHandoff(deps, ctx, input),
    async handoffStatus(ctx: Ctx, { agentId }: { readonly agentId: string }) {
      const agent = await deps.forTurn(ctx, agentId, { draft: false })
      if (!agent) throw new AppError('NOT_FOUND')
      if (!(await allowsHandoff(deps, ctx, agent)))
        return { data: { isOpen: false, opensAt: null, takesMessages: false, waiting: 0 } }
      const state = reachableNow(ctx, agent, 'visitor', null)
      const missed = state.kind === 'open' ? undefined : missedNow(agent.config, state)
      const waiting = (await queueOf(ctx.db, agent.workspaceId, agentId, MOST_COUNTED)).length
      const { opensAt = null, asksEmail: takesMessages = false } = missed ?? {}
      return { data: { isOpen: !missed, opensAt, takesMessages, waiting } }
    },
    leaveMessage: (ctx: Ctx, input: Parameters<typeof leaveMessage>[2]) => leaveMessage(deps, ctx, input),
    /** Deletes mail records that no limit counts any more. */
    sweepMails: (ctx: Ctx) => repository.deleteMailsBefore(ctx.db, new Date(ctx.now().getTime() - 2 * DAY_MS)),
  }
}
export type Lifecycle = ReturnType<typeof createLifecycle>
