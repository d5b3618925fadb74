// A voice note with its length and a waveform for seeking.
import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { PauseIcon, PlayIcon } from '../item-icons.tsx'
import { otherHost } from '../links.ts'

const BARS = 36
/** Relative volumes, 0…1, before the audio is decoded. */
const FLAT: readonly number[] = Array.from({ length: BARS }, () => 0.12)

/** Peak of each of `BARS` parts, relative to the loudest. */
export function peaksOf(samples: Float32Array): readonly number[] {
  const size = Math.max(1, Math.floor(samples.length / BARS))
  const peaks = FLAT.map((_, bar) =>
    samples.subarray(bar * size, (bar + 1) * size).reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  )
  const loudest = Math.max(...peaks)
  return loudest > 0 ? peaks.map((peak) => Math.max(0.12, peak / loudest)) : FLAT
}

interface Wave {
  readonly peaks: readonly number[]
  readonly length: number
}

async function readWave(src: string): Promise<Wave> {
  const sound = await (await fetch(src)).arrayBuffer()
  // 8 kHz are enough to draw a waveform.
  const decoded = await new OfflineAudioContext(1, 1, 8000).decodeAudioData(sound)
  return { peaks: peaksOf(decoded.getChannelData(0)), length: decoded.duration }
}

/** Browser recordings lack a duration: seeking beyond the end reveals it. */
function measure({ currentTarget: player }: SyntheticEvent<HTMLAudioElement>): void {
  if (Number.isFinite(player.duration)) return
  const back = () => {
    if (!Number.isFinite(player.duration)) return
    player.currentTime = 0
    player.removeEventListener('durationchange', back)
  }
  player.addEventListener('durationchange', back)
  player.currentTime = 1e9
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`

export function VoiceNote({ src, label }: { src: string; label: string }) {
  const playerRef = useRef<HTMLAudioElement>(null)
  const [wave, setWave] = useState<Wave>({ peaks: FLAT, length: 0 })
  const [at, setAt] = useState(0)
  const [playing, setPlaying] = useState(false)
  useEffect(() => {
    // Requests to other hosts are not allowed; undecodable audio may still play.
    if (otherHost(src) || !('OfflineAudioContext' in globalThis)) return undefined
    let isGone = false
    readWave(src).then(
      (read) => !isGone && setWave(read),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [src])
  const toggle = () => {
    const player = playerRef.current
    if (player?.paused) player.play().catch(() => undefined)
    else player?.pause()
  }
  const seek = (seconds: number) => {
    setAt(seconds)
    if (playerRef.current) playerRef.current.currentTime = seconds
  }
  const { peaks, length } = wave
  const share = length > 0 ? at / length : 0
  const time = clock(playing || at > 0 ? at : length)
  return (
    <div className="voice" dir="ltr">
      <button type="button" aria-label={label} aria-pressed={playing} onClick={toggle}>
        {playing ? <PauseIcon /> : <PlayIcon />}
      </button>
      <span className="wave">
        {peaks.map((peak, bar) => (
          // oxlint-disable-next-line react/no-array-index-key -- a bar never changes its place
          <i key={bar} data-played={bar < share * BARS || undefined} style={{ height: `${Math.round(peak * 100)}%` }} />
        ))}
        <input
          type="range"
          aria-label={label}
          aria-valuetext={clock(at)}
          min={0}
          max={length}
          step={0.1}
          value={at}
          disabled={length === 0}
          onChange={(event) => seek(Number(event.currentTarget.value))}
        />
      </span>
      <span className="voice-time">{time}</span>
      {/* The transcript is next to it. */}
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
      <audio
        ref={playerRef}
        preload="metadata"
        src={src}
        onLoadedMetadata={measure}
        onDurationChange={({ currentTarget: { duration } }) =>
          Number.isFinite(duration) && setWave((known) => ({ ...known, length: known.length || duration }))
        }
        onTimeUpdate={({ currentTarget }) => !currentTarget.paused && setAt(currentTarget.currentTime)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setAt(0)}
      />
    </div>
  )
}
