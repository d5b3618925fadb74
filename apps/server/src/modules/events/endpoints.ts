// Webhook endpoints as admins manage them: URL, events and signing secret of each.
import {
  DEFAULT_ENDPOINT,
  EVENT_TYPES,
  type EventEndpoint,
  type EventEndpointChanges,
  type EventName,
  type EventSettings,
  MAX_ENDPOINTS,
  type NewEventEndpoint,
} from '@parlance/contract/events/schemas'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { customIssue } from '@parlance/contract/lib/rules'
import type { Region } from '@parlance/contract/lib/regions'
import { msg } from '@parlance/i18n/messages'
import type { Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { invalidInput } from '../../lib/http/errors.ts'
import * as repository from './endpoints.repository.ts'
import {
  endpointOf,
  endpointsOf,
  type EndpointSettings,
  lastErrorOf,
  nextSince,
  settingsOf,
} from './endpoint-settings.ts'
import type { RunAsAdmin, Outbound } from './ports.ts'
import { createSecrets, openSecrets, rotateSecrets, sealSecrets, type Secrets } from './signatures.ts'
import { cancelWaiting } from './repository.ts'

export interface EndpointsDeps {
  readonly vault: Vault
  readonly outbound: Pick<Outbound, 'check'>
  readonly runAsAdmin: RunAsAdmin
}
type Changed = (region: Region, uid: string) => void
interface ById {
  readonly uid: string
  readonly endpointId: string
}

const inOrder = (names: readonly EventName[]) => EVENT_TYPES.filter((name) => names.includes(name))
const shownSecret = (secrets: Secrets | undefined, now: Date) => ({
  secret: secrets?.secret ?? '',
  oldUntil: secrets && secrets.oldUntil > now.getTime() ? new Date(secrets.oldUntil).toISOString() : null,
})
const shown = (id: string, settings: EndpointSettings, lastError = ''): EventEndpoint => ({
  id,
  ...settings,
  ...lastErrorOf(lastError),
})
const shownSettings = ({ endpoint, subscribedEvents, stoppedAt }: EndpointSettings): EventSettings => ({
  endpoint,
  subscribedEvents,
  stoppedAt,
})

export function createEndpoints(deps: EndpointsDeps, changed: Changed) {
  const { vault, runAsAdmin } = deps
  return {
    async list(ctx: Ctx, uid: string, limit: number = MAX_ENDPOINTS): Promise<EventEndpoint[]> {
      const found = (await endpointsOf(ctx, uid)).filter(({ endpoint }) => endpoint !== '').slice(0, limit)
      const ids = found.map(({ id }) => id)
      const errors = await repository.lastErrors(ctx.db, uid, ids)
      return found.map((row) => shown(row.id, settingsOf(row), errors.get(row.id)))
    },
    create: (ctx: Ctx, input: NewEventEndpoint & { readonly uid: string }) => createEndpoint(deps, changed, ctx, input),
    update: (ctx: Ctx, input: EventEndpointChanges & ById) => updateEndpoint(deps, changed, ctx, input),

    async delete(ctx: Ctx, { uid, endpointId }: ById): Promise<void> {
      await runAsAdmin(ctx, uid, async (tx) => {
        await endpointOf(tx, uid, endpointId)
        await repository.deleteEndpoint(tx.db, uid, endpointId)
        await cancelWaiting(tx.db, uid, endpointId, ctx.now())
        await tx.auditIn?.(tx, {})
      })
      changed(ctx.region, uid)
    },

    settings: async (ctx: Ctx, uid: string): Promise<EventSettings> =>
      shownSettings(settingsOf(await endpointOf(ctx, uid))),

    save: (ctx: Ctx, input: DefaultChoice) => saveDefault(deps, changed, ctx, input),

    /** Uses the default endpoint without an id. */
    async secret(ctx: Ctx, uid: string, endpointId?: string) {
      const row = await endpointOf(ctx, uid, endpointId)
      return shownSecret(openSecrets(vault, { workspaceId: uid, endpointId: row.id }, row.sealed), ctx.now())
    },

    rotate: (ctx: Ctx, uid: string, endpointId?: string) =>
      runAsAdmin(ctx, uid, async (tx) => {
        const row = await endpointOf(tx, uid, endpointId)
        const before = openSecrets(vault, { workspaceId: uid, endpointId: row.id }, row.sealed)
        const after = before ? rotateSecrets(before, ctx.now()) : createSecrets(ctx.now())
        await saveSecret(vault, tx, row, after)
        await tx.auditIn?.(tx, {})
        return shownSecret(after, ctx.now())
      }),
  }
}

interface DefaultChoice extends Pick<EventSettings, 'endpoint' | 'subscribedEvents'> {
  readonly uid: string
}

async function saveDefault(
  { vault, outbound, runAsAdmin }: EndpointsDeps,
  changed: Changed,
  ctx: Ctx,
  { uid, endpoint, subscribedEvents }: DefaultChoice,
): Promise<EventSettings> {
  if (endpoint !== '') await assertAllowed(outbound, endpoint)
  const saved = await runAsAdmin(ctx, uid, async (tx) => {
    const row = await endpointOf(tx, uid)
    const events = inOrder(subscribedEvents)
    const settings = { ...settingsOf(row), endpoint, subscribedEvents: events, stoppedAt: null, enabled: true }
    const subscribedSince = nextSince(row, events, ctx.now())
    await repository.saveEndpoint(tx.db, uid, { id: row.id, ...settings, subscribedSince })
    if (endpoint === '') await cancelWaiting(tx.db, uid, row.id, ctx.now())
    else if (row.sealed === '') await saveSecret(vault, tx, row, createSecrets(ctx.now()))
    await tx.auditIn?.(tx, {})
    return settings
  })
  changed(ctx.region, uid)
  return shownSettings(saved)
}

async function createEndpoint(
  { vault, outbound, runAsAdmin }: EndpointsDeps,
  changed: Changed,
  ctx: Ctx,
  { uid, endpoint, name, subscribedEvents }: NewEventEndpoint & { readonly uid: string },
) {
  await assertAllowed(outbound, endpoint)
  const made = await runAsAdmin(ctx, uid, async (tx) => {
    const endpoints = await endpointsOf(tx, uid)
    const isFirst = endpoints.some((row) => row.id === DEFAULT_ENDPOINT && row.endpoint === '')
    // The default endpoint is among them also while it is not set.
    if (!isFirst && endpoints.length >= MAX_ENDPOINTS)
      throw new AppError('LIMIT_REACHED', msg('too_many_endpoints', { max: MAX_ENDPOINTS }))
    const id = isFirst ? DEFAULT_ENDPOINT : randomId(16)
    const events = inOrder(subscribedEvents)
    const settings: EndpointSettings = { endpoint, name, subscribedEvents: events, enabled: true, stoppedAt: null }
    const secrets = createSecrets(ctx.now())
    const sealed = sealSecrets(vault, { workspaceId: uid, endpointId: id }, secrets)
    const subscribedSince = nextSince(undefined, events, ctx.now())
    if (isFirst) {
      await repository.saveEndpoint(tx.db, uid, { id, ...settings, subscribedSince })
      await repository.saveSecret(tx.db, uid, id, sealed)
    } else await repository.addEndpoint(tx.db, uid, { id, ...settings, subscribedSince, sealed, now: ctx.now() })
    await tx.auditIn?.(tx, { objectType: 'endpoint', objectId: id })
    return { data: shown(id, settings), secret: secrets.secret }
  })
  changed(ctx.region, uid)
  return made
}

async function updateEndpoint(
  { outbound, runAsAdmin }: EndpointsDeps,
  changed: Changed,
  ctx: Ctx,
  { uid, endpointId, endpoint, name, subscribedEvents, enabled }: EventEndpointChanges & ById,
): Promise<EventEndpoint> {
  if (endpoint !== undefined) await assertAllowed(outbound, endpoint)
  const settings = await runAsAdmin(ctx, uid, async (tx) => {
    const row = await endpointOf(tx, uid, endpointId)
    const before = settingsOf(row)
    const resumes = endpoint !== undefined || subscribedEvents !== undefined || enabled === true
    const after: EndpointSettings = {
      endpoint: endpoint ?? before.endpoint,
      name: name ?? before.name,
      subscribedEvents: subscribedEvents ? inOrder(subscribedEvents) : before.subscribedEvents,
      enabled: enabled ?? before.enabled,
      stoppedAt: resumes ? null : before.stoppedAt,
    }
    const subscribedSince = nextSince(row, after.subscribedEvents, ctx.now())
    await repository.saveEndpoint(tx.db, uid, { id: endpointId, ...after, subscribedSince })
    if (!after.enabled) await cancelWaiting(tx.db, uid, endpointId, ctx.now())
    await tx.auditIn?.(tx, {})
    return after
  })
  changed(ctx.region, uid)
  return shown(endpointId, settings, (await repository.lastErrors(ctx.db, uid, [endpointId])).get(endpointId))
}

const saveSecret = (vault: Vault, tx: Ctx, row: repository.EndpointRow, secrets: Secrets): Promise<void> => {
  const { id, workspace_id: workspaceId } = row
  return repository.saveSecret(tx.db, workspaceId, id, sealSecrets(vault, { workspaceId, endpointId: id }, secrets))
}

async function assertAllowed(outbound: Pick<Outbound, 'check'>, endpoint: string): Promise<void> {
  try {
    await outbound.check(endpoint)
  } catch (cause) {
    throw Object.assign(invalidInput([customIssue(msg('endpoint_address_unreachable'), ['endpoint'])]), { cause })
  }
}
