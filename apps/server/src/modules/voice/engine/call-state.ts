// State, events and commands of the call engine. Times are milliseconds since the call was answered, and come with
// every event.
import type { CallPhase, EndReason } from '@parlance/contract/voice/protocol'
import type { EndpointingSettings } from './endpointing.ts'

export interface CallSettings extends EndpointingSettings {
  /** Spoken when the call is answered; empty lets the caller start. */
  readonly greeting: string
  /** Words needed to interrupt, if words are recognised; 0 lets any speech interrupt. */
  readonly minWords: number
  /** Asked one after another during silence; then `goodbye`, and the call ends. */
  readonly silencePrompts: readonly string[]
  readonly silenceMs: number
  readonly goodbye: string
  readonly maxMs: number
  /** Spoken before the call ends at its maximum length. */
  readonly maxLength: string
  /** Spoken when there was no answer. */
  readonly failed: string
  /** Spoken while a person is being called for the caller, or the caller waits for the team. */
  readonly stillCalling: string
  /** Spoken when nobody took the call, or nobody of the team came. */
  readonly notTaken: string
  /** Spoken while a tool is slow, one after another. */
  readonly fillers: readonly string[]
  /** Spoken in pauses of a long speech by the caller, one after another. */
  readonly backchannels?: readonly string[] | undefined
  /** Speaks in whole sentences from the first one on. */
  readonly inSentences?: boolean | undefined
}

export interface Clause {
  /** As in the answer; empty for fillers. */
  readonly text: string
  readonly speech: string
  readonly ms: number | undefined
  readonly wordEnds?: readonly number[] | undefined
  readonly askedAt: number
  /** It was requested again after it got no audio. */
  readonly isRetried: boolean
}

/** The agent's current or next speech. */
export interface AgentTurn {
  readonly gen: number
  readonly kind: 'greeting' | 'reply' | 'prompt'
  /** The person who wrote these words; undefined for the agent's own. */
  readonly by?: string | undefined
  /** The call ends after it is spoken. */
  readonly thenEnd: EndReason | undefined
  readonly text: string
  /** Text not yet cut into clauses. */
  readonly rest: string
  readonly clauses: readonly Clause[]
  /** The text is complete. */
  readonly isWhole: boolean
  readonly playedMs: number
  readonly playedAt: number
  readonly askedAt: number
  /** Since when the answer has produced no audio. */
  readonly waitedFrom: number
  readonly firstTextAt: number | undefined
  readonly firstSoundAt: number | undefined
  /** When its first audio was played. */
  readonly startedAt: number | undefined
  /** The caller may be starting to speak: since when, and the current reaction. */
  readonly overlap: { readonly since: number; readonly isDucked: boolean; readonly isHeld: boolean } | undefined
  /** How often noise without words held it. */
  readonly falseHolds: number
  readonly isSpokenTold: boolean
  /** When the caller stopped, and when they counted as finished, for the answer's latency. */
  readonly eosAt: number | undefined
  readonly commitAt: number | undefined
  readonly fillers: number
  readonly tool: number | undefined
}

export interface CallState {
  readonly settings: CallSettings
  readonly phase: CallPhase
  readonly gen: number
  readonly agent: AgentTurn | undefined
  /** Interrupted; playback is not reported yet. */
  readonly closing: { readonly turn: AgentTurn; readonly clearedAt: number } | undefined
  readonly isSpeaking: boolean
  readonly speechAt: number | undefined
  readonly speechEndAt: number | undefined
  /** Recognised but not yet sent to the agent. */
  readonly final: string
  readonly interim: string
  /** When the newest words arrived, and the first of this utterance. */
  readonly wordsAt: number | undefined
  readonly utteranceAt: number | undefined
  readonly lastCommit: { readonly text: string; readonly at: number } | undefined
  /** Words whose answer was begun before the caller had surely finished; empty once they changed. One try in each turn. */
  readonly guess: string | undefined
  readonly digits: { readonly text: string; readonly at: number } | undefined
  /** Since when there is silence, and the same before the caller's last sound. */
  readonly quietSince: number
  readonly quietBefore: number
  /** Consecutive speech without words. */
  readonly wordless: number
  readonly murmurs: number
  readonly murmuredAt: number | undefined
  readonly prompts: number
  readonly failures: number
  readonly interruptions: number
  readonly isMuted: boolean
  /** A person has taken over: the agent says nothing on its own. */
  readonly isTaken: boolean
  readonly takenAt: number | undefined
  /** The caller waits for the team: silence is no reason to hang up. */
  readonly waits: boolean
  /** People's messages that are still to be spoken. */
  readonly relays: readonly { readonly text: string; readonly by: string | undefined }[]
  /** Speech is transcribed; otherwise sound alone interrupts nothing. */
  readonly hears: boolean
  /** An engine decides when the caller has finished. */
  readonly awaitsTurn: boolean
  /** Transfer of the call: a person is being called, the last words are spoken, or the caller is with the person. */
  readonly passing: 'calling' | 'leaving' | 'away' | undefined
  readonly awaySince: number | undefined
  readonly wakeAt: number | undefined
}

