// Listens to a live call: plays the caller left and the agent right, and emits captions. Its token lasts 20 seconds and
// is renewed earlier.
import {
  CALL_RATE,
  type ListenedMessage,
  type ListenedSide,
  LISTENED_SIDES,
  readSpeechFrame,
  VOICE_PROTOCOL,
} from '@parlance/contract/voice/protocol'

/** Leaves time for a second try. */
const RENEW_MS = 8000
/** Audio arrives unevenly. */
const BUFFER_S = 0.25
const PAN = { caller: -0.6, agent: 0.6 } as const

export interface ListenOptions {
  readonly ticket: () => Promise<{ readonly data: { readonly token: string; readonly socket: string } }>
  readonly onTold: (message: ListenedMessage) => void
  readonly onLevel: (side: ListenedSide, level: number) => void
  /** Ended by itself; `isOver` when the call ended. */
  readonly onEnd: (isOver: boolean) => void
}

export async function listenToCall(options: ListenOptions): Promise<() => void> {
  // Created during the click, otherwise browsers block playback.
  const audio = new AudioContext()
  const sides = { caller: player(audio, 'caller'), agent: player(audio, 'agent') }
  let socket: WebSocket | undefined
  let renewing: ReturnType<typeof setInterval> | undefined
  let askedAt = performance.now()
  let isStopped = false
  const stop = () => {
    if (isStopped) return
    isStopped = true
    clearInterval(renewing)
    socket?.close()
    void audio.close()
  }
  const end = (isOver: boolean) => {
    if (isStopped) return
    stop()
    options.onEnd(isOver)
  }
  try {
    const { token, socket: path } = (await options.ticket()).data
    const open = new WebSocket(new URL(path, location.href.replace(/^http/, 'ws')))
    socket = open
    open.binaryType = 'arraybuffer'
    const ask = (fresh: string) => open.send(JSON.stringify({ t: 'listen', v: VOICE_PROTOCOL, token: fresh }))
    open.addEventListener('open', () => ask(token))
    open.addEventListener('close', () => end(false))
    const renew = () => {
      if (performance.now() - askedAt < RENEW_MS) return
      askedAt = performance.now()
      options.ticket().then(
        ({ data }) => open.readyState === WebSocket.OPEN && ask(data.token),
        // Asked again later; without a new token the server closes the connection.
        () => undefined,
      )
    }
    open.addEventListener('message', ({ data }: MessageEvent<ArrayBuffer | string>) => {
      // Timers are slowed down in hidden tabs, messages are not.
      renew()
      if (typeof data === 'string') {
        const message = JSON.parse(data) as ListenedMessage
        options.onTold(message)
        return message.t === 'ended' ? end(true) : undefined
      }
      const { gen, pcm } = readSpeechFrame(data)
      const side = LISTENED_SIDES[gen]
      if (side) options.onLevel(side, sides[side](pcm))
    })
    renewing = setInterval(renew, 1000)
  } catch (error) {
    stop()
    throw error
  }
  return stop
}

/** Queues chunks for playback and returns a chunk's volume, 0 to 1. */
function player(audio: AudioContext, side: ListenedSide) {
  const pan = new StereoPannerNode(audio, { pan: PAN[side] })
  pan.connect(audio.destination)
  let next = 0
  return (pcm: Int16Array): number => {
    if (pcm.length === 0) return 0
    const buffer = audio.createBuffer(1, pcm.length, CALL_RATE)
    let sum = 0
    const samples = Float32Array.from(pcm, (sample) => {
      const value = sample / 32_768
      sum += value * value
      return value
    })
    buffer.copyToChannel(samples, 0)
    const source = new AudioBufferSourceNode(audio, { buffer })
    source.connect(pan)
    if (next < audio.currentTime) next = audio.currentTime + BUFFER_S
    source.start(next)
    next += buffer.duration
    return Math.min(1, Math.sqrt(sum / pcm.length) * 6)
  }
}
