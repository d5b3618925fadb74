// The people a call was transferred to, and how each transfer ended.
import { Badge, Group, Text, Title } from '@mantine/core'
import type { CallDetail } from '@parlance/contract/voice/schemas'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../../components/content/locale.ts'
import { clockOf } from './clock.ts'
import classes from './calls.module.css'

export function CallTransfers({ transfers }: Pick<CallDetail, 'transfers'>) {
  const { t } = useTranslation()
  if (transfers.length === 0) return null
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {t('calls.transfers.title')}
      </Title>
      <ul className={classes.said}>
        {transfers.map(({ to, number, mode, state, about, startedAt, durationMs, credits }) => (
          <li key={startedAt} data-from="tool">
            <Group gap="xs">
              <Text size="sm" fw={600} dir="auto">
                {to}
              </Text>
              <Text size="sm" dir="ltr">
                {number}
              </Text>
              <Badge variant="light" color={state === 'connected' || state === 'ended' ? 'green' : 'gray'}>
                {t(`calls.transfers.states.${state}`)}
              </Badge>
            </Group>
            <Text size="xs" c="dimmed">
              {dateAndTime(startedAt)} · {t(`calls.transfers.modes.${mode}`)}
              {durationMs > 0 && ` · ${t('calls.transfers.cost', { time: clockOf(durationMs), credits })}`}
            </Text>
            {about !== '' && (
              <Text size="sm" dir="auto">
                {about}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
