/** Signed events, delivered to the endpoints in one of eight orders, and retried until they are accepted. */
import { createHmac } from 'node:crypto'
import type { Stripe } from 'stripe'
import { PLATFORM, type Store } from './store.ts'

/**
 * `once` as it happens · `twice` each two times · `late` each after the next one · `lost` none · `swapped` pairs in
 * reverse order · `reversed` a batch from its end · `shuffled` in any order · `again` the whole batch a second time.
 */
export const DELIVERY_MODES = ['once', 'twice', 'late', 'lost', 'swapped', 'reversed', 'shuffled', 'again'] as const
export type DeliveryMode = (typeof DELIVERY_MODES)[number]

export interface Endpoint {
  readonly url: string
  readonly secret: string
}

const API_VERSION = '2026-10-28.endive'
const BATCH_MS = 15
const TRIES = 8
const EVENT_DAYS = 30

export function signatureOf(body: string, secret: string, at: number): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
}

export function createWebhooks(store: Store) {
  let endpoint: Endpoint | undefined
  let mode: DeliveryMode = 'once'
  let waiting: Stripe.Event[] = []
  let kept: Stripe.Event | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false
  const running = new Set<Promise<void>>()

  const send = async (event: Stripe.Event): Promise<void> => {
    for (let nth = 0; nth < TRIES && !closed; nth += 1) {
      const target = endpoint
      if (!target) return
      const body = JSON.stringify(event, undefined, 2)
      // Signed by the real clock, which the receiver compares with.
      const at = Math.floor(Date.now() / 1000)
      const headers = {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signatureOf(body, target.secret, at),
      }
      const answer = await fetch(target.url, { method: 'POST', headers, body }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer?.ok) return
      await new Promise((resolve) => setTimeout(resolve, Math.min(2000, 50 * 2 ** nth)).unref())
    }
  }

  /** Stateless except for `late`, which holds one back. */
  const ordered = (batch: Stripe.Event[]): Stripe.Event[] => {
    switch (mode) {
      case 'twice':
        return batch.flatMap((event) => [event, event])
      case 'lost':
        return []
      case 'late': {
        const all = [...batch, ...(kept ? [kept] : [])]
        kept = all.shift()
        return all
      }
      case 'swapped':
        return batch.flatMap((event, nth) =>
          nth % 2 === 1 ? [event, batch[nth - 1] ?? event] : nth === batch.length - 1 ? [event] : [],
        )
      case 'reversed':
        return batch.toReversed()
      case 'shuffled':
        return batch
          .map((event) => ({ event, by: Math.random() }))
          .toSorted((a, b) => a.by - b.by)
          .map(({ event }) => event)
      case 'again':
        return [...batch, ...batch]
      default:
        return batch
    }
  }

  const flush = () => {
    timer = undefined
    const batch = ordered(waiting)
    waiting = []
    const work = (async () => {
      for (const event of batch) await send(event)
    })()
    running.add(work)
    void work.finally(() => running.delete(work))
  }

  return {
    emit(account: string, type: string, object: object, before?: object): void {
      const event = {
        id: store.id('evt'),
        object: 'event',
        api_version: API_VERSION,
        created: store.now(),
        data: { object: structuredClone(object), ...(before ? { previous_attributes: before } : {}) },
        livemode: false,
        pending_webhooks: endpoint ? 1 : 0,
        request: { id: null, idempotency_key: null },
        type,
        ...(account === PLATFORM ? {} : { account }),
      } as unknown as Stripe.Event
      const { events } = store.of(account)
      events.set(event.id, event)
      for (const [id, { created }] of events) {
        if (created > store.now() - EVENT_DAYS * 86_400) break
        events.delete(id)
      }
      store.changed()
      if (!endpoint || closed) return
      waiting.push(event)
      timer ??= setTimeout(flush, BATCH_MS)
    },
    setEndpoint: (to: Endpoint | undefined) => void (endpoint = to),
    mode: () => mode,
    setMode(to: DeliveryMode) {
      mode = to
      if (to !== 'late' && kept) {
        waiting.push(kept)
        kept = undefined
        timer ??= setTimeout(flush, BATCH_MS)
      }
    },
    /** Delivers an event again, whatever the mode. */
    redeliver: send,
    /** Resolves once nothing is in flight. */
    async settled(): Promise<void> {
      while (timer !== undefined || running.size > 0) {
        await Promise.all(running)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
