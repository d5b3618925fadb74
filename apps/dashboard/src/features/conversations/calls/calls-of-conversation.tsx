// A conversation's calls; each opens with transcript and recording.
import { Button, Group, Text } from '@mantine/core'
import type { Call } from '@parlance/contract/voice/schemas'
import { IconPhone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../../components/content/locale.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { clockOf } from './clock.ts'
import classes from './calls.module.css'
import { LiveCall } from './live-call.tsx'

const CallDrawer = lazy(() => import('./call-drawer.tsx'))

interface Props {
  agentId: string
  conversationId: string
  /** A teammate has taken over. */
  isTaken: boolean
}

export default function CallsOfConversation({ agentId, conversationId, isTaken }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const { data } = useQuery({
    ...api.voice.ofConversation.queryOptions({ input: { agentId, conversationId } }),
    // Nothing tells of a call that begins.
    refetchInterval: ({ state }) => (state.data?.items.some((call) => call.state === 'live') ? 3000 : 10_000),
  })
  const [opened, setOpened] = useState<Call>()
  if (!data || data.items.length === 0) return null
  return (
    <div className={classes.calls}>
      {data.items.map((call) => (
        <div key={call.id}>
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Text size="sm" className="truncate">
              <IconPhone size={14} stroke={1.5} aria-hidden="true" />{' '}
              {t('calls.callAt', { at: dateAndTime(call.createdAt) })}
              {call.state === 'live' ? ` · ${t('calls.live')}` : ` · ${clockOf(call.durationMs)}`}
            </Text>
            <Button variant="default" size="compact-xs" onClick={() => setOpened(call)}>
              {t('calls.open')}
            </Button>
          </Group>
          {call.state === 'live' && <LiveCall call={call} isTaken={isTaken} />}
        </div>
      ))}
      {opened && (
        <Suspense>
          <CallDrawer agentId={agentId} callId={opened.id} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
