// Fills in and sends an approved WhatsApp template.
import { Button, Group, Loader, Select, Stack, Text, TextInput } from '@mantine/core'
import type { TemplatePlace } from '@parlance/contract/channels/whatsapp'
import type { Conversation } from '@parlance/contract/conversations/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { AlertBox } from '../../../../components/feedback/alert-box.tsx'
import { notify } from '../../../../components/feedback/notify.ts'
import { Dialog } from '../../../../components/overlay/dialog.tsx'
import { errorText } from '../../../../lib/errors.ts'
import { useMutation } from '../../../../lib/use-mutation.ts'
import { useRequestKey } from '../../../../lib/use-request-key.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import classes from './channel.module.css'
import { AttachButton, AttachmentList, useReplyAttachments } from '../reply/reply-attachments.tsx'

const LOCATION = ['latitude', 'longitude', 'name', 'address'] as const

interface Props {
  conversation: Conversation
  onClose: () => void
}

export default function SendTemplate({ conversation: { agentId, id: conversationId }, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const queries = useQueryClient()
  const templates = useQuery(api.whatsapp.templates.queryOptions({ input: { agentId } }))
  const approved = templates.data?.items.filter(({ status }) => status === 'APPROVED') ?? []
  const [chosen, setChosen] = useState<string | null>(null)
  const [media, setMedia] = useState('')
  const [values, setValues] = useState<readonly string[]>([])
  const message = useRequestKey(() => randomId(24))
  const template = approved.find((one) => one.id === chosen) ?? approved[0]
  const places = template?.places ?? []
  const filled = places.map((_, index) => values[index]?.trim() ?? '')
  const attachments = useReplyAttachments({ agentId, conversationId })
  const kind = template?.media ?? ''
  const isUploaded = attachments.pending.length > 0
  const hasFile = isUploaded ? !attachments.isWaiting : URL.canParse(media.trim())
  const isFilled = filled.every((value) => value !== '') && (kind === '' || hasFile)
  const send = useMutation({
    mutationFn: ({ name, language }: { name: string; language: string }) => {
      const file = kind === '' ? {} : isUploaded ? { attachments: attachments.urls } : { media: media.trim() }
      const filledIn = { name, language, values: filled, ...file }
      return api.whatsapp.sendTemplate.call({ agentId, conversationId, id: message.keyOf(filledIn), ...filledIn })
    },
    async onSuccess() {
      onClose()
      await queries.invalidateQueries({ queryKey: api.conversations.get.key() })
    },
    onError: (error: Error) => void notify.error(errorText(error)),
  })
  const labelOf = ({ part, name }: TemplatePlace) => {
    if (part === 'LOCATION') {
      const known = LOCATION.find((one) => one === name)
      return known ? t(`conversations.delivery.location.${known}`) : name
    }
    return t(`conversations.delivery.places.${part}`, { name })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The form is nested in the reply's form.
    event.stopPropagation()
    if (template && isFilled) send.mutate(template)
  }
  return (
    <Dialog title={t('conversations.delivery.template')} onClose={onClose}>
      {templates.isPending && <Loader size="sm" />}
      {templates.isError && <AlertBox kind="danger">{errorText(templates.error)}</AlertBox>}
      {templates.data && !template && <Text size="sm">{t('conversations.delivery.noTemplates')}</Text>}
      {template && (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <Select
              label={t('conversations.delivery.chosen')}
              data={approved.map(({ id: value, name, language }) => ({ value, label: `${name} (${language})` }))}
              value={template.id}
              allowDeselect={false}
              onChange={(value) => {
                setChosen(value)
                setValues([])
                setMedia('')
                for (const file of attachments.pending) attachments.remove(file)
              }}
            />
            <Text size="sm" dir="auto" aria-live="polite" className={classes.preview ?? ''}>
              {template.bodyText.replaceAll(
                /\{\{\s*(\w{1,50})\s*\}\}/g,
                (mark, named) =>
                  filled[places.findIndex(({ part, name }) => part === 'BODY' && name === named)] || mark,
              )}
            </Text>
            {kind !== '' && !isUploaded && (
              <TextInput
                label={t(`conversations.delivery.media.${kind}`)}
                placeholder="https://"
                required
                maxLength={2000}
                inputMode="url"
                dir="ltr"
                value={media}
                rightSection={kind !== 'VIDEO' && <AttachButton attachments={attachments} isSingle />}
                onChange={(event) => setMedia(event.currentTarget.value)}
              />
            )}
            {kind !== '' && <AttachmentList attachments={attachments} />}
            {places.map((place, index) => (
              <TextInput
                // Values are identified by their index.
                // oxlint-disable-next-line react/no-array-index-key
                key={index}
                label={labelOf(place)}
                required
                maxLength={500}
                value={values[index] ?? ''}
                onChange={(event) => {
                  const { value } = event.currentTarget
                  setValues(Array.from(filled, (_was, at) => (at === index ? value : (values[at] ?? ''))))
                }}
              />
            ))}
            <Group justify="flex-end">
              <Button type="submit" loading={send.isPending} disabled={!isFilled}>
                {t('conversations.inbox.send')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Dialog>
  )
}
