// One delivery: its request and every attempt.
import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { DeliveryAttempt, DeliveryDetail } from '@parlance/contract/events/schemas'
import { IconRepeat } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { numberLocale } from '../../i18n/number-locale.ts'
import { translateMessage } from '../../i18n/translate-message.ts'
import { useDeniedReason } from '../../lib/permissions.ts'
import { errorText } from '../../lib/errors.ts'
import { CodeBox, CopyButton } from '../../components/inputs/copy-button.tsx'
import { ErrorMessage } from '../../components/feedback/error-message.tsx'
import { useSingleFlight } from '../../lib/use-mutation.ts'
import { SideDrawer } from '../../components/overlay/side-drawer.tsx'
import { RowSkeletons } from '../../components/feedback/skeletons.tsx'
import { RelativeTime } from '../../components/content/time.tsx'
import classes from './events.module.css'
import { STATE_COLOURS } from './event-status.ts'
import { useDelivery, useEndpointLabel, useReplay } from './use-events.ts'

interface Props {
  deliveryId: string
  onOpen: (id: string) => void
  /** Shows the delivery's event. */
  onOpenEvent: (id: string) => void
  onClose: () => void
}

export default function DeliveryDrawer({ deliveryId, onOpen, onOpenEvent, onClose }: Props) {
  const { t } = useTranslation()
  const found = useDelivery(deliveryId)
  const delivery = found.data?.data
  return (
    <SideDrawer title={delivery?.type ?? t('events.title')} size={720} onClose={onClose}>
      {found.isPending && <RowSkeletons rows={4} />}
      {found.error && <ErrorMessage text={errorText(found.error)} onRetry={() => void found.refetch()} />}
      {delivery && (
        <Stack gap="lg">
          <Facts delivery={delivery} onOpen={onOpen} onOpenEvent={onOpenEvent} />
          <Tries tries={delivery.tries} />
          <Request delivery={delivery} />
        </Stack>
      )}
    </SideDrawer>
  )
}

function Facts({
  delivery,
  onOpen,
  onOpenEvent,
}: { delivery: DeliveryDetail } & Pick<Props, 'onOpen' | 'onOpenEvent'>) {
  const { t } = useTranslation()
  const { id, state, createdAt, nextAt, endpoint, endpointId, replayOf } = delivery
  const name = useEndpointLabel(endpointId)
  return (
    <div>
      <Group gap="sm" justify="space-between">
        <Group gap="sm">
          <Badge color={STATE_COLOURS[state]}>{t(`events.state.${state}`)}</Badge>
          <span className={classes.meta}>
            <RelativeTime at={createdAt} />
            {state === 'waiting' && nextAt !== null && (
              <span>
                {t('events.nextTry')} <RelativeTime at={nextAt} />
              </span>
            )}
          </span>
        </Group>
        <ReplayButton delivery={delivery} onOpen={onOpen} />
      </Group>
      <dl className={classes.facts}>
        {name && name !== endpoint && (
          <>
            <dt>{t('events.endpoints.filter')}</dt>
            <dd dir="auto">{name}</dd>
          </>
        )}
        <dt>{t('events.detail.to')}</dt>
        <dd>{endpoint}</dd>
        <dt>{t('events.detail.id')}</dt>
        <dd className={classes.copied}>
          <span className={classes.code}>{id}</span>
          <CopyButton value={id} label={t('events.detail.copyId')} />
        </dd>
      </dl>
      <Group gap="md">
        <Anchor component="button" type="button" size="sm" onClick={() => onOpenEvent(id)}>
          {t('events.detail.event')}
        </Anchor>
        {replayOf && (
          <Anchor component="button" type="button" size="sm" onClick={() => onOpen(replayOf)}>
            {t('events.detail.original')}
          </Anchor>
        )}
      </Group>
    </div>
  )
}

function ReplayButton({ delivery, onOpen }: { delivery: DeliveryDetail; onOpen: (id: string) => void }) {
  const { id, state, attempts } = delivery
  const { t } = useTranslation()
  const replay = useReplay()
  const refusal = useDeniedReason('editor')
  const [pending, setPending] = useState(false)
  const once = useSingleFlight<void>()
  // Its first attempt is imminent.
  if (state === 'waiting' && attempts === 0) return null
  const send = async () => {
    setPending(true)
    const made = await replay.one(id)
    setPending(false)
    if (made) onOpen(made.id)
  }
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRepeat size={16} stroke={1.5} />}
      loading={pending}
      disabled={refusal !== ''}
      title={refusal || undefined}
      onClick={() => void once(id, send)}
    >
      {t(state === 'waiting' ? 'events.tryNow' : 'events.replay')}
    </Button>
  )
}

function Tries({ tries }: { tries: readonly DeliveryAttempt[] }) {
  const { t } = useTranslation()
  return (
    <section aria-label={t('events.detail.tries')}>
      <Title order={3} size="h4" mb="xs">
        {t('events.detail.tries')}
      </Title>
      {tries.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('events.detail.noTries')}
        </Text>
      )}
      <ol className={classes.tries}>
        {tries.map((one) => (
          <Try key={one.number} one={one} />
        ))}
      </ol>
    </section>
  )
}

function Try({ one: { number, at, status, durationMs, error, errorMessage, response } }: { one: DeliveryAttempt }) {
  const { t, i18n } = useTranslation()
  const fine = status >= 200 && status < 300
  return (
    <li className={classes.try}>
      <Group gap="xs" justify="space-between">
        <Group gap="xs">
          <Text size="sm" fw={600}>
            {t('events.detail.number', { number })}
          </Text>
          <Badge size="sm" color={fine ? 'green' : 'red'}>
            {status === 0 ? t('events.detail.noAnswer') : t('events.detail.status', { status })}
          </Badge>
        </Group>
        <span className={classes.meta}>
          <span>{t('events.detail.ms', { ms: durationMs.toLocaleString(numberLocale(i18n.language)) })}</span>
          <RelativeTime at={at} />
        </span>
      </Group>
      {error && (
        <span className={classes.reason} dir="auto">
          {translateMessage({ ...errorMessage, message: error })}
        </span>
      )}
      {response && (
        <CodeBox
          value={response}
          name={t('events.detail.answer', { number })}
          copyLabel={t('events.detail.copyAnswer')}
        />
      )}
    </li>
  )
}

function Request({ delivery: { headers, body } }: { delivery: DeliveryDetail }) {
  const { t } = useTranslation()
  const head = headers.map(({ name, value }) => `${name}: ${value}`).join('\n')
  return (
    <section aria-label={t('events.detail.request')}>
      <Title order={3} size="h4" mb="xs">
        {t('events.detail.headers')}
      </Title>
      <CodeBox value={head} name={t('events.detail.headers')} copyLabel={t('events.detail.copyHeaders')} />
      <Title order={3} size="h4" mt="md" mb="xs">
        {t('events.detail.body')}
      </Title>
      <CodeBox
        value={body}
        display={pretty(body)}
        name={t('events.detail.body')}
        copyLabel={t('events.detail.copyBody')}
      />
    </section>
  )
}

/** Formatted for reading; copying uses the exact signed body. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), undefined, 2)
  } catch {
    return body
  }
}
