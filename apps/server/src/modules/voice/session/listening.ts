// Listening to calls that another process may hold: whoever listens says so on the bus again and again, and the process of
// the call publishes what is heard while somebody does.
import type { CallMessage, ListenedSide } from '@parlance/contract/voice/protocol'
import type { Region } from '@parlance/contract/lib/regions'
import { decodeMulaw, encodeMulaw } from '../../../lib/sound/mulaw.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import type { CallClock } from './clock.ts'
import type { Ears } from './call-session.ts'

const LISTEN = 'call-listen'
const heardOf = (callId: string) => `call-heard:${callId}`
/** How often a listener says that they are still there, and for how long that counts. */
const SAYS_MS = 4000
const COUNTS_MS = 10_000
/** Samples of one piece: 50 ms. What goes to other processes has to stay small. */
const PIECE = 800
/** Of a caption: its end. */
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

/** The side of the call. */
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
  /** Sound that began at `at`. */
  readonly sound: (side: ListenedSide, pcm: Int16Array, at: number) => void
}

/** The side of whoever listens; stops by what is answered. */
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
