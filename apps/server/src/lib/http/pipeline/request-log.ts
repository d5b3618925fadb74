// Request log entries for calls made with a key or secret of a workspace.
import type { Region } from '@parlance/contract/lib/regions'
import { loggedPath, type RequestActor } from '@parlance/contract/request-log/schemas'
import type { Actor } from '../../ctx.ts'
import type { LimitUse } from './limits.ts'
import type { AuditedOperation } from './audit-middleware.ts'

export interface LoggedRequest {
  readonly workspaceId: string
  readonly at: Date
  readonly requestId: string
  readonly actorKind: RequestActor
  readonly actorId: string
  readonly actorName: string
  readonly method: string
  readonly operation: string
  readonly path: string
  readonly status: number
  readonly code: string
  readonly durationMs: number
}

/** Must return at once. */
export type RecordRequest = (region: Region, request: LoggedRequest) => void

/** Filled in while a request is admitted, so that a refused one is logged too. */
export interface Caller {
  region?: Region
  actor?: Actor
  readonly limits: LimitUse[]
}

export interface Outcome {
  readonly op: AuditedOperation & { readonly method: string }
  readonly params: Readonly<Record<string, string>>
  readonly requestId: string
  readonly status: number
  readonly code: string
  readonly durationMs: number
}

/** Undefined for people and visitors, whose actions are in the audit log and in conversations. */
export function loggedRequest({ actor }: Pick<Caller, 'actor'>, outcome: Outcome): LoggedRequest | undefined {
  if (actor?.kind !== 'workspace' && actor?.kind !== 'agency' && actor?.kind !== 'agent') return undefined
  const { op, params, requestId, status, code, durationMs } = outcome
  const at = new Date(Date.now() - durationMs)
  const path = loggedPath(op.path, params)
  return {
    workspaceId: actor.workspaceId,
    ...callerOf(actor),
    at,
    requestId,
    method: op.method,
    operation: op.name,
    path,
    status,
    code,
    durationMs: Math.round(durationMs),
  }
}

function callerOf(
  actor: Extract<Actor, { kind: 'workspace' | 'agency' | 'agent' }>,
): Pick<LoggedRequest, 'actorKind' | 'actorId' | 'actorName'> {
  if (actor.kind === 'agent') return { actorKind: 'agent', actorId: actor.agentId, actorName: '' }
  if (actor.kind === 'agency') return { actorKind: 'agency', actorId: actor.agencyId, actorName: '' }
  const { keyId, keyName = '', workspaceId } = actor
  return keyId === undefined
    ? { actorKind: 'workspace', actorId: workspaceId, actorName: '' }
    : { actorKind: 'key', actorId: keyId, actorName: keyName }
}
