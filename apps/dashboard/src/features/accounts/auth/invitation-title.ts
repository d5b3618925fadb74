// Texts of invited sign-ups. Separate from invitation.ts, which routes load before any page has its texts.
import type { Invitation } from '@parlance/contract/accounts/invitations-api'
import { useTranslation } from 'react-i18next'

/** The page's heading; undefined without an invitation. */
export function useInvitationTitle(invitation: Invitation | undefined, text: 'signUpText' | 'signInText') {
  const { t } = useTranslation()
  if (!invitation) return undefined
  const { inviterName, inviterEmail: email, workspaceName: workspace } = invitation
  return {
    title: t('accounts.invitation.by', { inviter: inviterName || email, workspace }),
    text: t(`accounts.invitation.${text}`, { email, role: t(`workspaces.roles.${invitation.role}`) }),
  }
}

/** Props of the e-mail field when the invitation fixes the address. */
export function useFixedEmailProps(fixed: boolean) {
  const { t } = useTranslation()
  return fixed ? { readOnly: true, description: t('accounts.invitation.fixed') } : {}
}
