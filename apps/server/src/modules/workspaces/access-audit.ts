// Writes refused calls, sign-ins and failed sign-ins into the audit logs of the workspaces they concern.
import type { Region } from '@parlance/contract/lib/regions'
import type { Contexts } from '../../lib/context.ts'
import type { Ctx } from '../../lib/ctx.ts'
import type { Guard } from '../../lib/http/pipeline/authorize.ts'
import type { AuditRecorder } from '../../lib/http/pipeline/audit-middleware.ts'
import type { Logger } from '../../lib/log.ts'
import {
  type Audit,
  type AuditWrite,
  createRefusalCounter,
  type RefusalCount,
  auditActorOf,
  type AuditActor,
} from '../audit/index.ts'
import type { ApiKeys } from './api-keys/api-keys.ts'

export interface AccessAuditDeps {
  readonly audit: Audit
  readonly keys: ApiKeys
  readonly contexts: Contexts
  readonly regions: readonly Region[]
  readonly log: Logger
}

export function createAccessAudit(deps: AccessAuditDeps) {
  const refusals = createRefusalAudit(deps)
  const { signIns, failures } = createSignInAudit(deps)
  const refused: NonNullable<Guard['refused']> = (ctx, workspaceId, insider) =>
    // Members are named; all others are counted as one.
    refusals.count({ ...requestInfoOf(ctx), workspaceId, who: insider ? auditActorOf(ctx.actor) : UNKNOWN_CALLER })
  /** Writes counts that are only in memory. */
  const flush = async () => {
    await Promise.all([refusals.flush(), failures.flush(), deps.keys.flushUses()])
  }
  return {
    refused,
    signIns,
    flush,
    async close() {
      refusals.stop()
      failures.stop()
      await flush()
    },
  }
}

const createRefusalAudit = ({ audit, keys, contexts, log }: AccessAuditDeps) =>
  createRefusalCounter<Refusal>({
    log,
    keyOf: ({ region, workspaceId, who }) => `${region}|${workspaceId}|${who.kind}|${who.id}`,
    groupOf: ({ region, workspaceId }) => `${region}|${workspaceId}`,
    anonymize: (refused) => ({ ...refused, who: { ...refused.who, id: '', name: '' } }),
    async exist(region, all) {
      const uids = all.map(({ workspaceId }) => workspaceId)
      const found = await keys.existingWorkspaces(contexts.system(region), uids)
      return uids.map((uid) => found.has(uid))
    },
    write: async (refused, counted) => {
      const { workspaceId, who } = refused
      const ctx = contextOf(contexts, refused.region, refused)
      // The workspace may have been deleted meanwhile.
      if (!(await keys.existingWorkspaces(ctx, [workspaceId])).has(workspaceId)) return
      const object = { objectType: 'workspace', objectId: workspaceId }
      await audit.record(ctx, { workspaceId, action: 'access.refused', ...object, detail: countDetail(counted), who })
    },
  })

/** Sign-ins are global: they are written to the logs of all workspaces that the person belongs to. */
function createSignInAudit({ audit, keys, contexts, regions, log }: AccessAuditDeps) {
  const everywhere = async (by: RequestInfo, email: string, write: Omit<AuditWrite, 'workspaceId'>) => {
    for (const region of regions) {
      const there = contextOf(contexts, region, by)
      for (const workspaceId of await keys.workspacesOfMember(there, email))
        await audit.record(there, { ...write, workspaceId })
    }
  }
  const failures = createRefusalCounter<RequestInfo & { readonly email: string }>({
    log,
    keyOf: ({ email }) => email,
    groupOf: ({ email }) => email,
    anonymize: (failed) => failed,
    async exist(_, all) {
      const emails = all.map(({ email }) => email)
      const found = await Promise.all(regions.map((region) => keys.memberEmailsAmong(contexts.system(region), emails)))
      return emails.map((email) => found.some((known) => known.has(email)))
    },
    write: (failed, counted) => {
      const detail = { account: failed.email, ...countDetail(counted) }
      return everywhere(failed, failed.email, { action: 'accounts.signInFailed', detail, who: UNKNOWN_CALLER })
    },
  })
  const signIns: AuditRecorder = {
    done: (ctx, action) => audit.record(ctx, action),
    signedIn: (ctx, email) =>
      everywhere(requestInfoOf(ctx), email, {
        action: 'accounts.signIn',
        who: { kind: 'session', id: '', name: email },
      }),
    signInFailed: (ctx, email) => failures.count({ ...requestInfoOf(ctx), email: email.trim().toLowerCase() }),
  }
  return { signIns, failures }
}

/** The part of a request that is kept until the count is written; thousands may wait for an hour. */
interface RequestInfo {
  readonly region: Region
  readonly requestId: string
  readonly ip: string
}
const requestInfoOf = ({ region, request }: Ctx): RequestInfo => ({
  region,
  requestId: request?.id ?? '',
  ip: request?.ip ?? '',
})
const contextOf = (contexts: Contexts, region: Region, { requestId, ip }: RequestInfo): Ctx =>
  contexts.forRequest(region, {
    id: requestId,
    ip,
    headers: new Headers(),
    setHeader: () => {},
    signal: AbortSignal.any([]),
    forgetFailedSignIns: async () => {},
  })

const countDetail = ({ count, since }: RefusalCount) => ({ count, since: new Date(since).toISOString() })

interface Refusal extends RequestInfo {
  readonly workspaceId: string
  readonly who: AuditActor
}

const UNKNOWN_CALLER: AuditActor = { kind: 'stranger', id: '', name: '' }
