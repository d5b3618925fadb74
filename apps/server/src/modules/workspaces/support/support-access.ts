// Owns support access: which of the operator's support staff may enter a workspace, in which role and until when.
import { AppError } from '@parlance/contract/lib/errors'
import type { Role } from '@parlance/contract/lib/roles'
import { isOpen, supportRole, supportUntil } from '@parlance/contract/workspaces/support'
import type { SupportAccess, SupportHours, SupportRole } from '@parlance/contract/workspaces/support'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Audit } from '../../audit/service.ts'
import * as people from '../members/repository.ts'
import * as repository from './repository.ts'
import { lockWorkspaceAs, lockWorkspaceAsPerson } from '../lock-workspace.ts'
import { findRole, type WorkspaceRow } from '../repository.ts'
import { isConfirmedMember } from '../members/confirmed-member.ts'

export interface SupportDeps {
  /** Account addresses of support staff. Without any, nobody has support access. */
  readonly emails: readonly string[]
  readonly hasSecondFactor: (userId: string) => Promise<boolean>
  readonly audit: Pick<Audit, 'record'>
  /** Called with the time at which access expires, so that open streams end then. May be called repeatedly. */
  readonly onAccessEnds: (time: Date) => void
}

interface OpenWorkspace {
  readonly workspace: WorkspaceRow
  readonly role: SupportRole
  readonly until: Date
}

export interface Support {
  readonly support: (ctx: Ctx, uid: string) => Promise<{ offered: boolean; access: SupportAccess | null }>
  /** Errors: NOT_FOUND where nobody does support; those of `lockWorkspaceAs`. */
  readonly grantSupport: (
    ctx: Ctx,
    given: { readonly uid: string; readonly role: SupportRole; readonly hours: SupportHours },
  ) => Promise<SupportAccess>
  readonly endSupport: (ctx: Ctx, uid: string) => Promise<void>
  /** Role of the signed-in person as support in a workspace. Records the visit in the audit log. */
  readonly roleOf: (ctx: Ctx, uid: string) => Promise<Role | undefined>
  /** Workspaces of the region open to the signed-in person as support, without recording anything: for counting. */
  readonly openWorkspaces: (ctx: Ctx) => Promise<OpenWorkspace[]>
  /** The same for showing them. Recorded in each audit log; a workspace whose log cannot be written is left out. */
  readonly listWorkspaces: (ctx: Ctx) => Promise<OpenWorkspace[]>
  /** What signed-in support staff still need before any access; null if nothing, or for anybody else. */
  readonly missingRequirement: (ctx: Ctx) => Promise<'second-factor' | null>
  /** Records expired access in the audit logs. */
  readonly expireOverdue: (ctx: Ctx) => Promise<void>
}

export function createSupport({ emails, hasSecondFactor, audit, onAccessEnds }: SupportDeps): Support {
  const { personOf, openTo } = createSupportPerson(emails, hasSecondFactor)
  return {
    async support(ctx, uid) {
      const row = await repository.find(ctx.db, uid)
      const access = row && emails.length > 0 && isOpen(row, ctx.now()) ? toSupportAccess(row) : null
      return { offered: emails.length > 0, access }
    },
    grantSupport: (ctx, { uid, role, hours }) =>
      lockWorkspaceAsPerson(ctx, uid, 'admin', async (tx, _row, { email }) => {
        if (emails.length === 0) throw new AppError('NOT_FOUND')
        await expire(tx, uid, audit)
        const until = supportUntil(tx.now(), hours)
        const given = { workspaceId: uid, role, grantedBy: email, grantedAt: tx.now(), until }
        const row = await repository.upsert(tx.db, given)
        await tx.auditIn?.(tx, { ...auditObject(uid), detail: { role, hours, until: until.toISOString() } })
        return toSupportAccess(row)
      }),
    endSupport: (ctx, uid) =>
      lockWorkspaceAs(ctx, uid, 'admin', async (tx) => {
        await expire(tx, uid, audit)
        await repository.end(tx.db, uid, tx.now())
        await tx.auditIn?.(tx, auditObject(uid))
      }),
    async roleOf(ctx, uid) {
      const person = await personOf(ctx)
      const row = person && (await repository.find(ctx.db, uid))
      if (!row || !supportRole(person, row, ctx.now())) return undefined
      onAccessEnds(row.until)
      await recordOpened(ctx, row, person.userId, audit)
      return row.role
    },
    openWorkspaces: async (ctx) => (await openTo(ctx)).map(({ open }) => open),
    async listWorkspaces(ctx) {
      const told = []
      for (const { open, support, userId } of await openTo(ctx)) {
        const failed = await recordListed(ctx, support, userId, audit).catch((err: unknown) => ({ err }))
        if (!failed) told.push(open)
        else ctx.log.error(failed, 'workspace hidden from support: writing its audit log failed')
      }
      return told
    },
    async missingRequirement(ctx) {
      const person = await personOf(ctx)
      return person && !person.secondFactor ? 'second-factor' : null
    },
    async expireOverdue(ctx) {
      for (const uid of await repository.findOverdue(ctx.db, ctx.now()))
        await ctx.tx(async (tx) => {
          if (await people.lockWorkspace(tx.db, uid)) await expire(tx, uid, audit)
        })
    },
  }
}

