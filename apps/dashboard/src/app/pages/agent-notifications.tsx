// Notification settings of an agent, and the link to webhooks.
import { Anchor, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { AlwaysEditable } from '../../components/feedback/read-only.tsx'
import { Section } from '../../components/layout/page.tsx'
import { NotificationSettings } from '../../features/notifications/notification-settings.tsx'
import { AppLink } from '../../lib/link.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/workspace-scope.tsx'

export default function AgentNotifications() {
  const { t } = useTranslation()
  const { region } = useScope()
  return (
    <>
      <Section title={t('notifications.agent.own')} description={t('notifications.agent.ownHint')}>
        {/* Everybody's own, also of those who only look. */}
        <AlwaysEditable>
          <NotificationSettings />
        </AlwaysEditable>
      </Section>
      <Section title={t('notifications.agent.systems')}>
        <Text size="sm">{t('notifications.agent.systemsHint')}</Text>
        <Anchor size="sm" renderRoot={(props) => <AppLink target={paths.events(region)} {...props} />}>
          {t('notifications.agent.events')}
        </Anchor>
      </Section>
    </>
  )
}
