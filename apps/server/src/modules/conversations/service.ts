// Owns conversations: their messages and turns, live updates, people who take over, and the OpenAI-compatible API.
import { EngineState, TraceEntry } from '@parlance/contract/engine/types'
import { AppError } from '@parlance/contract/lib/errors'
import { toCredits, type Milli } from '@parlance/contract/lib/money'
import { ToolCallResult } from '@parlance/contract/tools/schemas'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'
import type { Bus } from '../../lib/realtime/bus.ts'
import type { AskModelDeps } from '../billing/index.ts'
import { isStaff, maySee, requireVisibleConversation } from './access.ts'
import { attach, type ConversationFiles } from './files.ts'
import { createBriefs, type BriefDeps, type Briefs } from './handoff/write-brief.ts'
import { type ClientStatus, createOperatorPresence } from './handoff/operator-presence.ts'
import { createRequests, type RequestsDeps } from './handoff/requests.ts'
import { createMailAnswers, type MailAnswersDeps } from './lifecycle/mail-answers.ts'
import { createReplyMails, type ReplyMailsDeps } from './lifecycle/mail-replies.ts'
import { createLifecycle, type LifecycleDeps } from './lifecycle/lifecycle.ts'
import { createAskModelForTeam } from './inbox/ask-model-for-team.ts'
import { createOneAtATime } from './inbox/one-at-a-time.ts'
import { createEdits } from './inbox/edits.ts'
import { createInbox, type InboxDeps } from './inbox/inbox.ts'
import { savedViewHandlers } from './inbox/saved-views.ts'
import { createSuggestReply, type SuggestReplyDeps } from './inbox/suggest-reply.ts'
import { createTranscripts } from './inbox/transcripts.ts'
import { createOutsideReplies } from './inbox/outside-replies.ts'
import { createReplies, type RepliesDeps } from './inbox/replies.ts'
import { createTranslations } from './inbox/translations.ts'
import { createTyping } from './inbox/typing.ts'
import { createLists, type ListsDeps } from './list-conversations.ts'
import * as repository from './repository.ts'
import { createBlocks, type BlocksDeps } from './visitors/blocks.ts'
import { createContacts } from './visitors/contacts.ts'
import { createVisitorPresence } from './visitors/presence.ts'
import { createVisitors, type VisitorsDeps } from './visitors/visitors.ts'
import { createTeams, type TeamsDeps } from './teams/teams.ts'
import { createPublicUsage, type UsageDeps } from './public-usage.ts'
import { rebuild } from './turn/follow-turn.ts'
import { createRecovery } from './turn/recover-turns.ts'
import { truncateAnswer } from './turn/truncate-answer.ts'
import { findReceipt, findTurn, readCallsOfTurns, turnBody } from './turn/repository.ts'
import type { PayerOf } from './ports.ts'
import type { TurnAgent } from './turn/types.ts'
import type { Turns } from './turn/turns.ts'

export interface ConversationsDeps
  extends
    Pick<LifecycleDeps, 'messagesStored' | 'lockBalances' | 'mailers' | 'isQuietHandoff' | 'allowsHandoff'>,
    Omit<InboxDeps, 'lifecycle' | 'bus' | 'teams' | 'route' | keyof Briefs>,
    TeamsDeps,
    Pick<BlocksDeps, 'agentsOfOrg'>,
    Pick<RepliesDeps, 'hasThread'>,
    Pick<ReplyMailsDeps, 'mailBrand'>,
    Pick<MailAnswersDeps, 'inboundMail'>,
    ListsDeps {
  readonly turns: Turns
  readonly visitors: Omit<VisitorsDeps, 'turns' | 'bus'>
  readonly bus: Bus
  readonly node: string
  readonly log: Logger
  readonly files: ConversationFiles & RepliesDeps['files']
  readonly forTurn: (ctx: Ctx, agentId: string, options: { draft: boolean }) => Promise<TurnAgent | undefined>
  readonly available: (ctx: Ctx, payerId: string) => Promise<Milli>
  readonly isStopped: UsageDeps['isStopped']
  readonly holdOfFirstMessage: UsageDeps['holdOfFirstMessage']
  readonly payerOf: PayerOf
  readonly mayTakeOver: RequestsDeps['mayTakeOver']
  readonly clientStatus: ClientStatus
  readonly briefs: Pick<BriefDeps, 'open'> & AskModelDeps
  readonly suggestions: Pick<SuggestReplyDeps, 'search' | 'openModel'>
  readonly hasEverPaid: (ctx: Ctx, workspaceId: string) => Promise<boolean>
}

