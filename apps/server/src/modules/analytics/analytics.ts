// Owns the business events that are counted, e.g. that an agent was made.
import type { AnalyticsEvent } from '@parlance/core/analytics/analytics'
import { randomId } from '@parlance/core/kit/ids'
import type { Ctx } from '../../platform/ctx.ts'
import * as store from './analytics.store.ts'

export interface Recording {
  readonly name: AnalyticsEvent
  readonly agentId?: string
  /** What makes this occasion the only one of its kind in the region: recording it again changes nothing. */
  readonly occasion: string
  /** Now when absent. */
  readonly at?: Date
}

export interface Analytics {
  /** Records an event of the context's workspace. True when it was new. */
  readonly record: (ctx: Ctx, recording: Recording) => Promise<boolean>
}

export const createAnalytics = (): Analytics => ({
  record: (ctx, { name, agentId = '', occasion, at }) =>
    store.insert(ctx.db, {
      id: randomId(20),
      name,
      workspaceId: ctx.workspaceId,
      agentId,
      occasion,
      at: at ?? ctx.now(),
    }),
})