/** The signed-in person as support, and the workspaces open to them. */
function createSupportPerson(emails: SupportDeps['emails'], hasSecondFactor: SupportDeps['hasSecondFactor']) {
  /** Costs no query for anybody who is not support staff. */
  const personOf = async ({ actor }: Ctx) => {
    if (actor.kind !== 'session' || !actor.emailVerified || !emails.includes(actor.email)) return undefined
    const secondFactor = await hasSecondFactor(actor.userId)
    return { ...actor, isListed: true, secondFactor }
  }
  const openTo = async (ctx: Ctx) => {
    const person = await personOf(ctx)
    if (!person) return []
    const found = await repository.openWorkspacesOf(ctx.db, person.email, ctx.now())
    return found.flatMap(({ workspace, support }) => {
      const role = supportRole(person, support, ctx.now())
      return role ? [{ open: { workspace, role, until: support.until }, support, userId: person.userId }] : []
    })
  }
  return { personOf, openTo }
}

export interface SessionUser {
  readonly userId: string
  readonly email: string
  readonly emailVerified: boolean
}

/** Whether a user is support staff and not a member of the workspace (by the rule of `roleOf`). */
export const createIsOnlySupport =
  (emails: readonly string[]) =>
  async ({ db }: Pick<Ctx, 'db'>, uid: string, { userId, email, emailVerified }: SessionUser): Promise<boolean> => {
    if (!emails.includes(email)) return false
    const found = await findRole(db, uid, email)
    if (!found) return true
    if (userId === '') return false
    const actor = { kind: 'session', userId, email, emailVerified, name: '', region: 'eu', sessionToken: '' } as const
    return !isConfirmedMember({ actor }, found.role, found.ownerId)
  }

/** Whether a user is support staff with a grant there, which may have ended, and not a member. */
export const createActsAsSupport =
  (emails: readonly string[]) =>
  async (ctx: Pick<Ctx, 'db'>, uid: string, of: SessionUser): Promise<boolean> =>
    (await createIsOnlySupport(emails)(ctx, uid, of)) && (await repository.find(ctx.db, uid)) !== undefined

/** Records once that access expired. The caller holds the lock of the workspace. */
async function expire(tx: Ctx, uid: string, audit: Pick<Audit, 'record'>): Promise<void> {
  const row = await repository.find(tx.db, uid)
  if (!row || row.endedAt !== null || isOpen(row, tx.now())) return
  await repository.end(tx.db, uid, row.until)
  const detail = { role: row.role, until: row.until.toISOString() }
  const who = { kind: 'system', id: '', name: '' } as const
  await audit.record(tx, { workspaceId: uid, action: 'workspaces.supportExpired', ...auditObject(uid), detail, who })
}

/**
 * Ends access granted by a person who may not grant it any more, `name` in the audit log, so that staff can't keep what
 * they granted themselves. Call it under the lock of the workspace.
 */
export async function endGrantBy(
  tx: Ctx,
  uid: string,
  email: string,
  audit: Pick<Audit, 'record'>,
  name = email,
): Promise<void> {
  await expire(tx, uid, audit)
  const row = await repository.find(tx.db, uid)
  if (!row || row.grantedBy !== email || !isOpen(row, tx.now())) return
  await repository.end(tx.db, uid, tx.now())
  const detail = { grantedBy: name }
  await audit.record(tx, { workspaceId: uid, action: 'workspaces.endSupport', ...auditObject(uid), detail })
}

/**
 * Ends access granted by an account deleted at `left`, `name` in audit logs; not that of a next holder of the address.
 */
export async function endAllGrantsBy(
  ctx: Ctx,
  { email, name, left }: { readonly email: string; readonly name: string; readonly left: Date },
  audit: Pick<Audit, 'record'>,
): Promise<void> {
  for (const uid of await repository.workspacesGrantedBy(ctx.db, email, left))
    await ctx.tx(async (tx) => {
      if (!(await people.lockWorkspace(tx.db, uid))) return
      // Access may have been granted again before the lock.
      if ((await repository.workspacesGrantedBy(tx.db, email, left)).includes(uid))
        await endGrantBy(tx, uid, email, audit, name)
    })
}

/** Records a visit once a day per person; access is refused if that fails. */
const recordOpened = (ctx: Ctx, row: repository.SupportRow, userId: string, audit: Pick<Audit, 'record'>) =>
  recordOncePerDay(ctx, row, { key: userId, action: 'workspaces.supportOpened' }, audit)

/** Records once a day that the workspace was listed to a person, unless they visited it that day. */
async function recordListed(
  ctx: Ctx,
  row: repository.SupportRow,
  userId: string,
  audit: Pick<Audit, 'record'>,
): Promise<void> {
  if (row.opened[userId] === dayOf(ctx)) return
  await recordOncePerDay(ctx, row, { key: repository.listedNoteKey(userId), action: 'workspaces.supportListed' }, audit)
}

async function recordOncePerDay(
  ctx: Ctx,
  { workspaceId: uid, opened: known }: repository.SupportRow,
  { key, action }: { readonly key: string; readonly action: string },
  audit: Pick<Audit, 'record'>,
): Promise<void> {
  const day = dayOf(ctx)
  if (known[key] === day) return
  await ctx.tx(async (tx) => {
    if (await repository.markNoted(tx.db, uid, key, day))
      await audit.record(tx, { workspaceId: uid, action, ...auditObject(uid) })
  })
}

const dayOf = ({ now }: Ctx): string => now().toISOString().slice(0, 10)
const auditObject = (uid: string) => ({ objectType: 'workspace', objectId: uid })
const toSupportAccess = ({ role, until, grantedBy, grantedAt }: repository.SupportRow): SupportAccess => ({
  role,
  until: until.toISOString(),
  grantedBy,
  grantedAt: grantedAt.toISOString(),
})
