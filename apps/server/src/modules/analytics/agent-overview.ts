// Figures of agents for their owners: live sites, today's conversations, waiting visitors, share answered, gaps.
import type { AgentFigures, AgentOverview } from '@parlance/contract/analytics/api'
import type { Ctx } from '../../lib/ctx.ts'
import type { OutcomesDeps } from './outcomes-report.ts'
import * as counts from './counts.repository.ts'
import { addDays, DEFAULT_DAYS, dayOf } from './period.ts'
import * as repository from './repository.ts'

export interface OverviewDeps extends Pick<OutcomesDeps, 'outcomes' | 'openQuestions'> {
  /** The origin of this installation, which does not count as a site. */
  readonly own: () => string
  readonly known: {
    readonly agentIds: (ctx: Ctx) => Promise<readonly string[]>
    readonly waiting: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
    readonly channels: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, AgentFigures['channels']>>
    readonly openGaps: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, number>>
    readonly hasDocuments: (ctx: Ctx, agentId: string) => Promise<boolean>
    readonly hasConversations: (ctx: Ctx, agentId: string) => Promise<boolean>
    readonly isShared: (ctx: Ctx) => Promise<boolean>
  }
}

const LATEST = 5

export async function figuresOfAll(deps: OverviewDeps, ctx: Ctx): Promise<AgentFigures[]> {
  const found = await figuresOf(deps, ctx, await deps.known.agentIds(ctx))
  return found.filter(
    ({ site, channels, conversationsToday, waiting, answered, gaps }) =>
      site !== null || answered !== null || channels.length + conversationsToday + waiting + gaps > 0,
  )
}

export async function overviewOf(deps: OverviewDeps, ctx: Ctx, agentId: string): Promise<AgentOverview> {
  const { known } = deps
  const [[figures], sites, knowledge, tried, invited] = await Promise.all([
    figuresOf(deps, ctx, [agentId]),
    repository.latestSites(ctx.db, agentId, LATEST + 1),
    known.hasDocuments(ctx, agentId),
    known.hasConversations(ctx, agentId),
    known.isShared(ctx),
  ])
  const latestSites = sites
    .filter(({ origin }) => origin !== deps.own())
    .slice(0, LATEST)
    .map(({ origin, lastAt }) => ({ origin, lastAt: lastAt.toISOString() }))
  return { ...(figures ?? none(agentId)), latestSites, done: { knowledge, tried, invited } }
}

const none = (agentId: string): AgentFigures => ({
  agentId,
  site: null,
  sites: 0,
  channels: [],
  conversationsToday: 0,
  waiting: 0,
  answered: null,
  gaps: 0,
})

/** One entry per given agent of the workspace, in the given order. */
export async function figuresOf(deps: OverviewDeps, ctx: Ctx, agentIds: readonly string[]): Promise<AgentFigures[]> {
  const { own, known } = deps
  if (agentIds.length === 0) return []
  const today = dayOf(ctx.now())
  const [sites, chats, waiting, channels, gaps, outcomes] = await Promise.all([
    counts.lastSites(ctx.db, agentIds, own()),
    counts.chatsOn(ctx.db, agentIds, today),
    known.waiting(ctx, agentIds),
    known.channels(ctx, agentIds),
    known.openGaps(ctx, agentIds),
    outcomesOf(deps, ctx, agentIds, today),
  ])
  return agentIds.map((agentId) => {
    const last = sites.get(agentId)
    const counted = outcomes.get(agentId)
    return {
      agentId,
      site: last ? { origin: last.origin, lastAt: last.lastAt.toISOString() } : null,
      sites: last?.sites ?? 0,
      channels: channels.get(agentId) ?? [],
      conversationsToday: chats.get(agentId) ?? 0,
      waiting: waiting.get(agentId) ?? 0,
      answered: counted ? counted.answered / counted.conversations : null,
      gaps: gaps.get(agentId) ?? 0,
    }
  })
}

/** For the last days until today, as in the outcomes report. */
async function outcomesOf(
  { own, outcomes, openQuestions }: OverviewDeps,
  ctx: Ctx,
  agentIds: readonly string[],
  today: string,
) {
  const from = new Date(`${addDays(today, 1 - DEFAULT_DAYS)}T00:00:00Z`)
  const to = new Date(`${addDays(today, 1)}T00:00:00Z`)
  const { workspaceId } = ctx
  const [requests, unanswered] = await Promise.all([
    repository.handoffRequests(ctx.db, { workspaceId, agentIds, from, until: to }),
    openQuestions(ctx, { agentIds, from, to }),
  ])
  const requested = [...new Set(requests.map(({ conversationId }) => conversationId))]
  const scope = { workspaceId, agentIds, channel: undefined, own: own(), from, to, until: to }
  return outcomes.countByAgent(ctx.db, scope, { requested, unanswered })
}
