import { Alert, Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { CredentialProvider } from '@parlance/core/workspaces/workspaces'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../errors.ts'
import { useScope } from '../../scope.tsx'
import { notify } from '../../ui/notify.ts'

const MIN_KEY = 8
const isHttp = (text: string) => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)

interface Props {
  provider: CredentialProvider
  baseUrl: string
  onClose: () => void
}

export function CredentialDialog({ provider, baseUrl, onClose }: Props) {
  const { t } = useTranslation()
  const name = t(`credentials.providers.${provider}`)
  const ownServer = provider === 'openai-compatible'
  const save = useSave(provider, name, onClose)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { apiKey: '', baseUrl },
    validate: {
      apiKey: (value) => (value.trim().length >= MIN_KEY ? null : t('credentials.keyShort')),
      baseUrl: (value) => (!ownServer || isHttp(value.trim()) ? null : t('credentials.baseUrlBad')),
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('credentials.addFor', { provider: name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={form.onSubmit((values) => save.mutate(values))} noValidate>
        <Stack gap="md">
          {save.error && (
            <Alert color="red" role="alert">
              {errorText(save.error)}
            </Alert>
          )}
          {ownServer && (
            <TextInput
              label={t('credentials.baseUrl')}
              description={t('credentials.baseUrlHint')}
              type="url"
              required
              data-autofocus
              key={form.key('baseUrl')}
              {...form.getInputProps('baseUrl')}
            />
          )}
          <PasswordInput
            label={t('credentials.key')}
            description={t('credentials.keyHint')}
            required
            autoComplete="off"
            data-autofocus={!ownServer || undefined}
            visibilityToggleButtonProps={{ 'aria-label': t('accounts.show') }}
            key={form.key('apiKey')}
            {...form.getInputProps('apiKey')}
          />
          <Buttons saving={save.isPending} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  )
}

function Buttons({ saving, onCancel }: { saving: boolean; onCancel: () => void }) {
  const { t } = useTranslation()
  return (
    <Group justify="flex-end" gap="xs">
      <Button variant="default" onClick={onCancel}>
        {t('common.cancel')}
      </Button>
      <Button type="submit" loading={saving}>
        {t('common.save')}
      </Button>
    </Group>
  )
}

function useSave(provider: CredentialProvider, name: string, onClose: () => void) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ apiKey, baseUrl }: { apiKey: string; baseUrl: string }) =>
      api.workspaces.saveCredential.call({
        uid: workspace.uid,
        provider,
        apiKey: apiKey.trim(),
        ...(baseUrl.trim() ? { baseUrl: baseUrl.trim() } : {}),
      }),
    onSuccess: async () => {
      notify.success(t('credentials.saved', { provider: name }))
      await Promise.all([
        client.invalidateQueries({ queryKey: api.workspaces.credentials.key() }),
        client.invalidateQueries({ queryKey: api.workspaces.models.key() }),
      ])
      onClose()
    },
  })
}
