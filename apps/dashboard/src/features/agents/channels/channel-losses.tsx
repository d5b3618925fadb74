// What the channel can't show of the agent's steps.
import { Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { translateMessage } from '../../../i18n/translate-message.ts'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { useDraft } from '../draft/draft.tsx'
import type { ForeignChannel } from './channels.ts'
import classes from './channels.module.css'

const SHOWN = 20

export function ChannelLosses({ channel }: { channel: ForeignChannel }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { agentId } = useDraft()
  const query = useQuery(api.channels.losses.queryOptions({ input: { agentId, channel } }))
  const losses = query.data?.items
  if (query.isError && !losses)
    return <ErrorMessage text={errorText(query.error)} onRetry={() => void query.refetch()} />
  if (!losses) return <RowSkeletons rows={2} />
  const byStep = [...Map.groupBy(losses, ({ nodeId }) => nodeId).values()]
  return (
    <section>
      <Title order={3} size="h4" mb={4}>
        {t('channels.losses.title')}
      </Title>
      {losses.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('channels.losses.none')}
        </Text>
      )}
      <ul className={classes.needs}>
        {byStep.slice(0, SHOWN).map((step) => {
          const [first] = step
          const details = [
            ...new Set(step.map(({ detail, code, params }) => translateMessage({ code, params, message: detail }))),
          ]
          return (
            <Text key={first?.nodeId} component="li" size="sm">
              <strong>{first?.node || t('channels.losses.step')}</strong> {details.join(' ')}
            </Text>
          )
        })}
      </ul>
      {byStep.length > SHOWN && (
        <Text size="sm" c="dimmed">
          {t('channels.losses.more', { count: byStep.length - SHOWN })}
        </Text>
      )}
    </section>
  )
}
