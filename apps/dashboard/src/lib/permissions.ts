// The user's permissions in the current workspace, to explain disabled controls. The server decides.
import { roleAtLeast, type Role } from '@parlance/contract/lib/roles'
import { useTranslation } from 'react-i18next'
import { useScope } from './workspace-scope.tsx'

export const useCan = (least: Role): boolean => roleAtLeast(useScope().workspace.role, least)

/** Why the user's role may not do something; '' if it may. */
export function useDeniedReason(least: Exclude<Role, 'viewer'>): string {
  const { t } = useTranslation()
  return useCan(least) ? '' : t(`shell.needs.${least}`)
}
