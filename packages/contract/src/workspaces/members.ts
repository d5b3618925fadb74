// Who belongs to a workspace, how many may, and who may do what to whom.
import { z } from 'zod'
import type { Limit } from '../billing/entitlements.ts'
import { GIVEN_ROLES, roleAtLeast, ROLES, type GivenRole, type Role } from '../lib/roles.ts'

export const MEMBER_STATES = ['invited', 'joined'] as const

export const Member = z.object({
  email: z.string(),
  role: z.enum(ROLES),
  /** `invited` until they first open the workspace, with a confirmed address. They take a seat and stand in `workspaceEmails` either way. */
  state: z.enum(MEMBER_STATES),
  /** Address of who invited them; empty for the owner and for who was invited by the workspace's secret. */
  invitedBy: z.string(),
  invitedAt: z.string(),
  joinedAt: z.string().nullable(),
  /** In the list of members, of those who joined and gave one. */
  name: z.string().optional(),
  /** The same of a photo: its path on this installation's origin. */
  photoURL: z.string().optional(),
})
export type Member = z.infer<typeof Member>

export const GivenRoleInput = z.enum(GIVEN_ROLES)

/** Members and invited ones together, of as many as there may be. */
export const Seats = z.object({ used: z.number().int(), limit: z.number().int() })
export type Seats = z.infer<typeof Seats>

/** Workspaces that one person may own in a region. */
export const MAX_WORKSPACES = 20
export const WORKSPACE_NAME_MAX = 60
export const DEFAULT_ROLE: GivenRole = 'editor'

/** Where neither the installation nor the workspace says otherwise. */
export const DEFAULT_SEATS = 1
/** The most that an operator gives to one workspace. */
export const MOST_PLAN_SEATS = 10_000

/** Seats as a number; without a limit, the most that an operator gives. */
export const seatCount = (limit: Limit): number => (limit === 'infinity' ? MOST_PLAN_SEATS : limit)

/** Somebody of a workspace, for the rules below. */
export interface Person {
  readonly email: string
  readonly role: Role
}
/** Why something may not be done; undefined when it may. */
export type Refusal = 'role' | 'owner' | 'self' | 'personal' | undefined

const manages = ({ role }: Person): boolean => roleAtLeast(role, 'admin')

/** Admins and the owner invite, and give any role but that of the owner. */
export const mayInvite = (by: Person): Refusal => (manages(by) ? undefined : 'role')

/** Nobody changes their own role, so that no workspace is left without somebody to manage it by mistake. */
export function mayChangeRole(by: Person, whom: Person): Refusal {
  if (!manages(by)) return 'role'
  if (by.email === whom.email) return 'self'
  return whom.role === 'owner' ? 'owner' : undefined
}

/** Who wants to go leaves; the owner is removed by nobody. */
export function mayRemove(by: Person, whom: Person): Refusal {
  if (by.email === whom.email) return 'self'
  if (!manages(by)) return 'role'
  return whom.role === 'owner' ? 'owner' : undefined
}

/** The owner stays: a workspace belongs to somebody until it is deleted. */
export const mayLeave = (who: Person): Refusal => (who.role === 'owner' ? 'owner' : undefined)

/** Only its owner, and never the personal one, which every account has. */
export function mayDelete(who: Person, workspace: { readonly personal: boolean }): Refusal {
  if (who.role !== 'owner') return 'role'
  return workspace.personal ? 'personal' : undefined
}
