// What endpoints of a workspace hear, read from what is stored and remembered for each message of a visitor.
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

export interface ChoiceDeps {
  readonly bus: Pick<Bus, 'publish' | 'subscribe'>
  readonly regions: readonly Region[]
  readonly contextFor: (region: Region) => Ctx
}

/** Told on every node when a workspace chose anew. */
const TOPIC = 'events-chosen'
/** News may be lost: after so long an answer is looked up again. */
const REMEMBERED_MS = 60_000
const NOTHING: ReadonlySet<EventName> = new Set()
/** What comes with every message of a visitor. */
const OF_VISITORS: readonly EventName[] = ['new_conversation', 'message_received', 'form_submitted']

const isKnown = (name: unknown): name is EventName => (EVENT_TYPES as readonly unknown[]).includes(name)

export interface EndpointSettings extends EventSettings {
  readonly name: string
  readonly enabled: boolean
}

/** Names that this release does not know are left out. */
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

/** The events that are sent at present. */
export const heardOf = ({
  endpoint,
  subscribedEvents,
  stoppedAt,
  enabled,
}: EndpointSettings): ReadonlySet<EventName> =>
  endpoint === '' || stoppedAt !== null || !enabled ? NOTHING : new Set(subscribedEvents)

/** The default endpoint, set or not, then the others. */
export async function endpointsOf(ctx: Ctx, uid: string): Promise<EndpointRow[]> {
  const found = await listEndpoints(ctx.db, uid)
  if (found.length === 0) throw new AppError('NOT_FOUND')
  return found
}

/** An endpoint by its id. The default one is there always for calls that name none, and only while it is set for others. */
export async function endpointOf(ctx: Ctx, uid: string, endpointId?: string): Promise<EndpointRow> {
  const found = (await endpointsOf(ctx, uid)).find(({ id }) => id === (endpointId ?? DEFAULT_ENDPOINT))
  if (!found || (endpointId !== undefined && found.endpoint === '')) throw new AppError('NOT_FOUND')
  return found
}

export function createChoice({ bus, regions, contextFor }: ChoiceDeps) {
  const heard = memoize(
    { ttlMs: REMEMBERED_MS, max: 20_000, key: (region: Region, uid: string) => `${region}|${uid}` },
    async (region, uid) => {
      const found = await listEndpoints(contextFor(region).db, uid)
      return new Set(found.flatMap((row) => [...heardOf(settingsOf(row))]))
    },
  )
  const stopListening = regions.map((region) =>
    bus.subscribe(region, TOPIC, ({ uid }: { uid: string }) => heard.forget(region, uid)),
  )
  const changed = (region: Region, uid: string) => {
    heard.forget(region, uid)
    bus.publish(region, TOPIC, { uid })
  }

  return {
    changed,
    close: () => stopListening.forEach((stop) => stop()),
    /**
     * Whether the workspace hears of messages of its visitors. Asked for each of them, hence from a remembered answer; a
     * database that can't say is no reason to lose one.
     */
    hearsVisitors: (region: Region, uid: string): Promise<boolean> =>
      heard(region, uid).then(
        (names) => names !== undefined && names.size > 0 && OF_VISITORS.some((name) => names.has(name)),
        () => true,
      ),
  }
}

export function lastErrorOf(stored: string): Pick<Delivery, 'lastError' | 'lastErrorMessage'> {
  const { text, message } = messageOf(stored)
  return { lastError: text, ...(message && { lastErrorMessage: message }) }
}
