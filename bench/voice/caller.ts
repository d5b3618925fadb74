// A caller in real time: sends 20 ms frames on a steady clock, plays replies like a browser, and records times.
import {
  type CallMessage,
  type CallerMessage,
  CALL_RATE,
  FRAME_MS,
  FRAME_SAMPLES,
  micFrame,
  readSpeechFrame,
} from '../../packages/contract/src/voice/protocol.ts'
import { WebSocket } from 'ws'

const LOUD = Int16Array.from({ length: FRAME_SAMPLES }, (_, index) => Math.round(8000 * Math.sin(index / 3)))
const QUIET = new Int16Array(FRAME_SAMPLES)
const PLAYED_MS = 100

interface Playing {
  readonly gen: number
  readonly firstAt: number
  receivedMs: number
}

export async function openLiveCaller(url: string, token: string) {
  const socket = new WebSocket(url)
  socket.binaryType = 'arraybuffer'
  const waiting = new Set<() => void>()
  const messages: { readonly at: number; readonly message: CallMessage }[] = []
  const firstSound = new Map<number, number>()
  let playing: Playing | undefined
  let isHeld = false
  let loudFrames = 0
  let lastLoudAt = 0
  let firstLoudAt = 0
  let seq = 0
  const begun = performance.now()
  const send = (message: CallerMessage) => socket.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message))
  const tell = () => waiting.forEach((check) => check())
  const speaking = setInterval(() => {
    // Catches up after a late timer, like a sound card.
    while (seq * FRAME_MS < performance.now() - begun) {
      const isLoud = loudFrames > 0
      if (isLoud) {
        if (firstLoudAt === 0) firstLoudAt = performance.now()
        loudFrames -= 1
        lastLoudAt = performance.now()
      }
      if (socket.readyState === WebSocket.OPEN) socket.send(micFrame(seq, isLoud ? LOUD : QUIET))
      seq += 1
    }
  }, FRAME_MS)
  const playedMs = ({ firstAt, receivedMs }: Playing) => Math.min(receivedMs, performance.now() - firstAt)
  const reporting = setInterval(() => {
    if (playing && !isHeld) send({ t: 'played', gen: playing.gen, ms: Math.round(playedMs(playing)) })
  }, PLAYED_MS)
  socket.on('message', (data: ArrayBuffer, isBinary) => {
    if (isBinary) {
      const { gen, startMs, pcm } = readSpeechFrame(data)
      if (playing?.gen !== gen) {
        playing = { gen, firstAt: performance.now(), receivedMs: 0 }
        firstSound.set(gen, playing.firstAt)
        send({ t: 'played', gen, ms: 1 })
      }
      playing.receivedMs = startMs + (pcm.length / CALL_RATE) * 1000
    } else {
      const message = JSON.parse(Buffer.from(data).toString('utf8')) as CallMessage
      messages.push({ at: performance.now(), message })
      if (message.t === 'hold') isHeld = message.on
      if (message.t === 'clear' && playing?.gen === message.gen) {
        send({ t: 'played', gen: message.gen, ms: Math.round(playedMs(playing)) })
        playing = undefined
      }
    }
    tell()
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  send({ t: 'hello', v: 1, token, in: { enc: 'pcm_s16le', rate: CALL_RATE }, caps: { webSpeech: false, aec: true } })
  const until = <T>(found: () => T | undefined, ms: number): Promise<T | undefined> =>
    new Promise((resolve) => {
      const done = (value: T | undefined) => {
        clearTimeout(timer)
        waiting.delete(check)
        resolve(value)
      }
      const check = () => {
        const value = found()
        if (value !== undefined) done(value)
      }
      const timer = setTimeout(() => done(undefined), ms)
      waiting.add(check)
      check()
    })
  return {
    messages,
    until,
    newestGen: () => Math.max(0, ...firstSound.keys()),
    soundAfter: (gen: number, ms: number) =>
      until(() => [...firstSound].find(([known]) => known > gen), ms).then((found) => found?.[1]),
    async speak(ms: number) {
      firstLoudAt = 0
      loudFrames = Math.round(ms / FRAME_MS)
      while (loudFrames > 0) await new Promise((resolve) => setTimeout(resolve, 5))
      return { from: firstLoudAt, to: lastLoudAt + FRAME_MS }
    },
    /** When a matching message arrived after that time. */
    told: (wanted: (message: CallMessage) => boolean, after: number, ms: number) =>
      until(() => messages.find(({ at, message }) => at >= after && wanted(message))?.at, ms),
    async close() {
      send({ t: 'bye' })
      await until(() => messages.find(({ message }) => message.t === 'ended'), 5000)
      clearInterval(speaking)
      clearInterval(reporting)
      socket.close()
    },
  }
}
