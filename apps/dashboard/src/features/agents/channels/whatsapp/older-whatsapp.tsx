// The deprecated WhatsApp connection with an own token.
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Editing } from '../../../../components/feedback/read-only.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'
import { SwitchOf, TextOf } from '../../fields.tsx'
import { useRefreshChannels } from '../connections/use-connections.ts'
import { useToldFailure } from '../connections/use-told-failure.ts'

export default function OlderWhatsapp() {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId, config, flush } = useDraft()
  const queries = useQueryClient()
  const refresh = useRefreshChannels()
  const failed = useToldFailure()
  const save = useMutation({
    async mutationFn() {
      const { whatsappToken, whatsappNumberId, whatsappBusniessId, waTestNumber, waVerifyPassed } = config
      const fields = { whatsappToken, whatsappNumberId, whatsappBusniessId, waTestNumber, waVerifyPassed }
      await flush()
      await api.agents.save.call({ agentId, ...fields })
      // Both ids and a token make a usable number.
      if ([whatsappToken, whatsappNumberId, whatsappBusniessId].every((text) => text !== ''))
        await api.channels.connect.call({
          agentId,
          channel: 'whatsapp',
          fields: { wabaId: whatsappBusniessId, phoneId: whatsappNumberId, longAccessToken: whatsappToken },
        })
    },
    onSuccess: () => void notify.success(t('channels.wa.legacySaved')),
    onError: failed,
    onSettled: () =>
      Promise.all([
        refresh(),
        queries.invalidateQueries({ queryKey: api.whatsapp.key() }),
        queries.invalidateQueries({ queryKey: api.agents.get.key() }),
      ]),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate()
  }
  return (
    <form onSubmit={submit} aria-label={t('channels.legacy')}>
      <Stack gap="sm">
        <div>
          <Group gap="xs">
            <Title order={3} size="h4">
              {t('channels.legacy')}
            </Title>
            <Badge color="gray">{t('channels.deprecated')}</Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {t('channels.legacyText')}
          </Text>
        </div>
        <TextOf field="whatsappToken" maxLength={1000} />
        <TextOf field="whatsappNumberId" maxLength={100} />
        <TextOf field="whatsappBusniessId" maxLength={100} />
        <TextOf field="waTestNumber" maxLength={50} placeholder="+15551234567" />
        <SwitchOf field="waVerifyPassed" hint={t('channels.verifiedHint')} />
        <Editing>
          <div>
            <Button type="submit" variant="default" loading={save.isPending}>
              {t('channels.wa.legacySave')}
            </Button>
          </div>
        </Editing>
      </Stack>
    </form>
  )
}
