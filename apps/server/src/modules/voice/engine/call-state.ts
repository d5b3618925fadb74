// What a call knows, what can happen in it, and what it asks for: the vocabulary of the call engine. Times are milliseconds
// since the call was answered, handed in with every event.
import type { CallPhase, EndReason } from '@parlance/contract/voice/protocol'
import type { EndpointingSettings } from './endpointing.ts'

export interface CallSettings extends EndpointingSettings {
  /** Said when the call is answered; empty to let the caller begin. */
  readonly greeting: string
  /** Words that an interruption needs where words are known; 0 lets sound alone interrupt. */
  readonly minWords: number
  /** Asked one after the other when nobody says anything; then comes `goodbye` and the call ends. */
  readonly silencePrompts: readonly string[]
  readonly silenceMs: number
  readonly goodbye: string
  readonly maxMs: number
  /** Said before the call ends for its length. */
  readonly maxLength: string
  /** Said when no answer came. */
  readonly failed: string
  /** Said while a tool takes long, one after the other. */
  readonly fillers: readonly string[]
  /** Said in pauses of a caller who speaks at length, one after the other. */
  readonly backchannels?: readonly string[] | undefined
}

export interface Clause {
  /** As it stands in the answer; empty where something else is said meanwhile. */
  readonly text: string
  readonly speech: string
  readonly ms: number | undefined
  readonly wordEnds?: readonly number[] | undefined
  readonly askedAt: number
  /** It was asked for again after no sound came. */
  readonly isRetried: boolean
}

/** What the agent is saying, or about to say. */
export interface AgentTurn {
  readonly gen: number
  readonly kind: 'greeting' | 'reply' | 'prompt'
  /** The person whose words these are; undefined where they are the agent's own. */
  readonly by?: string | undefined
  /** The call ends once it is said. */
  readonly thenEnd: EndReason | undefined
  readonly text: string
  /** Not yet cut into clauses. */
  readonly rest: string
  readonly clauses: readonly Clause[]
  /** No more text comes. */
  readonly isWhole: boolean
  readonly playedMs: number
  readonly playedAt: number
  readonly askedAt: number
  /** Since when nothing was said instead of an answer. */
  readonly waitedFrom: number
  readonly firstTextAt: number | undefined
  readonly firstSoundAt: number | undefined
  /** When its first sound was played. */
  readonly startedAt: number | undefined
  /** The caller may be about to speak: since when, and how far that has gone. */
  readonly overlap: { readonly since: number; readonly isDucked: boolean; readonly isHeld: boolean } | undefined
  /** How often it was held for sound that brought no words. */
  readonly falseHolds: number
  readonly isSpokenTold: boolean
  /** When the caller stopped and when they counted as done, for the latency of the answer. */
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
  /** Interrupted; how much was played is still to be told. */
  readonly closing: { readonly turn: AgentTurn; readonly clearedAt: number } | undefined
  readonly isSpeaking: boolean
  readonly speechAt: number | undefined
  readonly speechEndAt: number | undefined
  /** Recognised and not yet said to the agent. */
  readonly final: string
  readonly interim: string
  /** When the newest words came, and the first of this utterance. */
  readonly wordsAt: number | undefined
  readonly utteranceAt: number | undefined
  readonly lastCommit: { readonly text: string; readonly at: number } | undefined
  readonly digits: { readonly text: string; readonly at: number } | undefined
  /** Since when nobody says anything, and the same before the last sound of the caller. */
  readonly quietSince: number
  readonly quietBefore: number
  /** Speech that brought no words, one after the other. */
  readonly wordless: number
  readonly murmurs: number
  readonly murmuredAt: number | undefined
  readonly prompts: number
  readonly failures: number
  readonly interruptions: number
  readonly isMuted: boolean
  /** A person has taken over: the agent says nothing of its own. */
  readonly isTaken: boolean
  /** What people wrote and is still to be spoken. */
  readonly relays: readonly { readonly text: string; readonly by: string }[]
  /** Somebody writes out what is said; otherwise sound alone stops nothing. */
  readonly hears: boolean
  readonly wakeAt: number | undefined
}

export type CallEvent =
  | { readonly k: 'start' }
  /** Speech began or ended, so many milliseconds before this is told. */
  | { readonly k: 'vad'; readonly on: boolean; readonly ago?: number }
  | { readonly k: 'stt'; readonly text: string; readonly final: boolean }
  | { readonly k: 'typed'; readonly text: string }
  | { readonly k: 'dtmf'; readonly digit: string }
  | { readonly k: 'mute'; readonly on: boolean }
  /** From now on somebody, or nobody, writes out what is said. */
  | { readonly k: 'hears'; readonly on: boolean }
  /** A person takes over, or hands back to the agent. */
  | { readonly k: 'taken'; readonly on: boolean; readonly by: string }
  /** Words of the person who has taken over. */
  | { readonly k: 'relay'; readonly text: string; readonly by: string }
  /** More of an answer, and its end. */
  | { readonly k: 'delta'; readonly gen: number; readonly text: string }
  | { readonly k: 'replyEnd'; readonly gen: number; readonly failed?: boolean }
  /** A tool of the answer began or ended. */
  | { readonly k: 'tool'; readonly gen: number; readonly on: boolean }
  /** All sound of a clause is there. */
  | {
      readonly k: 'sound'
      readonly gen: number
      readonly idx: number
      readonly ms: number
      readonly wordEnds?: readonly number[] | undefined
    }
  | { readonly k: 'firstSound'; readonly gen: number }
  | { readonly k: 'played'; readonly gen: number; readonly ms: number }
  | { readonly k: 'tick' }
  /** Say this, then end for that reason. */
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
  /** Says it without taking the turn. */
  | { readonly do: 'murmur'; readonly gen: number; readonly text: string }
  /** Whoever writes out what is said may have stalled. */
  | { readonly do: 'deaf' }
  | { readonly do: 'ask'; readonly gen: number; readonly text: string }
  /** Stop making the answer. */
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
  | { readonly do: 'latency'; readonly latency: TurnLatency }
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
    relays: [],
    hears: true,
    wakeAt: undefined,
  }
}

/** While one event is applied. */
export type Draft = { -readonly [K in keyof CallState]: CallState[K] }
export type Emit = (command: CallCommand) => void
export type Act = (call: Draft, at: number, emit: Emit) => void
