// What a workspace chose to hear: its endpoint, the events, the secret that signs them.
import { type EventName, EVENT_TYPES, type EventSettings } from '@parlance/core/events/events'
import { AppError } from '@parlance/core/kit/errors'
import type { Region } from '@parlance/core/kit/regions'
import type { Vault } from '../../platform/crypto.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import type { Bus } from '../../platform/realtime/bus.ts'
import { remember } from '../../platform/remember.ts'
import type { AsAdmin, Outbound } from './events.port.ts'
import { firstSecrets, openSecrets, rotated, sealSecrets, type Secrets } from './events.signing.ts'
import * as store from './events.store.ts'

export interface ChoiceDeps {
  readonly vault: Vault
  readonly outbound: Pick<Outbound, 'check'>
  readonly asAdmin: AsAdmin
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

/** Names that this release does not know are left out. */
export function settingsOf({ events }: Pick<store.ChoiceRow, 'events'>): EventSettings {
  const { endpoint, subscribedEvents, stoppedAt } = events ?? {}
  return {
    endpoint: typeof endpoint === 'string' ? endpoint : '',
    subscribedEvents: Array.isArray(subscribedEvents) ? subscribedEvents.filter(isKnown) : [],
    stoppedAt: typeof stoppedAt === 'string' && stoppedAt !== '' ? stoppedAt : null,
  }
}

/** The events that are sent at present. */
export const heardOf = ({ endpoint, subscribedEvents, stoppedAt }: EventSettings): ReadonlySet<EventName> =>
  endpoint === '' || stoppedAt !== null ? NOTHING : new Set(subscribedEvents)

export async function choiceOf(ctx: Ctx, uid: string): Promise<store.ChoiceRow> {
  const row = await store.findChoice(ctx.db, uid)
  if (!row) throw new AppError('NOT_FOUND')
  return row
}

const shown = (secrets: Secrets | undefined, now: Date) => ({
  secret: secrets?.secret ?? '',
  oldUntil: secrets && secrets.oldUntil > now.getTime() ? new Date(secrets.oldUntil).toISOString() : null,
})

export function createChoice({ vault, outbound, asAdmin, bus, regions, contextFor }: ChoiceDeps) {
  const heard = remember(
    { ttlMs: REMEMBERED_MS, max: 20_000, key: (region: Region, uid: string) => `${region}|${uid}` },
    async (region, uid) => {
      const row = await store.findChoice(contextFor(region).db, uid)
      return row ? heardOf(settingsOf(row)) : NOTHING
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
    settings: async (ctx: Ctx, uid: string): Promise<EventSettings> => settingsOf(await choiceOf(ctx, uid)),

    /**
     * Whether the workspace hears of messages of its visitors. Asked for each of them, hence from a remembered answer; a
     * database that can't say is no reason to lose one.
     */
    hearsVisitors: (region: Region, uid: string): Promise<boolean> =>
      heard(region, uid).then(
        (names) => names !== undefined && names.size > 0 && OF_VISITORS.some((name) => names.has(name)),
        () => true,
      ),

    async save(
      ctx: Ctx,
      { uid, endpoint, subscribedEvents }: { uid: string; endpoint: string; subscribedEvents: readonly EventName[] },
    ): Promise<EventSettings> {
      if (endpoint !== '') await checked(outbound, endpoint)
      const names = EVENT_TYPES.filter((name) => subscribedEvents.includes(name))
      const settings: EventSettings = { endpoint, subscribedEvents: names, stoppedAt: null }
      await asAdmin(ctx, uid, async (tx) => {
        const row = await choiceOf(tx, uid)
        await store.saveChoice(tx.db, uid, settings)
        if (endpoint === '') await store.cancelWaiting(tx.db, uid, ctx.now())
        else if (row.sealed === '') await store.saveSecret(tx.db, uid, sealSecrets(vault, uid, firstSecrets(ctx.now())))
        await tx.auditIn?.(tx, {})
      })
      changed(ctx.region, uid)
      return settings
    },

    secret: async (ctx: Ctx, uid: string) =>
      shown(openSecrets(vault, uid, (await choiceOf(ctx, uid)).sealed), ctx.now()),

    rotate: (ctx: Ctx, uid: string) =>
      asAdmin(ctx, uid, async (tx) => {
        const row = await choiceOf(tx, uid)
        const before = openSecrets(vault, uid, row.sealed)
        const after = before ? rotated(before, ctx.now()) : firstSecrets(ctx.now())
        await store.saveSecret(tx.db, uid, sealSecrets(vault, uid, after))
        await tx.auditIn?.(tx, {})
        return shown(after, ctx.now())
      }),
  }
}

async function checked(outbound: Pick<Outbound, 'check'>, endpoint: string): Promise<void> {
  try {
    await outbound.check(endpoint)
  } catch (cause) {
    throw Object.assign(
      invalidInput([
        { path: ['endpoint'], message: 'This address can’t be used: it must be reachable on the public internet.' },
      ]),
      { cause },
    )
  }
}
