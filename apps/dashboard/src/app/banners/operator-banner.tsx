// Asks the creator of an installation's first account to name its operator, until done or dismissed.
import { CloseButton, Group, Text } from '@mantine/core'
import { useLocalStorage, useMediaQuery } from '@mantine/hooks'
import { IconBuilding } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { globalApi } from '../../lib/api.ts'
import { HELP } from '../../lib/paths.ts'
import { statusQuery } from '../../lib/session/session.ts'
import classes from './verify-banner.module.css'

const HIDDEN_KEY = 'parlance-operator-banner-hidden'

export function OperatorBanner() {
  const { t } = useTranslation()
  const [hidden, hide] = useLocalStorage({ key: HIDDEN_KEY, defaultValue: false, getInitialValueInEffect: false })
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const unnamed = useQuery(statusQuery).data?.operatorNamed === false
  const enabled = unnamed && !hidden
  const notice = useQuery(globalApi.platform.operatorNotice.queryOptions({ enabled, staleTime: Infinity })).data
  if (!enabled || !notice?.wanted) return null
  return (
    <Group component="section" className={classes.banner} gap="xs" wrap="nowrap" aria-label={t('shell.operator.label')}>
      <IconBuilding size={18} stroke={1.5} aria-hidden />
      <Text size="sm">{phone ? t('shell.operator.short') : t('shell.operator.text')}</Text>
      <a href={`${HELP}/operate#say-who-runs-it`} target="_blank" rel="noreferrer" className={classes.link}>
        {t('shell.operator.how')}
      </a>
      <CloseButton
        className={classes.close}
        size="sm"
        aria-label={t('shell.operator.hide')}
        onClick={() => hide(true)}
      />
    </Group>
  )
}
