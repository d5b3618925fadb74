// Owns who of the operator's support is let into a workspace, as what and until when. Nobody is, where the operator named nobody.
import { AppError } from '@parlance/contract/lib/errors'
import type { Role } from '@parlance/contract/lib/roles'
import { isOpen, supportRole, supportUntil } from '@parlance/contract/workspaces/support'
import type { SupportAccess, SupportHours, SupportRole } from '@parlance/contract/workspaces/support'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Audit } from '../../audit/service.ts'
import * as people from '../members/repository.ts'
import * as repository from './repository.ts'
import { lockAs, lockAsPerson } from '../as-admin.ts'
import { findRole, type WorkspaceRow } from '../repository.ts'
import { isConfirmedMember } from '../members/confirmed-member.ts'

export interface SupportDeps {
  /** Addresses of those who do support, as accounts have them. Nobody is let in while there are none. */
  readonly emails: readonly string[]
  readonly hasSecondFactor: (userId: string) => Promise<boolean>
  readonly audit: Pick<Audit, 'record'>
  /** Told when somebody's access will end by the clock, so that what they read live ends then. May hear it often. */
  readonly endsAt: (time: Date) => void
}

interface OpenWorkspace {
  readonly workspace: WorkspaceRow
  readonly role: SupportRole
  readonly until: Date
}

export interface Support {
  readonly support: (ctx: Ctx, uid: string) => Promise<{ offered: boolean; access: SupportAccess | null }>
  /** Errors: NOT_FOUND where nobody does support; those of `lockAs`. */
  readonly grantSupport: (
    ctx: Ctx,
    given: { readonly uid: string; readonly role: SupportRole; readonly hours: SupportHours },
  ) => Promise<SupportAccess>
  /** Harmless where nothing is open. */
  readonly endSupport: (ctx: Ctx, uid: string) => Promise<void>
  /** What the asking session may do as support in a workspace that it does not belong to. The log hears that it came. */
  readonly roleAsSupport: (ctx: Ctx, uid: string) => Promise<Role | undefined>
  /** Workspaces of the region that are open to the asking session as support: for counting, for nobody has been told of it. */
  readonly openAsSupport: (ctx: Ctx) => Promise<OpenWorkspace[]>
  /** The same to be shown. The log of each hears that somebody saw it; one whose log can't be told is left out. */
  readonly listAsSupport: (ctx: Ctx) => Promise<OpenWorkspace[]>
  /** What the asking session lacks to be let in anywhere, where it is of somebody who does support; null where that is nothing. */
  readonly supportNeeds: (ctx: Ctx) => Promise<'second-factor' | null>
  /** Tells the logs of what ended by the clock. */
  readonly endOverdue: (ctx: Ctx) => Promise<void>
}

export function createSupport({ emails, hasSecondFactor, audit, endsAt }: SupportDeps): Support {
  const { personOf, openTo } = asking(emails, hasSecondFactor)
  return {
    async support(ctx, uid) {
      const row = await repository.find(ctx.db, uid)
      const access = row && emails.length > 0 && isOpen(row, ctx.now()) ? shown(row) : null
      return { offered: emails.length > 0, access }
    },
    grantSupport: (ctx, { uid, role, hours }) =>
      lockAsPerson(ctx, uid, 'admin', async (tx, _row, { email }) => {
        if (emails.length === 0) throw new AppError('NOT_FOUND')
        await expire(tx, uid, audit)
        const until = supportUntil(tx.now(), hours)
        const given = { workspaceId: uid, role, grantedBy: email, grantedAt: tx.now(), until }
        const row = await repository.put(tx.db, given)
        await tx.auditIn?.(tx, { ...about(uid), detail: { role, hours, until: until.toISOString() } })
        return shown(row)
      }),
    endSupport: (ctx, uid) =>
      lockAs(ctx, uid, 'admin', async (tx) => {
        await expire(tx, uid, audit)
        await repository.end(tx.db, uid, tx.now())
        await tx.auditIn?.(tx, about(uid))
      }),
    async roleAsSupport(ctx, uid) {
      const person = await personOf(ctx)
      const row = person && (await repository.find(ctx.db, uid))
      if (!row || !supportRole(person, row, ctx.now())) return undefined
      endsAt(row.until)
      await opened(ctx, row, person.userId, audit)
      return row.role
    },
    openAsSupport: async (ctx) => (await openTo(ctx)).map(({ open }) => open),
    async listAsSupport(ctx) {
      const told = []
      for (const { open, support, userId } of await openTo(ctx)) {
        const failed = await listed(ctx, support, userId, audit).catch((err: unknown) => ({ err }))
        if (!failed) told.push(open)
        else ctx.log.error(failed, 'support is not shown a workspace whose log could not be told')
      }
      return told
    },
    async supportNeeds(ctx) {
      const person = await personOf(ctx)
      return person && !person.secondFactor ? 'second-factor' : null
    },
    async endOverdue(ctx) {
      for (const uid of await repository.overdue(ctx.db, ctx.now()))
        await ctx.tx(async (tx) => {
          if (await people.lock(tx.db, uid)) await expire(tx, uid, audit)
        })
    },
  }
}

