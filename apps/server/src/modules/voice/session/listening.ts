// Listening to calls of other processes: listeners announce themselves on the bus repeatedly, and the call's process
// publishes audio while there are any.
import type { CallMessage, ListenedSide } from '@parlance/contract/voice/protocol'
import type { Region } from '@parlance/contract/lib/regions'
import { decodeMulaw, encodeMulaw } from '../../../lib/sound/mulaw.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import type { CallClock } from './clock.ts'
import type { Ears } from './line.ts'

const LISTEN = 'call-listen'
const heardOf = (callId: string) => `call-heard:${callId}`
/** Interval of listeners' announcements, and how long one is valid. */
const SAYS_MS = 4000
const COUNTS_MS = 10_000
/** Samples of one chunk: 50 ms. Messages to other processes must stay small. */
const PIECE = 800
/** Characters of a caption; its end is kept. */
const MAX_CAPTION = 500

type Told = Extract<CallMessage, { t: 'state' | 'user' | 'agent' | 'ended' }>
interface Asks {
  readonly callId: string
  readonly isNew: boolean
}
type News =
  | { readonly k: 'told'; readonly message: Told }
  | { readonly k: 'sound'; readonly side: ListenedSide; readonly at: number; readonly mulaw: string }

const isTold = (message: CallMessage): message is Told =>
  message.t === 'state' || message.t === 'user' || message.t === 'agent' || message.t === 'ended'

const cutCaption = (message: Told): Told => {
  if (message.t !== 'user' && message.t !== 'agent') return message
  const heard = message.t === 'agent' && message.heard !== undefined ? { heard: message.heard.slice(-MAX_CAPTION) } : {}
  return { ...message, text: message.text.slice(-MAX_CAPTION).toWellFormed(), ...heard }
}

/** The call's side. */
export function createEars(bus: Bus, region: Region, callId: string, clock: Pick<CallClock, 'now'>) {
  let until = Number.NEGATIVE_INFINITY
  const last = new Map<Told['t'], Told>()
  const publish = (news: News) => bus.publish(region, heardOf(callId), news)
  const stop = bus.subscribe(region, LISTEN, ({ callId: of, isNew }: Asks) => {
    if (of !== callId) return
    until = clock.now() + COUNTS_MS
    if (isNew) for (const message of last.values()) publish({ k: 'told', message })
  })
  const ears: Ears = {
    told(message) {
      if (!isTold(message)) return
      const cut = cutCaption(message)
      last.set(cut.t, cut)
      if (clock.now() < until) publish({ k: 'told', message: cut })
    },
    sound(side, pcm, at) {
      if (clock.now() >= until) return
      for (let from = 0; from < pcm.length; from += PIECE) {
        const piece = pcm.subarray(from, from + PIECE)
        const mulaw = Buffer.from(encodeMulaw(piece)).toString('base64')
        const endAt = at - (pcm.length - from - piece.length) / 16
        publish({ k: 'sound', side, at: Math.max(0, Math.round(endAt - piece.length / 16)), mulaw })
      }
    },
  }
  return { ears, stop }
}

export interface Listener {
  readonly told: (message: Told) => void
  /** Audio that started at `at`. */
  readonly sound: (side: ListenedSide, pcm: Int16Array, at: number) => void
}

/** The listener's side; returns a function that stops it. */
export function listenTo(bus: Bus, region: Region, callId: string, listener: Listener): () => void {
  const stop = bus.subscribe(region, heardOf(callId), (news: News) => {
    if (news.k === 'told') listener.told(news.message)
    else listener.sound(news.side, decodeMulaw(Buffer.from(news.mulaw, 'base64')), news.at)
  })
  const say = (isNew: boolean) => bus.publish(region, LISTEN, { callId, isNew } satisfies Asks)
  say(true)
  const saying = setInterval(() => say(false), SAYS_MS)
  return () => {
    clearInterval(saying)
    stop()
  }
}
