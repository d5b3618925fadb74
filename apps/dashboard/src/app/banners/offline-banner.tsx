// Shown while offline: changes and loads wait.
import { Group, Text } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import classes from './verify-banner.module.css'

export function OfflineBanner() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  const before = useRef(online)
  useEffect(() => {
    if (online && !before.current) notify.success(t('shell.online'))
    before.current = online
  }, [online, t])
  // Always rendered, so that changes are announced.
  return (
    <Group component="output" className={online ? undefined : classes.banner} gap="xs" wrap="nowrap" aria-live="polite">
      {!online && (
        <>
          <IconWifiOff size={18} stroke={1.5} aria-hidden />
          <Text size="sm">{t('shell.offline')}</Text>
        </>
      )}
    </Group>
  )
}
