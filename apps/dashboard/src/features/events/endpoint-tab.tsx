// Webhook endpoints and their form; the test button shows the response at once.
import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DeliveryDetail, EventEndpoint, EventName } from '@parlance/contract/events/schemas'
import { IconSend } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useDeniedReason } from '../../lib/permissions.ts'
import { errorText } from '../../lib/errors.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { mayLeaveForms, UnsavedGuard, useDiscardQuestion } from '../../lib/unsaved-guard.tsx'
import { AlertBox } from '../../components/feedback/alert-box.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { Editing, ReadOnlyProvider } from '../../components/feedback/read-only.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { Section } from '../../components/layout/page.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { dateAndTime } from '../../components/content/locale.ts'
import { FormError } from '../../components/feedback/form-error.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import { EndpointList } from './endpoint-list.tsx'
import { EventChoices } from './event-choices.tsx'
import classes from './events.module.css'
import { Secret } from './secret.tsx'
import { OfferTry } from './try-waiting.tsx'
import { useEndpoints, useInvalidateEvents } from './use-events.ts'

const NEW = 'new'

export default function EndpointTab() {
  const found = useEndpoints()
  const [wanted, setWanted] = useSearchParam('edit')
  const dirty = useRef(false)
  const ask = useDiscardQuestion()
  if (found.isPending) return <RowSkeletons />
  if (!found.data) return <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />
  const { items: endpoints } = found.data
  const opened = wanted === NEW ? undefined : (endpoints.find(({ id }) => id === wanted) ?? endpoints[0])
  const open = async (id: string | undefined) => {
    if (!dirty.current || (await ask())) setWanted(id)
  }
  return (
    <>
      {endpoints.length > 0 && (
        <EndpointList
          endpoints={endpoints}
          openedId={opened?.id}
          onOpen={(id) => void open(id)}
          onAdd={() => void open(NEW)}
        />
      )}
      <EndpointForm
        key={opened?.id ?? NEW}
        endpoint={opened}
        onDirty={(next) => void (dirty.current = next)}
        onCreated={setWanted}
        {...(endpoints.length > 0 && { onCancel: () => void open(undefined) })}
      />
      <Secret key={`secret-${opened?.id}`} endpointId={opened?.id} />
    </>
  )
}

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

interface Values {
  name: string
  endpoint: string
  subscribedEvents: EventName[]
}

const valuesOf = (endpoint: EventEndpoint | undefined): Values => ({
  name: endpoint?.name ?? '',
  endpoint: endpoint?.endpoint ?? '',
  subscribedEvents: endpoint?.subscribedEvents ?? [],
})

function useSave(endpointId: string | undefined, saved: (endpoint: EventEndpoint) => void) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const invalidate = useInvalidateEvents()
  const { uid } = workspace
  return useMutation({
    mutationFn: (input: Values): Promise<{ data: EventEndpoint }> =>
      endpointId === undefined
        ? api.events.createEndpoint.call({ uid, ...input })
        : api.events.updateEndpoint.call({ uid, endpointId, ...input }),
    async onSuccess({ data }) {
      notify.success(t('events.endpoint.saved'))
      await invalidate()
      saved(data)
    },
  })
}

interface FormProps {
  /** Undefined for a new one. */
  endpoint: EventEndpoint | undefined
  onDirty: (dirty: boolean) => void
  onCreated: (id: string) => void
  /** Discards a new one; absent when it is the only one. */
  onCancel?: () => void
}

function EndpointForm({ endpoint, onDirty, onCreated, onCancel }: FormProps) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('admin')
  const stoppedAt = endpoint?.stoppedAt ?? null
  const form = useForm<Values>({
    initialValues: valuesOf(endpoint),
    validate: { endpoint: (text) => (isWebAddress(text.trim()) ? null : t('events.endpoint.invalid')) },
  })
  const isDirty = form.isDirty()
  useEffect(() => {
    onDirty(isDirty)
  }, [isDirty, onDirty])
  const save = useSave(endpoint?.id, (saved) => {
    form.setInitialValues(valuesOf(saved))
    form.reset()
    if (!endpoint) onCreated(saved.id)
  })
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate({ ...values, endpoint: values.endpoint.trim() }))} noValidate>
      <UnsavedGuard dirty={isDirty} />
      <ReadOnlyProvider why={refusal} as="part">
        <Section
          title={endpoint ? t('events.endpoint.title') : t('events.endpoints.new')}
          description={t('events.endpoint.text')}
        >
          <Stack gap="md">
            {stoppedAt !== null && (
              <AlertBox kind="warning">{t('events.endpoint.stopped', { at: dateAndTime(stoppedAt) })}</AlertBox>
            )}
            <TextInput
              type="url"
              label={t('events.endpoint.label')}
              placeholder={t('events.endpoint.placeholder')}
              maxLength={2000}
              {...form.getInputProps('endpoint')}
            />
            <Insecure address={form.values.endpoint.trim()} />
            <TextInput label={t('events.endpoints.name')} maxLength={100} {...form.getInputProps('name')} />
            {/* A stopped endpoint is taken up by saving it again as it is. */}
            <Editing>
              {!isDirty && stoppedAt !== null && <SaveButton saving={save.isPending} />}
              <Test dirty={isDirty} endpoint={endpoint} saved={save.isSuccess} />
            </Editing>
          </Stack>
        </Section>
        <Section title={t('events.chosen.title')}>
          <EventChoices
            value={form.values.subscribedEvents}
            onChange={(next) => form.setFieldValue('subscribedEvents', next)}
          />
        </Section>
        {(isDirty || save.error || (!endpoint && onCancel)) && (
          <SaveBar saving={save.isPending} error={save.error} onCancel={endpoint ? undefined : onCancel} />
        )}
      </ReadOnlyProvider>
    </form>
  )
}

