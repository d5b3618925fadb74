// Derived values of the caller's speech: which words count, when they have finished, and what is noise.
import type { CallPhase } from '@parlance/contract/voice/protocol'
import { isAudible } from './agent-turn.ts'
import type { CallState, Draft, Emit } from './call-state.ts'
import { completenessOf, endpointWait } from './endpointing.ts'
import { wordsOf } from './phrases.ts'
import { TIMES } from './times.ts'

/** Characters kept of an utterance; the last ones count. */
const MAX_SAID = 4000

export const lastOf = (text: string): string => (text.length > MAX_SAID ? text.slice(-MAX_SAID).toWellFormed() : text)

export const pendingText = ({ final, interim }: CallState): string =>
  lastOf([final, interim].filter(Boolean).join(' ').trim())

/** The recogniser repeats something that was answered already. */
export function isLate(call: CallState, said: string, at: number): boolean {
  const { lastCommit } = call
  if (!lastCommit || at - lastCommit.at > TIMES.lateMs) return false
  if (call.speechAt !== undefined && call.speechAt > lastCommit.at) return false
  const known = wordsOf(lastCommit.text)
  const words = wordsOf(said)
  const all = new Set(known)
  const same = words.filter((word) => all.has(word)).length
  return words.length <= known.length + 1 && same / Math.max(1, words.length) >= 0.6
}

/** Three or more words that occur in the agent's current speech, in that order. */
export function isEcho({ agent }: CallState, said: string): boolean {
  if (!agent || !isAudible(agent)) return false
  const words = wordsOf(said)
  return words.length >= 3 && ` ${wordsOf(agent.text).join(' ')} `.includes(` ${words.join(' ')} `)
}

/** When the caller has finished; undefined while they speak or have said nothing. */
export function readyAt(call: CallState): number | undefined {
  const text = pendingText(call)
  if (text === '' || call.isSpeaking || call.wordsAt === undefined) return undefined
  const wait = endpointWait(text, call.settings)
  const silentSince = call.speechEndAt !== undefined && call.speechAt !== undefined ? call.speechEndAt : call.wordsAt
  const lag = call.interim === '' ? TIMES.finalLagMs : TIMES.interimLagMs
  return Math.max(silentSince + wait, call.wordsAt + lag) + (call.awaitsTurn ? TIMES.engineTurnMs : 0)
}

export const wordless = (call: CallState): true | undefined =>
  call.speechAt !== undefined && call.speechEndAt !== undefined && pendingText(call) === '' ? true : undefined

export function phaseOf(call: CallState): CallPhase {
  if (call.phase === 'ended' || call.phase === 'connecting') return call.phase
  const { agent } = call
  if (agent?.kind === 'greeting') return 'greeting'
  if (isAudible(agent)) return 'speaking'
  if (agent) return agent.kind === 'reply' ? 'thinking' : 'speaking'
  return call.isSpeaking || pendingText(call) !== '' ? 'userSpeaking' : 'listening'
}

/** When to say «mm-hm»; undefined for never. */
export function murmurAt(call: CallState): number | undefined {
  const { agent, isSpeaking, settings, speechAt, speechEndAt, utteranceAt, murmuredAt } = call
  if ((settings.backchannels ?? []).length === 0 || agent || isSpeaking || call.isTaken) return undefined
  if (speechAt === undefined || speechEndAt === undefined || utteranceAt === undefined) return undefined
  if (speechEndAt - utteranceAt < TIMES.backchannelSpeechMs) return undefined
  if (murmuredAt !== undefined && speechEndAt - murmuredAt < TIMES.backchannelEveryMs) return undefined
  return completenessOf(pendingText(call), settings.language) === 'unfinished'
    ? speechEndAt + TIMES.backchannelPauseMs
    : undefined
}

export function speechEnds(call: Draft, at: number): void {
  if (!call.isSpeaking) return
  call.isSpeaking = false
  call.speechEndAt = at
  call.quietSince = at
}

/** Begins an answer ahead, once in each turn of the caller, when their words sound complete. */
export function guess(call: Draft, emit: Emit): void {
  const text = pendingText(call)
  if (call.guess !== undefined) {
    if (call.guess === '' || call.guess === text) return
    call.guess = ''
    return emit({ do: 'unguess' })
  }
  if (text === '' || call.interim !== '' || call.agent || call.closing || call.isTaken || call.passing) return
  const completeness = completenessOf(text, call.settings.language)
  // Recognised words come before silence is certain.
  const isLikely =
    completeness === 'complete' || completeness === 'answer' || (completeness === 'none' && !call.isSpeaking)
  if (!isLikely || call.phase === 'connecting') return
  call.guess = text
  emit({ do: 'guess', text })
}

export function takeUtterance(call: Draft): void {
  call.guess = undefined
  call.final = ''
  call.interim = ''
  call.wordsAt = undefined
  call.speechAt = undefined
}

/** After this many speeches without words, the transcriber has stalled. */
const MOST_WORDLESS = 2

export function forgetSpeech(call: Draft, _: number, emit: Emit): void {
  const { speechAt, speechEndAt } = call
  call.speechAt = undefined
  call.utteranceAt = undefined
  if (speechAt === undefined || speechEndAt === undefined) return
  // Sound without words does not prove that the caller is there.
  if (call.quietSince === speechEndAt) call.quietSince = call.quietBefore
  if (!call.hears || speechEndAt - speechAt < TIMES.wordlessSpeechMs) return
  call.wordless += 1
  if (call.wordless % MOST_WORDLESS === 0) emit({ do: 'deaf' })
}

export function takeForNoise(call: Draft, at: number, emit: Emit): void {
  call.isSpeaking = false
  call.speechEndAt = at
  call.quietSince = at
  forgetSpeech(call, at, emit)
}

export function murmur(call: Draft, at: number, emit: Emit): void {
  const all = call.settings.backchannels ?? []
  const text = all[call.murmurs % Math.max(1, all.length)]
  call.murmurs += 1
  call.murmuredAt = at
  if (text === undefined) return
  call.gen += 1
  emit({ do: 'murmur', gen: call.gen, text })
}
