// Support of the operator in a workspace: let in by its admins, for hours, to look or to build, and never to manage.
import { HOUR_MS } from '../lib/time.ts'
import { z } from 'zod'
import type { Role } from '../lib/roles.ts'

/** Managing a workspace stays with its own people. */
export const SUPPORT_ROLES = ['viewer', 'editor'] as const satisfies readonly Role[]
export const SupportRole = z.enum(SUPPORT_ROLES)
export type SupportRole = z.infer<typeof SupportRole>

/** For how many hours access can be given. */
export const SUPPORT_HOURS = [1, 8, 24, 72] as const
export const SupportHours = z.union(SUPPORT_HOURS.map((hours) => z.literal(hours)))
export type SupportHours = z.infer<typeof SupportHours>

export const SupportAccess = z.object({
  role: SupportRole,
  until: z.string(),
  /** Address of who gave it. */
  grantedBy: z.string(),
  grantedAt: z.string(),
})
export type SupportAccess = z.infer<typeof SupportAccess>

/** Of the workspace: until when it is open, and whether somebody ended that before. */
export interface SupportGrant {
  readonly role: SupportRole
  readonly until: Date
  readonly endedAt: Date | null
}

/** Who asks to come in. */
export interface SupportPerson {
  /** Their address is one of those that the operator named. */
  readonly isListed: boolean
  /** They have shown that the address is theirs. */
  readonly emailVerified: boolean
  /** Their sign-in takes more than a password. */
  readonly secondFactor: boolean
}

export const supportUntil = (now: Date, hours: SupportHours): Date => new Date(now.getTime() + hours * HOUR_MS)

/** Whether a grant opens anything at this time; in the very moment of its end it does not. */
export const isOpen = ({ until, endedAt }: Omit<SupportGrant, 'role'>, now: Date): boolean =>
  endedAt === null && now.getTime() < until.getTime()

export const maySupport = ({ isListed, emailVerified, secondFactor }: SupportPerson): boolean =>
  isListed && emailVerified && secondFactor

/** What somebody may do in a workspace as support; undefined where that is nothing. */
export const supportRole = (
  person: SupportPerson,
  grant: SupportGrant | undefined,
  now: Date,
): SupportRole | undefined => (grant && maySupport(person) && isOpen(grant, now) ? grant.role : undefined)