export type CallEvent =
  | { readonly k: 'start' }
  /** Speech started or ended this many milliseconds ago. */
  | { readonly k: 'vad'; readonly on: boolean; readonly ago?: number }
  | { readonly k: 'stt'; readonly text: string; readonly final: boolean }
  | { readonly k: 'typed'; readonly text: string }
  | { readonly k: 'dtmf'; readonly digit: string }
  | { readonly k: 'mute'; readonly on: boolean }
  /** Transcription became available or unavailable. */
  | { readonly k: 'hears'; readonly on: boolean }
  /** An engine decides from now on when the caller has finished, or no longer does. */
  | { readonly k: 'awaitsTurn'; readonly on: boolean }
  /** The engine hears the caller start to speak, or decides that they have finished. */
  | { readonly k: 'bargeIn' }
  | { readonly k: 'turn'; readonly text: string }
  /** A person takes over, or hands back to the agent. */
  | { readonly k: 'taken'; readonly on: boolean; readonly by: string }
  /** A message of the person who has taken over. */
  | { readonly k: 'relay'; readonly text: string; readonly by: string }
  /** The caller waits for the team, or no longer does; `isMissed`: nobody came. */
  | { readonly k: 'waits'; readonly on: boolean; readonly isMissed: boolean }
  /** Starts calling a person, or transfers the caller after the current speech; `text` is spoken if the agent is silent. */
  | { readonly k: 'pass'; readonly to: 'calling' | 'leaving'; readonly text: string }
  /** The transfer failed and the caller is with the agent; `text` is spoken. */
  | { readonly k: 'stay'; readonly text: string }
  /** More text of an answer, and its end. */
  | { readonly k: 'delta'; readonly gen: number; readonly text: string }
  | { readonly k: 'replyEnd'; readonly gen: number; readonly failed?: boolean; readonly ends?: boolean }
  /** A tool of the answer started or ended. */
  | { readonly k: 'tool'; readonly gen: number; readonly on: boolean }
  /** A clause's audio is complete. */
  | {
      readonly k: 'sound'
      readonly gen: number
      readonly idx: number
      readonly ms: number
      readonly wordEnds?: readonly number[] | undefined
      readonly said?: string | undefined
    }
  | { readonly k: 'firstSound'; readonly gen: number }
  | { readonly k: 'played'; readonly gen: number; readonly ms: number }
  | { readonly k: 'tick' }
  /** Speak this, then end for that reason. */
  | { readonly k: 'close'; readonly text: string; readonly reason: EndReason }
  | { readonly k: 'hangup'; readonly reason: EndReason }

export interface Said {
  readonly from: 'caller' | 'agent' | 'system'
  readonly gen: number
  readonly by?: string | undefined
  readonly text: string
  readonly heard?: string
  readonly at: number
  readonly endAt: number
}

export interface TurnLatency {
  readonly gen: number
  readonly at: number
  readonly endpointing: number
  readonly model: number | null
  readonly speech: number | null
  readonly total: number | null
}

export type CallCommand =
  | { readonly do: 'speak'; readonly gen: number; readonly idx: number; readonly text: string }
  /** Speaks without taking the turn. */
  | { readonly do: 'murmur'; readonly gen: number; readonly text: string }
  /** The transcriber may have stalled. */
  | { readonly do: 'deaf' }
  | { readonly do: 'ask'; readonly gen: number; readonly text: string }
  /** Begin the answer: these words may be all. */
  | { readonly do: 'guess'; readonly text: string }
  /** They were not: the begun answer is not used. */
  | { readonly do: 'unguess' }
  /** Stop generating the answer. */
  | { readonly do: 'stopReply'; readonly gen: number }
  | { readonly do: 'clear'; readonly gen: number; readonly playedMs: number }
  | { readonly do: 'duck'; readonly on: boolean }
  | { readonly do: 'hold'; readonly on: boolean }
  | { readonly do: 'spoken'; readonly gen: number; readonly ms: number }
  | { readonly do: 'phase'; readonly phase: CallPhase }
  | { readonly do: 'user'; readonly text: string; readonly final: boolean }
  | { readonly do: 'agentText'; readonly gen: number; readonly text: string; readonly heard?: string }
  | { readonly do: 'said'; readonly said: Said }
  | { readonly do: 'truncate'; readonly gen: number; readonly heard: string }
  /** An interrupted reply was played this far. */
  | { readonly do: 'cut'; readonly gen: number; readonly playedMs: number }
  | { readonly do: 'latency'; readonly latency: TurnLatency }
  | { readonly do: 'leave' }
  | { readonly do: 'wake'; readonly at: number }
  | { readonly do: 'end'; readonly reason: EndReason }

export interface CallStep {
  readonly state: CallState
  readonly commands: readonly CallCommand[]
}

export function newCall(settings: CallSettings): CallState {
  return {
    settings,
    phase: 'connecting',
    gen: 0,
    agent: undefined,
    closing: undefined,
    isSpeaking: false,
    speechAt: undefined,
    speechEndAt: undefined,
    final: '',
    interim: '',
    wordsAt: undefined,
    utteranceAt: undefined,
    lastCommit: undefined,
    guess: undefined,
    digits: undefined,
    quietSince: 0,
    quietBefore: 0,
    wordless: 0,
    murmurs: 0,
    murmuredAt: undefined,
    prompts: 0,
    failures: 0,
    interruptions: 0,
    isMuted: false,
    isTaken: false,
    takenAt: undefined,
    waits: false,
    relays: [],
    hears: true,
    awaitsTurn: false,
    passing: undefined,
    awaySince: undefined,
    wakeAt: undefined,
  }
}

/** Mutable while one event is applied. */
export type Draft = { -readonly [K in keyof CallState]: CallState[K] }
export type Emit = (command: CallCommand) => void
export type Act = (call: Draft, at: number, emit: Emit) => void
