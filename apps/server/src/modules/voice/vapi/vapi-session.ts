// A call that Vapi runs: it hears, decides who speaks, and speaks. Conversations give the answers, people may take over, and
// what Vapi can't say is said by the agent's own voice.
import type { CallEntry } from '@parlance/contract/voice/schemas'
import { CALL_RATE, type CallMessage, type CallPhase, type EndReason } from '@parlance/contract/voice/protocol'
import { createCitationReader } from '@parlance/contract/conversations/citations'
import type { StreamPart } from '@parlance/contract/conversations/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { spokenText } from '../engine/spoken.ts'
import { createBucket } from '../session/bucket.ts'
import { LOST_MS, MAX_TRANSCRIPT, MOST_TEXTS_LEFT_OUT, TEXTS_A_MINUTE } from '../session/limits.ts'
import type { CallSession, CallSessionDeps } from '../session/call-session.ts'
import type { CallLine } from '../session/line.ts'
import type { CallAnswer } from '../ports.ts'
import type { SpokenLines } from '../spoken-lines.ts'
import { createModelRequests, type ModelRequest, type StreamedAnswer } from './model-requests.ts'
import type { VapiEvent, VapiLine } from './ports.ts'

/** As for calls that the own engine runs. */
export type SharedDeps = Pick<
  CallSessionDeps,
  | 'clock'
  | 'ctx'
  | 'speech'
  | 'replacements'
  | 'noise'
  | 'turn'
  | 'conversationId'
  | 'conversations'
  | 'unavailable'
  | 'ears'
  | 'followPeople'
  | 'onEnd'
  | 'onChange'
>

export interface VapiSessionDeps extends SharedDeps {
  readonly lines: Pick<SpokenLines, 'failed' | 'goodbye' | 'broken' | 'notTaken'>
  /** Sound is recognised on the caller's side, or not at all. */
  readonly hearsElsewhere: boolean
  readonly maxMs: number
  readonly connect: (onEvent: (event: VapiEvent) => void) => VapiLine
  readonly tell: (text: string) => Promise<void>
  readonly endReason: (raw: string) => EndReason
}

/** Where an answer to a request of Vapi's goes. */
export interface ModelSink {
  readonly delta: (text: string) => void
  readonly end: () => void
}
export interface VapiSession extends CallSession {
  /** Answers what Vapi asks of its model; returns what to do when Vapi hangs up the request. */
  readonly answer: (request: ModelRequest, sink: ModelSink) => () => void
}

const PER_MS = CALL_RATE / 1000
/** A pause that ends keyed digits. */
const KEYS_MS = 2500
const MOST_KEYS = 100
/** After its last words a call ends at the latest. */
const LAST_WORDS_MS = 20_000
/** Samples quieter than this are silence. */
const QUIET = 32

interface Turn {
  readonly answer: CallAnswer
  readonly stream: StreamedAnswer
  /** What was spoken of it, and the begun sentence. */
  spoken: string
  begun: string
  isCut: boolean
}
const joined = (...texts: readonly string[]): string => texts.filter(Boolean).join(' ')

