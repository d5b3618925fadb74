// Shown while offline: changes and loads wait.
import { Group, Text } from '@mantine/core'
import { IconWifiOff } from '@tabler/icons-react'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../components/feedback/notify.ts'
import classes from './verify-banner.module.css'

function listen(changed: () => void): () => void {
  for (const event of ['online', 'offline']) addEventListener(event, changed)
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, changed)
  }
}

export function OfflineBanner() {
  const { t } = useTranslation()
  const online = useSyncExternalStore(listen, () => navigator.onLine)
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
