// Enters, tests and stores a provider's API key; without a provider, asks for it first.
import { Alert, Button, Group, PasswordInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm, type UseFormReturnType } from '@mantine/form'
import type { Credential, KeyProvider } from '@parlance/contract/workspaces/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { errorText } from '../../lib/errors.ts'
import { useScope } from '../../lib/workspace-scope.tsx'
import { payerOf } from '../inputs/model-picker/model-list.ts'
import { confirm } from '../overlay/confirm.tsx'
import { notify } from '../feedback/notify.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { KeyTestLine, useTypedTest } from './key-test.tsx'
import { CREDENTIAL_PROVIDERS } from './providers.ts'
import { Dialog } from '../overlay/dialog.tsx'

const MIN_KEY = 8
const isHttp = (text: string) => /^https?:\/\/[^\s]+$/.test(text) && URL.canParse(text)

interface Props {
  provider?: KeyProvider
  /** The key being replaced. */
  stored?: Credential | undefined
  /** The agent that switches to the key; defaults to the one in the address. */
  agentId?: string | undefined
  onClose: () => void
}

export default function KeyDialog({ provider: given, stored, agentId, onClose }: Props) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<KeyProvider>(given ?? 'openai')
  const name = t(`credentials.providers.${chosen}`)
  return (
    <Dialog
      onClose={onClose}
      title={
        given
          ? t(stored ? 'credentials.replaceFor' : 'credentials.addFor', { provider: name })
          : t('assistant.demo.addKey')
      }
    >
      <Stack gap="md">
        {!given && (
          <>
            <Text size="sm" c="dimmed">
              {t('assistant.demo.dialogText')}
            </Text>
            <Select
              label={t('assistant.demo.provider')}
              data={CREDENTIAL_PROVIDERS.map((value) => ({ value, label: t(`credentials.providers.${value}`) }))}
              value={chosen}
              allowDeselect={false}
              onChange={(next) => next && choose(next)}
            />
          </>
        )}
        <KeyForm key={chosen} {...{ provider: chosen, name, stored, agentId, onClose }} testFirst={!given} />
      </Stack>
    </Dialog>
  )
}

interface FormProps {
  provider: KeyProvider
  name: string
  stored: Credential | undefined
  agentId: string | undefined
  /** Whether saving tests an untested key and switches the agent to it. */
  testFirst: boolean
  onClose: () => void
}

