// Webhook endpoints: URL, events and state.
import { Badge, Button, UnstyledButton } from '@mantine/core'
import type { EventEndpoint } from '@parlance/contract/events/schemas'
import { MAX_ENDPOINTS } from '@parlance/contract/events/names'
import { IconListDetails, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useDeniedReason } from '../../lib/permissions.ts'
import { errorText } from '../../lib/errors.ts'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useSearchParam } from '../../lib/link.tsx'
import { mayLeaveForms } from '../../lib/unsaved-guard.tsx'
import { useScope } from '../../lib/workspace-scope.tsx'
import { confirm } from '../../components/overlay/confirm.tsx'
import { notify } from '../../components/feedback/notify.ts'
import { Section } from '../../components/layout/page.tsx'
import { RowMenu } from '../../components/overlay/row-menu.tsx'
import { useMutation } from '../../lib/use-mutation.ts'
import classes from './events.module.css'
import { ENDPOINT_COLOURS, statusOf } from './event-status.ts'
import { endpointLabel, useInvalidateEvents } from './use-events.ts'

interface Props {
  endpoints: readonly EventEndpoint[]
  /** The endpoint in the form. */
  openedId: string | undefined
  onOpen: (id: string | undefined) => void
  onAdd: () => void
}

export function EndpointList({ endpoints, openedId, onOpen, onAdd }: Props) {
  const { t } = useTranslation()
  const refusal = useDeniedReason('admin')
  const reason =
    refusal || (endpoints.length >= MAX_ENDPOINTS ? t('events.endpoints.limit', { max: MAX_ENDPOINTS }) : '')
  return (
    <Section title={t('events.endpoints.title')}>
      <ul className={classes.list} aria-label={t('events.endpoints.title')}>
        {endpoints.map((endpoint) => (
          <EndpointRow key={endpoint.id} endpoint={endpoint} isOpened={endpoint.id === openedId} onOpen={onOpen} />
        ))}
      </ul>
      <Button
        mt="sm"
        variant="default"
        leftSection={<IconPlus size={16} stroke={1.5} />}
        disabled={reason !== ''}
        title={reason || undefined}
        onClick={onAdd}
      >
        {t('events.endpoints.add')}
      </Button>
    </Section>
  )
}

interface RowProps extends Pick<Props, 'onOpen'> {
  endpoint: EventEndpoint
  isOpened: boolean
}

function EndpointRow({ endpoint, isOpened, onOpen }: RowProps) {
  const { t } = useTranslation()
  const { id, name, endpoint: url, subscribedEvents, lastError } = endpoint
  const status = statusOf(endpoint)
  const label = endpointLabel(endpoint)
  return (
    <li className={`${classes.row} ${isOpened ? classes.opened : ''}`}>
      <div className={classes.words}>
        <UnstyledButton
          className={classes.name}
          aria-label={t('events.endpoints.open', { name: label })}
          aria-current={isOpened || undefined}
          onClick={() => onOpen(id)}
        >
          <span dir="auto">{label}</span>
        </UnstyledButton>
        <span className={classes.meta}>
          {name && (
            <span className={`${classes.to} truncate`} dir="ltr">
              {url}
            </span>
          )}
          <span className={`${classes.to} truncate`}>
            {subscribedEvents.length === 0 ? t('events.endpoints.noEvents') : subscribedEvents.join(', ')}
          </span>
        </span>
        {status === 'failing' && (
          <span className={classes.reason} dir="auto">
            {translateMessage({ ...endpoint.lastErrorMessage, message: lastError })}
          </span>
        )}
      </div>
      <Badge color={ENDPOINT_COLOURS[status]} className={classes.state}>
        {t(`events.endpoints.status.${status}`)}
      </Badge>
      <EndpointMenu endpoint={endpoint} onGone={() => isOpened && onOpen(undefined)} />
    </li>
  )
}

function useChanges(endpoint: EventEndpoint, onGone: () => void) {
  const { t } = useTranslation()
  const { api, workspace } = useScope()
  const invalidate = useInvalidateEvents()
  const { id: endpointId, enabled } = endpoint
  const input = { uid: workspace.uid, endpointId }
  const onError = (error: Error) => notify.error(errorText(error))
  const toggle = useMutation({
    mutationFn: () => api.events.updateEndpoint.call({ ...input, enabled: !enabled }),
    async onSuccess() {
      notify.success(t(enabled ? 'events.endpoints.disabled' : 'events.endpoints.enabled'))
      await invalidate()
    },
    onError,
  })
  const remove = useMutation({
    mutationFn: () => api.events.deleteEndpoint.call(input),
    async onSuccess() {
      notify.success(t('events.endpoints.gone'))
      onGone()
      await invalidate()
    },
    onError,
  })
  const ask = async (question: 'delete' | 'disable') => {
    const sure = await confirm({
      title: t(`events.endpoints.${question}Title`),
      body: t(`events.endpoints.${question}Text`),
      confirm: t(`events.endpoints.${question}`),
      danger: question === 'delete',
    })
    if (sure) (question === 'delete' ? remove : toggle).mutate()
  }
  return { ask, enable: () => toggle.mutate(), isPending: toggle.isPending || remove.isPending }
}

function EndpointMenu({ endpoint, onGone }: { endpoint: EventEndpoint; onGone: () => void }) {
  const { t } = useTranslation()
  const isRefused = useDeniedReason('admin') !== ''
  const { ask, enable, isPending } = useChanges(endpoint, onGone)
  const [, setTab] = useSearchParam('tab')
  const [, setFilter] = useSearchParam('endpoint')
  const [, setEdited] = useSearchParam('edit')
  const showDeliveries = async () => {
    if (!(await mayLeaveForms())) return
    setTab(undefined)
    setEdited(undefined)
    setFilter(endpoint.id)
  }
  return (
    <RowMenu
      label={t('events.endpoints.actions', { name: endpointLabel(endpoint) })}
      loading={isPending}
      actions={[
        { text: t('events.endpoints.deliveries'), icon: IconListDetails, onClick: () => void showDeliveries() },
        endpoint.enabled
          ? {
              text: t('events.endpoints.disable'),
              icon: IconPlayerPause,
              disabled: isRefused,
              onClick: () => void ask('disable'),
            }
          : {
              text: t('events.endpoints.enable'),
              icon: IconPlayerPlay,
              disabled: isRefused,
              onClick: enable,
            },
        {
          text: t('events.endpoints.delete'),
          icon: IconTrash,
          danger: true,
          disabled: isRefused,
          onClick: () => void ask('delete'),
        },
      ]}
    />
  )
}
