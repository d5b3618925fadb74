// OpenAI Realtime as the engine of a call. The model hears, takes turns and speaks; each turn of the caller is one call of
// its only function, and the answer comes from the conversation, so that nodes, tools, knowledge, limits and hand-off are
// exactly those of a chat.
import { randomBytes } from 'node:crypto'
import { WebSocket } from 'ws'
import { createResampler, type Resampler } from '../../lib/sound/resample.ts'
import {
  type CallEngine,
  type EngineOptions,
  type EngineSession,
  SpeechError,
  type SpeakOptions,
  type SpokenEnds,
} from '../../modules/voice/index.ts'
import type { Endpoint } from './embeddings.ts'
import {
  appendAudio,
  callerText,
  callOutput,
  readEvent,
  REALTIME_MODEL,
  REALTIME_RATE,
  REALTIME_USD_PER_MINUTE,
  type RealtimeEvent,
  realtimeVoice,
  sessionUpdate,
  speakText,
  truncateItem,
} from './realtime-events.ts'
import { watchConnection } from './watch-connection.ts'

const CALL_RATE = 16_000
const OPENING_MS = 4000
/** A text that brings no sound for this long is said by another voice. */
const SILENT_MS = 4000
/** How long the words of a turn may come after its function call. */
const TRANSCRIPT_MS = 800
const CLOSING_MS = 2000
/** Audio buffered until the session is set up: five seconds. */
const MAX_WAITING = 250
/** How often a text that was cancelled before its first sound is tried. */
const MOST_TRIES = 2
const RETRY_MS = 200
const ACTIVE = 'conversation_already_has_active_response'

interface RealtimeWish {
  readonly provider: string
  readonly voiceId: string
  readonly agentName: string
}

export function openAiRealtime(endpoint: Endpoint & { readonly own: boolean }, wish: RealtimeWish): CallEngine {
  const voice = realtimeVoice(wish.provider, wish.voiceId)
  return {
    service: { provider: 'openai-realtime', name: `OpenAI Realtime (${voice})`, isOffline: endpoint.sandbox },
    recognises: !endpoint.sandbox,
    ...(endpoint.own ? {} : { usdPerMinute: REALTIME_USD_PER_MINUTE }),
    open: (options) => openSession(endpoint, { ...options, voice, agentName: wish.agentName }),
  }
}

/** A text to be said. */
interface Speech {
  readonly id: string
  readonly text: string
  readonly options: SpeakOptions
  readonly resolve: (ends: SpokenEnds) => void
  readonly reject: (error: unknown) => void
  readonly resampler: Resampler
  timer: NodeJS.Timeout | undefined
  tries: number
  response: string
  item: string
  ms: number
  said: string
  isOver: boolean
}

type Options = EngineOptions & { readonly voice: string; readonly agentName: string }

