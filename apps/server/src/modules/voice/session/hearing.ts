// What hears the caller: a transcriber, or an engine that also takes turns and speaks, until it is lost.
import type { VoiceService } from '@parlance/contract/voice/protocol'
import type { Logger } from '../../../lib/log.ts'
import type { CallEvent } from '../engine/call-state.ts'
import type { CallEngine, CallSpeech, CallTranscriber, EngineSession, TranscriptionStream } from '../ports.ts'
import { restOf } from '../speech-fallback.ts'
import type { CallClock } from './clock.ts'

/** A lost transcriber is reopened after one, two, four and eight seconds, then given up. */
const REOPEN_MS = 1000
const MOST_LOSSES = 4
const SAMPLES_A_MS = 16

interface HearingDeps {
  readonly clock: CallClock
  readonly log: Pick<Logger, 'warn'>
  /** Undefined when the caller's side transcribes. */
  readonly transcriber: CallTranscriber | undefined
  readonly transcription: { readonly model: string; readonly thresholdMs: number }
  readonly language: string
  readonly patience: number
  readonly engine: CallEngine | undefined
  /** Speaks where no engine does. */
  readonly speech: CallSpeech
  readonly isOver: () => boolean
  readonly onText: (text: string, isFinal: boolean) => void
  readonly feed: (event: CallEvent) => void
  /** Nothing transcribes on the server any longer. */
  readonly onDeaf: () => void
  readonly onEngineLost: (lost: VoiceService) => void
}

export function createHearing(deps: HearingDeps) {
  const { clock, log, transcriber, engine, isOver } = deps
  let stream: TranscriptionStream | undefined
  let openedAt: number | undefined
  let heardMs = 0
  let session: EngineSession | undefined
  let isEngineLost = false
  let spentUsd = 0
  let spokenChars = 0
  let heardTurn: string | undefined
  let reopen: (() => void) | undefined
  /** Consecutive losses without a word in between. */
  let losses = 0

  const closeEngine = () => {
    const gone = session
    session = undefined
    if (!gone) return
    gone.close()
    spentUsd += gone.spentUsd()
  }
  const engineLost = (reason: string) => {
    if (isEngineLost || !engine) return
    isEngineLost = true
    closeEngine()
    if (isOver()) return
    log.warn({ reason, engine: engine.service.name }, 'the engine of a call was lost')
    deps.feed({ k: 'awaitsTurn', on: false })
    deps.onEngineLost(engine.service)
    if (!engine.recognises) return
    if (transcriber) openStream()
    else deps.onDeaf()
  }
  const openEngine = ({ open, recognises }: CallEngine) => {
    try {
      session = open({
        language: deps.language,
        patience: deps.patience,
        onSpeech: () => deps.feed({ k: 'bargeIn' }),
        onText: deps.onText,
        onTurn(text) {
          heardTurn = text.trim()
          deps.feed({ k: 'turn', text })
        },
        onLost: engineLost,
      })
      deps.feed({ k: 'awaitsTurn', on: recognises })
    } catch (error) {
      engineLost(error instanceof Error ? error.message : 'it could not be opened')
    }
  }
  const streamOver = () => {
    stream = undefined
    if (openedAt !== undefined) heardMs += clock.now() - openedAt
    openedAt = undefined
  }
  const openStream = () => {
    if (!transcriber) return
    openedAt = clock.now()
    try {
      stream = transcriber.open({
        ...deps.transcription,
        language: deps.language,
        onText(text, isFinal) {
          losses = 0
          deps.onText(text, isFinal)
        },
        onLost: streamLost,
      })
    } catch (error) {
      streamOver()
      log.warn({ err: error }, 'a transcriber could not be opened')
    }
  }
  const streamLost = (reason: string, isLasting = false) => {
    streamOver()
    if (isOver()) return
    losses = isLasting ? MOST_LOSSES + 1 : losses + 1
    log.warn({ reason, losses }, 'the transcriber of a call was lost')
    if (losses <= MOST_LOSSES) reopen = clock.after(REOPEN_MS * 2 ** (losses - 1), openStream)
    // The caller's side may still transcribe; otherwise the caller learns that they can't be heard.
    else if (losses === MOST_LOSSES + 1) deps.onDeaf()
  }
  const open = () => {
    // A call that can't be paid for may end before its caller connects.
    if (isOver()) return
    if (engine && !isEngineLost && !session) openEngine(engine)
    if (!engine?.recognises || isEngineLost) openStream()
  }

  const speech: CallSpeech = {
    ...deps.speech,
    async speak(text, options) {
      if (!session) return deps.speech.speak(text, options)
      let samples = 0
      // Interrupted texts count too: an engine is priced by its own units, not by characters.
      spokenChars += text.length
      try {
        return await session.speak(text, {
          ...options,
          onSound(pcm) {
            samples += pcm.length
            options.onSound(pcm)
          },
        })
      } catch (error) {
        if (options.signal.aborted) throw error
        log.warn({ err: error }, 'the engine of a call did not speak')
        const rest = samples === 0 ? text : restOf(text, samples / SAMPLES_A_MS)
        spokenChars -= rest.length
        if (rest !== '') await deps.speech.speak(rest, options)
        return undefined
      }
    },
  }

  return {
    open,
    speech,
    /** The caller's words are recognised on the server. */
    isServerSide: () => stream !== undefined || (session !== undefined && engine?.recognises === true),
    push(pcm: Int16Array) {
      session?.push(pcm)
      stream?.push(pcm)
    },
    /** The question that is answered now: the engine learns of it unless it heard it. */
    asked(text: string) {
      if (text !== heardTurn) session?.tell(text)
      heardTurn = undefined
    },
    /** Speech without words: the transcriber is reopened. */
    doubt() {
      if (!stream) return
      stream.close()
      streamOver()
      openStream()
    },
    close() {
      reopen?.()
      stream?.close()
      streamOver()
      closeEngine()
    },
    /** How long the transcriber was open so far. */
    heardMs: () => heardMs + (openedAt === undefined ? 0 : clock.now() - openedAt),
    /** What the platform pays for the engine so far. */
    spentUsd: () => spentUsd + (session?.spentUsd() ?? 0),
    /** Characters that the engine spoke: its price is not by characters. */
    engineChars: () => spokenChars,
  }
}
