/** One call at Vapi: sound both ways over its WebSocket, a custom model that answers, and messages to the server URL. */
import { randomUUID } from 'node:crypto'
import type { WebSocket } from 'ws'
import { readAnswer } from './model.ts'
import type { Assistant } from './validation.ts'

export type EndedReason =
  | 'customer-ended-call'
  | 'assistant-ended-call'
  | 'silence-timed-out'
  | 'exceeded-max-duration'
  | 'call.in-progress.error-providerfault-custom-llm-500-server-error'
  | 'call.in-progress.error-vapifault-worker-died'

export interface CallOptions {
  readonly assistantId: string | undefined
  readonly assistant: Assistant
  readonly rate: number
  /** Mono 16-bit samples of a sentence at `rate`. */
  readonly speak: (text: string, rate: number) => Promise<Buffer> | Buffer
  /** Milliseconds that 20 ms of sound take; 20 is real time. */
  readonly frameMs: number
  /** What was said in the next piece of speech; undefined where nothing is recognised. */
  readonly nextHeard: () => string | undefined
  readonly silenceMs: number
  /** Signed with the headers of the assistant. */
  readonly deliver: (message: Record<string, unknown>) => void
  readonly onEnd: () => void
}

const LOUD = 300
/** Speech over the assistant that lasts this long interrupts it. */
const INTERRUPTS_MS = 200
const USD_A_MINUTE = 0.05

interface Said {
  readonly role: 'user' | 'assistant'
  content: string
}

