import {
  type Delivery,
  type DeliveryDetail,
  bodyOf,
  type DeliveryFilter,
  type SentEvent,
  type SentEventName,
  TEST_EVENT,
} from '@parlance/contract/events/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { pageOf } from '../../lib/cursor.ts'
import * as repository from './deliveries.repository.ts'
import type { EndpointRow } from './endpoints.repository.ts'
import { endpointOf, endpointsOf, lastErrorOf, settingsOf } from './endpoint-settings.ts'
import { LEASE_MS } from './delivery-worker.ts'
import { deliveryHeaders, openSecrets, signingSecretsAt } from './signatures.ts'
import { addClaimed, type Claimed } from './repository.ts'
import { messageOf } from '../../lib/stored-message.ts'

export interface DeliveriesDeps {
  readonly vault: Vault
  readonly attempt: (ctx: Ctx, one: Claimed) => Promise<unknown>
  readonly wake: (ctx: Ctx) => void
}

const MAX_REPLAYED = 1000
export const newDeliveryId = () => `msg_${randomId(28)}`

const iso = (at: Date | string) => new Date(at).toISOString()
const orNull = (at: Date | string | null) => (at === null ? null : iso(at))

export const toDelivery = (row: repository.DeliveryRow): Delivery => ({
  id: row.id,
  endpointId: row.endpoint_id,
  type: row.type,
  state: row.state,
  attempts: row.attempts,
  createdAt: iso(row.created_at),
  nextAt: orNull(row.next_at),
  finishedAt: orNull(row.finished_at),
  lastStatus: row.last_status,
  ...lastErrorOf(row.last_error),
  replayOf: row.replay_of,
})

const cursorOf = (row: repository.DeliveryRow) => `${new Date(row.created_at).getTime()}.${row.id}`

function readCursor(cursor: string | undefined): readonly [at: Date, id: string] | undefined {
  if (cursor === undefined) return undefined
  const found = /^(\d{13})\.([A-Za-z0-9_]{1,100})$/.exec(cursor)
  if (!found) throw new AppError('INVALID_INPUT', msg('page_not_valid'))
  return [new Date(Number(found[1])), found[2] ?? '']
}

async function detail(
  { vault }: Pick<DeliveriesDeps, 'vault'>,
  ctx: Ctx,
  uid: string,
  id: string,
): Promise<DeliveryDetail> {
  const [row, endpoints] = await Promise.all([repository.find(ctx.db, uid, id), endpointsOf(ctx, uid)])
  if (!row) throw new AppError('NOT_FOUND')
  const endpoint = endpoints.find((one) => one.id === row.endpoint_id)
  const tries = await repository.attemptsOf(ctx.db, id)
  const last = new Date(tries.at(-1)?.at ?? row.created_at)
  const secrets = openSecrets(vault, { workspaceId: uid, endpointId: row.endpoint_id }, endpoint?.sealed ?? '')
  const signed = { id, timestamp: Math.floor(last.getTime() / 1000), body: row.body }
  const headers = deliveryHeaders(signed, secrets ? signingSecretsAt(secrets, last) : [])
  return {
    ...toDelivery(row),
    endpoint: row.endpoint,
    body: row.body,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    tries: tries.map(({ number, at, duration_ms: durationMs, status, error, response }) => {
      const { text, message } = messageOf(error)
      return {
        number,
        at: iso(at),
        durationMs,
        status,
        error: text,
        ...(message && { errorMessage: message }),
        response,
      }
    }),
  }
}

function assertOpen(row: EndpointRow): EndpointRow {
  const { endpoint, stoppedAt, enabled } = settingsOf(row)
  if (endpoint === '') throw new AppError('CONFLICT', msg('endpoint_not_saved'))
  if (!enabled) throw new AppError('CONFLICT', msg('endpoint_disabled'))
  if (stoppedAt !== null) throw new AppError('CONFLICT', msg('endpoint_gone'))
  return row
}

/** The endpoint of a delivery. @throws CONFLICT if nothing can be sent to it now */
async function openEndpointOf(ctx: Ctx, uid: string, { endpoint_id: endpointId }: repository.DeliveryRow) {
  const row = (await endpointsOf(ctx, uid)).find(({ id }) => id === endpointId)
  if (!row) throw new AppError('CONFLICT', msg('endpoint_deleted'))
  return assertOpen(row)
}

/** The named endpoint, or all that can be sent to now. @throws CONFLICT if there is none */
async function openEndpoints(ctx: Ctx, uid: string, endpointId: string | undefined): Promise<EndpointRow[]> {
  if (endpointId !== undefined) return [assertOpen(await endpointOf(ctx, uid, endpointId))]
  const set = (await endpointsOf(ctx, uid)).filter(({ endpoint }) => endpoint !== '')
  const open = set.filter(({ enabled, stopped_at: stoppedAt }) => enabled && stoppedAt === null)
  if (open.length > 0) return open
  return [assertOpen(set[0] ?? (await endpointOf(ctx, uid)))]
}

async function retryNow(tx: Ctx, uid: string, id: string): Promise<repository.DeliveryRow | undefined> {
  await repository.makeDue(tx.db, uid, [id], tx.now())
  return repository.find(tx.db, uid, id)
}

/** Makes a waiting delivery due now. Locks the row, so that no concurrent request replays a delivered one. */
async function retryIfWaiting(tx: Ctx, uid: string, id: string): Promise<repository.DeliveryRow | undefined> {
  const found = await repository.lock(tx.db, uid, id)
  if (!found) throw new AppError('NOT_FOUND')
  await openEndpointOf(tx, uid, found)
  return found.state === 'waiting' ? retryNow(tx, uid, id) : undefined
}

