import { z } from 'zod'
import type { Limit } from '../billing/entitlements.ts'
import { GIVEN_ROLES, roleAtLeast, ROLES, type GivenRole, type Role } from '../lib/roles.ts'

export const MEMBER_STATES = ['invited', 'joined'] as const

export const Member = z.object({
  email: z.string(),
  role: z.enum(ROLES),
  /** `invited` until they first open the workspace; they take a seat and are in `workspaceEmails` either way. */
  state: z.enum(MEMBER_STATES),
  /** E-mail address; empty for the owner and for people invited by the workspace's secret. */
  invitedBy: z.string(),
  invitedAt: z.string(),
  joinedAt: z.string().nullable(),
  /** Only in the list of members, if they joined and gave one. */
  name: z.string().optional(),
  /** As for `name`; a path on this installation's origin. */
  photoURL: z.string().optional(),
})
export type Member = z.infer<typeof Member>

export const GivenRoleInput = z.enum(GIVEN_ROLES)

export const Seats = z.object({ used: z.number().int(), limit: z.number().int() })
export type Seats = z.infer<typeof Seats>

/** Per person and region. */
export const MAX_WORKSPACES = 20
export const WORKSPACE_NAME_MAX = 60
export const DEFAULT_ROLE: GivenRole = 'editor'

export const DEFAULT_SEATS = 1
export const MOST_PLAN_SEATS = 10_000

export const seatCount = (limit: Limit): number => (limit === 'infinity' ? MOST_PLAN_SEATS : limit)

export interface Person {
  readonly email: string
  readonly role: Role
}
/** Undefined when allowed. */
export type Refusal = 'role' | 'owner' | 'self' | 'personal' | undefined

const manages = ({ role }: Person): boolean => roleAtLeast(role, 'admin')

export const mayInvite = (by: Person): Refusal => (manages(by) ? undefined : 'role')

/** Nobody changes their own role, so that a workspace can't lose its manager by mistake. */
export function mayChangeRole(by: Person, whom: Person): Refusal {
  if (!manages(by)) return 'role'
  if (by.email === whom.email) return 'self'
  return whom.role === 'owner' ? 'owner' : undefined
}

/** To remove yourself, leave; nobody can remove the owner. */
export function mayRemove(by: Person, whom: Person): Refusal {
  if (by.email === whom.email) return 'self'
  if (!manages(by)) return 'role'
  return whom.role === 'owner' ? 'owner' : undefined
}

/** The owner can't leave: a workspace has one until it is deleted. */
export const mayLeave = (who: Person): Refusal => (who.role === 'owner' ? 'owner' : undefined)

/** Only the owner, and never the personal workspace, which every account has. */
export function mayDelete(who: Person, workspace: { readonly personal: boolean }): Refusal {
  if (who.role !== 'owner') return 'role'
  return workspace.personal ? 'personal' : undefined
}
