// What a test call took: how long the caller waited at each stage, its price, and its page.
import { Anchor, Stack, Text } from '@mantine/core'
import type { CallLatency } from '@parlance/contract/voice/schemas'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallStages } from '../../../../components/content/call-stages.tsx'
import { AppLink } from '../../../../lib/link.tsx'
import { paths } from '../../../../lib/paths.ts'
import { useScope } from '../../../../lib/workspace-scope.tsx'
import { useDraft } from '../../draft/draft.tsx'

/** A call is stored once its last answer is. */
const LOOK_MS = 1000

export default function TestResult({ callId }: { callId: string }) {
  const { t } = useTranslation()
  const { api, region, client } = useScope()
  const { agentId } = useDraft()
  const call = useQuery({
    ...api.voice.get.queryOptions({ input: { agentId, callId } }),
    refetchInterval: ({ state }) => (state.data?.data.state === 'ended' ? false : LOOK_MS),
  }).data?.data
  if (call?.state !== 'ended') return null
  const { conversationId, latencies, credits, answers } = call
  const answered = answers.reduce((sum, one) => sum + one.credits, 0)
  return (
    <Stack gap={4}>
      {latencies.length > 0 && (
        <>
          <Text size="sm">{t('calls.waited')}</Text>
          <CallStages latency={meanOf(latencies)} />
        </>
      )}
      {!client && (
        <Text size="sm" c="dimmed">
          {t('calls.receipt', { minutes: credits, answers: answered })}
        </Text>
      )}
      {conversationId !== null && (
        <Anchor
          size="sm"
          renderRoot={(props) => <AppLink target={paths.conversation(region, agentId, conversationId)} {...props} />}
        >
          {t('calls.openInChats')}
        </Anchor>
      )}
    </Stack>
  )
}

function meanOf(latencies: readonly CallLatency[]) {
  const mean = (values: readonly (number | null)[]) => {
    const known = values.filter((value) => value !== null)
    return known.length === 0 ? null : Math.round(known.reduce((sum, value) => sum + value, 0) / known.length)
  }
  return {
    endpointing: mean(latencies.map(({ endpointing }) => endpointing)) ?? 0,
    model: mean(latencies.map(({ model }) => model)),
    speech: mean(latencies.map(({ speech }) => speech)),
    total: mean(latencies.map(({ total }) => total)),
  }
}
