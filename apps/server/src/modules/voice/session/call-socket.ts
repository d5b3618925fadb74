// The socket of a web call: messages that callers may send, and limits for bad ones.
import { z } from 'zod'
import {
  type CallErrorCode,
  type CallMessage,
  CALL_RATE,
  LISTENED_SIDES,
  type ListenedMessage,
  readMicFrame,
  speechFrame,
  VOICE_PROTOCOL,
} from '@parlance/contract/voice/protocol'
import { createBucket } from './bucket.ts'
import type { CallSession } from './call-session.ts'
import type { CallLine } from './line.ts'
import type { Listener } from './listening.ts'
import type { Socket } from './socket.ts'
import type { Bridge } from './socket-bridge.ts'

const text = z.string().max(2000)
const Hello = z.strictObject({
  t: z.literal('hello'),
  v: z.literal(VOICE_PROTOCOL),
  token: z.string().max(4000),
  in: z.strictObject({ enc: z.literal('pcm_s16le'), rate: z.number() }).optional(),
  caps: z.strictObject({ webSpeech: z.boolean().optional(), aec: z.boolean().optional() }).optional(),
})
export type Hello = z.infer<typeof Hello>
const CallerMessage = z.discriminatedUnion('t', [
  z.strictObject({
    t: z.literal('played'),
    gen: z.number().int().min(0).max(1_000_000),
    ms: z.number().min(0).max(3_600_000),
  }),
  z.strictObject({ t: z.literal('stt'), text, final: z.boolean() }),
  z.strictObject({ t: z.literal('text'), text }),
  z.strictObject({ t: z.literal('dtmf'), digit: z.string().regex(/^[0-9*#A-D]$/) }),
  z.strictObject({ t: z.literal('mute'), on: z.boolean() }),
  z.strictObject({ t: z.literal('hears'), on: z.boolean() }),
  z.strictObject({ t: z.literal('ping'), id: z.number().int() }),
  z.strictObject({ t: z.literal('bye') }),
])

const Listen = z.strictObject({
  t: z.literal('listen'),
  v: z.literal(VOICE_PROTOCOL),
  token: z.string().max(4000),
})

/** Milliseconds within which the first message must arrive. */
const HELLO_MS = 10_000
/** Callers' sides send a ping every two seconds. */
const QUIET_MS = 3000
/** Number of bad messages and frames that end the call. */
const MOST_BAD = 20
/** Samples of one frame: 200 ms. */
const MAX_FRAME_SAMPLES = CALL_RATE / 5
/** A microphone cannot send this much more audio than time has passed. */
const MOST_AHEAD_MS = 4000
/** Maximum drift of sound cards' clocks. */
const DRIFT = 1.02
/** Bytes buffered for a caller who has stopped reading. */
const MAX_BUFFERED = 4_000_000
const MESSAGES_A_SECOND = 30
/** A connection that was interrupted sends its backlog at once. */
const MESSAGES_AT_ONCE = 300

export type Begin = (hello: Hello) => Promise<
  | { readonly session: CallSession; readonly ready: Extract<CallMessage, { t: 'ready' }> }
  | { readonly refused: CallErrorCode }
  /** Another process has the call: its messages are passed on from the first one. */
  | { readonly passOn: (first: Buffer) => Bridge }
>

/** Undefined for an invalid or expired token. */
export type Listening = (token: string) =>
  | {
      readonly callId: string
      readonly leftMs: number
      /** Returns a function that stops listening. */
      readonly listen: (listener: Listener) => () => void
    }
  | undefined

interface Serving {
  /** Finds the call of the first message. */
  readonly begin: Begin
  /** Finds the call to listen to. */
  readonly listening: Listening
}

export function serveCallSocket(
  socket: Socket,
  { begin, listening }: Serving,
  now: () => number = () => performance.now(),
): void {
  let session: CallSession | undefined
  let bridge: Bridge | undefined
  let isAsked = false
  let bad = 0
  let isClosed = false
  let firstFrameAt: number | undefined
  let soundMs = 0
  let heardAt = now()

  const messages = createBucket({ perSecond: MESSAGES_A_SECOND, most: MESSAGES_AT_ONCE, now })

  /** The client reads nothing, so no message is sent. */
  const isStuck = () => {
    if (!isClosed && socket.buffered() > MAX_BUFFERED) {
      isClosed = true
      socket.close(4400, 'too_fast' satisfies CallErrorCode)
    }
    return isClosed
  }
  const send = (message: CallMessage) => {
    if (!isStuck()) socket.send(JSON.stringify(message))
  }
  const sendListened = (message: ListenedMessage) => {
    if (!isStuck()) socket.send(JSON.stringify(message))
  }
  const refuse = (code: CallErrorCode) => {
    send({ t: 'error', code })
    isClosed = true
    socket.close(4400, code)
  }
  const late = setTimeout(() => session === undefined && !isClosed && refuse('no_hello'), HELLO_MS)
  const line: CallLine = {
    send,
    sendSpeech(gen, startMs, pcm) {
      if (!isStuck()) socket.send(speechFrame(gen, startMs, pcm))
    },
    close() {
      isClosed = true
      socket.close(1000, 'call over')
    },
    isQuiet: () => now() - heardAt > QUIET_MS,
  }
  const complain = () => {
    bad += 1
    if (bad < MOST_BAD) return send({ t: 'error', code: 'bad_message' })
    session?.hangUp('bad_audio')
    return session ? undefined : refuse('bad_message')
  }

  const hear = (bytes: Buffer) => {
    const frame = readMicFrame(bytes)
    if (!session) return complain()
    if (!frame || frame.pcm.length > MAX_FRAME_SAMPLES) return complain()
    firstFrameAt ??= now()
    soundMs += frame.pcm.length / (CALL_RATE / 1000)
    // A wrong sample rate, or more audio than real time: the excess is dropped.
    if (soundMs - (now() - firstFrameAt) * DRIFT > MOST_AHEAD_MS) {
      soundMs -= frame.pcm.length / (CALL_RATE / 1000)
      return complain()
    }
    return session.sound(frame.pcm)
  }

  let listened: { readonly callId: string; readonly stop: () => void; over: NodeJS.Timeout } | undefined
  const listen = (message: unknown) => {
    const asked = Listen.safeParse(message)
    const found = asked.success ? listening(asked.data.token) : undefined
    if (!found || (listened && listened.callId !== found.callId)) return refuse('bad_token')
    const over = setTimeout(() => isClosed || refuse('listened_enough'), found.leftMs)
    if (listened) {
      clearTimeout(listened.over)
      listened.over = over
      return undefined
    }
    isAsked = true
    clearTimeout(late)
    const { callId } = found
    sendListened({ t: 'listening', callId })
    const stop = found.listen({
      told(told) {
        sendListened(told)
        if (told.t === 'ended') line.close()
      },
      sound: (side, pcm, at) => line.sendSpeech(LISTENED_SIDES.indexOf(side), at, pcm),
    })
    listened = { callId, stop, over }
    return undefined
  }
  const control = async (bytes: Buffer) => {
    const parsed = jsonOf(bytes.toString('utf8'))
    if (listened || (!isAsked && isListen(parsed))) return listen(parsed)
    if (!isAsked) {
      const hello = Hello.safeParse(parsed)
      if (!hello.success) return refuse('no_hello')
      isAsked = true
      if (hello.data.in && hello.data.in.rate !== CALL_RATE) return refuse('bad_rate')
      const begun = await begin(hello.data)
      if ('refused' in begun) return refuse(begun.refused)
      if (isClosed) return undefined
      clearTimeout(late)
      if ('passOn' in begun) {
        bridge = begun.passOn(bytes)
        return undefined
      }
      session = begun.session
      send(begun.ready)
      return session.connect(line)
    }
    const message = CallerMessage.safeParse(parsed)
    if (!message.success || !session) return complain()
    if (!messages.take()) return complain()
    return act(session, message.data, send)
  }

  socket.on('message', (data, isBinary) => {
    if (isClosed) return
    heardAt = now()
    if (bridge) return bridge.push(data, isBinary)
    if (isBinary) return hear(data)
    return void control(data).catch(() => isClosed || refuse('restarting'))
  })
  socket.onClose(() => {
    isClosed = true
    clearTimeout(late)
    session?.disconnect(line)
    bridge?.close()
    listened?.stop()
    clearTimeout(listened?.over)
  })
}

const isListen = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 't' in message && message.t === 'listen'

function act(session: CallSession, message: z.infer<typeof CallerMessage>, send: CallLine['send']): void {
  switch (message.t) {
    case 'played':
      return session.played(message.gen, message.ms)
    case 'stt':
      return session.words(message.text, message.final)
    case 'text':
      return session.typed(message.text)
    case 'dtmf':
      return session.digit(message.digit)
    case 'mute':
      return session.mute(message.on)
    case 'hears':
      return session.hears(message.on)
    case 'ping':
      return send({ t: 'pong', id: message.id })
    case 'bye':
      return session.hangUp('caller_hung_up')
  }
}

function jsonOf(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
