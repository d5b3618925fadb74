// Above the dashboard for users who are both agency members and clients: their current role, and the way back.
import { Button, Text } from '@mantine/core'
import type { Account } from '@parlance/contract/accounts/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '../../features/client/client.module.css'
import { useClientSession } from '../../features/client/use-client.ts'
import { leaveClientTab } from '../../lib/session/client-session.ts'
import { paths } from '../../lib/paths.ts'
import { sessionQuery } from '../../lib/session/session.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

/** `isAside`: an agent's page with side tabs, which has a bar only on phones. */
export function AgencyBar({ isAside }: { isAside: boolean }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const { client, agency } = useClientSession()
  // Loaded before the page was shown.
  const account = useQueryClient().getQueryData<Account | null>(sessionQuery.queryKey)
  if (!client.isAdmin && !account) return null
  return (
    <aside className={classes.agencyBar} data-aside={isAside || undefined}>
      <Text size="sm">{client.isAdmin ? t('client.barAdmin') : t('client.barClient', { agency: agency.name })}</Text>
      {account && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={() => {
            leaveClientTab()
            location.assign(paths.agents(region).to)
          }}
        >
          {t('client.barBack')}
        </Button>
      )}
    </aside>
  )
}
