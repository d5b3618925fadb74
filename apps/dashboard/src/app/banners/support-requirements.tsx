// Tells a support user why workspaces can't grant access yet, and where to fix it.
import { Anchor, Group, Text } from '@mantine/core'
import { IconLifebuoy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { regionsQuery } from '../layout/use-other-region.ts'
import classes from './verify-banner.module.css'

export function SupportNeeds() {
  const { t } = useTranslation()
  const { region } = useScope()
  if (useQuery(regionsQuery).data?.supportNeeds !== 'second-factor') return null
  return (
    <Group component="section" className={classes.banner} gap="xs" wrap="nowrap" aria-label={t('shell.support.label')}>
      <IconLifebuoy size={18} stroke={1.5} aria-hidden />
      <Text size="sm">
        {t('shell.noAccess.needs')}{' '}
        <Anchor inherit renderRoot={(props) => <AppLink target={paths.account(region, 'security')} {...props} />}>
          {t('shell.noAccess.needsLink')}
        </Anchor>
      </Text>
    </Group>
  )
}
