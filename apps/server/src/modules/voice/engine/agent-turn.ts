// What the agent is saying, looked at: how long it is, how much of it was played, how fast it came.
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

/** Milliseconds of all its sound; undefined while some is still to come. */
export function wholeMs({ clauses }: AgentTurn): number | undefined {
  if (clauses.some(({ ms }) => ms === undefined)) return undefined
  return clauses.reduce((sum, { ms }) => sum + (ms ?? 0), 0)
}

/** It is being played: there is sound and not all of it was heard. */
export const isAudible = (agent: AgentTurn | undefined): boolean => agent?.startedAt !== undefined

/** Nothing that was asked for is still to be heard. */
export const isAllPlayed = (agent: AgentTurn): boolean => {
  const whole = wholeMs(agent)
  return agent.rest.trim() === '' && whole !== undefined && agent.playedMs >= whole - 20
}

export const playedBy = (agent: AgentTurn, at: number): number =>
  agent.startedAt === undefined ? 0 : agent.playedMs + (agent.overlap?.isHeld ? 0 : at - agent.playedAt)

/** Of an answer whose first sound was just played; undefined for what answers nothing. */
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
