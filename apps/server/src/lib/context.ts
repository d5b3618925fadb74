// Creates contexts for requests and jobs, and enqueues the handlers of emitted events.
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import type { Actor, Ctx, RequestInfo } from './ctx.ts'
import { inTrackedTx } from './db/after-commit.ts'
import type { Databases } from './db/databases.ts'
import type { Db } from './db/pool.ts'
import type { DomainEvent, EventType } from './events.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Outbox } from './jobs/outbox.ts'
import type { Logger } from './log.ts'
import type { AppOrigin, Origin } from './origin/origin.ts'

export type EventHandlers = Partial<Record<EventType, readonly string[]>>

export interface Contexts {
  /** Without an actor; without a request for work that continues after one. */
  readonly forRequest: (region: Region, request?: RequestInfo, origin?: Origin) => Ctx
  /** For jobs and background work, acting for one workspace or, with an empty id, for the region's own housekeeping. */
  readonly system: (region: Region, workspaceId?: string) => Ctx
  /** For transactions outside a context: handlers run once that transaction has committed. */
  readonly emitIn: (region: Region) => (db: Db, event: DomainEvent) => Promise<void>
  /** Sets the jobs, which start after the services that need contexts; `emit` and `jobsOf` wait until then. */
  readonly attach: (jobs: ReadonlyMap<Region, Jobs>) => void
  readonly jobsOf: (region: Region) => Promise<Jobs>
}

export function createContexts(options: {
  readonly databases: Databases
  readonly eventHandlers: EventHandlers
  readonly outbox: Pick<Outbox, 'put'>
  readonly log: Logger
  readonly now: (region: Region) => Date
  readonly origin: () => AppOrigin
}): Contexts {
  const { databases, eventHandlers, outbox, log, now, origin } = options
  const started = Promise.withResolvers<ReadonlyMap<Region, Jobs>>()
  const jobsOf = async (region: Region): Promise<Jobs> => {
    const queue = (await started.promise).get(region)
    if (!queue) throw new Error(`There are no jobs for the region ${region}.`)
    return queue
  }

  const emit = async (event: DomainEvent, home: Region, tx: Db | undefined) => {
    const region = 'region' in event ? event.region : home
    // A job may run twice: the id tells the handler that it is the same event.
    const data = { ...event, eventId: randomId(24), eventAt: now(home).getTime() }
    const served = Object.keys(databases.region).includes(region)
    for (const handler of eventHandlers[event.type] ?? []) {
      if (!served) {
        await outbox.put(region, handler, data)
        continue
      }
      const queue = await jobsOf(region)
      await queue.enqueue(handler, data, region === home ? tx : undefined)
    }
  }

  const make = (
    region: Region,
    actor: Actor,
    workspaceId: string,
    request?: RequestInfo,
    reached: Origin = origin(),
  ): Ctx => {
    const base = {
      actor,
      region,
      now: () => now(region),
      origin: reached,
      log: request ? log.child({ requestId: request.id }) : log,
      workspaceId,
      ...(request ? { request } : {}),
    }
    const inside = (db: Db, seed: Ctx): Ctx => {
      const ctx: Ctx = { ...seed, db, emit: (event) => emit(event, region, db), tx: (work) => work(ctx) }
      return ctx
    }
    // Uses `this`, because the request pipeline copies the context and adds actor and workspace.
    return {
      ...base,
      db: databases.region[region].db,
      emit: (event) => emit(event, region, undefined),
      tx(work) {
        return inTrackedTx(this.db, (db) => work(inside(db, this)))
      },
    }
  }

  return {
    forRequest: (region, request, reached) => make(region, { kind: 'nobody' }, '', request, reached),
    system: (region, workspaceId = '') => make(region, { kind: 'system', workspaceId }, workspaceId),
    emitIn: (region) => (db, event) => emit(event, region, db),
    attach: (jobs) => started.resolve(jobs),
    jobsOf,
  }
}
