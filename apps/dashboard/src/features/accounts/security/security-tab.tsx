import { Alert } from '@mantine/core'
import { IconMailExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'

import { errorText } from '../../../lib/errors.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { PasskeysSection } from './passkeys-section.tsx'
import { ProvidersSection } from './providers-section.tsx'
import { securityQuery } from './security-query.ts'
import { TwoFactorSection } from './two-factor-section.tsx'

export function SecurityTab() {
  const { t } = useTranslation()
  const account = useAccount()
  const { data, error, refetch } = useQuery(securityQuery)
  if (error) return <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} />
  if (!data || !account) return <RowSkeletons rows={3} height={96} />
  const given = { security: data, locked: !account.emailVerified }
  return (
    <>
      {!account.emailVerified && (
        <Alert color="yellow" icon={<IconMailExclamation stroke={1.5} />} mb="lg">
          {t('account.unverified')}
        </Alert>
      )}
      <TwoFactorSection {...given} />
      <PasskeysSection {...given} />
      {data.providers.length > 0 && <ProvidersSection {...given} />}
    </>
  )
}
