// Owns statistics: business events, and loads, openings, chats and messages of agents by day.
import { ANALYTICS_EVENTS, type AnalyticsEvent } from './schema.ts'
import { countsIn, countsOfTurn } from '@parlance/contract/analytics/counts'
import { dayOf } from './period.ts'
import { locateWidget } from '@parlance/contract/analytics/widget-location'
import { SUBSCRIPTION_CONVERSION } from '@parlance/contract/billing/plans'
import type { AgentSite } from '@parlance/contract/widget/embed'
import { randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../lib/ctx.ts'
import { figuresOf, figuresOfAll, overviewOf, type OverviewDeps } from './agent-overview.ts'
import { createCountBuffer, type CountBufferDeps } from './count-buffer.ts'
import { createRecording, type RecordingDeps } from './record-widget-event.ts'
import { type Asked, report, type ReportDeps } from './report.ts'
import { type OutcomesAsked, type OutcomesDeps, outcomesOf } from './outcomes-report.ts'
import * as repository from './repository.ts'
import * as counts from './counts.repository.ts'

export interface Recording {
  readonly name: AnalyticsEvent
  readonly agentId?: string
  readonly occasion: string
  readonly at?: Date
  readonly value?: number
  readonly currency?: string
}

export interface AnalyticsDeps
  extends CountBufferDeps, Omit<RecordingDeps, 'countBuffer'>, ReportDeps, OverviewDeps, OutcomesDeps {
  readonly cameBy: (
    ctx: Ctx,
    asked: { agentId: string; conversationId: string },
  ) => Promise<{ channel: string; pageUrl: string } | undefined>
}

export interface HandOff {
  readonly agentId: string
  readonly conversationId: string
  readonly at: Date
  readonly begins: boolean
}

const SWEPT_AT_ONCE = 500
const LATEST_SITES = 100

export function createAnalytics(deps: AnalyticsDeps) {
  const countBuffer = createCountBuffer(deps)
  const place = locateWidget(deps.own)
  return {
    ...createRecording({ ...deps, countBuffer }),
    record,
    /** A conversion, valued at the plan's price. */
    async subscriptionStarted(ctx: Ctx, { occasion, at }: { occasion: string; at: Date }): Promise<void> {
      const { value, currency } = SUBSCRIPTION_CONVERSION
      await record(ctx, { name: 'subscription_started', occasion, at, value, currency })
    },
    /** Only for channels that have an event. */
    async channelAdded(
      ctx: Ctx,
      added: { agentId: string; channel: string; occasion: string; at: Date },
    ): Promise<void> {
      const { channel, ...event } = added
      const name = ANALYTICS_EVENTS.find((one) => one === `${channel}_channel_added`)
      if (name) await record(ctx, { name, ...event })
    },
    /** Counts a message that people answer instead of the agent. Buffered in memory. */
    unanswered(ctx: Ctx, { agentId, ...said }: { agentId: string; channel: string; pageUrl: string }): void {
      const day = dayOf(ctx.now())
      const counted = countsOfTurn({ ...said, isFirst: false }, place)
      countBuffer.add(
        ctx.region,
        counted.map((count) => ({ ...count, agentId, day })),
      )
    },
    async handOff(ctx: Ctx, { agentId, conversationId, at, begins }: HandOff): Promise<void> {
      const came = await deps.cameBy(ctx, { agentId, conversationId })
      if (!came) return
      const counted = countsIn(begins ? ['chats', 'handoffs'] : ['handoffs'], came, place)
      await ctx.tx(async (tx) => {
        const occasion = `${conversationId}|${at.toISOString()}`
        const isNew = await record(tx, { name: 'handoff_requested', agentId, occasion, at })
        if (isNew)
          await counts.addCounts(
            tx.db,
            counted.map((count) => ({ ...count, agentId, day: dayOf(at), count: 1 })),
          )
      })
    },
    async leadCaptured(
      ctx: Ctx,
      lead: { agentId: string; conversationId: string; leadId: string; at: Date },
    ): Promise<void> {
      const { agentId, conversationId, leadId, at } = lead
      const came = await deps.cameBy(ctx, { agentId, conversationId })
      if (!came) return
      await ctx.tx(async (tx) => {
        const isNew = await record(tx, { name: 'lead_captured', agentId, occasion: leadId, at })
        const counted = countsIn(['leads'], came, place)
        if (isNew)
          await counts.addCounts(
            tx.db,
            counted.map((count) => ({ ...count, agentId, day: dayOf(at), count: 1 })),
          )
      })
    },
    /** @throws INVALID_INPUT for an invalid period */
    report: (ctx: Ctx, asked: Asked) => report(deps, ctx, asked),
    /** @throws INVALID_INPUT for an invalid period, NOT_FOUND for agents and orgs of others */
    outcomes: (ctx: Ctx, asked: OutcomesAsked) => outcomesOf(deps, ctx, asked),
    overview: (ctx: Ctx, agentId: string) => overviewOf(deps, ctx, agentId),
    figures: (ctx: Ctx) => figuresOfAll(deps, ctx),
    figuresOf: (ctx: Ctx, agentIds: readonly string[]) => figuresOf(deps, ctx, agentIds),
    /** Sites that loaded an agent's widget, the latest first, at most 100. Access was checked by the caller. */
    latestSites: async (ctx: Ctx, agentId: string): Promise<AgentSite[]> =>
      (await repository.latestSites(ctx.db, agentId, LATEST_SITES)).map(({ origin, loads, firstAt, lastAt }) => ({
        origin,
        loads,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
    forgetWorkspace: (ctx: Ctx) => repository.forgetWorkspace(ctx.db, ctx.workspaceId),
    forget: (ctx: Ctx, agentId: string) => counts.forget(ctx.db, [agentId]),
    /** Deletes counts of deleted agents, from turns that ended after the deletion. */
    async sweep(ctx: Ctx): Promise<void> {
      for (let after = ''; ;) {
        const ids = await counts.agentsAfter(ctx.db, after, SWEPT_AT_ONCE)
        const here = await deps.existing(ctx, ids)
        await counts.forget(
          ctx.db,
          ids.filter((id) => !here.has(id)),
        )
        const last = ids.at(-1)
        if (last === undefined) return
        after = last
      }
    },
    settle: countBuffer.flush,
  }
}
/** Records an event of the context's workspace. True if it was new. */
const record = (ctx: Ctx, { name, agentId = '', occasion, at, value, currency }: Recording): Promise<boolean> =>
  repository.insert(ctx.db, {
    id: randomId(20),
    name,
    workspaceId: ctx.workspaceId,
    agentId,
    occasion,
    at: at ?? ctx.now(),
    value,
    currency,
  })

export type Analytics = ReturnType<typeof createAnalytics>
