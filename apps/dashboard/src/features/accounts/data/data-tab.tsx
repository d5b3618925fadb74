import { Alert, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../../lib/api.ts'
import { errorText } from '../../../lib/errors.ts'
import { useAccount } from '../../../lib/session/session.ts'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { Section } from '../../../components/layout/page.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { DataCopy } from './data-copy.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { securityQuery } from '../security/security-query.ts'

export function DataTab() {
  const { t } = useTranslation()
  const account = useAccount()
  const regions = useQuery(globalApi.workspaces.regions.queryOptions())
  const security = useQuery(securityQuery)
  const [ending, setEnding] = useState(false)
  const error = regions.error ?? security.error
  if (error)
    return (
      <ErrorMessage text={errorText(error)} onRetry={() => void Promise.all([regions.refetch(), security.refetch()])} />
    )
  if (!regions.data || !security.data || !account) return <RowSkeletons rows={2} height={96} />
  const locked = !account.emailVerified
  return (
    <>
      {locked && (
        <Alert color="yellow" mb="lg">
          {t('accountData.copy.unverified')}
        </Alert>
      )}
      <Section title={t('accountData.copy.title')} description={t('accountData.copy.text')}>
        <Text size="sm">{t('accountData.copy.each')}</Text>
        {regions.data.items
          .filter(({ exists }) => exists)
          .map(({ region }) => (
            <DataCopy key={region} region={region} locked={locked} />
          ))}
      </Section>
      <Section title={t('accountData.end.title')} description={t('accountData.end.text')}>
        <div>
          <Button color="red" variant="light" disabled={locked} onClick={() => setEnding(true)}>
            {t('accountData.end.button')}
          </Button>
        </div>
      </Section>
      {ending && <DeleteAccount account={account} security={security.data} onClose={() => setEnding(false)} />}
    </>
  )
}
