// Endpoint settings as stored, and a cache of the events each workspace subscribed to.
import {
  DEFAULT_ENDPOINT,
  type Delivery,
  type EventName,
  EVENT_TYPES,
  type EventSettings,
} from '@parlance/contract/events/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import type { Bus } from '../../lib/realtime/bus.ts'
import { memoize } from '../../lib/memoize.ts'
import { type EndpointRow, listEndpoints } from './endpoints.repository.ts'
import { messageOf } from '../../lib/stored-message.ts'

export interface SubscriptionDeps {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly regions: readonly Region[]
  readonly contextFor: (region: Region) => Ctx
}

const TOPIC = 'events-chosen'
/** Bounds staleness: a published change may be lost. */
const CACHE_TTL_MS = 60_000
const NO_EVENTS: ReadonlySet<EventName> = new Set()
const VISITOR_EVENTS: readonly EventName[] = ['new_conversation', 'message_received', 'form_submitted']

const isKnown = (name: unknown): name is EventName => (EVENT_TYPES as readonly unknown[]).includes(name)

export interface EndpointSettings extends EventSettings {
  readonly name: string
  readonly enabled: boolean
}

/** Drops event names that this release does not know. */
export function settingsOf(row: Omit<EndpointRow, 'sealed'>): EndpointSettings {
  const { endpoint, name, enabled, subscribed_events: names, stopped_at: stoppedAt } = row
  return {
    endpoint,
    subscribedEvents: Array.isArray(names) ? names.filter(isKnown) : [],
    stoppedAt,
    name,
    enabled,
  }
}

/** The subscribed events; none while the endpoint is unset, stopped or disabled. */
export const activeEvents = ({
  endpoint,
  subscribedEvents,
  stoppedAt,
  enabled,
}: EndpointSettings): ReadonlySet<EventName> =>
  endpoint === '' || stoppedAt !== null || !enabled ? NO_EVENTS : new Set(subscribedEvents)

type Since = Readonly<Partial<Record<EventName, number>>>

/** Processes may differ by that much in the database's time: an event too many is better than one too few. */
const CLOCK_NOISE_MS = 100

export const sinceOf = ({ subscribed_since: since }: Pick<EndpointRow, 'subscribed_since'>): Since =>
  typeof since === 'object' && since !== null ? since : {}

/** Whether the event is from before the endpoint subscribed to its type. */
export const isTooOld = (since: Since, { type, at }: { readonly type: EventName; readonly at: Date }): boolean =>
  at.getTime() + CLOCK_NOISE_MS < (since[type] ?? 0)

/** Events that were wanted before keep their time. */
export function nextSince(before: EndpointRow | undefined, wanted: readonly EventName[], now: Date): Since {
  const active = before ? activeEvents(settingsOf(before)) : NO_EVENTS
  const known = before ? sinceOf(before) : {}
  return Object.fromEntries(wanted.map((type) => [type, active.has(type) ? (known[type] ?? 0) : now.getTime()]))
}

/** The default endpoint, set or not, followed by the others. */
export async function endpointsOf(ctx: Ctx, uid: string): Promise<EndpointRow[]> {
  const found = await listEndpoints(ctx.db, uid)
  if (found.length === 0) throw new AppError('NOT_FOUND')
  return found
}

/** Without an id the default endpoint, set or not; with its id only while it is set. @throws NOT_FOUND */
export async function endpointOf(ctx: Ctx, uid: string, endpointId?: string): Promise<EndpointRow> {
  const found = (await endpointsOf(ctx, uid)).find(({ id }) => id === (endpointId ?? DEFAULT_ENDPOINT))
  if (!found || (endpointId !== undefined && found.endpoint === '')) throw new AppError('NOT_FOUND')
  return found
}

export function createSubscriptions({ bus, regions, contextFor }: SubscriptionDeps) {
  const activeEventsOf = memoize(
    { ttlMs: CACHE_TTL_MS, max: 20_000, key: (region: Region, uid: string) => `${region}|${uid}` },
    async (region, uid) => {
      const found = await listEndpoints(contextFor(region).db, uid)
      return new Set(found.flatMap((row) => [...activeEvents(settingsOf(row))]))
    },
  )
  const stopListening = regions.map((region) =>
    bus.subscribe(region, TOPIC, ({ uid }: { uid: string }) => activeEventsOf.forget(region, uid)),
  )
  const changed = (region: Region, uid: string) => {
    activeEventsOf.forget(region, uid)
    bus.publish(region, TOPIC, { uid })
  }

  return {
    changed,
    close: () => stopListening.forEach((stop) => stop()),
    /** Cached, because every message asks; true if the database fails, so that no event is lost. */
    wantsVisitorEvents: (region: Region, uid: string): Promise<boolean> =>
      activeEventsOf(region, uid).then(
        (names) => names !== undefined && names.size > 0 && VISITOR_EVENTS.some((name) => names.has(name)),
        () => true,
      ),
  }
}

export function lastErrorOf(stored: string): Pick<Delivery, 'lastError' | 'lastErrorMessage'> {
  const { text, message } = messageOf(stored)
  return { lastError: text, ...(message && { lastErrorMessage: message }) }
}
