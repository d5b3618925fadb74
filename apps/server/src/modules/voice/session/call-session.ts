// A running call: connects the caller's line, the call engine, transcription, speech and the conversation.
import type { CallEntry, CallLatency } from '@parlance/contract/voice/schemas'
import {
  CALL_RATE,
  type CallMessage,
  type EndReason,
  FRAME_SAMPLES,
  type VoiceService,
} from '@parlance/contract/voice/protocol'
import { withoutCitations } from '@parlance/contract/conversations/citations'
import type { StreamPart } from '@parlance/contract/conversations/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../../lib/ctx.ts'
import { createMediaClock } from '../audio/media-clock.ts'
import { createPlayed } from '../audio/played.ts'
import { createRecorder, type Recorder } from '../audio/recorder.ts'
import { createVad } from '../audio/vad.ts'
import { reduceCall } from '../engine/call-engine.ts'
import { type CallCommand, type CallEvent, type CallSettings, newCall } from '../engine/call-state.ts'
import type { Replacement } from '../engine/spoken.ts'
import type { AnswerVerdict } from '../engine/voicemail.ts'
import type {
  BegunAnswer,
  CallAnswer,
  CallConversations,
  CallEngine,
  CallSpeech,
  CallTranscriber,
  CallTurn,
  TransferWish,
} from '../ports.ts'
import { createAnswering } from './answering.ts'
import { createBucket } from './bucket.ts'
import { LOST_MS, MAX_TRANSCRIPT, MOST_TEXTS_LEFT_OUT, TEXTS_A_MINUTE } from './limits.ts'
import type { CallClock } from './clock.ts'
import { createEarlyAnswers } from './early-answers.ts'
import { createHearing } from './hearing.ts'
import { BROWSER_TRANSCRIBER, type CallLine, type Ears, type PeopleFollower } from './line.ts'
import { createSpeaking } from './speaking.ts'

export interface CallResult {
  readonly reason: EndReason
  readonly conversationId: string | undefined
  readonly durationMs: number
  readonly interruptions: number
  readonly transcript: readonly CallEntry[]
  readonly latencies: readonly CallLatency[]
  /** WAV; undefined without recording. */
  readonly recording: Buffer | undefined
}

export interface CallSessionDeps {
  readonly clock: CallClock
  readonly ctx: Ctx
  readonly settings: CallSettings
  readonly speech: CallSpeech
  /** Pronunciations of words that the voice gets wrong. */
  readonly replacements?: readonly Replacement[] | undefined
  /** Background noise behind the agent. */
  readonly noise?: string | undefined
  /** Without transcription: the caller types. */
  readonly isTyped: boolean
  /** Undefined when the caller's side transcribes. */
  readonly transcriber: CallTranscriber | undefined
  /** Hears, takes turns and speaks; where it is lost, transcriber and speech do. */
  readonly engine?: CallEngine | undefined
  readonly transcription: { readonly model: string; readonly thresholdMs: number }
  readonly records: boolean
  readonly turn: Omit<CallTurn, 'messageId' | 'text' | 'conversationId'>
  readonly conversationId: string | undefined
  readonly conversations: CallConversations
  /** Spoken when a turn is refused for credits or a limit. */
  readonly unavailable: string
  /** Said before hanging up when transcription is lost; absent where the browser can transcribe. */
  readonly deaf?: string | undefined
  /**
   * For outgoing calls: detects who answered before the agent speaks. Returns what to do: talk, leave a message and
   * end, or end. Called again when a person turns out to be a mailbox.
   */
  readonly onAnswered?: ((verdict: AnswerVerdict) => 'converse' | 'hangUp' | { readonly leave: string }) | undefined
  /** Audio and captions of both sides, for listeners. */
  readonly ears?: Ears
  /** Follows who has the conversation, as soon as it is known. */
  readonly followPeople?: (conversationId: string, follower: PeopleFollower) => () => void
  /** Resolves once the call is stored. */
  readonly onEnd: (result: CallResult) => Promise<void>
  /** Absent when this call can't be transferred. */
  readonly transfers?: CallTransfers | undefined
  /** The conversation started or got a message: for viewers. */
  readonly onChange: (conversationId: string | undefined) => void
}

export interface CallTransfers {
  readonly names: readonly string[]
  /** The agent wants a transfer and has finished its answer. */
  readonly wish: (wish: TransferWish) => void
  /** Everything was spoken: the caller can be transferred now. */
  readonly leave: () => void
}

