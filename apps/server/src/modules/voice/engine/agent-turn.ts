// Derived values of the agent's current speech: length, how much was played, latency.
import type { AgentTurn, TurnLatency } from './call-state.ts'

export const newTurn = (gen: number, kind: AgentTurn['kind'], at: number): AgentTurn => ({
  gen,
  kind,
  thenEnd: undefined,
  text: '',
  rest: '',
  clauses: [],
  isWhole: false,
  playedMs: 0,
  playedAt: at,
  askedAt: at,
  waitedFrom: at,
  firstTextAt: undefined,
  firstSoundAt: undefined,
  startedAt: undefined,
  overlap: undefined,
  falseHolds: 0,
  isSpokenTold: false,
  eosAt: undefined,
  commitAt: undefined,
  fillers: 0,
  tool: undefined,
})

/** Milliseconds of all its audio; undefined until all of it exists. */
export function wholeMs({ clauses }: AgentTurn): number | undefined {
  if (clauses.some(({ ms }) => ms === undefined)) return undefined
  return clauses.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
}

/** It is being played, and not completely heard yet. */
export const isAudible = (agent: AgentTurn | undefined): boolean => agent?.startedAt !== undefined

/** All requested audio was played. */
export const isAllPlayed = (agent: AgentTurn): boolean => {
  const whole = wholeMs(agent)
  return agent.rest.trim() === '' && whole !== undefined && agent.playedMs >= whole - 20
}

export const playedBy = (agent: AgentTurn, at: number): number =>
  agent.startedAt === undefined ? 0 : agent.playedMs + (agent.overlap?.isHeld ? 0 : at - agent.playedAt)

/** Latency of an answer whose first audio was just played; undefined for speech that answers nothing. */
export function latencyOf(agent: AgentTurn): TurnLatency | undefined {
  const { gen, eosAt, commitAt, firstTextAt, firstSoundAt, startedAt, clauses } = agent
  if (eosAt === undefined || commitAt === undefined) return undefined
  const clauseAt = clauses[0]?.askedAt
  return {
    gen,
    at: eosAt,
    endpointing: commitAt - eosAt,
    model: firstTextAt === undefined ? null : firstTextAt - commitAt,
    speech: firstSoundAt === undefined || clauseAt === undefined ? null : firstSoundAt - clauseAt,
    total: startedAt === undefined ? null : startedAt - eosAt,
  }
}