/** Who asks, as support, and what is open to them. */
function asking(emails: SupportDeps['emails'], hasSecondFactor: SupportDeps['hasSecondFactor']) {
  /** Asks no database for anybody who is not listed. */
  const personOf = async ({ actor }: Ctx) => {
    if (actor.kind !== 'session' || !actor.emailVerified || !emails.includes(actor.email)) return undefined
    const secondFactor = await hasSecondFactor(actor.userId)
    return { ...actor, isListed: true, secondFactor }
  }
  const openTo = async (ctx: Ctx) => {
    const person = await personOf(ctx)
    if (!person) return []
    const found = await repository.openTo(ctx.db, person.email, ctx.now())
    return found.flatMap(({ workspace, support }) => {
      const role = supportRole(person, support, ctx.now())
      return role ? [{ open: { workspace, role, until: support.until }, support, userId: person.userId }] : []
    })
  }
  return { personOf, openTo }
}

/** Whom a session is of, as far as it is known: `userId` is '' where nobody says which account it was. */
export interface SessionOf {
  readonly userId: string
  readonly email: string
  readonly emailVerified: boolean
}

/** Whether somebody is listed and none of the workspace's people, by the rule of `roleOf`, so that what they may is what support may. */
export const isOnlySupport =
  (emails: readonly string[]) =>
  async ({ db }: Pick<Ctx, 'db'>, uid: string, { userId, email, emailVerified }: SessionOf): Promise<boolean> => {
    if (!emails.includes(email)) return false
    const found = await findRole(db, uid, email)
    if (!found) return true
    if (userId === '') return false
    const actor = { kind: 'session', userId, email, emailVerified, name: '', region: 'eu', sessionToken: '' } as const
    return !isConfirmedMember({ actor }, found.role, found.ownerId)
  }

/**
 * Whether what somebody does in a workspace is done as support: they are listed, support was let in there, and they do not
 * belong to it. Access may have ended meanwhile.
 */
export const actsAsSupport =
  (emails: readonly string[]) =>
  async (ctx: Pick<Ctx, 'db'>, uid: string, of: SessionOf): Promise<boolean> =>
    (await isOnlySupport(emails)(ctx, uid, of)) && (await repository.find(ctx.db, uid)) !== undefined

/** Under the lock of the workspace: writes down that access ended by the clock, once. */
async function expire(tx: Ctx, uid: string, audit: Pick<Audit, 'record'>): Promise<void> {
  const row = await repository.find(tx.db, uid)
  if (!row || row.endedAt !== null || isOpen(row, tx.now())) return
  await repository.end(tx.db, uid, row.until)
  const detail = { role: row.role, until: row.until.toISOString() }
  const who = { kind: 'system', id: '', name: '' } as const
  await audit.record(tx, { workspaceId: uid, action: 'workspaces.supportExpired', ...about(uid), detail, who })
}

/**
 * Under the lock of the workspace: ends what this person let in, who from now on may let nobody in. A listed one would else
 * stay by their own leave. The log has them as `name`.
 */
export async function endGrantOf(
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
  await audit.record(tx, { workspaceId: uid, action: 'workspaces.endSupport', ...about(uid), detail })
}

/**
 * Ends what somebody whose account is gone since `left` let in, wherever that was; the logs have them as `name`. Harmless when
 * repeated, and to whoever has the address by then.
 */
export async function endGrantsOf(
  ctx: Ctx,
  { email, name, left }: { readonly email: string; readonly name: string; readonly left: Date },
  audit: Pick<Audit, 'record'>,
): Promise<void> {
  for (const uid of await repository.givenBy(ctx.db, email, left))
    await ctx.tx(async (tx) => {
      if (!(await people.lock(tx.db, uid))) return
      // Access may have been given anew before the lock.
      if ((await repository.givenBy(tx.db, email, left)).includes(uid)) await endGrantOf(tx, uid, email, audit, name)
    })
}

/** The log hears of everybody once a day; nobody comes in without that. */
const opened = (ctx: Ctx, row: repository.SupportRow, userId: string, audit: Pick<Audit, 'record'>) =>
  noted(ctx, row, { key: userId, action: 'workspaces.supportOpened' }, audit)

/** The same of whoever sees its name among those they may come into. Who came in that day has seen it. */
async function listed(
  ctx: Ctx,
  row: repository.SupportRow,
  userId: string,
  audit: Pick<Audit, 'record'>,
): Promise<void> {
  if (row.opened[userId] === dayOf(ctx)) return
  await noted(ctx, row, { key: repository.listedKey(userId), action: 'workspaces.supportListed' }, audit)
}

async function noted(
  ctx: Ctx,
  { workspaceId: uid, opened: known }: repository.SupportRow,
  { key, action }: { readonly key: string; readonly action: string },
  audit: Pick<Audit, 'record'>,
): Promise<void> {
  const day = dayOf(ctx)
  if (known[key] === day) return
  await ctx.tx(async (tx) => {
    if (await repository.noteOpened(tx.db, uid, key, day))
      await audit.record(tx, { workspaceId: uid, action, ...about(uid) })
  })
}

const dayOf = ({ now }: Ctx): string => now().toISOString().slice(0, 10)
const about = (uid: string) => ({ objectType: 'workspace', objectId: uid })
const shown = ({ role, until, grantedBy, grantedAt }: repository.SupportRow): SupportAccess => ({
  role,
  until: until.toISOString(),
  grantedBy,
  grantedAt: grantedAt.toISOString(),
})
