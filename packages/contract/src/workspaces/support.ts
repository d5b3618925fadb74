// Access for the operator's support: given by the workspace's admins, for hours, to view or edit, never to manage.
import { HOUR_MS } from '../lib/time.ts'
import { z } from 'zod'
import type { Role } from '../lib/roles.ts'

/** Managing a workspace stays with its own people. */
export const SUPPORT_ROLES = ['viewer', 'editor'] as const satisfies readonly Role[]
export const SupportRole = z.enum(SUPPORT_ROLES)
export type SupportRole = z.infer<typeof SupportRole>

export const SUPPORT_HOURS = [1, 8, 24, 72] as const
export const SupportHours = z.union(SUPPORT_HOURS.map((hours) => z.literal(hours)))
export type SupportHours = z.infer<typeof SupportHours>

export const SupportAccess = z.object({
  role: SupportRole,
  until: z.string(),
  grantedBy: z.string(),
  grantedAt: z.string(),
})
export type SupportAccess = z.infer<typeof SupportAccess>

export interface SupportGrant {
  readonly role: SupportRole
  readonly until: Date
  readonly endedAt: Date | null
}

export interface SupportPerson {
  readonly isListed: boolean
  readonly emailVerified: boolean
  readonly secondFactor: boolean
}

export const supportUntil = (now: Date, hours: SupportHours): Date => new Date(now.getTime() + hours * HOUR_MS)

/** The end time is exclusive. */
export const isOpen = ({ until, endedAt }: Omit<SupportGrant, 'role'>, now: Date): boolean =>
  endedAt === null && now.getTime() < until.getTime()

export const maySupport = ({ isListed, emailVerified, secondFactor }: SupportPerson): boolean =>
  isListed && emailVerified && secondFactor

export const supportRole = (
  person: SupportPerson,
  grant: SupportGrant | undefined,
  now: Date,
): SupportRole | undefined => (grant && maySupport(person) && isOpen(grant, now) ? grant.role : undefined)
