import { Button } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useCan } from '../../lib/permissions.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { useAccount } from '../../lib/session/session.ts'
import classes from '../layout/top-bar.module.css'
import { offersUpgrade } from './upgrade-rule.ts'

/** Offers more credits when appropriate, to those who may buy them. */
export default function UpgradePlan() {
  const { t } = useTranslation()
  const { api, region, workspace } = useScope()
  const account = useAccount()
  const [now] = useState(() => Date.now())
  // Only the full workspace has the plan.
  const options = { input: { uid: workspace.uid }, staleTime: 60_000, enabled: useCan('admin') }
  const whole = useQuery(api.workspaces.get.queryOptions(options)).data?.data
  if (!account || !options.enabled || !whole) return null
  const age = (now - Date.parse(account.createdAt)) / 1000
  const subscribed = whole.plan !== 'free'
  if (!offersUpgrade({ subscribed, age, credits: whole.loadTokens })) return null
  return (
    <Button
      className={classes.upgrade}
      variant="light"
      aria-label={t('area.upgrade')}
      leftSection={<IconSparkles size={16} stroke={1.5} />}
      renderRoot={(props) => <AppLink target={paths.billing(region)} {...props} />}
    >
      <span className={classes.upgradeName}>{t('area.upgrade')}</span>
    </Button>
  )
}
