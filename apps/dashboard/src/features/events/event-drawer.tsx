import { Badge, Stack, Title, UnstyledButton } from '@mantine/core'
import type { Delivery, SentEvent } from '@parlance/contract/events/schemas'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/errors.ts'
import { CodeBox } from '../../components/inputs/copy-button.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { dateAndTime } from '../../components/content/locale.ts'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import classes from './events.module.css'
import { STATE_COLOURS } from './event-status.ts'
import { useEndpointLabel, useSentEvent } from './use-events.ts'

interface Props {
  /** `webhook-id` of its deliveries. */
  eventId: string
  onOpen: (deliveryId: string) => void
  onClose: () => void
}

export default function EventDrawer({ eventId, onOpen, onClose }: Props) {
  const { t } = useTranslation()
  const found = useSentEvent(eventId)
  const event = found.data?.data
  return (
    <SideDrawer title={event?.type ?? t('events.title')} size={720} onClose={onClose}>
      {found.isPending && <RowSkeletons rows={4} />}
      {found.error && <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {event && <Whole event={event} onOpen={onOpen} />}
    </SideDrawer>
  )
}

function Whole({ event: { timestamp, payload, deliveries }, onOpen }: { event: SentEvent } & Pick<Props, 'onOpen'>) {
  const { t } = useTranslation()
  const text = JSON.stringify(payload, undefined, 2)
  return (
    <Stack gap="lg">
      <span className={classes.meta}>
        <RelativeTime at={timestamp} />
      </span>
      <section aria-label={t('events.detail.payload')}>
        <Title order={3} size="h4" mb="xs">
          {t('events.detail.payload')}
        </Title>
        <CodeBox value={text} name={t('events.detail.payload')} copyLabel={t('events.detail.copyPayload')} />
      </section>
      <section aria-label={t('events.list')}>
        <Title order={3} size="h4" mb="xs">
          {t('events.list')}
        </Title>
        <ul className={classes.list}>
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} onOpen={onOpen} />
          ))}
        </ul>
      </section>
    </Stack>
  )
}

function DeliveryRow({ delivery, onOpen }: { delivery: Delivery } & Pick<Props, 'onOpen'>) {
  const { t } = useTranslation()
  const { id, type, state, attempts, createdAt, replayOf, endpointId } = delivery
  const to = useEndpointLabel(endpointId)
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <UnstyledButton
          className={classes.name}
          onClick={() => onOpen(id)}
          aria-label={t('events.detail.open', { type, at: dateAndTime(createdAt) })}
        >
          <span dir="auto">{to || id}</span>
        </UnstyledButton>
        <span className={classes.meta}>
          <RelativeTime at={createdAt} />
          <span>{attempts === 0 ? t('events.notTried') : t('events.attempts', { count: attempts })}</span>
          {replayOf && <span>{t('events.replayOf')}</span>}
          {to && <span className={`${classes.id} truncate`}>{id}</span>}
        </span>
      </div>
      <Badge color={STATE_COLOURS[state]} className={classes.state}>
        {t(`events.state.${state}`)}
      </Badge>
    </li>
  )
}