interface SaveBarProps {
  saving: boolean
  error: Error | null
  onCancel: (() => void) | undefined
}

function SaveBar({ saving, error, onCancel }: SaveBarProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.bar}>
      <FormError error={error} />
      <Group justify="flex-end" gap="xs">
        <Text size="sm" c="dimmed" me="auto">
          {t('events.endpoint.unsaved')}
        </Text>
        {onCancel && (
          <Button variant="default" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
        <SaveButton saving={saving} />
      </Group>
    </div>
  )
}

function SaveButton({ saving }: { saving: boolean }) {
  const { t } = useTranslation()
  return (
    <Button type="submit" loading={saving} style={{ alignSelf: 'flex-start' }}>
      {t('events.endpoint.save')}
    </Button>
  )
}

function Insecure({ address }: { address: string }) {
  const { t } = useTranslation()
  if (!address.startsWith('http://') || !isWebAddress(address)) return null
  return <AlertBox kind="warning">{t('events.endpoint.insecure')}</AlertBox>
}

/** Why no test can be sent; '' if it can. */
function useTestRefusal(endpoint: EventEndpoint | undefined, dirty: boolean): string {
  const { t } = useTranslation()
  if (!endpoint) return t('events.endpoint.testFirst')
  if (dirty) return t('events.endpoint.testSaved')
  return endpoint.enabled ? '' : t('events.endpoints.testDisabled')
}

interface TestProps {
  dirty: boolean
  endpoint: EventEndpoint | undefined
  saved: boolean
}

function Test({ dirty, endpoint, saved }: TestProps) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const invalidate = useInvalidateEvents()
  const test = useMutation({
    mutationFn: (endpointId: string) => api.events.testEndpoint.call({ uid: workspace.uid, endpointId }),
    onSettled: () => void invalidate(),
  })
  const reason = useTestRefusal(endpoint, dirty)
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconSend size={16} stroke={1.5} />}
          loading={test.isPending}
          disabled={reason !== ''}
          onClick={() => endpoint && test.mutate(endpoint.id)}
        >
          {t('events.endpoint.test')}
        </Button>
        {reason && (
          <Text size="sm" c="dimmed">
            {reason}
          </Text>
        )}
      </Group>
      {test.error && <AlertBox kind="danger">{errorText(test.error)}</AlertBox>}
      {test.data && !test.isPending && <Result delivery={test.data.data} />}
      {endpoint && reason === '' && (saved || test.data?.data.state === 'delivered') && (
        <OfferTry endpointId={endpoint.id} />
      )}
    </Stack>
  )
}

function Result({
  delivery: { id, state, lastStatus, lastError, lastErrorMessage, tries },
}: {
  delivery: DeliveryDetail
}) {
  const { t } = useTranslation()
  const [, setTab] = useSearchParam('tab')
  const [, setOpened] = useSearchParam('delivery')
  const look = async () => {
    if (!(await mayLeaveForms())) return
    setTab(undefined)
    setOpened(id)
  }
  return (
    <AlertBox
      kind={state === 'delivered' ? 'success' : 'danger'}
      {...(state === 'delivered' ? {} : { title: t('events.endpoint.testFailed') })}
    >
      <Group gap="sm">
        <span>
          {state === 'delivered'
            ? t('events.endpoint.testFine', { status: lastStatus, ms: tries.at(-1)?.durationMs ?? 0 })
            : translateMessage({ ...lastErrorMessage, message: lastError })}
        </span>
        <Anchor component="button" type="button" size="sm" onClick={() => void look()}>
          {t('events.endpoint.look')}
        </Anchor>
      </Group>
    </AlertBox>
  )
}
