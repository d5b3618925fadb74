// Tells a support user until when they have access.
import { Group, Text } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'
import { dateAndTime } from '../../components/content/locale.ts'
import classes from './verify-banner.module.css'

/** Access may be ended early. */
const LOOK_MS = 60_000

export function SupportBanner() {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const { supportUntil } = workspace
  useQuery(api.workspaces.list.queryOptions({ enabled: supportUntil !== undefined, refetchInterval: LOOK_MS }))
  if (supportUntil === undefined) return null
  const text = t('shell.support.until', { until: dateAndTime(supportUntil) })
  return (
    <Group component="section" className={classes.banner} gap="xs" wrap="nowrap" aria-label={t('shell.support.label')}>
      <IconLifebuoy size={18} stroke={1.5} aria-hidden />
      <Text size="sm">{text}</Text>
    </Group>
  )
}
