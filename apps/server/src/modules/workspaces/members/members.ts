// Owns the membership of workspaces: invitations, seats, roles, leaving and removing.
import { isWithin, type Limit } from '@parlance/contract/billing/entitlements'
import { AppError } from '@parlance/contract/lib/errors'
import { roleAtLeast, type GivenRole, type Role } from '@parlance/contract/lib/roles'
import {
  DEFAULT_ROLE,
  mayChangeRole,
  mayInvite,
  mayLeave,
  mayRemove,
  seatCount,
  type Member,
  type Refusal,
  type Seats,
} from '@parlance/contract/workspaces/members'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { sameSecret, sha256 } from '../../../lib/crypto.ts'
import type { Ctx } from '../../../lib/ctx.ts'
import { unlessRefused } from '../../../lib/mail.ts'
import type { Audit } from '../../audit/service.ts'
import * as repository from './repository.ts'
import { lockWorkspaceAsPerson } from '../lock-workspace.ts'
import type { EntitlementsOf } from '../plan.ts'
import type { WorkspaceMails } from '../ports.ts'
import { find, type WorkspaceRow } from '../repository.ts'
import { endGrantBy } from '../support/support-access.ts'

export interface MembersDeps {
  readonly audit: Pick<Audit, 'record'>
  readonly entitlementsOf: EntitlementsOf
  readonly sandboxMail: boolean
  readonly mails: Pick<WorkspaceMails, 'invitation'>
}

interface InvitationDetails {
  readonly workspaceName: string
  readonly role: Role
  /** Address of the inviter; the owner's if the workspace secret was used. */
  readonly inviter: string
  readonly invitedAt: Date
}

interface MemberKey {
  readonly uid: string
  readonly email: string
}

/** Roles of people are checked again under the lock of the workspace. */
export interface Members {
  readonly members: (ctx: Ctx, uid: string) => Promise<{ items: Member[]; seats: Seats }>
  /** Errors: SEATS_FULL, CONFLICT for who belongs to it already, INVALID_INPUT for the own address, FORBIDDEN. */
  readonly invite: (ctx: Ctx, invited: MemberKey & { readonly role: GivenRole }) => Promise<Member>
  /** By the workspace's secret, or as its bearer. Errors: UNAUTHORIZED, also for an unknown workspace; SEATS_FULL. */
  readonly inviteBySecret: (ctx: Ctx, invited: MemberKey & { readonly secret?: string | undefined }) => Promise<void>
  /** Errors: NOT_FOUND for who is not invited, CONFLICT for who has joined. */
  readonly resendInvitation: (ctx: Ctx, invited: MemberKey) => Promise<void>
  readonly setRole: (ctx: Ctx, change: MemberKey & { readonly role: GivenRole }) => Promise<Member>
  readonly removeMember: (ctx: Ctx, member: MemberKey) => Promise<void>
  readonly leave: (ctx: Ctx, uid: string) => Promise<void>
  /** Mails the invitation, unless it was revoked or accepted meanwhile. */
  readonly sendInvitation: (ctx: Ctx, invited: MemberKey) => Promise<void>
  /** Current state of an invitation; undefined once it was revoked, and for the owner. */
  readonly invitationDetails: (ctx: Ctx, invited: MemberKey) => Promise<InvitationDetails | undefined>
}

export const EMAIL_UNCONFIRMED = msg('email_unconfirmed')
const REFUSAL_MESSAGES: Readonly<Record<NonNullable<Refusal>, MessageDescriptor>> = {
  role: msg('forbidden'),
  owner: msg('owner_stays'),
  self: msg('own_role_fixed'),
  personal: msg('personal_workspace_stays'),
}
export function assertAllowed(refusal: Refusal, message?: MessageDescriptor): void {
  if (refusal !== undefined) throw new AppError('FORBIDDEN', message ?? REFUSAL_MESSAGES[refusal])
}

