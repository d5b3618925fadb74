import type { ClientPath } from '@parlance/contract/lib/client-tabs'
import { AppError } from '@parlance/contract/lib/errors'
import { type ClientChange, ORG_ADMIN_FIELDS, type OrgChange } from '@parlance/contract/orgs/schemas'
import { msg } from '@parlance/i18n/messages'
import type { Actor } from '../../lib/ctx.ts'

export const isOrgAdminOnly = (actor: Actor): boolean => actor.kind === 'client' && !actor.isAdmin

/** @throws FORBIDDEN for fields that only the workspace and the agency's admin may change */
export function assertMayChangeOrg(actor: Actor, change: OrgChange): void {
  if (!isOrgAdminOnly(actor)) return
  const given = Object.entries(change).flatMap(([key, value]) => (value === undefined ? [] : [key as keyof OrgChange]))
  if (!given.every((key) => ORG_ADMIN_FIELDS.has(key))) throw new AppError('FORBIDDEN', msg('org_field_for_agency'))
}

/** Org admins may grant the org's default tabs and their own, and no roles. @throws FORBIDDEN */
export function assertMayGrant(
  actor: Actor,
  grants: Pick<ClientChange, 'canAccess' | 'isOrgAdmin' | 'allowCreateAgents'>,
  defaultAccess: readonly ClientPath[],
  held: readonly ClientPath[] = [],
): void {
  if (actor.kind !== 'client' || actor.isAdmin) return
  if (grants.isOrgAdmin !== undefined || grants.allowCreateAgents !== undefined)
    throw new AppError('FORBIDDEN', msg('role_for_agency'))
  const mayGive = new Set([...defaultAccess, ...actor.canAccess, ...held])
  if (grants.canAccess?.some((tab) => !mayGive.has(tab))) throw new AppError('FORBIDDEN', msg('tab_not_allowed'))
}
