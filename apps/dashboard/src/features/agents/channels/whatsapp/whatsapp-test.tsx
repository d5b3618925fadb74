// Sends a test message from the number to a phone.
import { Button, Stack, Text, Textarea, TextInput, Title } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../../components/feedback/notify.ts'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'

export function WhatsappTest({ phoneId }: { phoneId: string }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId, config } = useDraft()
  const [phone, setPhone] = useState(config.waTestNumber ?? '')
  const [text, setText] = useState('')
  const send = useMutation({
    mutationFn: () => api.whatsapp.sendTest.call({ agentId, phoneId, phone, text }),
    onSuccess: () => void notify.success(t('channels.wa.testSent')),
    onError: (error: Error) => void notify.error(errorText(error)),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    send.mutate()
  }
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        {t('channels.wa.test')}
      </Title>
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {t('channels.wa.testNote')}
          </Text>
          <TextInput
            label={t('channels.wa.testPhone')}
            type="tel"
            dir="ltr"
            placeholder="+15551234567"
            value={phone}
            maxLength={50}
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
          <Textarea
            label={t('channels.wa.testText')}
            autosize
            minRows={2}
            maxRows={8}
            value={text}
            maxLength={4096}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div>
            <Button type="submit" variant="default" loading={send.isPending}>
              {t('channels.wa.testSend')}
            </Button>
          </div>
        </Stack>
      </form>
    </section>
  )
}