export const invitationDetails: Members['invitationDetails'] = async (ctx, { uid, email }) => {
  const [row, member] = [await find(ctx.db, uid), await repository.find(ctx.db, uid, email)]
  if (!row || !member || member.role === 'owner') return undefined
  const { role, invitedBy, invitedAt } = member
  return { workspaceName: row.workspaceName, role, inviter: invitedBy || row.email, invitedAt }
}

export function createMembers(deps: MembersDeps): Members {
  const seats = (row: WorkspaceRow, now: Date) => deps.entitlementsOf(row, now).limits.workspaceSeats
  return {
    async members(ctx, uid) {
      const row = await find(ctx.db, uid)
      if (!row) throw new AppError('NOT_FOUND')
      const items = (await repository.list(ctx.db, uid)).map(toMember)
      return { items, seats: { used: items.length, limit: seatCount(seats(row, ctx.now())) } }
    },
    invitationDetails,
    ...createInviting(deps, seats),
    ...createMemberChanges(deps),
  }
}

function createInviting({ audit, sandboxMail, mails }: MembersDeps, seats: (row: WorkspaceRow, now: Date) => Limit) {
  /** Adds an invited member; undefined for an existing one. The caller holds the lock of the workspace. */
  const add = async (
    tx: Ctx,
    row: WorkspaceRow,
    invited: NewMember,
    full?: MessageDescriptor,
  ): Promise<Member | undefined> => {
    if (await repository.find(tx.db, row.uid, invited.email)) return undefined
    if (!isWithin(seats(row, tx.now()), await repository.countMembers(tx.db, row.uid)))
      throw new AppError('SEATS_FULL', full)
    const member = { workspaceId: row.uid, ...invited, invitedAt: tx.now(), joinedAt: null }
    await repository.add(tx.db, member)
    await tx.emit({ type: 'member.invited', workspaceId: row.uid, email: invited.email })
    await announceChange(tx, row.uid, invited.email, null, invited.role)
    return toMember(member)
  }
  /** Accounts with an unconfirmed address must not make us mail strangers. */
  const assertConfirmed = (isConfirmed: boolean) => {
    if (!sandboxMail && !isConfirmed) throw new AppError('FORBIDDEN', EMAIL_UNCONFIRMED)
  }
  return {
    invite: (ctx, { uid, email, role }) =>
      lockWorkspaceAsPerson(ctx, uid, 'viewer', async (tx, row, by) => {
        assertAllowed(mayInvite(by))
        assertConfirmed(by.emailVerified)
        if (email === by.email) throw new AppError('INVALID_INPUT', msg('self_invitation'))
        const member = await add(tx, row, { email, role, invitedBy: by.email })
        if (!member) throw new AppError('CONFLICT', msg('email_already_member', { email }))
        return member
      }),
    inviteBySecret: (ctx, { uid, email, secret }) =>
      ctx.tx(async (tx) => {
        await assertSecret(tx, uid, secret)
        const row = await repository.lockWorkspace(tx.db, uid)
        if (!row) throw new AppError('UNAUTHORIZED')
        assertConfirmed(row.ownerVerified)
        const member = await add(tx, row, { email, role: DEFAULT_ROLE, invitedBy: '' }, msg('not_enough_seats'))
        if (!member || tx.actor.kind === 'workspace') return
        // With the secret in the URL the actor is anonymous, so the audit entry is written here.
        const who = { kind: 'workspace', id: uid, name: '' } as const
        const what = { objectType: 'member', objectId: email, detail: { after: member.role } }
        await audit.record(tx, { workspaceId: uid, action: 'workspaces.inviteBySecret', ...what, who })
      }),
    resendInvitation: (ctx, { uid, email }) =>
      lockWorkspaceAsPerson(ctx, uid, 'viewer', async (tx, _row, by) => {
        assertAllowed(mayInvite(by))
        assertConfirmed(by.emailVerified)
        const member = await memberOf(tx, uid, email)
        if (member.joinedAt !== null) throw new AppError('CONFLICT', msg('email_already_joined', { email }))
        await tx.emit({ type: 'member.invited', workspaceId: uid, email })
      }),
    async sendInvitation(ctx, { uid, email }) {
      const [row, member] = [await find(ctx.db, uid), await repository.find(ctx.db, uid, email)]
      if (!row || !member || member.joinedAt !== null || member.role === 'owner') return
      const invitation = {
        to: email,
        workspaceId: uid,
        invitedAt: member.invitedAt,
        inviter: member.invitedBy || row.email,
        workspace: row.workspaceName,
        role: member.role,
      }
      await mails.invitation(ctx, invitation).catch(unlessRefused(ctx.log))
    },
  } satisfies Partial<Members>
}

