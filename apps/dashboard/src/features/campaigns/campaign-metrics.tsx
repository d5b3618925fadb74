// What the agent's metrics say about a campaign's conversations.
import { Group, Progress, Stack, Text, Title } from '@mantine/core'
import type { CampaignMetric } from '@parlance/contract/metrics/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../lib/workspace-scope.tsx'

const LIVE_MS = 15_000

export default function CampaignMetrics(campaign: { agentId: string; campaignId: string }) {
  const { t } = useTranslation()
  const { api, client } = useScope()
  const mayRead = !client || client.client.canAccess.includes('/metrics')
  const query = useQuery(
    api.metrics.ofCampaign.queryOptions({ input: campaign, refetchInterval: LIVE_MS, enabled: mayRead }),
  )
  const items = query.data?.items ?? []
  if (items.length === 0) return null
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {t('metrics.title')}
      </Title>
      <Stack gap="xs">
        {items.map((metric) => (
          <Metric key={metric.id} metric={metric} />
        ))}
      </Stack>
    </section>
  )
}

function Metric({ metric: { name, kind, choices, counts } }: { metric: CampaignMetric }) {
  const { t } = useTranslation()
  const judged = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const values = { 'yes-no': ['yes', 'no'], rating: ['5', '4', '3', '2', '1'], category: choices }[kind]
  const nameOf = (value: string) =>
    value === 'unclear' || (kind === 'yes-no' && (value === 'yes' || value === 'no'))
      ? t(`metrics.answer.${value}`)
      : value
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={600} dir="auto">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {t('metrics.judged', { count: judged })}
        </Text>
      </Group>
      {[...values, 'unclear']
        .filter((value) => (counts[value] ?? 0) > 0)
        .map((value) => (
          <Group key={value} gap="sm" wrap="nowrap">
            <Text size="sm" dir="auto" w="40%" style={{ overflowWrap: 'anywhere' }}>
              {nameOf(value)}: {counts[value]}
            </Text>
            <Progress
              flex={1}
              size="sm"
              aria-hidden
              color={value === 'unclear' ? 'gray' : 'iris'}
              value={((counts[value] ?? 0) / judged) * 100}
            />
          </Group>
        ))}
    </div>
  )
}
