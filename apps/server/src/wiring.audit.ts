// Wires the log of workspaces, API keys and support access: what the spine asks of them, and what it tells them.
import type { Region } from '@parlance/contract/lib/regions'
import type { Accounts } from './modules/accounts/service.ts'
import { createAudit, whoOf, type Audit, type AuditWrite, type Who } from './modules/audit/service.ts'
import { createCounter, type Told } from './modules/audit/count-refusals.ts'
import { createKeys, type Keys } from './modules/workspaces/api-keys/api-keys.ts'
import { actsAsSupport, createSupport, isOnlySupport } from './modules/workspaces/support/support-access.ts'
import type { Contexts } from './lib/context.ts'
import type { Ctx } from './lib/ctx.ts'
import type { Guard } from './lib/http/access.ts'
import type { Trail } from './lib/http/trail.ts'
import type { Logger } from './lib/log.ts'
import { SESSIONS_ENDED } from './wiring.handlers.ts'
import type { Base, WireDeps } from './wiring.ts'

type Wiring = Pick<WireDeps, 'settings' | 'log'>
type Given = Wiring & { readonly accounts: Pick<Accounts, 'hasSecondFactor'> }

export function wireAudit({ settings, log, accounts }: Given, { vault, contexts, bus, watch }: Base) {
  /** Whoever reads a stream with a bearer that ended is sent away at once. */
  const ended = () => {
    for (const region of settings.regions) bus.publish(region, SESSIONS_ENDED, {})
  }
  const { supportEmails: emails = [] } = settings
  const audit = createAudit(actsAsSupport(emails))
  const { hasSecondFactor } = accounts
  const support = createSupport({ emails, audit, hasSecondFactor, endsAt: watch.recheckAt })
  const isOnly = isOnlySupport(emails)
  const keys = endingStreams(createKeys({ vault, audit }), ended)
  const refusals = countRefusals({ audit, keys, contexts, log })
  const { trail, failures } = followSignIns({ settings, log }, { audit, keys, contexts })
  const guard: Pick<Guard, 'apiKey' | 'keyUsed' | 'refused' | 'isSupport'> = {
    isSupport: async (ctx, uid) => {
      const { actor } = ctx
      return actor.kind === 'session' && isOnly(ctx, uid, actor)
    },
    apiKey: keys.byHash,
    keyUsed: keys.used,
    refused: (ctx, workspaceId, insider) =>
      // Who it was is for those to know whom they belong to; all strangers are one, however many there are.
      refusals.count({ ...askedBy(ctx), workspaceId, who: insider ? whoOf(ctx.actor) : STRANGER }),
  }
  const settleAudit = async () => {
    await Promise.all([refusals.settle(), failures.settle(), keys.settle()])
  }
  return {
    audit,
    ended,
    keys,
    support,
    trail,
    keyGuard: guard,
    /** Writes down what is only remembered so far. */
    settleAudit,
    async closeAudit() {
      refusals.stop()
      failures.stop()
      await settleAudit()
    },
  }
}

interface Log {
  readonly audit: Audit
  readonly keys: Keys
  readonly contexts: Contexts
}

const countRefusals = ({ audit, keys, contexts, log }: Log & { readonly log: Logger }) =>
  createCounter<Refused>({
    log,
    door: ({ region, workspaceId, who }) => `${region}|${workspaceId}|${who.kind}|${who.id}`,
    house: ({ region, workspaceId }) => `${region}|${workspaceId}`,
    anybody: (refused) => ({ ...refused, who: { ...refused.who, id: '', name: '' } }),
    async exist(all) {
      const found = new Set<string>()
      for (const region of new Set(all.map((one) => one.region))) {
        const uids = all.filter((one) => one.region === region).map(({ workspaceId }) => workspaceId)
        for (const uid of await keys.existing(contexts.system(region), uids)) found.add(`${region}|${uid}`)
      }
      return all.map(({ region, workspaceId }) => found.has(`${region}|${workspaceId}`))
    },
    tell: async (refused, told) => {
      const { workspaceId, who } = refused
      const ctx = contextOf(contexts, refused.region, refused)
      // It may have ended meanwhile, and its log with it.
      if (!(await keys.existing(ctx, [workspaceId])).has(workspaceId)) return
      const object = { objectType: 'workspace', objectId: workspaceId }
      await audit.record(ctx, { workspaceId, action: 'access.refused', ...object, detail: detailOf(told), who })
    },
  })

/** Sign-ins are of the whole installation; the logs that tell of them are those of the workspaces one belongs to. */
function followSignIns({ settings: { regions }, log }: Wiring, { audit, keys, contexts }: Log) {
  const everywhere = async (by: Asked, email: string, write: Omit<AuditWrite, 'workspaceId'>) => {
    for (const region of regions) {
      const there = contextOf(contexts, region, by)
      for (const workspaceId of await keys.ofMember(there, email)) await audit.record(there, { ...write, workspaceId })
    }
  }
  const failures = createCounter<Asked & { readonly email: string }>({
    log,
    door: ({ email }) => email,
    house: ({ email }) => email,
    anybody: (failed) => failed,
    async exist(all) {
      const emails = all.map(({ email }) => email)
      const found = await Promise.all(regions.map((region) => keys.membersAmong(contexts.system(region), emails)))
      return emails.map((email) => found.some((known) => known.has(email)))
    },
    tell: (failed, told) => {
      const detail = { account: failed.email, ...detailOf(told) }
      return everywhere(failed, failed.email, { action: 'accounts.signInFailed', detail, who: STRANGER })
    },
  })
  const trail: Trail = {
    done: (ctx, deed) => audit.record(ctx, deed),
    signedIn: (ctx, email) =>
      everywhere(askedBy(ctx), email, { action: 'accounts.signIn', who: { kind: 'session', id: '', name: email } }),
    signInFailed: (ctx, email) => failures.count({ ...askedBy(ctx), email: email.trim().toLowerCase() }),
  }
  return { trail, failures }
}

/** What is kept of a request until it is told of: thousands may wait for an hour. */
interface Asked {
  readonly region: Region
  readonly requestId: string
  readonly ip: string
}
const askedBy = ({ region, request }: Ctx): Asked => ({ region, requestId: request?.id ?? '', ip: request?.ip ?? '' })
const contextOf = (contexts: Contexts, region: Region, { requestId, ip }: Asked): Ctx =>
  contexts.forRequest(region, {
    id: requestId,
    ip,
    headers: new Headers(),
    setHeader: () => {},
    signal: AbortSignal.any([]),
  })

const detailOf = ({ count, since }: Told) => ({ count, since: new Date(since).toISOString() })

interface Refused extends Asked {
  readonly workspaceId: string
  readonly who: Who
}

const STRANGER: Who = { kind: 'stranger', id: '', name: '' }

const endingStreams = (keys: Keys, ended: () => void): Keys => ({
  ...keys,
  update: (ctx, input) => keys.update(ctx, input).finally(ended),
  rotate: (ctx, input) => keys.rotate(ctx, input).finally(ended),
  revoke: (ctx, uid, keyId) => keys.revoke(ctx, uid, keyId).finally(ended),
  renewSecret: (ctx, uid) => keys.renewSecret(ctx, uid).finally(ended),
})
