// Claims due deliveries and attempts them concurrently, so that a slow endpoint does not delay the others.
import { concurrencyOf } from './retries.ts'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import type { Logger } from '../../lib/log.ts'
import * as repository from './repository.ts'

export interface DeliveryWorkerDeps {
  readonly contextFor: (region: Region) => Ctx
  readonly log: Logger
  /** Resolves to whether it was accepted; rejects if the result could not be stored. */
  readonly attempt: (ctx: Ctx, one: repository.Claimed) => Promise<boolean>
}

const POLL_MS = 2000
/** Longer than any attempt takes, including storing it. After that another process may take the delivery over. */
export const LEASE_MS = 60_000
/** How long a closing process waits for attempts under way. */
const CLOSE_MS = 3000
const MAX_CONCURRENT = 200

interface State {
  readonly underWay: Set<Promise<void>>
  readonly counts: Map<string, number>
  /** Failed attempts since the last accepted one, by endpoint. */
  readonly failures: Map<string, number>
  polling: Promise<void> | undefined
  pollAgain: boolean
}

function createState(states: Map<Region, State>, region: Region): State {
  const state: State = {
    underWay: new Set(),
    counts: new Map(),
    failures: new Map(),
    polling: undefined,
    pollAgain: false,
  }
  states.set(region, state)
  return state
}

export function createDeliveryWorker({ contextFor, log, attempt }: DeliveryWorkerDeps) {
  const states = new Map<Region, State>()
  const stateOf = (region: Region): State => states.get(region) ?? createState(states, region)
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const begin = (region: Region, ctx: Ctx, one: repository.Claimed) => {
    const state = stateOf(region)
    const work = trackAttempt(state, keyOf(one), () => attempt(ctx, one))
      // The delivery is retried after its lease ends.
      .catch((error: unknown) =>
        log.error({ err: error, id: one.id }, 'storing the result of an event delivery failed'),
      )
      .finally(() => {
        state.underWay.delete(work)
        wake(region)
      })
    state.underWay.add(work)
  }

  const poll = async (region: Region) => {
    const state = stateOf(region)
    const ctx = contextFor(region)
    for (;;) {
      const most = MAX_CONCURRENT - state.underWay.size
      if (closed || most <= 0) return
      const now = ctx.now()
      const claimed = await repository.claim(ctx.db, {
        now,
        leaseUntil: new Date(now.getTime() + LEASE_MS),
        most,
        each: concurrencyOf(0),
        left: remainingSlots(state),
      })
      if (claimed.length === 0) return
      for (const one of claimed) begin(region, ctx, one)
    }
  }

  function wake(region: Region): void {
    const state = stateOf(region)
    if (closed) return
    if (state.polling) return void (state.pollAgain = true)
    state.pollAgain = false
    state.polling = poll(region)
      .catch((error: unknown) => log.warn({ err: error, region }, 'claiming event deliveries failed; trying again'))
      .finally(() => {
        state.polling = undefined
        if (state.pollAgain) wake(region)
      })
  }

  return {
    wake,
    start(regions: readonly Region[]) {
      timer = setInterval(() => regions.forEach(wake), POLL_MS).unref()
      regions.forEach(wake)
    },
    /** Stops claiming. Resolves when attempts under way have ended or `CLOSE_MS` is over; the rest is retried after its lease. */
    async close() {
      closed = true
      clearInterval(timer)
      await settleOrTimeOut([...states.values()])
    },
  }
}

async function settleOrTimeOut(states: readonly State[]): Promise<void> {
  const ended = states.map(async ({ polling, underWay }) => {
    await polling
    await Promise.all(underWay)
  })
  const late = Promise.withResolvers<void>()
  const patience = setTimeout(late.resolve, CLOSE_MS)
  await Promise.race([Promise.all(ended), late.promise])
  clearTimeout(patience)
}

/** Counts running attempts and consecutive failures of an endpoint. */
async function trackAttempt(
  { counts, failures }: State,
  endpoint: string,
  work: () => Promise<boolean>,
): Promise<void> {
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

/** Unique within a region: the default endpoint has no id of its own. */
const keyOf = ({ workspace_id: workspaceId, endpoint_id: endpointId }: repository.Claimed): string =>
  `${workspaceId}|${endpointId}`

/** How many more attempts each endpoint may begin; endpoints without an entry have the default concurrency. */
function remainingSlots({ counts, failures }: State): repository.ClaimLimits['left'] {
  return [...new Set([...counts.keys(), ...failures.keys()])].map((key) => {
    const [workspaceId = '', endpointId = ''] = key.split('|')
    return { workspaceId, endpointId, count: concurrencyOf(failures.get(key) ?? 0) - (counts.get(key) ?? 0) }
  })
}
