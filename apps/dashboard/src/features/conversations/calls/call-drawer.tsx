// One call: recording with waveforms, transcript with what was heard, tools, and latency per answer.
import { Anchor, Badge, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { CallDetail } from '@parlance/contract/voice/schemas'
import { IconPhoneOff, IconTool } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallStages } from '../../../components/content/call-stages.tsx'
import { usd } from '../../../components/content/format-number.ts'
import { dateAndTime } from '../../../components/content/locale.ts'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { CallTransfers } from './call-transfers.tsx'
import { clockOf } from './clock.ts'
import classes from './calls.module.css'
import { Recording } from './recording.tsx'
import { type Called, type Moment, type Said, timelineOf } from './timeline.ts'
import { useCallChange } from './use-call-change.ts'

const Receipt = lazy(async () => ({ default: (await import('../trace/turn-trace.tsx')).Stored }))

interface Props {
  agentId: string
  callId: string
  onClose: () => void
}

export default function CallDrawer({ agentId, callId, onClose }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const call = useQuery({
    ...api.voice.get.queryOptions({ input: { agentId, callId } }),
    refetchInterval: ({ state }) => (state.data?.data.state === 'live' ? 2000 : false),
  })
  const [receipt, setReceipt] = useState<string>()
  return (
    <SideDrawer title={t('calls.title')} size="lg" onClose={onClose}>
      {call.isPending && <RowSkeletons />}
      {call.error && <ErrorMessage text={errorText(call.error)} onRetry={() => void call.refetch()} />}
      {call.data && <Detail call={call.data.data} onReceipt={setReceipt} />}
      {receipt !== undefined && (
        <SideDrawer title={t('calls.receiptTitle')} size={520} onClose={() => setReceipt(undefined)}>
          <Suspense fallback={<RowSkeletons />}>
            <Receipt agentId={agentId} turnId={receipt} />
          </Suspense>
        </SideDrawer>
      )}
    </SideDrawer>
  )
}

function Detail({ call, onReceipt }: { call: CallDetail; onReceipt: (turnId: string) => void }) {
  const { t } = useTranslation()
  const player = useRef<HTMLAudioElement>(null)
  const moments = timelineOf(call)
  const [played, setPlayed] = useState(-1)
  const onPlayed = (at: number | undefined) =>
    setPlayed(at === undefined ? -1 : moments.findLastIndex((one) => startOf(one) <= at))
  const answered = call.answers.reduce((sum, { credits }) => sum + credits, 0)
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Badge variant="light">{call.state === 'live' ? t('calls.live') : t('calls.over')}</Badge>
        {call.phone !== '' && (
          <Text size="sm" dir="ltr">
            {call.phone}
          </Text>
        )}
        <Text size="sm">{dateAndTime(call.createdAt)}</Text>
        <Text size="sm">{clockOf(call.durationMs)}</Text>
        <Text size="sm" c="dimmed">
          {t('calls.receipt', { minutes: call.credits, answers: answered })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('calls.interruptions', { count: call.interruptions })}
        </Text>
      </Group>
      {call.endReason && <Text size="sm">{t(`calls.ended.${call.endReason}`)}</Text>}
      <Text size="sm" c="dimmed">
        {t('calls.services', { transcriber: call.transcriber.name, speech: call.speech.name })}
      </Text>
      {call.engineReport && <EngineReport call={call} report={call.engineReport} />}
      {call.state === 'live' && <HangUp call={call} />}
      <CallTransfers transfers={call.transfers} />
      {call.recordingUrl !== null && (
        <Recording call={call} url={call.recordingUrl} player={player} onPlayed={onPlayed} />
      )}
      <Timeline
        moments={moments}
        played={played}
        onReceipt={onReceipt}
        onSeek={
          call.recordingUrl === null
            ? undefined
            : (at) => {
                if (!player.current) return
                player.current.currentTime = at / 1000
                player.current.play().catch(() => undefined)
              }
        }
      />
    </Stack>
  )
}

