// Records calls that changed something, and sign-ins, in the audit log of the workspace.
import {
  type AuditDetail,
  fieldsOf,
  objectOf,
  auditPolicyOf,
  supportAuditPolicyOf,
} from '@parlance/contract/audit/schemas'
import type { OpMeta } from '@parlance/contract/lib/operation'
import type { Actor, AuditNote, Ctx } from '../../ctx.ts'
import type { Logger } from '../../log.ts'

export interface AuditedAction {
  readonly workspaceId: string
  readonly action: string
  readonly objectType: string
  readonly objectId: string
  readonly detail: AuditDetail
  /** Merge with an entry of the same actor and object shortly before. */
  readonly coalesce: boolean
}

export interface AuditRecorder {
  readonly done: (ctx: Ctx, action: AuditedAction) => Promise<void>
  readonly signedIn: (ctx: Ctx, email: string) => Promise<void>
  /** A wrong password was used. Must return at once. */
  readonly signInFailed: (ctx: Ctx, email: string) => void
}

export interface AuditedOperation {
  readonly name: string
  readonly path: string
  readonly meta: OpMeta
  readonly auditPolicy: ReturnType<typeof auditPolicyOf>
}

export const operationAuditPolicy = (
  method: string,
  { access, stream, text }: OpMeta,
): AuditedOperation['auditPolicy'] =>
  auditPolicyOf({ method, access, stream: stream === true, text: text !== undefined })

export const supportOperationAuditPolicy = (
  method: string,
  { access, stream, text }: OpMeta,
): AuditedOperation['auditPolicy'] =>
  supportAuditPolicyOf({ method, access, stream: stream === true, text: text !== undefined })

export interface AuditDeps {
  readonly audit: AuditRecorder | undefined
  readonly workspaceOfAgent: (ctx: Ctx, agentId: string) => Promise<string | undefined>
  readonly log: Logger
}

export interface Notes extends Required<Pick<Ctx, 'audit' | 'auditIn'>> {
  readonly all: readonly AuditNote[]
  /** The workspace that the service noted if its call names none; '' if it did not. */
  readonly workspace: () => string
  /** Whether the service wrote the entry itself. */
  readonly isWritten: () => boolean
  /** The context for the service. Entries written in a transaction that was rolled back do not count as written. */
  readonly given: (ctx: Ctx) => Ctx
}

export function openNotes(deps: AuditDeps, op: AuditedOperation, input: unknown): Notes {
  const all: AuditNote[] = []
  let isWritten = false
  let workspace = ''
  const audit: Notes['audit'] = (note) => {
    workspace = note.workspaceId ?? workspace
    all.push(note)
  }
  const auditIn: Notes['auditIn'] = async (tx, note) => {
    workspace = note.workspaceId ?? workspace
    const action = await auditedActionOf(deps, op, { ctx: tx, input, output: undefined, notes: [...all, note] })
    if (!deps.audit || !action) return
    await deps.audit.done(tx, { ...action, coalesce: false })
    isWritten = true
  }
  const given: Notes['given'] = (ctx) => ({
    ...ctx,
    audit,
    auditIn,
    async tx<T>(work: (tx: Ctx) => Promise<T>): Promise<T> {
      const before = isWritten
      try {
        return await (ctx.tx as (this: Ctx, work: (tx: Ctx) => Promise<T>) => Promise<T>).call(this, work)
      } catch (error) {
        isWritten = before
        throw error
      }
    },
  })
  return { all, workspace: () => workspace, isWritten: () => isWritten, audit, auditIn, given }
}

export interface Outcome {
  readonly ctx: Ctx
  readonly input: unknown
  readonly output: unknown
  readonly notes: readonly AuditNote[]
}