function openSession({ apiKey, baseUrl, own }: Endpoint & { readonly own: boolean }, options: Options): EngineSession {
  const url = `${baseUrl.replace(/\/+$/, '').replace(/^http/, 'ws')}/realtime?model=${REALTIME_MODEL}`
  const socket = new WebSocket(url, {
    headers: { authorization: `Bearer ${apiKey}` },
    handshakeTimeout: OPENING_MS,
    perMessageDeflate: false,
  })
  const resampler = createResampler(CALL_RATE, REALTIME_RATE)
  const queue: Speech[] = []
  /** Words of what was heard since the last turn, by item. */
  const transcripts = new Map<string, string>()
  let speech: Speech | undefined
  /** The response in progress; empty between our request and its beginning. */
  let active: string | undefined
  let waiting: object[] = []
  let isReady = false
  let isOver = false
  let usd = 0
  let heard: string[] = []
  let partial = { item: '', text: '' }
  let calls: string[] = []
  let turn: { readonly question: string; readonly timer: NodeJS.Timeout } | undefined

  const send = (message: object) => {
    if (isOver) return
    if (isReady && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
    else if (waiting.length < MAX_WAITING) waiting.push(message)
  }
  const end = () => {
    isOver = true
    connection.stop()
    clearTimeout(opening)
    clearTimeout(turn?.timer)
    const error = new SpeechError('unreachable', 'the session is over')
    for (const one of speech ? [speech, ...queue] : queue) settle(one, error)
    queue.length = 0
  }
  const lost = (reason: string) => {
    if (isOver) return
    isOver = true
    socket.terminate()
    // The engine is given up first, so that what it still had to say is said by another voice.
    options.onLost(reason)
    end()
  }
  const opening = setTimeout(() => lost('it was not ready in time'), OPENING_MS)
  const connection = watchConnection(socket, () => lost('it answers no more'))

  const settle = (one: Speech, error?: unknown) => {
    clearTimeout(one.timer)
    if (one.isOver) return
    one.isOver = true
    if (error === undefined) one.resolve({ said: one.said === '' ? undefined : one.said })
    else one.reject(error)
  }
  const next = () => {
    if (isOver || !isReady || active !== undefined || speech) return
    speech = queue.shift()
    if (!speech) return
    active = ''
    speech.tries += 1
    send(speakText(speech.text, speech.id))
  }
  const cancel = (one: Speech, reason: unknown) => {
    settle(one, reason)
    const at = queue.indexOf(one)
    if (at !== -1) queue.splice(at, 1)
    else if (speech === one && one.response !== '') send({ type: 'response.cancel', response_id: one.response })
  }
  const begun = ({ response, speech: of }: Extract<RealtimeEvent, { k: 'begun' }>) => {
    active = response
    if (!speech || of !== speech.id) return
    speech.response = response
    if (speech.isOver) send({ type: 'response.cancel', response_id: response })
  }
  const sound = ({ response, item, pcm }: Extract<RealtimeEvent, { k: 'sound' }>) => {
    if (!speech || speech.response !== response) return
    speech.item = item
    speech.ms += (pcm.length / REALTIME_RATE) * 1000
    if (speech.isOver) return
    watch(speech)
    speech.options.onSound(speech.resampler.push(pcm))
  }
  const done = ({ response, status, error, usd: cost }: Extract<RealtimeEvent, { k: 'done' }>) => {
    usd += cost
    if (status === 'failed') return lost(error ?? 'a response failed')
    if (active === response) active = undefined
    const one = speech?.response === response ? speech : undefined
    if (one) {
      speech = undefined
      const isCutOff = status === 'cancelled' && one.ms === 0 && !one.isOver
      if (isCutOff && one.tries < MOST_TRIES) queue.unshift(one)
      else settle(one)
    }
    for (const call of calls) send(callOutput(call))
    calls = []
    next()
  }
  const failed = ({ code, message, event }: Extract<RealtimeEvent, { k: 'error' }>) => {
    if (!isReady) return lost(message || code)
    if (speech?.id !== event || !speech || speech.response !== '') return
    const one = speech
    speech = undefined
    if (code === ACTIVE) {
      // The caller's turn began at the same time: the text is said after it.
      one.tries -= 1
      queue.unshift(one)
      if (active !== '') return next()
      active = undefined
      return void setTimeout(next, RETRY_MS)
    }
    active = undefined
    settle(one, new SpeechError('unexpected', message || code))
    next()
  }
  const take = (text: string) => {
    clearTimeout(turn?.timer)
    turn = undefined
    heard = []
    transcripts.clear()
    if (text !== '') options.onTurn(text)
  }
  /** Undefined while a transcript is missing. */
  const wordsHeard = () =>
    heard.every((item) => transcripts.has(item))
      ? heard
          .map((item) => transcripts.get(item))
          .filter(Boolean)
          .join(' ')
      : undefined
  const transcribed = ({ item, text, usd: cost }: Extract<RealtimeEvent, { k: 'transcript' }>) => {
    usd += cost
    if (heard.includes(item)) transcripts.set(item, text)
    if (text !== '') options.onText(text, true)
    const words = wordsHeard()
    if (turn && words !== undefined) take(words || turn.question)
  }
  const asked = ({ call, question }: Extract<RealtimeEvent, { k: 'turn' }>) => {
    calls.push(call)
    const words = wordsHeard()
    if (words !== undefined) return take(words || question)
    clearTimeout(turn?.timer)
    turn = { question, timer: setTimeout(() => take(question), TRANSCRIPT_MS) }
  }
  const hear = (event: RealtimeEvent) => {
    switch (event.k) {
      case 'opened':
        return socket.send(JSON.stringify(sessionUpdate(options)))
      case 'ready':
        if (isReady) return
        isReady = true
        clearTimeout(opening)
        for (const one of waiting) send(one)
        waiting = []
        return next()
      case 'speech':
        return options.onSpeech()
      case 'heard':
        return void heard.push(event.item)
      case 'words': {
        partial = { item: event.item, text: (partial.item === event.item ? partial.text : '') + event.text }
        if (partial.text.trim() !== '') options.onText(partial.text.trim(), false)
        return
      }
      case 'transcript':
        return transcribed(event)
      case 'begun':
        return begun(event)
      case 'sound':
        return sound(event)
      case 'said':
        if (speech?.response === event.response) speech.said = event.text
        return
      case 'turn':
        return asked(event)
      case 'done':
        return done(event)
      case 'error':
        return failed(event)
    }
  }
  const watch = (one: Speech) => {
    clearTimeout(one.timer)
    const patience = one.options.patienceMs ?? SILENT_MS
    one.timer = setTimeout(() => lost('it says nothing any more'), patience)
  }

  socket.on('message', (data: Buffer) => {
    const event = readEvent(data.toString('utf8'))
    if (event && !isOver) hear(event)
  })
  socket.on('unexpected-response', (_, response) => lost(`it answered ${response.statusCode}`))
  socket.on('error', (error) => lost(error.message))
  socket.on('close', (code, reason) => lost(`it closed with ${code} ${reason.toString('utf8').slice(0, 100)}`))

  return {
    push: (pcm) => send(appendAudio(resampler.push(pcm))),
    speak: (text, speakOptions) =>
      new Promise<SpokenEnds>((resolve, reject) => {
        const { signal, onCuttable } = speakOptions
        if (isOver || signal.aborted)
          return reject(signal.aborted ? signal.reason : new SpeechError('unreachable', 'lost'))
        const one: Speech = {
          id: `speech_${randomBytes(9).toString('base64url')}`,
          text,
          options: speakOptions,
          resolve,
          reject,
          resampler: createResampler(REALTIME_RATE, CALL_RATE),
          timer: undefined,
          tries: 0,
          response: '',
          item: '',
          ms: 0,
          said: '',
          isOver: false,
        }
        onCuttable?.((heardMs) => {
          if (one.item !== '' && heardMs < one.ms) send(truncateItem(one.item, heardMs))
        })
        signal.addEventListener('abort', () => cancel(one, signal.reason), { once: true })
        watch(one)
        queue.push(one)
        return next()
      }),
    tell: (text) => send(callerText(text)),
    spentUsd: () => (own ? 0 : usd),
    close() {
      if (isOver) return
      end()
      socket.close(1000)
      setTimeout(() => socket.terminate(), CLOSING_MS).unref()
    },
  }
}
