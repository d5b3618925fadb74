// Takes deliveries as they come due and has them tried, beside each other, without letting one endpoint's wait for another's.
import { concurrencyOf } from './retries.ts'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'
import * as repository from './repository.ts'

export interface DeliveryWorkerDeps {
  readonly contextFor: (region: Region) => Ctx
  readonly log: Logger
  /** Answers whether it was accepted; rejects when that could not be stored. */
  readonly attempt: (ctx: Ctx, one: repository.Claimed) => Promise<boolean>
}

/** Milliseconds between two looks for what has come due by itself. */
const LOOK_MS = 2000
/** Longer than any try takes, storing included: whose process is gone is tried by another one after that. */
export const LEASE_MS = 60_000
/** How long a process that closes waits for endpoints. */
const CLOSE_MS = 3000
/** Tries under way in one region of this process. */
const MOST = 200

interface State {
  readonly underWay: Set<Promise<void>>
  readonly counts: Map<string, number>
  /** Tries that were not accepted, since the last one that was. */
  readonly failures: Map<string, number>
  looking: Promise<void> | undefined
  again: boolean
}

function opened(states: Map<Region, State>, region: Region): State {
  const state: State = {
    underWay: new Set(),
    counts: new Map(),
    failures: new Map(),
    looking: undefined,
    again: false,
  }
  states.set(region, state)
  return state
}

export function createDeliveryWorker({ contextFor, log, attempt }: DeliveryWorkerDeps) {
  const states = new Map<Region, State>()
  const stateOf = (region: Region): State => states.get(region) ?? opened(states, region)
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const begin = (region: Region, ctx: Ctx, one: repository.Claimed) => {
    const state = stateOf(region)
    const work = counted(state, keyOf(one), () => attempt(ctx, one))
      // Its lease ends, and it is tried again.
      .catch((error: unknown) => log.error({ err: error, id: one.id }, 'what came of an event could not be stored'))
      .finally(() => {
        state.underWay.delete(work)
        wake(region)
      })
    state.underWay.add(work)
  }

  const look = async (region: Region) => {
    const state = stateOf(region)
    const ctx = contextFor(region)
    for (;;) {
      const most = MOST - state.underWay.size
      if (closed || most <= 0) return
      const now = ctx.now()
      const claimed = await repository.claim(ctx.db, {
        now,
        leaseUntil: new Date(now.getTime() + LEASE_MS),
        most,
        each: concurrencyOf(0),
        left: roomOf(state),
      })
      if (claimed.length === 0) return
      for (const one of claimed) begin(region, ctx, one)
    }
  }

  function wake(region: Region): void {
    const state = stateOf(region)
    if (closed) return
    if (state.looking) return void (state.again = true)
    state.again = false
    state.looking = look(region)
      .catch((error: unknown) => log.warn({ err: error, region }, 'events could not be taken; trying again'))
      .finally(() => {
        state.looking = undefined
        if (state.again) wake(region)
      })
  }

  return {
    wake,
    start(regions: readonly Region[]) {
      timer = setInterval(() => regions.forEach(wake), LOOK_MS).unref()
      regions.forEach(wake)
    },
    /** Takes nothing more. Resolves when what is under way has ended, or soon: the rest is tried again after its lease. */
    async close() {
      closed = true
      clearInterval(timer)
      await endedOrLate([...states.values()])
    },
  }
}

async function endedOrLate(states: readonly State[]): Promise<void> {
  const ended = states.map(async ({ looking, underWay }) => {
    await looking
    await Promise.all(underWay)
  })
  const late = Promise.withResolvers<void>()
  const patience = setTimeout(late.resolve, CLOSE_MS)
  await Promise.race([Promise.all(ended), late.promise])
  clearTimeout(patience)
}

/** Counts a try while it is under way, and how many in a row were not accepted. */
async function counted({ counts, failures }: State, endpoint: string, work: () => Promise<boolean>): Promise<void> {
  counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1)
  try {
    if (await work()) failures.delete(endpoint)
    else failures.set(endpoint, (failures.get(endpoint) ?? 0) + 1)
  } finally {
    const left = (counts.get(endpoint) ?? 1) - 1
    if (left > 0) counts.set(endpoint, left)
    else counts.delete(endpoint)
  }
}

/** Names an endpoint among all of a region: additional ones have ids of their own, the default one has not. */
const keyOf = ({ workspace_id: workspaceId, endpoint_id: endpointId }: repository.Claimed): string =>
  `${workspaceId}|${endpointId}`

/** How many more of each endpoint may begin; those without an entry have the usual room. */
function roomOf({ counts, failures }: State): repository.Room['left'] {
  return [...new Set([...counts.keys(), ...failures.keys()])].map((key) => {
    const [workspaceId = '', endpointId = ''] = key.split('|')
    return { workspaceId, endpointId, count: concurrencyOf(failures.get(key) ?? 0) - (counts.get(key) ?? 0) }
  })
}