/** A waiting delivery of the same event is preferred: a new id would look like a second event to the receiver. */
async function retryOrReplay(tx: Ctx, uid: string, id: string): Promise<repository.DeliveryRow> {
  await repository.lockReplays(tx.db, uid)
  const found = await repository.find(tx.db, uid, id)
  if (!found) throw new AppError('NOT_FOUND')
  const endpoint = await openEndpointOf(tx, uid, found)
  const waiting = await repository.lockWaitingOf(tx.db, uid, id)
  return (waiting && (await retryNow(tx, uid, waiting.id))) ?? (await addReplay(tx, uid, id, endpoint))
}

/** The replay gets a new id, because receivers ignore ids that they have seen. */
async function addReplay(tx: Ctx, uid: string, of: string, endpoint: EndpointRow): Promise<repository.DeliveryRow> {
  const [made] = await repository.addReplays(tx.db, uid, [{ id: newDeliveryId(), of }], {
    endpoints: [endpoint],
    now: tx.now(),
  })
  if (!made) throw new AppError('NOT_FOUND')
  return made
}

interface FailedInput {
  readonly since: Date
  readonly endpointId?: string | undefined
}

async function replayFailed(ctx: Ctx, uid: string, { since, endpointId }: FailedInput): Promise<number> {
  const endpoints = await openEndpoints(ctx, uid, endpointId)
  const endpointIds = endpoints.map(({ id }) => id)
  return ctx.tx(async (tx) => {
    await repository.lockReplays(tx.db, uid)
    const ids = await repository.lockFailed(tx.db, uid, { endpointIds, since, limit: MAX_REPLAYED })
    const pairs = ids.map((of) => ({ id: newDeliveryId(), of }))
    return (await repository.addReplays(tx.db, uid, pairs, { endpoints, now: ctx.now() })).length
  })
}

interface ListInput {
  readonly uid: string
  readonly state?: DeliveryFilter | undefined
  readonly type?: SentEventName | undefined
  readonly endpointId?: string | undefined
  readonly search?: string | undefined
  readonly cursor?: string | undefined
  readonly limit?: number | undefined
}

export function createDeliveries(deps: DeliveriesDeps) {
  const { attempt, wake } = deps
  return {
    async list(ctx: Ctx, { uid, cursor, limit = 25, ...filters }: ListInput) {
      const found = await repository.list(ctx.db, { workspaceId: uid, ...filters, after: readCursor(cursor), limit })
      const { items, nextCursor } = pageOf(found, limit, cursorOf)
      return { items: items.map(toDelivery), nextCursor }
    },

    get: (ctx: Ctx, uid: string, id: string) => detail(deps, ctx, uid, id),

    /** The event of a delivery, with every delivery of it. */
    async event(ctx: Ctx, uid: string, id: string): Promise<SentEvent> {
      const found = await repository.listOfEvent(ctx.db, uid, id)
      const [first] = found
      if (!first) throw new AppError('NOT_FOUND')
      const told = JSON.parse(first.body) as { timestamp?: string; payload?: Record<string, unknown> }
      return {
        // The original may be deleted before its replays.
        id: first.replay_of || first.id,
        type: first.type,
        timestamp: told.timestamp ?? iso(first.created_at),
        payload: told.payload ?? {},
        deliveries: found.map(toDelivery),
      }
    },

    /** Sends `webhook_test` and returns after its endpoint's response or the timeout. It is tried once. */
    async test(ctx: Ctx, uid: string, endpointId?: string): Promise<DeliveryDetail> {
      const row = assertOpen(await endpointOf(ctx, uid, endpointId))
      const [id, at] = [newDeliveryId(), ctx.now()]
      const body = bodyOf({ type: TEST_EVENT, at, payload: { message: 'This is a test of your endpoint.' } })
      const to = { endpoint: row.endpoint, endpointId: row.id }
      const one = { id, eventId: id, workspaceId: uid, type: TEST_EVENT, body, ...to, createdAt: at }
      const claimed = await addClaimed(ctx.db, one, new Date(at.getTime() + LEASE_MS))
      if (!claimed) throw new AppError('NOT_FOUND')
      await attempt(ctx, claimed)
      return detail(deps, ctx, uid, id)
    },

    async replay(ctx: Ctx, uid: string, id: string): Promise<Delivery> {
      const sent =
        (await ctx.tx((tx) => retryIfWaiting(tx, uid, id))) ?? (await ctx.tx((tx) => retryOrReplay(tx, uid, id)))
      wake(ctx)
      return toDelivery(sent)
    },

    /** Retries everything that waits after a failed attempt; returns how many. */
    async tryWaiting(ctx: Ctx, uid: string, endpointId?: string): Promise<number> {
      const ids = (await openEndpoints(ctx, uid, endpointId)).map(({ id }) => id)
      const count = await ctx.tx(async (tx) =>
        repository.makeDue(tx.db, uid, await repository.lockRetrying(tx.db, uid, ids), tx.now()),
      )
      if (count > 0) wake(ctx)
      return count
    },

    async replayFailed(ctx: Ctx, uid: string, failed: FailedInput): Promise<number> {
      const count = await replayFailed(ctx, uid, failed)
      if (count > 0) wake(ctx)
      return count
    },
  }
}
