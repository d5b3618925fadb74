// Makes contexts: for requests, for jobs, for one region; and carries events from a transaction to their eventHandlers.
import { randomId } from '@parlance/contract/lib/ids'
import type { Region } from '@parlance/contract/lib/regions'
import type { Actor, Ctx, RequestInfo } from './ctx.ts'
import type { Databases } from './db/databases.ts'
import type { Db } from './db/pool.ts'
import type { DomainEvent, EventType } from './events.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Outbox } from './jobs/outbox.ts'
import type { Logger } from './log.ts'

/** Event to the names of the jobs that hear it. */
export type EventHandlers = Partial<Record<EventType, readonly string[]>>

export interface Contexts {
  /** Of nobody; without a request for work that goes on after one. */
  readonly forRequest: (region: Region, request?: RequestInfo) => Ctx
  /** For jobs and background work, acting for one workspace or, with an empty id, for the region's own housekeeping. */
  readonly system: (region: Region, workspaceId?: string) => Ctx
  /** For work whose transaction is not a context's own: eventHandlers hear it after that one's commit. */
  readonly emitIn: (region: Region) => (db: Db, event: DomainEvent) => Promise<void>
  /** Jobs start after the faces that need contexts; until then whoever emits an event waits. */
  readonly attach: (jobs: ReadonlyMap<Region, Jobs>) => void
}

export function createContexts(options: {
  readonly databases: Databases
  readonly eventHandlers: EventHandlers
  readonly outbox: Pick<Outbox, 'put'>
  readonly log: Logger
  readonly now: () => Date
}): Contexts {
  const { databases, eventHandlers, outbox, log, now } = options
  const started = Promise.withResolvers<ReadonlyMap<Region, Jobs>>()

  const emit = async (event: DomainEvent, home: Region, tx: Db | undefined) => {
    const region = 'region' in event ? event.region : home
    // A job may run twice: by the id its hearer knows that it is the same happening.
    const data = { ...event, eventId: randomId(24), eventAt: now().getTime() }
    const served = Object.keys(databases.region).includes(region)
    for (const hearer of eventHandlers[event.type] ?? []) {
      if (!served) {
        await outbox.put(region, hearer, data)
        continue
      }
      const queue = (await started.promise).get(region)
      if (!queue) throw new Error(`There are no jobs for the region ${region}.`)
      await queue.enqueue(hearer, data, region === home ? tx : undefined)
    }
  }

  const make = (region: Region, actor: Actor, workspaceId: string, request: RequestInfo | undefined): Ctx => {
    const base = {
      actor,
      region,
      now,
      log: request ? log.child({ requestId: request.id }) : log,
      workspaceId,
      ...(request ? { request } : {}),
    }
    const inside = (db: Db, seed: Ctx): Ctx => {
      const ctx: Ctx = { ...seed, db, emit: (event) => emit(event, region, db), tx: (work) => work(ctx) }
      return ctx
    }
    // `this`-like access to the caller's own copy: edges add the actor and workspace after the context is made.
    return {
      ...base,
      db: databases.region[region].db,
      emit: (event) => emit(event, region, undefined),
      tx(work) {
        return this.db.transaction((db) => work(inside(db as Db, this)))
      },
    }
  }

  return {
    forRequest: (region, request) => make(region, { kind: 'nobody' }, '', request),
    system: (region, workspaceId = '') => make(region, { kind: 'system', workspaceId }, workspaceId, undefined),
    emitIn: (region) => (db, event) => emit(event, region, db),
    attach: (jobs) => started.resolve(jobs),
  }
}
