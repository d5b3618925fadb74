// Saves an agent as a template of the workspace.
import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../components/feedback/notify.ts'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'

interface Props {
  agentId: string
  title: string
  onClose: () => void
}

export default function SaveTemplate({ agentId, title, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const client = useQueryClient()
  const [name, setName] = useState(title.slice(0, 100))
  const [description, setDescription] = useState('')
  const save = useMutation(
    api.agentTemplates.create.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: api.agentTemplates.key() })
        notify.success(t('agents.template.saved'))
        onClose()
      },
      onError: (error) => notify.error(errorText(error)),
    }),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') save.mutate({ agentId, name: name.trim(), description: description.trim() })
  }
  return (
    <Dialog onClose={onClose} title={t('agents.template.title')}>
      <form onSubmit={submit} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('agents.template.hint')}
          </Text>
          <TextInput
            label={t('agents.template.name')}
            required
            maxLength={100}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Textarea
            label={t('agents.template.description')}
            maxLength={300}
            autosize
            minRows={2}
            value={description}
            onChange={(event) => setDescription(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button type="submit" disabled={name.trim() === ''} loading={save.isPending}>
              {t('agents.template.save')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