const PER_MS = CALL_RATE / 1000
/** Within this time a transferred call is answered, or the caller returns. */
const AWAY_MS = 120_000
/** Of silence, for a muted caller. */
const MUTE_SILENCE_S = 1
const MAX_UNASKED = 4000

interface Asked {
  readonly answer: CallAnswer
  heard: string | undefined
}

/** Sources are not spoken. The conversation keeps them. */
const spokenPart = ({ text, heard }: { readonly text: string; readonly heard?: string }) => ({
  text: withoutCitations(text),
  heard: heard === undefined ? undefined : withoutCitations(heard),
})

export function createCallSession(deps: CallSessionDeps) {
  const { clock, ctx } = deps
  const started = clock.now()
  let state = newCall(deps.settings)
  let line: CallLine | undefined
  let isOver = false
  let isBegun = false
  let lastWords: { readonly text: string; readonly reason: EndReason } | undefined
  let wake: (() => void) | undefined
  let conversationId = deps.conversationId
  let turns: Promise<void> = Promise.resolve()
  /** Said before the agent could be asked: added to the next question. */
  let unasked = ''
  const vad = createVad()
  const media = createMediaClock()
  const recorder: Recorder | undefined = deps.records ? createRecorder() : undefined
  const asked = new Map<number, Asked>()
  const dropped = new Map<number, string>()
  const transcript: CallEntry[] = []
  const latencies: CallLatency[] = []
  const turnIds = new Map<number, string>()
  const done = Promise.withResolvers<void>()
  const texts = createBucket({ perSecond: TEXTS_A_MINUTE / 60, most: TEXTS_A_MINUTE, now: clock.now })
  let textsLeftOut = 0

  const at = () => Math.round(clock.now() - started)
  const send = (message: CallMessage) => {
    line?.send(message)
    deps.ears?.told(message)
  }
  const played = createPlayed((pcm, endAt) => {
    recorder?.agent(pcm, endAt)
    deps.ears?.sound('agent', pcm, endAt)
  })
  let unfollow: (() => void) | undefined
  const knowConversation = (id: string) => {
    conversationId = id
    if (isOver) return
    unfollow ??= deps.followPeople?.(id, {
      taken: (on, by) => feed({ k: 'taken', on, by }),
      relay: (text, by) => feed({ k: 'relay', text, by }),
      waits: (on, isMissed) => feed({ k: 'waits', on, isMissed }),
    })
  }

  const feed = (event: CallEvent) => {
    if (isOver) return
    const step = reduceCall(state, event, at())
    state = step.state
    for (const command of step.commands) carryOut(command)
  }

  /** What a returning caller may have missed while there was no line. */
  const tellPlayback = () => {
    const { agent, gen } = state
    send({ t: 'clear', gen: agent ? agent.gen - 1 : gen })
    send({ t: 'hold', on: agent?.overlap?.isHeld ?? false })
    send({ t: 'duck', on: agent?.overlap?.isDucked ?? false })
    send({ t: 'state', s: state.phase })
  }

  const hearing = createHearing({
    clock,
    log: ctx.log,
    transcriber: deps.transcriber,
    transcription: deps.transcription,
    language: deps.settings.language,
    patience: deps.settings.patience,
    engine: deps.engine,
    speech: deps.speech,
    isOver: () => isOver,
    onText: (text, final) => hear({ k: 'stt', text, final }),
    // Nobody is answered before it is known who answered the call.
    feed: (event) => (event.k === 'turn' && answering?.isPending() ? undefined : feed(event)),
    onDeaf: () =>
      deps.deaf === undefined
        ? send({ t: 'transcriber', transcriber: BROWSER_TRANSCRIBER })
        : feed({ k: 'close', text: deps.deaf, reason: 'unavailable' }),
    onEngineLost: (service) => speechLost(service, deps.speech.service, 'engine_lost'),
  })
  const speaking = createSpeaking({
    speech: hearing.speech,
    replacements: deps.replacements,
    log: ctx.log,
    feed,
    send(gen, startMs, pcm) {
      played.sent(gen, startMs, pcm)
      line?.sendSpeech(gen, startMs, pcm)
    },
  })

  const { onAnswered } = deps
  const answering =
    onAnswered &&
    createAnswering({
      clock,
      language: deps.settings.language,
      onVerdict(verdict) {
        const next = onAnswered(verdict)
        if (next === 'hangUp') return feed({ k: 'hangup', reason: 'voicemail' })
        if (next === 'converse') return state.phase === 'connecting' ? start() : undefined
        return feed({ k: 'close', text: next.leave, reason: 'voicemail' })
      },
    })
  const start = () => {
    feed({ k: 'start' })
    if (deps.isTyped) feed({ k: 'hears', on: false })
  }
  /** Input of the caller's side, for the engine or, before the agent may speak, for answer detection. */
  const hear = (event: Extract<CallEvent, { k: 'vad' | 'stt' }>) => {
    answering?.hear(event.k === 'stt' ? { k: 'words', text: event.text, final: event.final } : event)
    if (!answering?.isPending()) feed(event)
  }

  let lost: (() => void) | undefined = clock.after(LOST_MS, () => feed({ k: 'hangup', reason: 'never_connected' }))

  const carryOut = (command: CallCommand): void => {
    switch (command.do) {
      case 'speak':
        return speaking.speak(command.gen, command.idx, command.text)
      case 'ask':
        return ask(command.gen, command.text)
      case 'guess':
        return early.begin(command.text)
      case 'unguess':
        return early.drop()
      case 'murmur':
        return speaking.murmur(command.gen, command.text)
      case 'deaf':
        return hearing.doubt()
      case 'stopReply':
        return asked.get(command.gen)?.answer.stop()
      case 'clear': {
        speaking.stop(command.gen)
        if (command.playedMs === 0) played.drop(command.gen)
        return send({ t: 'clear', gen: command.gen })
      }
      case 'duck':
        return send({ t: 'duck', on: command.on })
      case 'hold':
        return send({ t: 'hold', on: command.on })
      case 'spoken':
        return send({ t: 'spoken', gen: command.gen, ms: command.ms })
      case 'phase':
        return send({ t: 'state', s: command.phase })
      case 'user':
        return send({ t: 'user', text: command.text, final: command.final })
      case 'agentText': {
        const { gen } = command
        const { text, heard } = spokenPart(command)
        return send({ t: 'agent', gen, text, ...(heard === undefined ? {} : { heard }) })
      }
      case 'said': {
        const { from, gen, by, at: begin, endAt } = command.said
        const { text, heard } = from === 'agent' ? spokenPart(command.said) : command.said
        const turnId = from === 'system' ? undefined : turnIds.get(gen)
        const isCut = heard !== undefined && heard !== text
        if (from === 'agent') played.drop(gen)
        if (transcript.length >= MAX_TRANSCRIPT) return
        transcript.push({
          from,
          text,
          ...(isCut ? { heard } : {}),
          ...(by === undefined ? {} : { by }),
          at: Math.max(0, begin),
          endAt: Math.max(0, endAt),
          ...(turnId === undefined ? {} : { turnId }),
        })
        return deps.onChange(conversationId)
      }
      case 'cut':
        return speaking.cut(command.gen, command.playedMs)
      case 'truncate':
        return truncate(command.gen, command.heard)
      case 'latency': {
        const { gen: _, ...latency } = command.latency
        return void latencies.push(latency)
      }
      case 'wake':
        wake?.()
        wake = clock.after(Math.max(1, command.at - at()), () => feed({ k: 'tick' }))
        return
      case 'leave':
        hearing.close()
        lost = clock.after(AWAY_MS, () => feed({ k: 'hangup', reason: 'connection_lost' }))
        return deps.transfers?.leave()
      case 'end':
        return over(command.reason)
    }
  }

  const onPart = (gen: number) => (part: StreamPart) => {
    if (part.type === 'text-delta') feed({ k: 'delta', gen, text: part.delta })
    else if (part.type === 'data-item') feed({ k: 'delta', gen, text: `\n\n${plainText([part.data])}\n\n` })
  }

  const turnOf = (text: string): CallTurn => ({
    ...deps.turn,
    conversationId,
    messageId: `call-${randomId(20)}`,
    text,
    transfers: deps.transfers?.names,
  })

  const early = createEarlyAnswers({
    begin: (text) => (isOver || unasked !== '' ? undefined : deps.conversations.begin?.(ctx, turnOf(text))),
    ready: () => turns,
    log: ctx.log,
  })

  const ask = (gen: number, text: string) => {
    turns = turns.then(async () => {
      if (state.agent?.gen !== gen && !isOver) {
        unasked = [unasked, text].filter(Boolean).join(' ').slice(-MAX_UNASKED)
        return
      }
      const whole = [unasked, text].filter(Boolean).join(' ')
      unasked = ''
      hearing.asked(text)
      const begun = early.take(whole)
      try {
        await askNow(gen, whole, begun)
      } catch (error) {
        refused(gen, error)
      } finally {
        if (begun) early.close(begun)
      }
    })
  }

  const askNow = async (gen: number, text: string, begun: BegunAnswer | undefined) => {
    const onTool = (on: boolean) => feed({ k: 'tool', gen, on })
    let failed = false
    const heard = onPart(gen)
    const onAnswer = (part: StreamPart) => {
      if (part.type === 'error') failed = true
      else heard(part)
    }
    const answer = begun
      ? await begun.say(onAnswer, onTool)
      : await deps.conversations.say(ctx, turnOf(text), onAnswer, onTool)
    if (conversationId !== answer.conversationId) send({ t: 'conversation', id: answer.conversationId })
    knowConversation(answer.conversationId)
    turnIds.set(gen, answer.turnId)
    noteTurn(gen, answer.turnId)
    asked.set(gen, { answer, heard: undefined })
    deps.onChange(conversationId)
    if (dropped.has(gen) || isOver) answer.stop()
    await answer.ended
    feed({ k: 'replyEnd', gen, failed, ends: answer.ends?.() ?? false })
    const late = dropped.get(gen)
    if (late !== undefined) return cut(answer, late)
    const wish = answer.transfer?.()
    if (wish && !isOver) deps.transfers?.wish(wish)
  }

  /** Text that arrived before its turn had an id. */
  const noteTurn = (gen: number, turnId: string) => {
    const entry = transcript.findLast(({ from }) => from === 'caller')
    if (entry && entry.turnId === undefined && state.gen === gen)
      transcript[transcript.indexOf(entry)] = { ...entry, turnId }
  }

  const refused = (gen: number, error: unknown) => {
    const code = error instanceof AppError ? error.code : undefined
    if (code === 'CREDITS_EXHAUSTED' || code === 'LIMIT_REACHED')
      return feed({ k: 'close', text: deps.unavailable, reason: 'credits_exhausted' })
    if (code === 'VISITOR_BLOCKED' || code === 'CONFLICT') return feed({ k: 'hangup', reason: 'agent_hung_up' })
    ctx.log.warn({ err: error }, 'a turn of a call was not answered')
    return feed({ k: 'replyEnd', gen, failed: true })
  }

  const truncate = (gen: number, heard: string) => {
    dropped.set(gen, heard)
    const known = asked.get(gen)
    if (!known) return
    turns = turns.then(async () => {
      await known.answer.ended
      await cut(known.answer, heard)
    })
  }

  const cut = async (answer: CallAnswer, heard: string) => {
    const { conversationId: id, turnId } = answer
    try {
      await deps.conversations.truncate(ctx, { agentId: deps.turn.agentId, conversationId: id, turnId, heard })
    } catch (error) {
      ctx.log.warn({ err: error, turnId }, 'an answer of a call was not cut to what was heard')
    }
  }

  /** Limits texts to what a person can say; excess ends the call with a goodbye. */
  const takeText = (event: CallEvent) => {
    if (deps.turn.isTest || texts.take()) return feed(event)
    textsLeftOut += 1
    if (textsLeftOut > MOST_TEXTS_LEFT_OUT) feed({ k: 'close', text: deps.settings.goodbye, reason: 'agent_hung_up' })
  }

  const speechLost = (lostService: VoiceService, speech: VoiceService, text = 'voice_lost') => {
    if (isOver) return
    send({ t: 'speech', speech })
    if (transcript.length < MAX_TRANSCRIPT)
      transcript.push({ from: 'system', text, by: lostService.name, at: at(), endAt: at() })
    deps.onChange(conversationId)
  }

  const over = (reason: EndReason) => {
    if (isOver) return
    isOver = true
    wake?.()
    lost?.()
    answering?.stop()
    unfollow?.()
    early.drop()
    speaking.stopAll()
    hearing.close()
    const durationMs = at()
    void finish(reason, durationMs)
  }

  const finish = async (reason: EndReason, durationMs: number) => {
    try {
      for (const { answer } of asked.values()) if (state.phase === 'ended') answer.stop()
      await turns
      await early.settled()
      await deps.onEnd({
        reason,
        conversationId,
        durationMs,
        interruptions: state.interruptions,
        transcript,
        latencies,
        recording: recorder?.wav(),
      })
    } catch (error) {
      ctx.log.error({ err: error }, 'storing a call failed')
    } finally {
      send({ t: 'ended', reason })
      line?.close()
      done.resolve()
    }
  }

  return {
    at,
    isOver: () => isOver,
    isConnected: () => line !== undefined && !line.isQuiet?.(),
    /** The connection broke, and may return. */
    isLost: () => isBegun && line === undefined && !isOver,
    noise: deps.noise,
    conversationId: () => conversationId,
    transcript: (): readonly CallEntry[] => transcript,
    phase: () => state.phase,
    /** How long a transcriber was open. */
    heardMs: hearing.heardMs,
    /** Characters sent to speech synthesis. */
    spokenChars: speaking.chars,
    /** Another voice speaks from now on. */
    speechLost,
    /** Price of answers that were begun and not used. */
    unusedCost: early.cost,
    /** What the platform pays for the engine so far, and the characters that it spoke. */
    engineUsd: hearing.spentUsd,
    engineChars: hearing.engineChars,
    /** Resolves once the call is over and stored. */
    done: done.promise,
    /** The caller connects, for the first time or again. */
    connect(next: CallLine) {
      const isFirst = !isBegun
      isBegun = true
      const before = line
      line = next
      before?.close()
      if (state.passing === 'away') {
        hearing.open()
        feed({ k: 'stay', text: deps.settings.notTaken })
      }
      lost?.()
      lost = undefined
      vad.reset()
      media.restart()
      if (isFirst) {
        hearing.open()
        if (lastWords) feed({ k: 'close', ...lastWords })
        else if (answering) answering.begin()
        else start()
      } else tellPlayback()
      if (conversationId === undefined) return
      knowConversation(conversationId)
      send({ t: 'conversation', id: conversationId })
    },
    /** The connection broke; it may return for a while. */
    disconnect(gone: CallLine) {
      if (line !== gone || isOver) return
      line = undefined
      // A transferred caller returns on a new line, or not at all.
      if (state.passing === 'away') return
      feed({ k: 'vad', on: false })
      lost = clock.after(LOST_MS, () => feed({ k: 'hangup', reason: 'connection_lost' }))
    },
    sound(pcm: Int16Array) {
      if (isOver || state.isMuted) return
      const endAt = media.ended(pcm.length / PER_MS, clock.now() - started)
      recorder?.caller(pcm, endAt)
      deps.ears?.sound('caller', pcm, endAt)
      for (let from = 0; from < pcm.length; from += FRAME_SAMPLES) {
        const frame = pcm.subarray(from, from + FRAME_SAMPLES)
        const change = vad.push(frame, state.phase === 'speaking' || state.phase === 'greeting')
        if (!change) continue
        // Late frames tell of something that happened earlier.
        const frameEndAt = endAt - (pcm.length - from - frame.length) / PER_MS
        hear({ k: 'vad', on: change.on, ago: Math.max(0, Math.round(at() - frameEndAt)) + change.ago })
      }
      hearing.push(pcm)
      answering?.sound(pcm)
    },
    played(gen: number, ms: number) {
      played.played(gen, ms, at())
      feed({ k: 'played', gen, ms })
    },
    words: (text: string, isFinal: boolean) => {
      // Server-side transcription takes precedence.
      if (hearing.isServerSide()) return
      if (isFinal) takeText({ k: 'stt', text, final: true })
      else feed({ k: 'stt', text, final: false })
    },
    typed: (text: string) => takeText({ k: 'typed', text }),
    /** `#` submits keyed digits at once, like a text; without it they wait for a pause. */
    digit: (digit: string) => (digit === '#' ? takeText({ k: 'dtmf', digit }) : feed({ k: 'dtmf', digit })),
    mute(on: boolean) {
      media.restart()
      // Silence lets an engine that hears nothing any more end the caller's turn.
      if (on) hearing.push(new Int16Array(CALL_RATE * MUTE_SILENCE_S))
      feed({ k: 'mute', on })
    },
    /** From the caller's side; server-side transcription takes precedence. */
    hears: (on: boolean) => {
      if (!hearing.isServerSide()) feed({ k: 'hears', on })
    },
    /** Waits for the line if called before it connects. */
    close(text: string, reason: EndReason) {
      if (isBegun) feed({ k: 'close', text, reason })
      else lastWords = { text, reason }
    },
    hangUp: (reason: EndReason) => feed({ k: 'hangup', reason }),
    /** Starts calling a person, or transfers the caller after the current speech. */
    pass: (to: 'calling' | 'leaving', text: string) => feed({ k: 'pass', to, text }),
    stay: (text: string) => {
      // The caller is between two lines, and hears it on the next one.
      if (state.passing === 'away' && !line) return
      // The carrier still has the old line.
      if (state.passing === 'away') {
        lost?.()
        lost = undefined
        hearing.open()
      }
      feed({ k: 'stay', text })
    },
    isAway: () => state.passing === 'away',
  }
}
export type CallSession = ReturnType<typeof createCallSession>
