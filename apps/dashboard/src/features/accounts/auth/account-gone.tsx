import { Box } from '@mantine/core'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Kept in the history state, so that no link can claim it. */
    accountGone?: boolean
  }
}

export default function AccountGone() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const gone = useRouterState({ select: ({ location }) => location.state.accountGone === true })
  if (!gone) return null
  return (
    <Box mb="lg">
      <AlertBox
        kind="success"
        onClose={() => void navigate({ to: '.', search: true as never, state: {}, replace: true })}
      >
        {t('accountData.end.done')}
      </AlertBox>
    </Box>
  )
}
