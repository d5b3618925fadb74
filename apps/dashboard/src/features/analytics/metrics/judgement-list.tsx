// Judged conversations: answer, evidence and a person's correction.
import { Anchor, Badge, Group, Paper, Select, Text } from '@mantine/core'
import { UNCLEAR, valuesOf } from '@parlance/contract/metrics/schemas'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '../../../components/content/time.tsx'
import { AppLink } from '../../../lib/link.tsx'
import { paths } from '../../../lib/paths.ts'
import { useDeniedReason } from '../../../lib/permissions.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import classes from '../analytics.module.css'
import { type Judgement, type Metric, useAnswerName, useLabel } from './use-metrics.ts'

interface Props {
  agentId: string
  metric: Metric
  items: readonly Judgement[]
}

export function JudgementList({ agentId, metric, items }: Props) {
  const { t } = useTranslation()
  return (
    <ul className={classes.metrics} aria-label={t('metrics.judgements')}>
      {items.map((one) => (
        <Row key={one.conversationId} agentId={agentId} metric={metric} judgement={one} />
      ))}
    </ul>
  )
}

function Row({ agentId, metric, judgement }: { agentId: string; metric: Metric; judgement: Judgement }) {
  const { t } = useTranslation()
  const { region } = useScope()
  const nameOf = useAnswerName()
  const label = useLabel(agentId, metric.id)
  const refusal = useDeniedReason('editor')
  // A trial shows its original answers.
  const known = label.data ? label.data.data.label : judgement.label
  const chosen = label.isPending ? label.variables.label : known
  const { conversationId, title, value, quote, reason, endedAt } = judgement
  return (
    <Paper component="li" withBorder radius="md" p="sm">
      <Group justify="space-between" gap="sm" align="flex-start">
        <Group gap="xs">
          <Badge variant="light" color={value === UNCLEAR ? 'gray' : 'blue'}>
            {nameOf(value, metric.kind)}
          </Badge>
          <Anchor
            size="sm"
            dir="auto"
            renderRoot={(props) => <AppLink target={paths.conversation(region, agentId, conversationId)} {...props} />}
          >
            {title || t('metrics.conversation')}
          </Anchor>
          <Text size="xs" c="dimmed">
            <RelativeTime at={endedAt} />
          </Text>
        </Group>
        <Select
          size="xs"
          w={150}
          clearable
          disabled={refusal !== ''}
          aria-label={t('metrics.label', { title: title || t('metrics.conversation') })}
          placeholder={t('metrics.labelPlaceholder')}
          data={[...valuesOf(metric), UNCLEAR].map((one) => ({ value: one, label: nameOf(one, metric.kind) }))}
          value={chosen}
          onChange={(next) => label.mutate({ conversationId, label: next })}
        />
      </Group>
      {quote && (
        <Text component="blockquote" className={classes.quote} size="sm" dir="auto">
          {quote}
        </Text>
      )}
      {reason && (
        <Text size="xs" c="dimmed" mt={4} dir="auto">
          {reason}
        </Text>
      )}
    </Paper>
  )
}
