// Writes refused calls, sign-ins and failed sign-ins into the audit logs of the workspaces they concern.
import type { Region } from '@parlance/contract/lib/regions'
import type { Contexts } from '../../lib/context.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Guard } from '../../lib/http/authorize.ts'
import type { AuditTrail } from '../../lib/http/audit-middleware.ts'
import type { Logger } from '../../lib/log.ts'
import { type Audit, type AuditWrite, createCounter, type Told, whoOf, type Who } from '../audit/index.ts'
import type { Keys } from './api-keys/api-keys.ts'

export interface AccessAuditDeps {
  readonly audit: Audit
  readonly keys: Keys
  readonly contexts: Contexts
  readonly regions: readonly Region[]
  readonly log: Logger
}

export function createAccessAudit(deps: AccessAuditDeps) {
  const refusals = countRefusals(deps)
  const { trail, failures } = followSignIns(deps)
  const refused: NonNullable<Guard['refused']> = (ctx, workspaceId, insider) =>
    // Members see who was refused; strangers count as one, however many there are.
    refusals.count({ ...askedBy(ctx), workspaceId, who: insider ? whoOf(ctx.actor) : STRANGER })
  /** Writes what is only counted in memory so far. */
  const flush = async () => {
    await Promise.all([refusals.settle(), failures.settle(), deps.keys.settle()])
  }
  return {
    refused,
    trail,
    flush,
    async close() {
      refusals.stop()
      failures.stop()
      await flush()
    },
  }
}

const countRefusals = ({ audit, keys, contexts, log }: AccessAuditDeps) =>
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

/** Sign-ins are global: they are written to the logs of all workspaces that the person belongs to. */
function followSignIns({ audit, keys, contexts, regions, log }: AccessAuditDeps) {
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
  const trail: AuditTrail = {
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
