// How the agent's words end: played to the end, interrupted or dropped; and the end of the call.
import type { EndReason } from '@parlance/contract/voice/protocol'
import { isAudible, playedBy, wholeMs } from './agent-turn.ts'
import type { Draft, Emit } from './call-state.ts'
import { pendingText, takeUtterance } from './caller.ts'
import { heardText } from './heard.ts'

export function finishIfPlayed(call: Draft, at: number, emit: Emit): void {
  const { agent } = call
  if (!agent?.isWhole || agent.rest.trim() !== '') return
  const whole = wholeMs(agent)
  if (whole !== undefined && agent.playedMs >= whole - 20) finish(call, at, emit)
}

/** The agent has finished speaking. */
export function finish(call: Draft, at: number, emit: Emit): void {
  const { agent } = call
  if (!agent) return
  call.agent = undefined
  call.quietSince = at
  if (agent.overlap?.isHeld) emit({ do: 'hold', on: false })
  if (agent.overlap?.isDucked) emit({ do: 'duck', on: false })
  emit({
    do: 'said',
    said: {
      from: 'agent',
      gen: agent.gen,
      by: agent.by,
      text: agent.text.trim(),
      at: agent.startedAt ?? agent.askedAt,
      endAt: at,
    },
  })
  if (agent.thenEnd !== undefined) end(call, agent.thenEnd, at, emit)
}

/** Discards the rest of the answer; the heard part is settled once playback is reported. */
export function interrupt(call: Draft, at: number, emit: Emit): void {
  const { agent } = call
  if (!agent) return
  settleClosing(call, at, emit)
  const playedMs = playedBy(agent, at)
  call.agent = undefined
  call.closing = { turn: { ...agent, playedMs: Math.min(playedMs, agent.playedMs + 250) }, clearedAt: at }
  call.interruptions += 1
  if (agent.kind === 'reply' && !agent.isWhole) emit({ do: 'stopReply', gen: agent.gen })
  emit({ do: 'clear', gen: agent.gen, playedMs })
  if (agent.overlap?.isHeld) emit({ do: 'hold', on: false })
  if (agent.overlap?.isDucked) emit({ do: 'duck', on: false })
}

export function settleClosing(call: Draft, _: number, emit: Emit): void {
  const { closing } = call
  if (!closing) return
  const { turn, clearedAt } = closing
  call.closing = undefined
  const heard = heardText(turn.clauses, turn.playedMs)
  const text = turn.text.trim()
  emit({ do: 'agentText', gen: turn.gen, text, heard })
  emit({
    do: 'said',
    said: {
      from: 'agent',
      gen: turn.gen,
      by: turn.by,
      text,
      heard,
      at: turn.startedAt ?? turn.askedAt,
      endAt: clearedAt,
    },
  })
  emit({ do: 'cut', gen: turn.gen, playedMs: turn.playedMs })
  if (turn.kind === 'reply') emit({ do: 'truncate', gen: turn.gen, heard })
}

/** Discards an answer that no one has heard. */
export function dropReply(call: Draft, emit: Emit): void {
  const { agent } = call
  if (!agent || agent.thenEnd !== undefined) return
  call.agent = undefined
  if (agent.kind === 'reply') emit({ do: 'stopReply', gen: agent.gen })
  emit({ do: 'clear', gen: agent.gen, playedMs: 0 })
  emit({ do: 'cut', gen: agent.gen, playedMs: 0 })
  if (agent.kind === 'reply') emit({ do: 'truncate', gen: agent.gen, heard: '' })
}

export function end(call: Draft, reason: EndReason, at: number, emit: Emit): void {
  const { agent } = call
  if (agent && isAudible(agent)) {
    interrupt(call, at, emit)
    // It was not an interruption: the call is over.
    call.interruptions -= 1
  } else dropReply(call, emit)
  settleClosing(call, at, emit)
  keepPending(call, at, emit)
  call.phase = 'ended'
  emit({ do: 'end', reason })
}

/** Stores words that stay unanswered. */
export function keepPending(call: Draft, at: number, emit: Emit): void {
  const text = pendingText(call)
  if (text === '') return
  const from = call.utteranceAt ?? at
  emit({ do: 'said', said: { from: 'caller', gen: call.gen + 1, text, at: Math.min(from, at), endAt: at } })
  takeUtterance(call)
}
