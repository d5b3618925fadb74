import { Alert, Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import type { Credential, CredentialProvider } from '@parlance/contract/workspaces/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { askFirst } from '../../components/overlay/confirm.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { KeyTestLine, useTypedTest } from './key-test.tsx'

const MIN_KEY = 8
const isHttp = (text: string) => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)

interface Props {
  provider: CredentialProvider
  /** The key whose place the new one takes. */
  stored: Credential | undefined
  onClose: () => void
}

export function CredentialDialog({ provider, stored, onClose }: Props) {
  const { t } = useTranslation()
  const name = t(`credentials.providers.${provider}`)
  const ownServer = provider === 'openai-compatible'
  const test = useTypedTest(provider)
  const tried = test.data?.data
  const save = useSave({ provider, name, tried: tried !== undefined, onClose })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { apiKey: '', baseUrl: stored?.baseUrl ?? '' },
    // What was found out of one key says nothing of the next.
    onValuesChange: () => test.reset(),
    validate: {
      apiKey: (value) =>
        value.trim().length >= MIN_KEY || (ownServer && value.trim() === '') ? null : t('credentials.keyShort'),
      baseUrl: (value) => (!ownServer || isHttp(value.trim()) ? null : t('credentials.baseUrlBad')),
    },
  })
  const store = async (values: Values) => {
    if (tried && tried.result !== 'works') {
      const body = translateMessage(tried)
      if (!(await askFirst({ title: t('credentials.failedTitle'), body, confirm: t('credentials.failedConfirm') })))
        return
    }
    save.mutate(values)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t(stored ? 'credentials.replaceFor' : 'credentials.addFor', { provider: name })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <form onSubmit={form.onSubmit((values) => void store(values))} noValidate>
        <Stack gap="md">
          {(save.error ?? test.error) && (
            <Alert color="red" role="alert">
              {errorText(save.error ?? test.error)}
            </Alert>
          )}
          <Fields form={form} ownServer={ownServer} />
          <KeyTestLine test={tried ?? null} testing={test.isPending} name={name} />
          <Buttons
            saving={save.isPending}
            testing={test.isPending}
            onTest={() => form.onSubmit((values) => test.mutate(values))()}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  )
}

interface Values {
  apiKey: string
  baseUrl: string
}

function Fields({ form, ownServer }: { form: UseFormReturnType<Values>; ownServer: boolean }) {
  const { t } = useTranslation()
  return (
    <>
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
        description={
          ownServer ? `${t('credentials.keyHint')} ${t('credentials.keyOptional')}` : t('credentials.keyHint')
        }
        required={!ownServer}
        autoComplete="off"
        data-autofocus={!ownServer || undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('accounts.show') }}
        key={form.key('apiKey')}
        {...form.getInputProps('apiKey')}
      />
    </>
  )
}

interface ButtonsProps {
  saving: boolean
  testing: boolean
  onTest: () => void
  onCancel: () => void
}

function Buttons({ saving, testing, onTest, onCancel }: ButtonsProps) {
  const { t } = useTranslation()
  return (
    <Group justify="space-between" gap="xs">
      <Button variant="default" loading={testing} onClick={onTest}>
        {t('credentials.test.typed')}
      </Button>
      <Group gap="xs">
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={saving}>
          {t('common.save')}
        </Button>
      </Group>
    </Group>
  )
}

interface Saving {
  provider: CredentialProvider
  name: string
  /** What is saved was tried: the result is to stay with it. */
  tried: boolean
  onClose: () => void
}

function useSave({ provider, name, tried, onClose }: Saving) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const changed = () => client.invalidateQueries({ queryKey: api.workspaces.credentials.key() })
  return useMutation({
    mutationFn: ({ apiKey, baseUrl }: Values) =>
      api.workspaces.saveCredential.call({
        uid: workspace.uid,
        provider,
        apiKey: apiKey.trim(),
        ...(baseUrl.trim() ? { baseUrl: baseUrl.trim() } : {}),
      }),
    onSuccess: async () => {
      notify.success(t('credentials.saved', { provider: name }))
      await Promise.all([changed(), client.invalidateQueries({ queryKey: api.workspaces.models.key() })])
      onClose()
      // The server keeps what it finds out itself. Where it can't now, the key is one that nobody tried.
      if (tried)
        await api.workspaces.testCredential.call({ uid: workspace.uid, provider }).then(changed, () => undefined)
    },
  })
}