/** Conversations of agents without history are deleted after this. */
const EPHEMERAL_IDLE_MS = 30 * 60_000

/** The first page holds the newest messages; `before` leads to older ones. */
async function transcript(
  { files }: Pick<ConversationsDeps, 'files'>,
  ctx: Ctx,
  input: { agentId: string; conversationId: string; before?: number | undefined; limit?: number | undefined },
) {
  const row = await requireVisibleConversation(ctx, input)
  const messages = await repository.readMessages(ctx.db, row.id, input.before, input.limit ?? 50)
  const first = messages[0]?.seq
  return {
    conversation: repository.toConversation(row, isStaff(ctx.actor)),
    messages: files.signFileUrls(ctx, row.id, messages),
    before: first !== undefined && first > 1 ? first : null,
  }
}

async function stop(deps: ConversationsDeps, ctx: Ctx, { agentId, turnId }: { agentId: string; turnId: string }) {
  const turn = await findTurn(ctx.db, turnId)
  if (!turn || turn.agent_id !== agentId || !maySee(ctx.actor, turn.visitor_hash)) throw new AppError('NOT_FOUND')
  if (!(await deps.turns.stop(turnId)) && turn.status === 'running') deps.bus.publish(ctx.region, 'stop', { turnId })
  const stored = await findTurn(ctx.db, turnId)
  const status = stored === undefined || stored.status === 'running' ? 'streaming' : stored.status
  return { success: true as const, status: status as 'complete' | 'streaming' | 'interrupted' | 'failed' }
}

/** Turns end before their conversation is deleted: otherwise they could not be settled. */
async function endTurns(deps: ConversationsDeps, ctx: Ctx, turnIds: readonly string[]) {
  for (const turnId of turnIds) if (!(await deps.turns.stop(turnId))) deps.bus.publish(ctx.region, 'stop', { turnId })
}

async function removeOfAgent(deps: ConversationsDeps, ctx: Ctx, agentId: string) {
  await endTurns(deps, ctx, await repository.runningTurnsOfAgent(ctx.db, agentId))
  await repository.deleteOfAgent(ctx.db, agentId)
}

async function remove(
  deps: ConversationsDeps,
  ctx: Ctx,
  { agentId, conversationId }: { agentId: string; conversationId: string },
) {
  const found = await repository.findConversation(ctx.db, agentId, conversationId)
  await endTurns(deps, ctx, found?.running_turn ? [found.running_turn] : [])
  await ctx.tx(async (tx) => {
    if (!(await repository.deleteConversation(tx.db, agentId, conversationId))) throw new AppError('NOT_FOUND')
    await tx.emit({
      type: 'conversation.deleted',
      conversationIds: [conversationId],
      ...(ctx.workspaceId ? { workspaceId: ctx.workspaceId } : {}),
    })
  })
  deps.bus.publish(ctx.region, `workspace:${ctx.workspaceId}`, { type: 'conversation', agentId, conversationId })
  return { success: true as const }
}

async function sweepEphemeral(ctx: Ctx, batch = 500): Promise<void> {
  const idleSince = new Date(ctx.now().getTime() - EPHEMERAL_IDLE_MS)
  const sweepSome = () =>
    ctx.tx(async (tx) => {
      const conversationIds = await repository.deleteEphemeral(tx.db, idleSince, batch)
      if (conversationIds.length > 0) await tx.emit({ type: 'conversation.deleted', conversationIds })
      return conversationIds.length
    })
  while ((await sweepSome()) >= batch);
}

/** Receipt and trace of a turn. Trace entries that an older version wrote in another form are left out. */
async function trace(ctx: Ctx, { agentId, turnId }: { agentId: string; turnId: string }) {
  const found = await findReceipt(ctx.db, agentId, turnId)
  if (!found) throw new AppError('NOT_FOUND')
  const { engine, trace: entries, cost, ...receipt } = found
  const known = (entries ?? []).flatMap((entry) => TraceEntry.safeParse(entry).data ?? [])
  const state = EngineState.safeParse(engine).data ?? null
  return { data: { ...receipt, turnId, credits: toCredits(cost), trace: known, engine: state } }
}

