// What a channel of another company needs, and what of it the agent keeps.
import { Button, Stack, Text, Title } from '@mantine/core'
import { isAvailable } from '@parlance/contract/platform/features'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../components/feedback/alert-box.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { ReadOnlyDraft } from '../draft/read-only-draft.tsx'
import { SwitchOf, TextOf } from '../fields.tsx'
import type { ForeignChannel } from './channels.ts'
import { TelegramConnection } from './telegram-connection.tsx'
import classes from './channels.module.css'

export function ChannelDrawer({ channel, onClose }: { channel: ForeignChannel; onClose: () => void }) {
  const { t } = useTranslation()
  const name = t(`area.channels.${channel}.name`)
  const reason = t(isAvailable(`channel.${channel}`) ? 'area.channels.unavailable' : 'area.channels.planned', { name })
  const needs = t(`area.channels.${channel}.needs`).split('\n')
  return (
    <SideDrawer title={name} onClose={onClose}>
      <Stack gap="md">
        <Text size="sm">{t(`area.channels.${channel}.text`)}</Text>
        <div>
          <Title order={3} size="h4" mb={4}>
            {t('area.channels.needs')}
          </Title>
          <ul className={classes.needs}>
            {needs.map((need) => (
              <Text key={need} component="li" size="sm">
                {need}
              </Text>
            ))}
          </ul>
        </div>
        {channel === 'telegram' ? (
          <TelegramConnection />
        ) : (
          <>
            <AlertBox kind="info">{reason}</AlertBox>
            <div>
              <Button disabled title={reason}>
                {t('area.channels.connect', { name })}
              </Button>
            </div>
          </>
        )}
        {channel === 'whatsapp' && (
          <ReadOnlyDraft as="part">
            <OlderWhatsapp />
          </ReadOnlyDraft>
        )}
      </Stack>
    </SideDrawer>
  )
}

/** The deprecated way with a token of one's own. */
function OlderWhatsapp() {
  const { t } = useTranslation()
  return (
    <Stack component="section" gap="sm" aria-label={t('area.channels.legacy')}>
      <div>
        <Title order={3} size="h4">
          {t('area.channels.legacy')}
        </Title>
        <Text size="sm" c="dimmed">
          {t('area.channels.legacyText')}
        </Text>
      </div>
      <TextOf field="whatsappToken" maxLength={1000} />
      <TextOf field="whatsappNumberId" maxLength={100} />
      <TextOf field="whatsappBusniessId" maxLength={100} />
      <TextOf field="waTestNumber" maxLength={50} placeholder="+15551234567" />
      <SwitchOf field="waVerifyPassed" hint={t('area.channels.verifiedHint')} />
    </Stack>
  )
}
