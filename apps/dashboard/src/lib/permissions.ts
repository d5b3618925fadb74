// What somebody may do in the workspace on screen, by their role there. The server decides; screens say it beforehand.
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import { useTranslation } from 'react-i18next'
import { useScope } from './workspace-scope.tsx'

export const useCan = (least: Role): boolean => roleAtLeast(useScope().workspace.role, least)

/** Why something cannot be done with the role one has; '' where it can. */
export function useDeniedReason(least: Exclude<Role, 'viewer'>): string {
  const { t } = useTranslation()
  return useCan(least) ? '' : t(`shell.needs.${least}`)
}
