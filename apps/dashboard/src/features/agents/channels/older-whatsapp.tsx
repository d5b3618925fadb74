// The deprecated way to connect WhatsApp, with a token of one's own.
import { Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { SwitchOf, TextOf } from '../fields.tsx'

export function OlderWhatsapp() {
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