/** What the service that ran the call says of its end and its own price. */
function EngineReport({ call, report }: { call: CallDetail; report: NonNullable<CallDetail['engineReport']> }) {
  const { t, i18n } = useTranslation()
  const { client } = useScope()
  if (report.endedReason === '') return null
  return (
    <Text size="sm" c="dimmed">
      {t('calls.reportedEnd', { name: call.speech.name, reason: report.endedReason })}
      {/* Client users pay what their agency asks. */}
      {!client &&
        report.costUsd !== null &&
        ` ${t('calls.reportedCost', { name: call.speech.name, amount: usd(report.costUsd, i18n.language) })}`}
    </Text>
  )
}

function HangUp({ call }: { call: CallDetail }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const end = useCallChange(call, () => api.voice.hangUp.call({ agentId: call.agentId, callId: call.id }))
  return (
    <div>
      <Button
        color="red"
        size="xs"
        leftSection={<IconPhoneOff size={16} stroke={1.5} />}
        loading={end.isPending}
        onClick={() => end.mutate()}
      >
        {t('calls.hangUp')}
      </Button>
    </div>
  )
}

type Seek = ((at: number) => void) | undefined

const startOf = (moment: Moment) => (moment.kind === 'said' ? moment.entry.at : moment.at)

interface TimelineProps {
  moments: readonly Moment[]
  /** Index of the one that is being replayed; -1 for none. */
  played: number
  onSeek: Seek
  onReceipt: (turnId: string) => void
}

function Timeline({ moments, played, onSeek, onReceipt }: TimelineProps) {
  const { t } = useTranslation()
  if (moments.length === 0) return <Text size="sm">{t('calls.nothingSaid')}</Text>
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {t('calls.transcript')}
      </Title>
      <ol className={classes.said}>
        {moments.map((moment, at) => (
          <li
            // oxlint-disable-next-line react/no-array-index-key -- it only grows
            key={at}
            data-from={moment.kind === 'said' ? moment.entry.from : 'tool'}
            aria-current={at === played || undefined}
          >
            {moment.kind === 'said' && moment.entry.from === 'system' ? (
              <Text size="xs" c="dimmed">
                {clockOf(moment.entry.at)} ·{' '}
                {moment.entry.text === 'taken_over'
                  ? t('calls.takenOver', { name: moment.entry.by })
                  : moment.entry.text === 'voice_lost'
                    ? t('calls.voiceLost', { name: moment.entry.by })
                    : moment.entry.text === 'engine_lost'
                      ? t('calls.engineLost', { name: moment.entry.by })
                      : t('calls.handedBack')}
              </Text>
            ) : moment.kind === 'said' ? (
              <Words said={moment} onSeek={onSeek} onReceipt={onReceipt} />
            ) : (
              <ToolCall called={moment} />
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Words({ said, onSeek, onReceipt }: { said: Said; onSeek: Seek; onReceipt: (turnId: string) => void }) {
  const { t } = useTranslation()
  const { client } = useScope()
  const { entry, heard, unheard, latency } = said
  const { from, at, turnId, by } = entry
  const agent = by === undefined ? t('calls.agent') : t('calls.by', { name: by })
  return (
    <>
      <Group gap="xs">
        {onSeek ? (
          <Anchor
            component="button"
            type="button"
            size="xs"
            aria-label={t('calls.playFrom', { at: clockOf(at) })}
            onClick={() => onSeek(at)}
          >
            {clockOf(at)}
          </Anchor>
        ) : (
          <Text size="xs" c="dimmed">
            {clockOf(at)}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {from === 'caller' ? t('calls.caller') : agent}
        </Text>
        {from === 'agent' && turnId !== undefined && !client && (
          <Anchor component="button" type="button" size="xs" onClick={() => onReceipt(turnId)}>
            {t('calls.openReceipt')}
          </Anchor>
        )}
      </Group>
      <span dir="auto">
        {heard}
        {unheard !== '' && <s title={t('calls.unheard')}>{unheard}</s>}
      </span>
      {latency && <CallStages latency={latency} />}
    </>
  )
}

function ToolCall({ called: { tool, at } }: { called: Called }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs">
      <Text size="xs" c="dimmed">
        {clockOf(at)}
      </Text>
      <IconTool size={14} stroke={1.5} aria-hidden />
      <Text size="xs" dir="auto">
        {t(tool.ok ? 'calls.tool' : 'calls.toolFailed', { name: tool.name })}
      </Text>
      <Text size="xs" c="dimmed">
        {t('calls.ms', { count: tool.ms })}
      </Text>
    </Group>
  )
}