/** Costs and tool calls of a conversation's turns; missing turns are left out. */
async function toolsOfTurns(ctx: Ctx, of: { agentId: string; conversationId: string; turnIds: readonly string[] }) {
  const found = new Map((await readCallsOfTurns(ctx.db, of)).map((turn) => [turn.turnId, turn]))
  return of.turnIds.flatMap((turnId) => {
    const turn = found.get(turnId)
    return turn ? [{ turnId, credits: toCredits(turn.cost), tools: turn.tools.flatMap(toolCallOf) }] : []
  })
}
function toolCallOf(entry: unknown) {
  const { success, data } = TraceEntry.safeParse(entry)
  if (!success || data.type !== 'tool') return []
  const { ok, durationMs } = ToolCallResult.pick({ ok: true, durationMs: true }).safeParse(data.result).data ?? {}
  return [{ name: data.name, ok: ok ?? true, ms: Math.round(durationMs ?? 0) }]
}

async function turnOf(ctx: Ctx, { agentId, turnId }: { agentId: string; turnId: string }) {
  const stored = await findTurn(ctx.db, turnId)
  if (stored?.agent_id !== agentId) throw new AppError('NOT_FOUND')
  return rebuild(stored, await turnBody(ctx.db, stored), '')
}

export function createConversations(deps: ConversationsDeps) {
  const lifecycle = createLifecycle({ ...deps, endTurn: (ctx, turnId) => endTurns(deps, ctx, [turnId]) })
  const requests = createRequests({ ...deps, lifecycle })
  const teams = createTeams(deps)
  const presence = createOperatorPresence({
    clientStatus: deps.clientStatus,
    assignees: deps.assignees,
    route: requests.assignWaiting,
    routeThrottled: requests.assignWaitingThrottled,
  })
  const ask = createAskModelForTeam({ ...deps.briefs, forTurn: deps.forTurn })
  const oneAtATime = createOneAtATime()
  return {
    requests,
    presence,
    ...createPublicUsage(deps),
    bus: deps.bus,
    requireVisible: requireVisibleConversation,
    trace,
    toolsOfTurns,
    turnOf,
    truncateAnswer: (ctx: Ctx, input: Parameters<typeof truncateAnswer>[2]) => truncateAnswer(deps.turns, ctx, input),
    get: (ctx: Ctx, input: Parameters<typeof transcript>[2]) => transcript(deps, ctx, input),
    stop: (ctx: Ctx, input: { agentId: string; turnId: string }) => stop(deps, ctx, input),
    remove: (ctx: Ctx, input: { agentId: string; conversationId: string }) => remove(deps, ctx, input),
    ...createLists(deps),
    ...createRecovery(deps.turns, deps.node, deps.log),
    removeOfAgent: (ctx: Ctx, agentId: string) => removeOfAgent(deps, ctx, agentId),
    attach: (ctx: Ctx, input: Parameters<typeof attach>[2]) => attach(deps.files, ctx, input),
    sweepEphemeral: (ctx: Ctx, batch?: number) => sweepEphemeral(ctx, batch),
    ...createVisitors({ ...deps.visitors, turns: deps.turns, bus: deps.bus }),
    visitorPresence: createVisitorPresence(deps),
    blocks: createBlocks(deps),
    contacts: createContacts(deps),
    teams,
    lifecycle,
    replyMails: createReplyMails(deps),
    outsideReplies: createOutsideReplies({ ...deps, lifecycle }),
    edits: createEdits(deps),
    mailAnswers: createMailAnswers(deps),
    inbox: {
      ...createInbox({
        ...deps,
        lifecycle,
        teams,
        route: requests.assign,
        ...createBriefs({ ...deps.briefs, ask, oneAtATime }),
      }),
      ...savedViewHandlers,
      ...createSuggestReply({ ...deps.suggestions, forTurn: deps.forTurn, available: deps.available, ask }),
      ...createTranscripts(deps),
    },
    replies: {
      ...createReplies(deps),
      ...createTranslations({ ...deps.briefs, ask, oneAtATime }),
      ...createTyping(deps),
    },
  }
}
export type Conversations = ReturnType<typeof createConversations>