export function createCall(options: CallOptions) {
  const { assistant, rate } = options
  const id = randomUUID()
  const createdAt = new Date()
  const said: Said[] = []
  const { clientMessages = [], serverMessages = [], maxDurationSeconds = 600 } = assistant
  let socket: WebSocket | undefined
  let status = 'queued'
  let endedReason: EndedReason | undefined
  let startedAt: Date | undefined
  let endedAt: Date | undefined
  let turn = 0
  let isMuted = false
  /** What is being spoken; a newer one stops it. */
  let speech: { isStopped: boolean } | undefined
  let asking: AbortController | undefined
  let loudMs = 0
  let quietMs = 0
  let isUserSpeaking = false
  let silence: NodeJS.Timeout | undefined
  let longest: NodeJS.Timeout | undefined
  let mostMs = 0

  const shown = () => ({
    id,
    orgId: 'simulated-org',
    type: 'vapi.websocketCall',
    createdAt: createdAt.toISOString(),
    updatedAt: new Date().toISOString(),
    status,
    ...(options.assistantId === undefined ? {} : { assistantId: options.assistantId }),
    ...(endedReason === undefined ? {} : { endedReason, cost: cost() }),
  })
  const cost = () =>
    Math.round(
      (((endedAt ?? new Date()).getTime() - (startedAt ?? createdAt).getTime()) / 60_000) * USD_A_MINUTE * 1e4,
    ) / 1e4
  const send = (data: string | Buffer) => {
    if (socket && socket.readyState === socket.OPEN) socket.send(data)
  }
  const tell = (type: string, more: Record<string, unknown> = {}) => {
    if (clientMessages.includes(type)) send(JSON.stringify({ type, timestamp: Date.now(), ...more }))
    if (serverMessages.includes(type))
      options.deliver({ type, timestamp: Date.now(), call: shown(), assistant: { name: assistant.name }, ...more })
  }
  const setStatus = (next: string, more: Record<string, unknown> = {}) => {
    status = next
    tell('status-update', { status: next, ...more })
  }
  const note = (role: Said['role'], text: string) => {
    const last = said.at(-1)
    if (last?.role === role) last.content += ` ${text}`
    else said.push({ role, content: text })
    tell('transcript', { role, transcriptType: 'final', transcript: text })
  }
  const restless = () => {
    clearTimeout(silence)
    if (status === 'in-progress') silence = setTimeout(() => end('silence-timed-out'), options.silenceMs)
  }

  /** Speaks one sentence; resolves with false when it was stopped. */
  const say = async (text: string, mine: { isStopped: boolean }): Promise<boolean> => {
    const bytes = Buffer.from(await options.speak(text, rate))
    if (mine.isStopped || status === 'ended') return false
    const frame = (rate / 50) * 2
    for (let from = 0; from < bytes.length; from += frame) {
      send(bytes.subarray(from, from + frame))
      await new Promise((resolve) => setTimeout(resolve, options.frameMs))
      if (mine.isStopped || status === 'ended') return false
    }
    note('assistant', text)
    return true
  }
  /** Speaks sentences as they come. */
  const speakAll = async (sentences: AsyncIterable<string>) => {
    if (speech) speech.isStopped = true
    const mine = { isStopped: false }
    speech = mine
    let hasBegun = false
    for await (const sentence of sentences) {
      if (isMuted || mine.isStopped) break
      if (!hasBegun) tell('speech-update', { status: 'started', role: 'assistant', turn })
      hasBegun = true
      if (!(await say(sentence, mine))) break
    }
    if (speech === mine) speech = undefined
    if (hasBegun && !mine.isStopped) tell('speech-update', { status: 'stopped', role: 'assistant', turn })
    restless()
  }
  const interrupt = () => {
    if (!speech) return
    speech.isStopped = true
    speech = undefined
    tell('user-interrupted', { turnId: String(turn) })
    tell('speech-update', { status: 'stopped', role: 'assistant', turn })
  }
  const answer = async () => {
    asking?.abort()
    const mine = new AbortController()
    asking = mine
    turn += 1
    try {
      await speakAll(
        readAnswer(assistant.model, {
          signal: mine.signal,
          body: { messages: said, call: shown(), metadata: assistant.metadata ?? {} },
        }),
      )
    } catch {
      if (!mine.signal.aborted) end('call.in-progress.error-providerfault-custom-llm-500-server-error')
    } finally {
      if (asking === mine) asking = undefined
    }
  }
  const heard = (text: string) => {
    if (text.trim() === '' || status !== 'in-progress') return
    interrupt()
    note('user', text)
    restless()
    void answer()
  }

  const sound = (bytes: Buffer) => {
    if (bytes.length % 2 !== 0) return socket?.close(1008, 'odd number of bytes')
    let sum = 0
    for (let i = 0; i < bytes.length; i += 2) sum += bytes.readInt16LE(i) ** 2
    const ms = (bytes.length / 2 / rate) * 1000
    const isLoud = Math.sqrt(sum / Math.max(1, bytes.length / 2)) > LOUD
    if (isLoud) {
      loudMs += ms
      quietMs = 0
      restless()
      if (!isUserSpeaking) tell('speech-update', { status: 'started', role: 'user', turn })
      isUserSpeaking = true
      if (loudMs >= INTERRUPTS_MS) interrupt()
      return undefined
    }
    quietMs += ms
    if (!isUserSpeaking || quietMs < (assistant.transcriber?.endpointing ?? 10)) return undefined
    isUserSpeaking = false
    loudMs = 0
    tell('speech-update', { status: 'stopped', role: 'user', turn })
    const words = options.nextHeard()
    if (words !== undefined) heard(words)
    return undefined
  }

  type Control = {
    type?: unknown
    content?: unknown
    control?: unknown
    endCallAfterSpoken?: unknown
    message?: unknown
  }
  /** False for a message that Vapi does not know. */
  const control = (given: unknown): boolean => {
    const { type, content, control: what, endCallAfterSpoken: ends, message } = (given ?? {}) as Control
    if (type === 'hangup') end('customer-ended-call')
    else if (type === 'end-call') end('assistant-ended-call')
    else if (type === 'control' && what === 'mute-assistant') {
      isMuted = true
      interrupt()
    } else if (type === 'control' && what === 'unmute-assistant') isMuted = false
    else if (type === 'say' && typeof content === 'string') {
      void speakAll(once(content)).then(() => ends === true && end('assistant-ended-call'))
    } else if (type === 'add-message') {
      const { role, content: words } = (message ?? {}) as { role?: unknown; content?: unknown }
      if (role !== 'user' || typeof words !== 'string') return false
      heard(words)
    } else return false
    return true
  }

  function end(reason: EndedReason): void {
    if (status === 'ended') return
    clearTimeout(silence)
    clearTimeout(longest)
    endedReason = reason
    endedAt = new Date()
    if (speech) speech.isStopped = true
    asking?.abort()
    setStatus('ended', { endedReason: reason })
    if (socket && socket.readyState === socket.OPEN)
      socket.close(reason.startsWith('call.in-progress.error') ? 1011 : 1000)
    if (serverMessages.includes('end-of-call-report'))
      options.deliver({
        type: 'end-of-call-report',
        timestamp: Date.now(),
        call: shown(),
        endedReason: reason,
        cost: cost(),
        startedAt: (startedAt ?? createdAt).toISOString(),
        endedAt: endedAt.toISOString(),
        artifact: {
          messages: said,
          transcript: said.map(({ role, content }) => `${role === 'user' ? 'User' : 'AI'}: ${content}`).join('\n'),
          ...(assistant.artifactPlan?.recordingEnabled === true ? recording() : {}),
        },
        analysis: {},
      })
    options.onEnd()
  }
  let recordingUrl = ''
  const recording = () => (recordingUrl === '' ? {} : { recordingUrl, stereoRecordingUrl: recordingUrl })

  return {
    id,
    shown,
    isOver: () => status === 'ended',
    isTaken: () => socket !== undefined,
    said: (): readonly Said[] => said,
    soundMs: () => mostMs,
    control,
    end,
    /** Where a recording can be fetched. */
    recordAt: (url: string) => void (recordingUrl = url),
    connect(opened: WebSocket) {
      socket = opened
      startedAt = new Date()
      setStatus('in-progress')
      longest = setTimeout(() => end('exceeded-max-duration'), maxDurationSeconds * 1000)
      socket.on('message', (data: Buffer, isBinary) => {
        if (isBinary) {
          mostMs += (data.length / 2 / rate) * 1000
          return sound(data)
        }
        try {
          if (!control(JSON.parse(data.toString('utf8')))) opened.close(1008, 'unknown message')
        } catch {
          opened.close(1008, 'no JSON')
        }
        return undefined
      })
      socket.on('close', () => end('customer-ended-call'))
      socket.on('error', () => opened.terminate())
      const { firstMessage = '' } = assistant
      if (firstMessage !== '') void speakAll(once(firstMessage))
      else restless()
    },
    /** A lost network. */
    drop: () => socket?.terminate(),
    crash: () => end('call.in-progress.error-vapifault-worker-died'),
  }
}
export type VapiCall = ReturnType<typeof createCall>

// oxlint-disable-next-line typescript/require-await
async function* once(text: string): AsyncGenerator<string> {
  yield text
}