function createMemberChanges({ audit }: MembersDeps) {
  /** Announces the change, and ends support access granted by someone who is no longer an admin. */
  const changed = async (tx: Ctx, uid: string, email: string, before: Role, after: Role | null) => {
    await announceChange(tx, uid, email, before, after)
    if (after === null || !roleAtLeast(after, 'admin')) await endGrantBy(tx, uid, email, audit)
  }
  return {
    setRole: (ctx, { uid, email, role }) =>
      lockWorkspaceAsPerson(ctx, uid, 'viewer', async (tx, _row, by) => {
        const member = await memberOf(tx, uid, email)
        assertAllowed(mayChangeRole(by, member))
        if (member.role !== role) {
          await repository.setRole(tx.db, uid, email, role)
          await changed(tx, uid, email, member.role, role)
        }
        return toMember({ ...member, role })
      }),
    removeMember: (ctx, { uid, email }) =>
      lockWorkspaceAsPerson(ctx, uid, 'viewer', async (tx, _row, by) => {
        if (email === by.email) throw new AppError('FORBIDDEN', msg('self_removal'))
        const member = await memberOf(tx, uid, email)
        assertAllowed(mayRemove(by, member))
        await repository.removeMember(tx.db, uid, email)
        await changed(tx, uid, email, member.role, null)
      }),
    leave: (ctx, uid) =>
      lockWorkspaceAsPerson(ctx, uid, 'viewer', async (tx, _row, by) => {
        assertAllowed(mayLeave(by), msg('workspace_owner_leaving'))
        await repository.removeMember(tx.db, uid, by.email)
        await changed(tx, uid, by.email, by.role, null)
      }),
  } satisfies Partial<Members>
}

/** @throws UNAUTHORIZED, in constant time, also for an unknown workspace */
async function assertSecret(tx: Ctx, uid: string, secret = ''): Promise<void> {
  const known = await find(tx.db, uid)
  const fits = sameSecret(sha256(secret), known?.secretHash ?? '')
  const isBearer = tx.actor.kind === 'workspace' && tx.actor.workspaceId === uid
  if (!known || !(isBearer || fits)) throw new AppError('UNAUTHORIZED')
}

interface NewMember {
  readonly email: string
  readonly role: GivenRole
  readonly invitedBy: string
}

async function memberOf(tx: Ctx, uid: string, email: string): Promise<repository.MemberRow> {
  const member = await repository.find(tx.db, uid, email)
  if (!member) throw new AppError('NOT_FOUND')
  return member
}

async function announceChange(tx: Ctx, workspaceId: string, email: string, before: Role | null, after: Role | null) {
  const by = tx.actor.kind === 'session' ? tx.actor.email : ''
  await tx.emit({ type: 'member.changed', workspaceId, email, by, before, after, at: tx.now().getTime() })
  const detail = { ...(before ? { before } : {}), ...(after ? { after } : {}) }
  await tx.auditIn?.(tx, { objectType: 'member', objectId: email, detail })
}

const toMember = (row: Omit<repository.MemberRow, 'workspaceId'>): Member => ({
  email: row.email,
  role: row.role,
  state: row.joinedAt === null ? 'invited' : 'joined',
  invitedBy: row.invitedBy,
  invitedAt: row.invitedAt.toISOString(),
  joinedAt: row.joinedAt?.toISOString() ?? null,
})
