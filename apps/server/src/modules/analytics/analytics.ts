// Owns what is counted: business events, and loads, openings, chats and messages of agents by the day.
import type { AnalyticsEvent } from '@parlance/core/analytics/analytics'
import type { AgentSite } from '@parlance/core/embed/embed'
import { randomId } from '@parlance/core/kit/ids'
import type { Ctx } from '../../platform/ctx.ts'
import { createGathering, type GatheringDeps } from './analytics.gathering.ts'
import { createRecording, type RecordingDeps } from './analytics.recording.ts'
import { type Asked, report, type ReportDeps } from './analytics.report.ts'
import * as store from './analytics.store.ts'
import * as counts from './counts.store.ts'

export interface Recording {
  readonly name: AnalyticsEvent
  readonly agentId?: string
  /** What makes this occasion the only one of its kind in the region: recording it again changes nothing. */
  readonly occasion: string
  /** Now when absent. */
  readonly at?: Date
}

export type AnalyticsDeps = GatheringDeps & Omit<RecordingDeps, 'gathering'> & ReportDeps

const SWEPT_AT_ONCE = 500
const LATEST_SITES = 100

export function createAnalytics(deps: AnalyticsDeps) {
  const gathering = createGathering(deps)
  return {
    ...createRecording({ ...deps, gathering }),
    /** Records an event of the context's workspace. True when it was new. */
    record: (ctx: Ctx, { name, agentId = '', occasion, at }: Recording): Promise<boolean> =>
      store.insert(ctx.db, {
        id: randomId(20),
        name,
        workspaceId: ctx.workspaceId,
        agentId,
        occasion,
        at: at ?? ctx.now(),
      }),
    /** INVALID_INPUT for what is no period. */
    report: (ctx: Ctx, asked: Asked) => report(deps, ctx, asked),
    /** Sites that loaded an agent's widget, the latest first, at most 100. Whose agent it is was checked before. */
    latestSites: async (ctx: Ctx, agentId: string): Promise<AgentSite[]> =>
      (await store.latestSites(ctx.db, agentId, LATEST_SITES)).map(({ origin, loads, firstAt, lastAt }) => ({
        origin,
        loads,
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
      })),
    forget: (ctx: Ctx, agentId: string) => counts.forget(ctx.db, [agentId]),
    /** Counts of agents that are gone: of turns that ended after their agent. */
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
    /** Stores what waits in memory. */
    settle: gathering.flush,
  }
}
export type Analytics = ReturnType<typeof createAnalytics>
