// What an invitation changes of the pages to sign up and in. Apart from invitation.ts, which the routes read before any page
// has its texts.
import type { Invitation } from '@parlance/contract/accounts/invitations-api'
import { useTranslation } from 'react-i18next'

/** The heading of the page; undefined without an invitation. */
export function useInvitationTitle(invitation: Invitation | undefined, text: 'signUpText' | 'signInText') {
  const { t } = useTranslation()
  if (!invitation) return undefined
  const { inviterName, inviterEmail: email, workspaceName: workspace } = invitation
  return {
    title: t('accounts.invitation.by', { inviter: inviterName || email, workspace }),
    text: t(`accounts.invitation.${text}`, { email, role: t(`workspaces.roles.${invitation.role}`) }),
  }
}

/** For the field of the address where the invitation says which. */
export function useFixedEmailProps(fixed: boolean) {
  const { t } = useTranslation()
  return fixed ? { readOnly: true, description: t('accounts.invitation.fixed') } : {}
}
