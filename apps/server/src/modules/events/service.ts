// Owns outgoing events: webhook endpoints and their subscriptions, deliveries with their attempts, mails about failures.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'
import { type SubscriptionDeps, createSubscriptions } from './endpoint-settings.ts'
import { createDeliveries } from './deliveries.ts'
import { createEndpoints, type EndpointsDeps } from './endpoints.ts'
import { createFailureMails, type FailureMailsDeps } from './failure-mails.ts'
import { createEnqueueDeliveries, type EnqueueDeps } from './enqueue-deliveries.ts'
import type { Outbound, WriteLog } from './ports.ts'
import { createDeliveryWorker, LEASE_MS } from './delivery-worker.ts'
import { attemptDelivery } from './deliver.ts'
import * as repository from './repository.ts'
import { LONGEST_LIFE } from './retries.ts'

export interface EventsDeps extends SubscriptionDeps, EndpointsDeps, FailureMailsDeps, EnqueueDeps {
  readonly outbound: Outbound
  readonly writeLog: WriteLog
  readonly log: Logger
  readonly random?: () => number
  readonly timeoutMs?: number
}

const KEPT_DAYS = 30
const SWEPT_AT_ONCE = 5000

export function createEvents(deps: EventsDeps) {
  const { contextFor, log, regions } = deps
  const subscriptions = createSubscriptions(deps)
  const deliverDeps = {
    ...deps,
    random: deps.random ?? Math.random,
    stopped: (ctx: Ctx, workspaceId: string) => subscriptions.changed(ctx.region, workspaceId),
  }
  const tryOne = (ctx: Ctx, one: repository.Claimed) => attemptDelivery(deliverDeps, ctx, one)
  const worker = createDeliveryWorker({ contextFor, log, attempt: tryOne })
  const wake = (ctx: Ctx) => worker.wake(ctx.region)
  const deliveries = createDeliveries({ vault: deps.vault, attempt: tryOne, wake })

  return {
    endpoints: createEndpoints(deps, subscriptions.changed),
    wantsVisitorEvents: subscriptions.wantsVisitorEvents,
    deliveries,
    ...createFailureMails(deps),

    enqueueDeliveries: createEnqueueDeliveries(deps, wake),

    /** Drops deliveries of deleted conversations, sent or waiting. */
    async deleteOfConversations(ctx: Ctx, conversationIds: readonly string[]): Promise<void> {
      if (ctx.workspaceId !== '') await repository.deleteOfConversations(ctx.db, ctx.workspaceId, conversationIds)
    },

    async sweep(ctx: Ctx): Promise<void> {
      const now = ctx.now()
      const old = {
        now,
        before: new Date(now.getTime() - LONGEST_LIFE),
        claimedBefore: new Date(now.getTime() - LEASE_MS),
        limit: SWEPT_AT_ONCE,
      }
      while ((await repository.failWaiting(ctx.db, old)) === SWEPT_AT_ONCE);
      const before = new Date(now.getTime() - KEPT_DAYS * 24 * 3600_000)
      while ((await repository.deleteBefore(ctx.db, before, SWEPT_AT_ONCE)) === SWEPT_AT_ONCE);
    },

    /** In regions where this is the only process, deliveries claimed by a dead one are released first. */
    async start(alone: (region: Region) => boolean): Promise<void> {
      for (const region of regions)
        if (alone(region)) {
          const ctx = contextFor(region)
          await repository.releaseAbandoned(ctx.db, ctx.now())
        }
      worker.start(regions)
    },
    async close(): Promise<void> {
      subscriptions.close()
      await worker.close()
    },
  }
}
export type Events = ReturnType<typeof createEvents>
