// Recent messages of a channel, and refusals.
import { Badge, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../components/content/time.tsx'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import type { ForeignChannel } from './channels.ts'

const SHOWN = 30
const REFRESH_MS = 5000
const STATES = {
  received: 'gray',
  handled: 'green',
  failed: 'red',
  refused: 'red',
  queued: 'gray',
  sending: 'gray',
  sent: 'green',
  delivered: 'green',
  read: 'green',
  unknown: 'yellow',
} as const
const REFUSALS = ['signature', 'malformed', 'unknown', 'unconfigured', 'too_large'] as const

export function ChannelLog({ channel }: { channel: ForeignChannel }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const query = useQuery(
    api.channels.log.queryOptions({ input: { agentId, channel, limit: SHOWN }, refetchInterval: REFRESH_MS }),
  )
  const log = query.data?.items
  if (query.isError && !log) return <ErrorMessage text={errorText(query.error)} onRetry={() => void query.refetch()} />
  if (!log) return <RowSkeletons rows={2} />
  const stateOf = (state: string) =>
    state in STATES ? t(`channels.log.states.${state as keyof typeof STATES}`) : state
  const reasonOf = ({ error, errorMessage }: Pick<(typeof log)[number], 'error' | 'errorMessage'>) => {
    const refusal = REFUSALS.find((one) => one === error)
    return refusal ? t(`channels.log.refusals.${refusal}`) : translateMessage({ ...errorMessage, message: error })
  }
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        {t('channels.log.title')}
      </Title>
      {log.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('channels.log.none')}
        </Text>
      ) : (
        <Table fz="sm" verticalSpacing={6} aria-label={t('channels.log.title')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('channels.log.when')}</Table.Th>
              <Table.Th>{t('channels.log.what')}</Table.Th>
              <Table.Th>{t('channels.log.result')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {log.map(({ at, direction, state, error, errorMessage, count }, index) => (
              <Table.Tr key={`${at}${index}`}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>
                  <RelativeTime at={at} short />
                </Table.Td>
                <Table.Td>{t(`channels.log.${direction}`)}</Table.Td>
                <Table.Td>
                  <Badge size="sm" color={STATES[state as keyof typeof STATES] ?? 'gray'}>
                    {stateOf(state)}
                  </Badge>{' '}
                  {error !== '' && (
                    <Text span size="xs">
                      {reasonOf({ error, errorMessage })}{' '}
                    </Text>
                  )}
                  {count > 1 && (
                    <Text span size="xs" c="dimmed">
                      {t('channels.log.times', { count })}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </section>
  )
}
