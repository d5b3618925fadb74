// Where events go and which: one form; the test button tells at once what the endpoint makes of it.
import { Alert, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { DeliveryDetail, EventName, EventSettings } from '@parlance/core/events/events'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { said } from '../../i18n/i18n.ts'
import { useRefusal } from '../../can.ts'
import { errorText } from '../../errors.ts'
import { useSearchParam } from '../../link.tsx'
import { useScope } from '../../scope.tsx'
import { UnsavedGuard } from '../../unsaved-guard.tsx'
import { AlertBox } from '../../ui/alert-box.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Editing, ToLookAt } from '../../ui/looking.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/page.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { dateAndTime } from '../../ui/locale.ts'
import { useMutation } from '../../use-mutation.ts'
import { EventChoices } from './event-choices.tsx'
import classes from './events.module.css'
import { Secret } from './secret.tsx'
import { OfferTry } from './try-waiting.tsx'
import { useEventsChanged, useEventSettings } from './use-events.ts'

export default function EndpointTab() {
  const settings = useEventSettings()
  if (settings.isPending) return <RowSkeletons />
  if (!settings.data) return <Failure text={errorText(settings.error)} onRetry={() => void settings.refetch()} />
  const { data } = settings.data
  return (
    <>
      <EndpointForm settings={data} />
      <Secret hasEndpoint={data.endpoint !== ''} />
    </>
  )
}

const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

function useSave(saved: (settings: EventSettings) => void) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const changed = useEventsChanged()
  return useMutation({
    mutationFn: (input: { endpoint: string; subscribedEvents: EventName[] }) =>
      api.events.saveSettings.call({ uid: workspace.uid, ...input }),
    async onSuccess({ data }) {
      notify.success(t('events.endpoint.saved'))
      saved(data)
      await changed()
    },
  })
}

function EndpointForm({ settings }: { settings: EventSettings }) {
  const { t } = useTranslation()
  const refusal = useRefusal('admin')
  const { endpoint, subscribedEvents, stoppedAt } = settings
  const form = useForm<{ endpoint: string; subscribedEvents: EventName[] }>({
    initialValues: { endpoint, subscribedEvents },
    validate: {
      endpoint: (text) => (text.trim() === '' || isWebAddress(text.trim()) ? null : t('events.endpoint.invalid')),
    },
  })
  const save = useSave((saved) => {
    form.setInitialValues({ endpoint: saved.endpoint, subscribedEvents: saved.subscribedEvents })
    form.reset()
  })
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate({ ...values, endpoint: values.endpoint.trim() }))} noValidate>
      <UnsavedGuard dirty={form.isDirty()} />
      <ToLookAt why={refusal} as="part">
        <Section title={t('events.endpoint.title')} description={t('events.endpoint.text')}>
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
            {/* A stopped endpoint is taken up by saving it again as it is. */}
            <Editing>
              {!form.isDirty() && stoppedAt !== null && <SaveButton saving={save.isPending} />}
              <Test dirty={form.isDirty()} endpoint={endpoint} saved={save.isSuccess} />
            </Editing>
          </Stack>
        </Section>
        <Section title={t('events.chosen.title')} description={t('events.chosen.text')}>
          <EventChoices
            value={form.values.subscribedEvents}
            onChange={(next) => form.setFieldValue('subscribedEvents', next)}
          />
        </Section>
        {(form.isDirty() || save.error) && <SaveBar saving={save.isPending} error={save.error} />}
      </ToLookAt>
    </form>
  )
}

function SaveBar({ saving, error }: { saving: boolean; error: Error | null }) {
  const { t } = useTranslation()
  return (
    <div className={classes.bar}>
      {error && (
        <Alert color="red" role="alert">
          {errorText(error)}
        </Alert>
      )}
      <Group justify="flex-end" gap="xs">
        <Text size="sm" c="dimmed" me="auto">
          {t('events.endpoint.unsaved')}
        </Text>
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

function Test({ dirty, endpoint, saved }: { dirty: boolean; endpoint: string; saved: boolean }) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const changed = useEventsChanged()
  const test = useMutation({
    mutationFn: () => api.events.test.call({ uid: workspace.uid }),
    onSettled: () => void changed(),
  })
  const reason = endpoint === '' ? t('events.endpoint.testFirst') : dirty ? t('events.endpoint.testSaved') : ''
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconSend size={16} stroke={1.5} />}
          loading={test.isPending}
          disabled={reason !== ''}
          onClick={() => test.mutate()}
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
      {reason === '' && (saved || test.data?.data.state === 'delivered') && <OfferTry />}
    </Stack>
  )
}

function Result({ delivery: { id, state, lastStatus, lastError, tries } }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation()
  const [, setTab] = useSearchParam('tab')
  const [, setOpened] = useSearchParam('delivery')
  const look = () => {
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
            : said(lastError)}
        </span>
        <Anchor component="button" type="button" size="sm" onClick={look}>
          {t('events.endpoint.look')}
        </Anchor>
      </Group>
    </AlertBox>
  )
}
