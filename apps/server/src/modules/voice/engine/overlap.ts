// Holds the agent's audio while the caller may be starting to speak, and resumes at the same sample.
import { playedBy, wholeMs } from './agent-turn.ts'
import type { Act, Draft, Emit } from './call-state.ts'
import { pendingText } from './caller.ts'

export function hold(call: Draft, at: number, emit: Emit): void {
  const { agent } = call
  if (!agent?.overlap) return
  call.agent = { ...agent, playedMs: playedBy(agent, at), playedAt: at, overlap: { ...agent.overlap, isHeld: true } }
  emit({ do: 'hold', on: true })
}

export function resume(call: Draft, emit: Emit): void {
  const { agent } = call
  if (!agent?.overlap) return
  const { isHeld, isDucked } = agent.overlap
  call.agent = { ...agent, overlap: undefined, falseHolds: agent.falseHolds + Number(isHeld) }
  if (isHeld) emit({ do: 'hold', on: false })
  if (isDucked) emit({ do: 'duck', on: false })
  if (pendingText(call) === '') {
    call.speechAt = undefined
    call.utteranceAt = undefined
  }
}

export function tellSpoken(call: Draft, emit: Emit): void {
  const { agent } = call
  if (!agent || agent.isSpokenTold || !agent.isWhole || agent.rest.trim() !== '') return
  const ms = wholeMs(agent)
  if (ms === undefined) return
  call.agent = { ...agent, isSpokenTold: true }
  emit({ do: 'spoken', gen: agent.gen, ms })
}

export const resumeNow: Act = (call, _, emit) => resume(call, emit)