/** Called before the response is sent, so that the next reader of the log finds the entry. A failure is only logged. */
export async function auditCall(
  deps: AuditDeps,
  op: AuditedOperation,
  { ctx, input, output }: Omit<Outcome, 'notes'>,
  notes: Pick<Notes, 'all' | 'isWritten'>,
): Promise<void> {
  const { audit, log } = deps
  if (!audit) return
  try {
    const email = op.meta.scope === 'global' ? signedInAs(output) : undefined
    if (email !== undefined) await audit.signedIn(ctx, email)
    const action = notes.isWritten()
      ? undefined
      : await auditedActionOf(deps, op, { ctx, input, output, notes: notes.all })
    if (action) await audit.done(ctx, action)
  } catch (error) {
    log.error({ err: error, op: op.name }, 'writing an audit log entry failed')
  }
}

async function auditedActionOf(
  { workspaceOfAgent }: Pick<AuditDeps, 'workspaceOfAgent'>,
  op: AuditedOperation,
  { ctx, input, output, notes }: Outcome,
): Promise<AuditedAction | undefined> {
  if (op.auditPolicy === undefined || !acts(ctx.actor)) return undefined
  const given = isRecord(input) ? input : {}
  const workspaceId = (await workspaceOf(op, ctx, given, notes, workspaceOfAgent)) || madeWorkspace(output)
  if (workspaceId === '') return undefined
  const object = named(objectOf(op.path, given, output), notes)
  const detail = detailOf(op, given, object.objectId, notes)
  return { workspaceId, action: op.name, ...object, detail, coalesce: op.auditPolicy === 'together' }
}

const ACTING: ReadonlySet<Actor['kind']> = new Set(['session', 'client', 'workspace', 'agency', 'agent'])
const acts = ({ kind }: Actor) => ACTING.has(kind)

/** A response with an account and a new session is a sign-in, by whatever method. */
function signedInAs(output: unknown): string | undefined {
  if (!isRecord(output) || typeof output['token'] !== 'string' || output['token'] === '') return undefined
  const account = output['account']
  return isRecord(account) && typeof account['email'] === 'string' ? account['email'] : undefined
}

/** The workspace noted by the service, of the call, or of the agent created by the call. */
async function workspaceOf(
  { meta: { access } }: AuditedOperation,
  ctx: Ctx,
  input: Readonly<Record<string, unknown>>,
  notes: readonly AuditNote[],
  workspaceOfAgent: (ctx: Ctx, agentId: string) => Promise<string | undefined>,
): Promise<string> {
  const noted = notes.findLast((note) => note.workspaceId !== undefined)?.workspaceId
  if (noted !== undefined || ctx.workspaceId !== '') return noted ?? ctx.workspaceId
  const agentId = access.agent === undefined ? undefined : input[access.agent]
  return typeof agentId === 'string' ? ((await workspaceOfAgent(ctx, agentId)) ?? '') : ''
}

function madeWorkspace(output: unknown): string {
  const made = isRecord(output) && isRecord(output['data']) ? output['data']['uid'] : undefined
  return typeof made === 'string' ? made : ''
}

function named(found: ReturnType<typeof objectOf>, notes: readonly AuditNote[]) {
  const noted = notes.findLast((note) => note.objectId !== undefined)
  return noted?.objectId === undefined
    ? { objectType: found.type, objectId: found.id }
    : { objectType: noted.objectType ?? found.type, objectId: noted.objectId }
}

/** The names of the sent fields, the agent if the object belongs to one, and the service's own notes. */
function detailOf(
  { path, meta: { access } }: AuditedOperation,
  input: Readonly<Record<string, unknown>>,
  objectId: string,
  notes: readonly AuditNote[],
): AuditDetail {
  const fields = fieldsOf(path, input).filter((key) => key !== access.agent && key !== access.workspace)
  const agent = access.agent === undefined ? undefined : input[access.agent]
  return {
    ...(fields.length > 0 ? { fields } : {}),
    ...(typeof agent === 'string' && agent !== objectId ? { agent } : {}),
    ...Object.assign({}, ...notes.map(({ detail = {} }) => detail)),
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
