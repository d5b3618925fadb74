// Caches which workspaces have subscribers of message notifications, because every message asks.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../../lib/ctx.ts'
import { memoize } from '../../lib/memoize.ts'
import type { Bus } from '../../lib/realtime/bus.ts'
import type { Clients } from './ports.ts'
import { hasSubscribedMember } from './repository.ts'

const REMEMBERED_MS = 60_000
const TOPIC = 'notifications-chosen'

export interface MessageSubscribersDeps {
  readonly bus: Bus
  readonly regions: readonly Region[]
  readonly contextFor: (region: Region, workspaceId: string) => Ctx
  readonly clients: Pick<Clients, 'hasSubscriber'>
}

export function createMessageSubscribers({ bus, regions, contextFor, clients }: MessageSubscribersDeps) {
  const subscribed = memoize(
    { ttlMs: REMEMBERED_MS, max: 20_000, key: (region: Region, uid: string) => `${region}|${uid}` },
    async (region, uid) => {
      const ctx = contextFor(region, uid)
      return (await hasSubscribedMember(ctx.db, uid)) || clients.hasSubscriber(ctx)
    },
  )
  const stops = regions.map((region) =>
    bus.subscribe(region, TOPIC, ({ uid }: { uid: string }) => subscribed.forget(region, uid)),
  )
  return {
    changed({ region }: Ctx, uid: string) {
      subscribed.forget(region, uid)
      bus.publish(region, TOPIC, { uid })
    },
    close: () => stops.forEach((stop) => stop()),
    /** True if the database fails, so that no notification is lost. */
    hasSubscribers: (region: Region, uid: string): Promise<boolean> =>
      subscribed(region, uid).then(
        (is) => is ?? true,
        () => true,
      ),
  }
}
export type MessageSubscribers = ReturnType<typeof createMessageSubscribers>
