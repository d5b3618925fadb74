// Sends a phone call's audio: 20 ms frames slightly ahead of playback, so that it can be stopped at once, with marks
// that return once played.
import { createNoiseMixer, isNoise } from '@parlance/contract/voice/noise-bed'
import type { CallMessage } from '@parlance/contract/voice/protocol'
import { createHalver, decodeMulaw, encodeMulaw } from '../../../lib/sound/mulaw.ts'
import type { CallLine } from '../session/line.ts'
import type { CallClock } from '../session/clock.ts'

export const PHONE_FRAME = 160
const FRAME_MS = 20
/** How much the carrier may buffer. */
const AHEAD_MS = 200
/** The same while only background noise is played, so that speech starts without delay. */
const IDLE_AHEAD_MS = 60
/** Reply number of background frames. */
const NO_REPLY = -1
/** A mark is sent every this many frames. */
const MARK_FRAMES = 5
/** Linear gain: 15 dB quieter. */
const DUCKED = 0.18

interface Frame {
  readonly gen: number
  /** Position in its reply where it ends. */
  readonly endMs: number
  readonly mulaw: Uint8Array
}

export interface PhoneWire {
  readonly media: (mulaw: Uint8Array) => void
  readonly mark: (name: string) => void
  readonly clear: () => void
  readonly close: () => void
}

export interface PhoneLineDeps {
  readonly clock: CallClock
  readonly wire: PhoneWire
  /** Background noise behind the agent. */
  readonly noise?: string | undefined
  /** How much of a reply was played. */
  readonly onPlayed: (gen: number, ms: number) => void
}

export function createPhoneLine({ clock, wire, noise, onPlayed }: PhoneLineDeps) {
  let queue: Frame[] = []
  /** Sent but, by the clock, not yet played. */
  let ahead: (Frame & { readonly until: number })[] = []
  /** When all sent audio will have been played. */
  let busyUntil = 0
  let gen = 0
  let halver = createHalver()
  /** Samples that do not fill a frame yet. */
  let rest: Int16Array = new Int16Array(0)
  let sentMs = 0
  let playedMs = 0
  let isHeld = false
  let isDucked = false
  let isClosed = false
  /** Marks of discarded audio return at once: only marks of the current epoch count. */
  let epoch = 0
  let sinceMark = 0
  let cancel: (() => void) | undefined

  const mix = noise !== undefined && isNoise(noise) ? createNoiseMixer(noise) : undefined
  const bedHalver = createHalver()
  const background = (): Frame | undefined => {
    if (!mix || busyUntil - clock.now() >= IDLE_AHEAD_MS) return undefined
    const sound = bedHalver.push(mix(new Int16Array(2 * PHONE_FRAME), false))
    return { gen: NO_REPLY, endMs: 0, mulaw: encodeMulaw(sound) }
  }

  /** After a lost connection, a reply continues where it is. */
  const begin = (next: number, startMs: number) => {
    gen = next
    halver = createHalver()
    rest = new Int16Array(0)
    sentMs = startMs
    playedMs = startMs
  }
  const enqueue = (pcm: Int16Array) => {
    const all = new Int16Array(rest.length + pcm.length)
    all.set(rest)
    all.set(pcm, rest.length)
    let from = 0
    for (; from + PHONE_FRAME <= all.length; from += PHONE_FRAME) {
      sentMs += FRAME_MS
      queue.push({ gen, endMs: sentMs, mulaw: encodeMulaw(all.subarray(from, from + PHONE_FRAME)) })
    }
    rest = all.slice(from)
  }
  const settle = () => {
    const now = clock.now()
    for (const frame of ahead) if (frame.until <= now && frame.gen === gen) playedMs = Math.max(playedMs, frame.endMs)
    ahead = ahead.filter(({ until }) => until > now)
  }
  const mark = (frame: Frame) => {
    sinceMark = 0
    wire.mark(`${epoch}:${frame.gen}:${frame.endMs}`)
  }
  const pump = () => {
    cancel?.()
    cancel = undefined
    if (isClosed || isHeld) return
    settle()
    busyUntil = Math.max(busyUntil, clock.now())
    for (;;) {
      const frame = queue[0] ?? background()
      if (!frame || busyUntil - clock.now() >= AHEAD_MS) break
      queue.shift()
      busyUntil += FRAME_MS
      ahead.push({ ...frame, until: busyUntil })
      wire.media(isDucked ? quieter(frame.mulaw) : frame.mulaw)
      if (frame.gen === NO_REPLY) continue
      sinceMark += 1
      if (sinceMark >= MARK_FRAMES || queue.length === 0) mark(frame)
    }
    const kept = queue.length > 0 ? AHEAD_MS : IDLE_AHEAD_MS
    if (queue.length > 0 || mix) cancel = clock.after(Math.max(1, busyUntil - kept - clock.now()), pump)
  }
  const dropAhead = () => {
    settle()
    epoch += 1
    sinceMark = 0
    busyUntil = clock.now()
    const left = ahead
    ahead = []
    if (left.length > 0) wire.clear()
    return left
  }
  const hold = (on: boolean) => {
    if (isHeld === on) return
    isHeld = on
    if (on) {
      cancel?.()
      queue = [...dropAhead().filter((frame) => frame.gen !== NO_REPLY), ...queue]
    } else pump()
  }
  const clear = (wanted: number) => {
    if (wanted !== gen) return
    queue = []
    rest = new Int16Array(0)
    dropAhead()
    const ms = playedMs
    // Runs after the code that cleared it.
    queueMicrotask(() => onPlayed(wanted, ms))
  }

  const line: CallLine = {
    send(message: CallMessage) {
      if (isClosed) return
      switch (message.t) {
        case 'duck':
          isDucked = message.on
          return
        case 'hold':
          return hold(message.on)
        case 'clear':
          return clear(message.gen)
        case 'spoken': {
          if (message.gen !== gen || rest.length === 0) return
          const padded = new Int16Array(PHONE_FRAME)
          padded.set(rest)
          rest = new Int16Array(0)
          enqueue(padded)
          return pump()
        }
        default:
          return
      }
    },
    sendSpeech(next, startMs, pcm) {
      if (isClosed || next < gen) return
      if (next > gen) begin(next, startMs)
      enqueue(halver.push(mix ? mix(pcm, true) : pcm))
      pump()
    },
    close() {
      if (isClosed) return
      isClosed = true
      cancel?.()
      wire.close()
    },
  }
  if (mix) pump()
  return {
    line,
    /** A mark returned. */
    marked(name: string) {
      const [of = -1, markedGen = -1, ms = 0] = name.split(':').map(Number)
      if (of !== epoch || markedGen !== gen || !(ms >= 0)) return
      playedMs = Math.max(playedMs, ms)
      onPlayed(gen, ms)
    },
  }
}
export type PhoneLineState = ReturnType<typeof createPhoneLine>

function quieter(mulaw: Uint8Array): Uint8Array {
  return encodeMulaw(Int16Array.from(decodeMulaw(mulaw), (sample) => Math.round(sample * DUCKED)))
}
