// A call's recording: waveforms with a playhead, seeking by pointer and keyboard, download and deletion.
import { Button, Group, Text } from '@mantine/core'
import type { CallDetail } from '@parlance/contract/voice/schemas'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../../lib/workspace-scope.tsx'
import { clockOf } from './clock.ts'
import classes from './calls.module.css'
import { type Peaks, peaksOf } from './peaks.ts'
import { useCallChange } from './use-call-change.ts'

interface Props {
  call: CallDetail
  url: string
  player: RefObject<HTMLAudioElement | null>
  /** Milliseconds; undefined once it has been played to its end. */
  onPlayed: (at: number | undefined) => void
}

function seekTo(audio: HTMLAudioElement | null, seconds: number): void {
  if (audio) audio.currentTime = seconds
}

export function Recording({ call, url, player, onPlayed }: Props) {
  const { t } = useTranslation()
  const { api } = useScope()
  const remove = useCallChange(call, () => api.voice.deleteRecording.call({ agentId: call.agentId, callId: call.id }))
  const [isSure, setSure] = useState(false)
  const [time, setTime] = useState(0)
  return (
    <section aria-label={t('calls.recordingTitle')}>
      <Waveforms url={url} time={time} onSeek={(seconds) => seekTo(player.current, seconds)} />
      {/* The transcript is below, with the times. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={player}
        controls
        preload="metadata"
        src={url}
        className={classes.audio}
        onTimeUpdate={({ currentTarget: { currentTime } }) => {
          setTime(currentTime)
          onPlayed(currentTime * 1000)
        }}
        onEnded={() => onPlayed(undefined)}
      />
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
const STEP = 5
/** Takes the waveforms' place until they are loaded. */
const NOTHING_DRAWN: Peaks = { seconds: 0, caller: [], agent: [] }

interface WaveformsProps {
  url: string
  time: number
  onSeek: (seconds: number) => void
}

function Waveforms({ url, time, onSeek }: WaveformsProps) {
  const { t } = useTranslation()
  /** Undefined while loading; null when it can't be drawn, which still plays. */
  const [peaks, setPeaks] = useState<Peaks | null>()
  useEffect(() => {
    const gone = new AbortController()
    fetch(url, { signal: gone.signal })
      .then((answer) => (answer.ok ? answer.arrayBuffer() : undefined))
      .then((wav) => setPeaks((wav && peaksOf(wav, BARS)) ?? null))
      .catch(() => !gone.signal.aborted && setPeaks(null))
    return () => gone.abort()
  }, [url])
  if (peaks === null) return null
  const { seconds, caller, agent } = peaks ?? NOTHING_DRAWN
  const seek = (to: number) => onSeek(Math.min(seconds, Math.max(0, to)))
  const toPointer = ({ currentTarget, clientX }: PointerEvent<HTMLDivElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    seek(((clientX - left) / Math.max(1, width)) * seconds)
  }
  const onKey = (event: KeyboardEvent) => {
    const to = { ArrowRight: time + STEP, ArrowLeft: time - STEP, Home: 0, End: seconds }[event.key]
    if (to === undefined) return
    event.preventDefault()
    seek(to)
  }
  const lane = (bars: readonly number[], who: 'caller' | 'agent') => (
    <svg viewBox={`0 0 ${BARS} 40`} preserveAspectRatio="none" className={classes.wave} data-from={who} aria-hidden>
      {bars.map((height, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a bar is its place
        <rect key={at} x={at} width={0.8} y={20 - height * 20} height={Math.max(0.5, height * 40)} />
      ))}
    </svg>
  )
  return (
    <>
      <Group gap="md" aria-hidden>
        <Text size="xs" c="dimmed" className={classes.key} data-from="caller">
          {t('calls.caller')}
        </Text>
        <Text size="xs" c="dimmed" className={classes.key} data-from="agent">
          {t('calls.agent')}
        </Text>
      </Group>
      {/* A recording begins at its left, whichever way the page is written. */}
      <div
        // An input cannot contain the waveforms.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="slider"
        tabIndex={0}
        aria-label={t('calls.position')}
        aria-busy={!peaks}
        aria-valuemin={0}
        aria-valuemax={Math.round(seconds)}
        aria-valuenow={Math.round(time)}
        aria-valuetext={clockOf(time * 1000)}
        className={classes.waves}
        // Time runs from left to right in every language, as in the pointer's arithmetic.
        dir="ltr"
        onPointerDown={toPointer}
        onPointerMove={(event) => event.buttons === 1 && toPointer(event)}
        onKeyDown={onKey}
      >
        {lane(caller, 'caller')}
        {lane(agent, 'agent')}
        <div className={classes.head} style={{ insetInlineStart: `${(time / Math.max(0.1, seconds)) * 100}%` }} />
      </div>
    </>
  )
}
