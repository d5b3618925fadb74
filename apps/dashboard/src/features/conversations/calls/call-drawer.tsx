// One call: its recording with both waveforms, what was said and what of it was heard, and how long each answer took.
import { Badge, Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import type { CallDetail } from '@parlance/contract/voice/schemas'
import { IconDownload, IconPhoneOff, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dateAndTime } from '../../../components/content/locale.ts'
import { ErrorMessage } from '../../../components/feedback/error-message.tsx'
import { RowSkeletons } from '../../../components/feedback/skeletons.tsx'
import { SideDrawer } from '../../../components/overlay/side-drawer.tsx'
import { errorText } from '../../../lib/errors.ts'
import { useMutation } from '../../../lib/use-mutation.ts'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { clockOf } from './clock.ts'
import classes from './calls.module.css'
import { type Peaks, peaksOf } from './peaks.ts'

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
  return (
    <SideDrawer title={t('calls.title')} size="lg" onClose={onClose}>
      {call.isPending && <RowSkeletons />}
      {call.error && <ErrorMessage text={errorText(call.error)} onRetry={() => void call.refetch()} />}
      {call.data && <Detail call={call.data.data} />}
    </SideDrawer>
  )
}

function Detail({ call }: { call: CallDetail }) {
  const { t } = useTranslation()
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Badge variant="light">{call.state === 'live' ? t('calls.live') : t('calls.over')}</Badge>
        <Text size="sm">{dateAndTime(call.createdAt)}</Text>
        <Text size="sm">{clockOf(call.durationMs)}</Text>
        <Text size="sm" c="dimmed">
          {t('calls.cost', { count: call.credits })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('calls.interruptions', { count: call.interruptions })}
        </Text>
      </Group>
      {call.endReason && <Text size="sm">{t(`calls.ended.${call.endReason}`)}</Text>}
      <Text size="sm" c="dimmed">
        {t('calls.services', { transcriber: call.transcriber.name, speech: call.speech.name })}
      </Text>
      {call.state === 'live' && <HangUp call={call} />}
      {call.recordingUrl !== null && <Recording call={call} url={call.recordingUrl} />}
      <Said call={call} />
      <Latencies call={call} />
    </Stack>
  )
}

function useChange(call: CallDetail, change: () => Promise<unknown>) {
  const queries = useQueryClient()
  const { api } = useScope()
  return useMutation({
    mutationFn: change,
    onSuccess: () =>
      queries.invalidateQueries({
        queryKey: api.voice.get.queryOptions({ input: { agentId: call.agentId, callId: call.id } }).queryKey,
      }),
  })
}

function HangUp({ call }: { call: CallDetail }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const end = useChange(call, () => api.voice.hangUp.call({ agentId: call.agentId, callId: call.id }))
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

function Recording({ call, url }: { call: CallDetail; url: string }) {
  const { t } = useTranslation()
  const { api } = useScope()
  const remove = useChange(call, () => api.voice.deleteRecording.call({ agentId: call.agentId, callId: call.id }))
  const audioRef = useRef<HTMLAudioElement>(null)
  const [isSure, setSure] = useState(false)
  return (
    <section aria-label={t('calls.recordingTitle')}>
      <Waveforms
        url={url}
        onSeek={(part) => {
          const audio = audioRef.current
          if (audio && Number.isFinite(audio.duration)) audio.currentTime = part * audio.duration
        }}
      />
      {/* Its words stand below, with the times. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio ref={audioRef} controls preload="metadata" src={url} className={classes.audio} />
      <Group gap="xs" mt="xs">
        <Button
          component="a"
          href={url}
          download={`call-${call.id}.wav`}
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} stroke={1.5} />}
        >
          {t('calls.download')}
        </Button>
        <Button
          variant={isSure ? 'filled' : 'subtle'}
          color="red"
          size="xs"
          loading={remove.isPending}
          leftSection={<IconTrash size={16} stroke={1.5} />}
          onBlur={() => setSure(false)}
          onClick={() => (isSure ? remove.mutate() : setSure(true))}
        >
          {isSure ? t('calls.deleteSure') : t('calls.delete')}
        </Button>
      </Group>
    </section>
  )
}

const BARS = 240

function Waveforms({ url, onSeek }: { url: string; onSeek: (part: number) => void }) {
  const { t } = useTranslation()
  const [peaks, setPeaks] = useState<Peaks>()
  useEffect(() => {
    const gone = new AbortController()
    fetch(url, { signal: gone.signal })
      .then((answer) => (answer.ok ? answer.arrayBuffer() : undefined))
      .then((wav) => setPeaks(wav && peaksOf(wav, BARS)))
      // Without the picture there is still the sound.
      .catch(() => undefined)
    return () => gone.abort()
  }, [url])
  if (!peaks) return null
  const lane = (bars: readonly number[], who: 'caller' | 'agent') => (
    <svg viewBox={`0 0 ${BARS} 40`} preserveAspectRatio="none" className={classes.wave} data-from={who}>
      {bars.map((height, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
        <rect key={at} x={at} width={0.8} y={20 - height * 20} height={Math.max(0.5, height * 40)} />
      ))}
    </svg>
  )
  return (
    // The player below seeks by keyboard.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      className={classes.waves}
      onClick={(event) => {
        const { left, width } = event.currentTarget.getBoundingClientRect()
        onSeek((event.clientX - left) / width)
      }}
    >
      <Text size="xs" c="dimmed">
        {t('calls.caller')}
      </Text>
      {lane(peaks.caller, 'caller')}
      <Text size="xs" c="dimmed">
        {t('calls.agent')}
      </Text>
      {lane(peaks.agent, 'agent')}
    </div>
  )
}

function Said({ call: { transcript } }: { call: CallDetail }) {
  const { t } = useTranslation()
  if (transcript.length === 0) return <Text size="sm">{t('calls.nothingSaid')}</Text>
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {t('calls.transcript')}
      </Title>
      <ol className={classes.said}>
        {transcript.map(({ from, text, heard, at }) => (
          <li key={`${from}-${at}`} data-from={from}>
            <Text size="xs" c="dimmed">
              {clockOf(at)} · {from === 'caller' ? t('calls.caller') : t('calls.agent')}
            </Text>
            <span dir="auto">
              {heard ?? text}
              {heard !== undefined && text.length > heard.length && (
                <s title={t('calls.unheard')}>{text.slice(heard.length)}</s>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Latencies({ call: { latencies } }: { call: CallDetail }) {
  const { t } = useTranslation()
  if (latencies.length === 0) return null
  const ms = (value: number | null) => (value === null ? '–' : t('calls.ms', { count: value }))
  return (
    <section>
      <Title order={3} size="h5" mb="xs">
        {t('calls.latency')}
      </Title>
      <Table.ScrollContainer minWidth={420}>
        <Table withTableBorder>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('calls.stages.at')}</Table.Th>
              <Table.Th>{t('calls.stages.endpointing')}</Table.Th>
              <Table.Th>{t('calls.stages.model')}</Table.Th>
              <Table.Th>{t('calls.stages.speech')}</Table.Th>
              <Table.Th>{t('calls.stages.total')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {latencies.map(({ at, endpointing, model, speech, total }) => (
              <Table.Tr key={at}>
                <Table.Td>{clockOf(at)}</Table.Td>
                <Table.Td>{ms(endpointing)}</Table.Td>
                <Table.Td>{ms(model)}</Table.Td>
                <Table.Td>{ms(speech)}</Table.Td>
                <Table.Td>{ms(total)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </section>
  )
}