export function createVapiSession(deps: VapiSessionDeps): VapiSession {
  const { clock, ctx } = deps
  const started = clock.now()
  const at = () => Math.round(clock.now() - started)
  const done = Promise.withResolvers<void>()
  const transcript: CallEntry[] = []
  const texts = createBucket({ perSecond: TEXTS_A_MINUTE / 60, most: TEXTS_A_MINUTE, now: clock.now })
  const requests = createModelRequests()
  let textsLeftOut = 0
  let line: CallLine | undefined
  let vapi: VapiLine | undefined
  let phase: CallPhase = 'connecting'
  let isOver = false
  let isMuted = false
  let conversationId = deps.conversationId
  let unfollow: (() => void) | undefined
  let takenBy: string | undefined
  let isWaiting = false
  /** The agent says its own last words: Vapi is not heard any more. */
  let isClosing = false
  let lastWords: { readonly text: string; readonly reason: EndReason } | undefined
  let interruptions = 0
  let ownChars = 0
  let turns: Promise<void> = Promise.resolve()
  let turn: Turn | undefined
  let keys = ''
  let cancelKeys = () => {}
  let cancelLost = clock.after(LOST_MS, () => end('never_connected'))
  // Vapi ends a call of this length itself.
  const cancelLongest = clock.after(deps.maxMs + LOST_MS, () => end('max_length'))

  /** What is being spoken. */
  let gen = 1
  let samples = 0
  let genText = ''
  /** Position in the transcript. */
  let genEntry: number | undefined
  let isSpeaking = false
  let callerSince: number | undefined

  const send = (message: CallMessage) => {
    line?.send(message)
    deps.ears?.told(message)
  }
  const setPhase = (next: CallPhase) => {
    if (phase === next || isOver) return
    phase = next
    send({ t: 'state', s: next })
  }
  const note = (entry: CallEntry): number | undefined => {
    if (transcript.length >= MAX_TRANSCRIPT) return undefined
    transcript.push(entry)
    deps.onChange(conversationId)
    return transcript.length - 1
  }
  const change = (index: number | undefined, changed: Partial<CallEntry>) => {
    const entry = index === undefined ? undefined : transcript[index]
    if (entry && index !== undefined) transcript[index] = { ...entry, ...changed }
  }

  const nextGen = () => {
    if (samples > 0 || genText !== '') gen += 1
    samples = 0
    genText = ''
    genEntry = undefined
  }
  const sendSound = (pcm: Int16Array) => {
    line?.sendSpeech(gen, Math.round(samples / PER_MS), pcm)
    samples += pcm.length
    deps.ears?.sound('agent', pcm, at())
  }
  const spoken = () => {
    isSpeaking = false
    if (samples === 0) return
    send({ t: 'spoken', gen, ms: Math.round(samples / PER_MS) })
    change(genEntry, { endAt: at() })
  }
  const clear = () => {
    if (samples > 0) send({ t: 'clear', gen })
    isSpeaking = false
    nextGen()
  }

  const isQuiet = (pcm: Int16Array) => pcm.every((sample) => Math.abs(sample) < QUIET)
  const isSilenced = () => takenBy !== undefined || isClosing

  const onEvent = (event: VapiEvent): void => {
    if (isOver) return
    switch (event.k) {
      case 'sound':
        if (!isSilenced() && (isSpeaking || !isQuiet(event.pcm))) sendSound(event.pcm)
        return
      case 'speaking':
        return event.who === 'agent' ? agentSpeaks(event.on) : callerSpeaks(event.on)
      case 'words':
        return event.who === 'agent' ? agentSaid(event.text, event.final) : callerSaid(event.text, event.final)
      case 'interrupted':
        return interrupted()
      case 'ended':
        vapi = undefined
        if (isClosing) return
        return event.reason === undefined ? lost() : vapiEnded(event.reason)
    }
  }
  const lost = () => {
    ctx.log.warn({ agentId: deps.turn.agentId }, 'Vapi was lost during a call')
    close(deps.lines.broken, 'unavailable')
  }
  const vapiEnded = (raw: string) => {
    const reason = deps.endReason(raw)
    if (reason !== 'unavailable') return end(reason)
    ctx.log.warn({ reason: raw }, 'Vapi ended a call because of a fault')
    return close(deps.lines.broken, 'unavailable')
  }

  const agentSpeaks = (on: boolean) => {
    if (isSilenced()) return
    if (!on) {
      spoken()
      return setPhase('listening')
    }
    if (!isSpeaking) nextGen()
    isSpeaking = true
    setPhase(turn || transcript.length > 0 ? 'speaking' : 'greeting')
  }
  const callerSpeaks = (on: boolean) => {
    callerSince ??= at()
    if (on) setPhase('userSpeaking')
    else if (phase === 'userSpeaking') setPhase('listening')
  }
  const agentSaid = (text: string, final: boolean) => {
    if (isSilenced()) return
    const whole = joined(genText, text)
    send({ t: 'agent', gen, text: whole })
    if (turn && !turn.isCut) turn.begun = final ? '' : text
    if (!final) return
    genText = whole
    if (turn && !turn.isCut) turn.spoken = joined(turn.spoken, text)
    const turnId = turn?.answer.turnId
    if (genEntry === undefined) {
      const ms = Math.round(samples / PER_MS)
      genEntry = note({
        from: 'agent',
        text: whole,
        at: Math.max(0, at() - ms),
        endAt: at(),
        ...(turnId === undefined ? {} : { turnId }),
      })
    } else change(genEntry, { text: whole, endAt: at() })
  }
  const callerSaid = (text: string, final: boolean) => {
    send({ t: 'user', text, final })
    if (!final) return
    note({ from: 'caller', text, at: callerSince ?? at(), endAt: at() })
    callerSince = undefined
    if (takenBy === undefined) setPhase('thinking')
  }
  const interrupted = () => {
    if (isSilenced()) return
    if (isSpeaking) {
      interruptions += 1
      if (turn) {
        const text = spokenText(turn.stream.text())
        if (text.length > turn.spoken.length) change(genEntry, { text, heard: genText, endAt: at() })
        cut(turn)
      }
    }
    clear()
  }
  /** Keeps of an answer what was spoken. */
  const cut = (of: Turn) => {
    if (of.isCut) return
    of.isCut = true
    of.answer.stop()
    const heard = joined(of.spoken, of.begun)
    turns = turns.then(async () => {
      const { conversationId: id, turnId } = of.answer
      try {
        await of.answer.ended
        await deps.conversations.truncate(ctx, { agentId: deps.turn.agentId, conversationId: id, turnId, heard })
      } catch (error) {
        ctx.log.warn({ err: error, turnId }, 'an answer of a call was not cut to what was heard')
      }
    })
  }

  const knowConversation = (id: string) => {
    if (conversationId !== id) send({ t: 'conversation', id })
    conversationId = id
    if (!isOver) unfollow ??= deps.followPeople?.(id, { taken, relay, waits })
  }
  const taken = (on: boolean, by: string) => {
    if (isOver || on === (takenBy !== undefined)) return
    if (on) {
      // Also what was not spoken yet.
      if (turn && (isSpeaking || turn.spoken === '')) cut(turn)
      clear()
    }
    takenBy = on ? by : undefined
    note({ from: 'system', text: on ? 'taken_over' : 'handed_back', by, at: at(), endAt: at() })
    setPhase('listening')
  }
  const relay = (text: string, by: string) => void say(text, by)
  const waits = (on: boolean, isMissed: boolean) => {
    if (isWaiting && !on && isMissed) void say(deps.lines.notTaken)
    isWaiting = on
  }

  /** Says something in the agent's own voice, one after another. */
  let saying: Promise<void> = Promise.resolve()
  const say = (text: string, by?: string): Promise<void> => {
    saying = saying.then(async () => {
      const words = spokenText(text, deps.replacements)
      if (isOver || words === '') return
      nextGen()
      const from = at()
      setPhase('speaking')
      send({ t: 'agent', gen, text: words })
      ownChars += words.length
      const stopping = new AbortController()
      const cancel = clock.after(LAST_WORDS_MS, () => stopping.abort())
      try {
        await deps.speech.speak(words, { signal: stopping.signal, onSound: sendSound })
      } catch (error) {
        ctx.log.warn({ err: error }, 'speech of a call failed')
      }
      cancel()
      const ms = Math.round(samples / PER_MS)
      note({ from: 'agent', text: words, ...(by === undefined ? {} : { by }), at: from, endAt: from + ms })
      if (samples > 0) send({ t: 'spoken', gen, ms })
      await new Promise<void>((resolve) => clock.after(Math.max(1, from + ms - at()), resolve))
      setPhase('listening')
    })
    return saying
  }
  const close = (text: string, reason: EndReason) => {
    if (isOver || isClosing) return
    isClosing = true
    clear()
    if (line) void say(text).then(() => end(reason))
    else lastWords = { text, reason }
  }

  const ask = async (text: string, stream: StreamedAnswer): Promise<void> => {
    const onText = stream.push
    const reader = createCitationReader(() => 0)
    let failed = false
    const onPart = (part: StreamPart) => {
      if (part.type === 'text-delta') onText(reader.push(part.delta))
      else if (part.type === 'data-item') onText(`\n\n${plainText([part.data])}\n\n`)
      else if (part.type === 'error') failed = true
    }
    const answer = await deps.conversations.say(
      ctx,
      { ...deps.turn, conversationId, messageId: `call-${randomId(20)}`, text },
      onPart,
    )
    knowConversation(answer.conversationId)
    const index = transcript.findLastIndex(({ from }) => from === 'caller')
    if (index >= 0 && transcript[index]?.turnId === undefined) change(index, { turnId: answer.turnId })
    const mine: Turn = { answer, stream, spoken: '', begun: '', isCut: false }
    turn = mine
    deps.onChange(conversationId)
    if (isOver || !stream.isWatched()) cut(mine)
    await answer.ended
    onText(reader.end())
    if (failed && !isOver) onText(deps.lines.failed)
  }
  const refused = (error: unknown, onText: (text: string) => void) => {
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'CREDITS_EXHAUSTED' || code === 'LIMIT_REACHED') return close(deps.unavailable, 'credits_exhausted')
    if (code === 'VISITOR_BLOCKED' || code === 'CONFLICT') return end('agent_hung_up')
    ctx.log.warn({ err: error }, 'a turn of a call was not answered')
    return onText(deps.lines.failed)
  }

  const end = (reason: EndReason) => {
    if (isOver) return
    isOver = true
    cancelLost()
    cancelLongest()
    cancelKeys()
    unfollow?.()
    vapi?.hangUp()
    if (turn && isSpeaking) cut(turn)
    else turn?.answer.stop()
    void finish(reason, at())
  }
  const finish = async (reason: EndReason, durationMs: number) => {
    try {
      await turns
      await deps.onEnd({
        reason,
        conversationId,
        durationMs,
        interruptions,
        transcript,
        latencies: [],
        recording: undefined,
      })
    } catch (error) {
      ctx.log.error({ err: error }, 'storing a call failed')
    } finally {
      send({ t: 'ended', reason })
      line?.close()
      done.resolve()
    }
  }

  /** Words that Vapi did not hear itself. */
  const tell = (text: string) => {
    if (isOver || isClosing || text.trim() === '') return
    if (!deps.turn.isTest && !texts.take()) {
      textsLeftOut += 1
      if (textsLeftOut > MOST_TEXTS_LEFT_OUT) close(deps.lines.goodbye, 'agent_hung_up')
      return
    }
    deps.tell(text).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'Vapi did not take a message of a caller')
      if (vapi && !isOver) close(deps.lines.broken, 'unavailable')
    })
  }
  const submitKeys = () => {
    cancelKeys()
    const digits = keys
    keys = ''
    tell(digits)
  }

  return {
    answer(request, sink) {
      const found = requests.take(request)
      const unwatch = found.answer.watch(sink)
      if (found.text !== undefined) {
        const { text, answer } = found
        turns = turns.then(async () => {
          try {
            if (isOver || isClosing) return
            await ask(text, answer)
          } catch (error) {
            refused(error, answer.push)
          } finally {
            answer.end()
          }
        })
      }
      return () => {
        unwatch()
        // The caller went on, or spoke over the answer.
        if (found.answer.isWatched() || found.answer.isEnded()) return
        if (turn?.stream === found.answer) cut(turn)
      }
    },
    at,
    isOver: () => isOver,
    isConnected: () => line !== undefined && !line.isQuiet?.(),
    isLost: () => vapi !== undefined && line === undefined && !isOver,
    noise: deps.noise,
    conversationId: () => conversationId,
    transcript: () => transcript,
    phase: () => phase,
    heardMs: () => 0,
    spokenChars: () => ownChars,
    speechLost(lostService, speech) {
      if (isOver) return
      send({ t: 'speech', speech })
      note({ from: 'system', text: 'voice_lost', by: lostService.name, at: at(), endAt: at() })
    },
    unusedCost: () => 0,
    engineUsd: () => 0,
    engineChars: () => 0,
    done: done.promise,
    connect(next) {
      const before = line
      line = next
      before?.close()
      cancelLost()
      if (lastWords) {
        const { text, reason } = lastWords
        void say(text).then(() => end(reason))
      } else if (!isOver && vapi === undefined && phase === 'connecting') vapi = deps.connect(onEvent)
      else send({ t: 'state', s: phase })
      if (conversationId === undefined) return
      knowConversation(conversationId)
      send({ t: 'conversation', id: conversationId })
    },
    disconnect(gone) {
      if (line !== gone || isOver) return
      line = undefined
      cancelLost = clock.after(LOST_MS, () => end('connection_lost'))
    },
    sound(pcm) {
      if (isOver || isMuted) return
      deps.ears?.sound('caller', pcm, at())
      vapi?.push(pcm)
    },
    played: () => {},
    words(text, isFinal) {
      if (!deps.hearsElsewhere) return
      if (isFinal) tell(text)
      else send({ t: 'user', text, final: false })
    },
    typed: tell,
    digit(digit) {
      if (digit === '#') return submitKeys()
      keys = (keys + digit).slice(-MOST_KEYS)
      cancelKeys()
      cancelKeys = clock.after(KEYS_MS, submitKeys)
      return undefined
    },
    mute: (on) => void (isMuted = on),
    hears: () => {},
    close,
    hangUp: end,
    pass: () => {},
    stay: () => {},
    isAway: () => false,
  }
}
