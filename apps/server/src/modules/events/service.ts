// Owns events on their way to a workspace's own endpoints: what each hears, each delivery with its tries, and who is told of failures.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'
import { type ChoiceDeps, createChoice } from './endpoint-settings.ts'
import { createDeliveries } from './deliveries.ts'
import { createEndpoints, type EndpointsDeps } from './endpoints.ts'
import { createFailures, type FailuresDeps } from './failure-mails.ts'
import { createHearing, type HearingDeps } from './enqueue-deliveries.ts'
import type { Outbound, WriteLog } from './ports.ts'
import { createDeliveryWorker } from './delivery-worker.ts'
import { attempt } from './deliver.ts'
import * as repository from './repository.ts'

export interface EventsDeps extends ChoiceDeps, EndpointsDeps, FailuresDeps, HearingDeps {
  readonly outbound: Outbound
  readonly writeLog: WriteLog
  readonly log: Logger
  readonly random?: () => number
  /** Milliseconds for one exchange with an endpoint. */
  readonly timeoutMs?: number
}

const KEPT_DAYS = 30
const SWEPT_AT_ONCE = 5000

export function createEvents(deps: EventsDeps) {
  const { contextFor, log, regions } = deps
  const choice = createChoice(deps)
  const sending = {
    ...deps,
    random: deps.random ?? Math.random,
    stopped: (ctx: Ctx, workspaceId: string) => choice.changed(ctx.region, workspaceId),
  }
  const tryOne = (ctx: Ctx, one: repository.Claimed) => attempt(sending, ctx, one)
  const pump = createDeliveryWorker({ contextFor, log, attempt: tryOne })
  const wake = (ctx: Ctx) => pump.wake(ctx.region)
  const deliveries = createDeliveries({ vault: deps.vault, attempt: tryOne, wake })

  return {
    endpoints: createEndpoints(deps, choice.changed),
    hearsVisitors: choice.hearsVisitors,
    deliveries,
    ...createFailures(deps),

    hear: createHearing(deps, wake),

    /** Conversations that were deleted are told of no more, neither here nor at the endpoint. */
    async forget(ctx: Ctx, conversationIds: readonly string[]): Promise<void> {
      if (ctx.workspaceId !== '') await repository.forget(ctx.db, ctx.workspaceId, conversationIds)
    },

    async sweep(ctx: Ctx): Promise<void> {
      const before = new Date(ctx.now().getTime() - KEPT_DAYS * 24 * 3600_000)
      while ((await repository.sweep(ctx.db, before, SWEPT_AT_ONCE)) === SWEPT_AT_ONCE);
    },

    /** Where this process is alone, it first gives back what an earlier one was at. */
    async start(alone: (region: Region) => boolean): Promise<void> {
      for (const region of regions)
        if (alone(region)) {
          const ctx = contextFor(region)
          await repository.giveBack(ctx.db, ctx.now())
        }
      pump.start(regions)
    },
    async close(): Promise<void> {
      choice.close()
      await pump.close()
    },
  }
}
export type Events = ReturnType<typeof createEvents>
