import { ActionIcon, Box, Button, Group, Text, Title, Tooltip } from '@mantine/core'
import type { Notification } from '@parlance/contract/notifications/schemas'
import { IconArrowLeft, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TalkDrawing } from '../../components/feedback/empty-state-drawings.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import { errorText } from '../../lib/errors.ts'
import { AppLink } from '../../lib/link.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import classes from './notifications.module.css'
import { NotificationSettings } from './notification-settings.tsx'
import { targetOf } from './target.ts'
import { useMarking, useNotifications } from './use-notifications.ts'

export default function NotificationPanel({ titleId, onClose }: { titleId: string; onClose: () => void }) {
  const { t } = useTranslation()
  const items = useNotifications()
  const { markRead } = useMarking()
  const [settings, setSettings] = useState(false)
  const toggle = t(settings ? 'notifications.back' : 'notifications.settings')
  return (
    <>
      <div className={classes.head}>
        <Title id={titleId} order={2} size="h4">
          {t(settings ? 'notifications.settings' : 'notifications.title')}
        </Title>
        <Group gap={4} wrap="nowrap">
          {!settings && items && items.length > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={() => markRead()}>
              {t('notifications.markAll')}
            </Button>
          )}
          <Tooltip label={toggle}>
            <ActionIcon aria-label={toggle} onClick={() => setSettings(!settings)}>
              {settings ? <IconArrowLeft size={18} stroke={1.5} /> : <IconSettings size={18} stroke={1.5} />}
            </ActionIcon>
          </Tooltip>
        </Group>
      </div>
      <div className={classes.body}>
        {settings ? (
          <NotificationSettings />
        ) : !items ? (
          <Unknown />
        ) : items.length === 0 ? (
          <EmptyState drawing={<TalkDrawing />} title={t('notifications.none')} text={t('notifications.noneText')} />
        ) : (
          <ul className={classes.list}>
            {items.map((item) => (
              <li key={item.ID}>
                <Item
                  notification={item}
                  onOpen={() => {
                    markRead([item.ID])
                    onClose()
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

function Unknown() {
  const { api, workspace } = useScope()
  const { error, refetch } = useQuery(api.notifications.list.queryOptions({ input: { uid: workspace.uid } }))
  return (
    <Box p="md">
      {error ? <ErrorMessage text={errorText(error)} onRetry={() => void refetch()} /> : <RowSkeletons rows={3} />}
    </Box>
  )
}

function Item({ notification, onOpen }: { notification: Notification; onOpen: () => void }) {
  const target = targetOf(notification.urlPathname)
  if (!target) return null
  return (
    <AppLink target={target} className={classes.item} onClick={onOpen}>
      <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
        <Text fw={600} size="sm" dir="auto">
          {notification.title}
        </Text>
        <Text size="xs" c="dimmed" span flex="none">
          <RelativeTime at={notification.ts} />
        </Text>
      </Group>
      <Text size="sm" c="dimmed" dir="auto" lineClamp={2}>
        {notification.body}
      </Text>
    </AppLink>
  )
}