function KeyForm({ provider, name, stored, agentId, testFirst, onClose }: FormProps) {
  const { t } = useTranslation()
  const ownServer = provider === 'openai-compatible'
  const test = useTypedTest(provider)
  const tried = test.data?.data
  const failed = tried !== undefined && tried.result !== 'works'
  const asksModel = ownServer && testFirst
  const opened = useParams({ strict: false, select: (params: { agentId?: string }) => params.agentId })
  const switches = testFirst ? (agentId ?? opened) : undefined
  const save = useSave({ provider, name, tried: tried !== undefined, agentId: switches, onClose })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { apiKey: '', baseUrl: stored?.baseUrl ?? '', model: '' },
    // A test result does not apply to another key.
    onValuesChange: () => test.reset(),
    validate: {
      apiKey: (value) =>
        value.trim().length >= MIN_KEY || (ownServer && value.trim() === '') ? null : t('credentials.keyShort'),
      baseUrl: (value) => (!ownServer || isHttp(value.trim()) ? null : t('credentials.baseUrlBad')),
      model: (value) => (!asksModel || value.trim() !== '' ? null : t('assistant.demo.modelMissing')),
    },
  })
  const store = async (values: Values) => {
    if (testFirst) {
      const found = await test.mutateAsync(values).catch(() => undefined)
      if (found?.data.result === 'works') save.mutate(values)
      return
    }
    if (tried && failed) {
      const body = translateMessage(tried)
      if (!(await confirm({ title: t('credentials.failedTitle'), body, confirm: t('credentials.failedConfirm') })))
        return
    }
    save.mutate(values)
  }
  return (
    <form onSubmit={form.onSubmit((values) => void store(values))} noValidate>
      <Stack gap="md">
        {(save.error ?? test.error) && (
          <Alert color="red" role="alert">
            {errorText(save.error ?? test.error)}
          </Alert>
        )}
        <Fields form={form} ownServer={ownServer} asksModel={asksModel} />
        <KeyTestLine test={tried ?? null} testing={test.isPending} name={name} />
        <Group justify={testFirst ? 'flex-end' : 'space-between'} gap="xs">
          {!testFirst && (
            <Button
              variant="default"
              loading={test.isPending}
              onClick={() => form.onSubmit((values) => test.mutate(values))()}
            >
              {t('credentials.test.typed')}
            </Button>
          )}
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            {testFirst && failed && (
              <Button
                variant="default"
                loading={save.isPending}
                onClick={() => form.onSubmit((values) => save.mutate(values))()}
              >
                {t('credentials.failedConfirm')}
              </Button>
            )}
            <Button type="submit" loading={testFirst ? test.isPending || (save.isPending && !failed) : save.isPending}>
              {t(testFirst ? (failed ? 'assistant.demo.testAgain' : 'assistant.demo.testAndUse') : 'common.save')}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

interface Values {
  apiKey: string
  baseUrl: string
  /** For self-hosted servers. */
  model: string
}

interface FieldsProps {
  form: UseFormReturnType<Values>
  ownServer: boolean
  asksModel: boolean
}

function Fields({ form, ownServer, asksModel }: FieldsProps) {
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
      {asksModel && (
        <TextInput
          label={t('assistant.demo.model')}
          description={t('assistant.demo.modelHint')}
          required
          maxLength={150}
          autoComplete="off"
          key={form.key('model')}
          {...form.getInputProps('model')}
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

interface Saving {
  provider: KeyProvider
  name: string
  /** The saved value was tested: keep the result. */
  tried: boolean
  /** The agent that switches to the key. */
  agentId: string | undefined
  onClose: () => void
}

function useSave({ provider, name, tried, agentId, onClose }: Saving) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const client = useQueryClient()
  const changed = () => client.invalidateQueries({ queryKey: api.workspaces.credentials.key() })
  const switchTo = useSwitch(provider)
  return useMutation({
    mutationFn: ({ apiKey, baseUrl }: Values) =>
      api.workspaces.saveCredential.call({
        uid: workspace.uid,
        provider,
        apiKey: apiKey.trim(),
        ...(baseUrl.trim() ? { baseUrl: baseUrl.trim() } : {}),
      }),
    onSuccess: async (_saved, { model }) => {
      if (agentId) await switchTo(agentId, model.trim()).catch((error: unknown) => notify.error(errorText(error)))
      notify.success(t('credentials.saved', { provider: name }))
      await Promise.all([
        changed(),
        client.invalidateQueries({ queryKey: api.workspaces.models.key() }),
        client.invalidateQueries({ queryKey: api.voice.key() }),
      ])
      onClose()
      // The server stores its own result. If it can't test now, the key counts as untested.
      if (tried)
        await api.workspaces.testCredential
          .call({ uid: workspace.uid, provider, ...(model.trim() ? { model: model.trim() } : {}) })
          .then(changed, () => undefined)
    },
  })
}

/** Switches an agent to the new key: to the named model, or the provider's first if its own is not served. */
function useSwitch(provider: KeyProvider) {
  const { api, workspace } = useScope()
  const client = useQueryClient()
  return async (agentId: string, named: string) => {
    const [{ data, draft }, models] = await Promise.all([
      api.agents.get.call({ agentId }),
      api.workspaces.models.call({ uid: workspace.uid }),
    ])
    const asked = ((draft?.config ?? data).vg_defaultModel ?? '').trim()
    const { answers } = models.default
    const answering = asked === models.default.asked && answers ? answers : payerOf(asked, { ...models })
    const first = models.items.find((model) => model.provider === provider)
    const wanted = named ? `${provider}/${named}` : answering.provider === provider ? asked : first?.id
    if (wanted && wanted !== asked) await api.agents.save.call({ agentId, vg_defaultModel: wanted })
    await client.invalidateQueries({ queryKey: api.agents.key() })
  }
}
