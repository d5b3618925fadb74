// One speaker at a time: a model of the transactions that store messages, driven through random interleavings.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isAbandoned, peopleAsked, reachable, routeTo, timesOutAt } from './handoff-rules.ts'
import { isSamePerson, moved, type Move, refusesReply, speakerOf, type SpeakerState } from './lifecycle.ts'

type Human = 'ada' | 'ben'
const personOf = (id: Human) => ({ kind: 'user' as const, id })

interface Message {
  readonly from: 'visitor' | 'agent' | Human
  readonly id: string
  readonly speaker: string
}
/** The stored data of a conversation; every step below is one transaction under its lock. */
interface Stored {
  speakerState: SpeakerState
  holder: Human | null
  heldSince: number
  /** The turn that may store an answer, and when its lease ends. */
  running: { readonly turn: string; readonly until: number } | null
  messages: Message[]
  handoffs: number
  askedAt: number | null
  timeOuts: number
  reopened: number
  routedInTeam: number
  looped: boolean
  online: readonly Human[]
  isOpen: boolean
  now: number
  teams: Readonly<Partial<Record<Team, readonly Human[]>>>
  /** The team that the conversation was assigned to, and the agent's. Either may be gone. */
  team: Team | null
  agentTeam: Team | null
}
type Team = 'sales' | 'support'
const LEASE = 3
const WAIT_MS = 20_000
const TIMEOUT_S = 60
const NEVER = { enabled: true, timeZone: 'UTC', days: [[], [], [], [], [], [], []], holidays: [] }

const mayAsk = ({ speakerState, isOpen }: Stored, by: 'visitor' | 'agent') =>
  reachable(by, { hours: { ...NEVER, enabled: !isOpen }, hasMissed: speakerState.missed === true, at: 0 }).kind ===
  'open'

const speakerNow = ({ speakerState, holder }: Stored): string => {
  const speaker = speakerOf(speakerState)
  return speaker === 'people' && speakerState.state === 'human-chatting' ? (holder ?? 'nobody') : speaker
}
const store = (to: Stored, from: Message['from'], id: string) => to.messages.push({ from, id, speaker: speakerNow(to) })
const isRunning = ({ running, now }: Stored) => running !== null && running.until > now

const visitorSays = (to: Stored, id: string): boolean => {
  if (to.messages.some((message) => message.id === id)) return true
  const speaker = speakerOf(to.speakerState)
  if (speaker === 'nobody' || (speaker === 'agent' && isRunning(to))) return false
  store(to, 'visitor', id)
  if (speaker === 'agent') to.running = { turn: id, until: to.now + LEASE }
  return true
}
/** A turn stores its answer only while it is the running one, not when its process was away for too long. */
const agentAnswers = (to: Stored, turn: string, asksForPeople: boolean) => {
  if (to.running?.turn !== turn) return
  store(to, 'agent', `answer to ${turn}`)
  to.running = null
  if (!asksForPeople) return
  if (!mayAsk(to, 'agent')) return
  const outcome = moved(to.speakerState, 'handOff')
  if (outcome.kind !== 'moved') return
  if (to.speakerState.missed) to.looped = true
  to.speakerState = outcome.to
  to.handoffs++
  to.askedAt = to.now
}
const membersOf = ({ teams }: Stored, team: Team | null) => (team === null ? undefined : teams[team])
const route = (to: Stored, others: Readonly<Record<Human, number>>) => {
  if (to.askedAt === null || to.holder !== null) return
  const own = membersOf(to, to.team)
  const ofAgent = own ? undefined : membersOf(to, to.agentTeam)
  if (ofAgent) to.team = to.agentTeam
  const able = (['ada', 'ben'] as const).map((id) => ({
    ...personOf(id),
    isOnline: to.online.includes(id),
    open: others[id],
    lastAt: 0,
  }))
  const asked = peopleAsked(able, {
    routing: { to: 'everyone', people: [] },
    team: own?.map(personOf),
    agentTeam: ofAgent?.map(personOf),
  })
  const there = to.online.filter((id) => (own ?? ofAgent ?? ['ada', 'ben']).includes(id))
  to.holder = (routeTo(asked)?.id as Human | undefined) ?? null
  to.heldSince = to.now
  // A team member is asked exactly if one is available, and then one with the fewest conversations.
  expect(to.holder === null).toBe(there.length === 0)
  if (to.holder === null) return
  expect(there).toContain(to.holder)
  expect(others[to.holder]).toBe(Math.min(...there.map((id) => others[id])))
  if (own ?? ofAgent) to.routedInTeam++
}
const assignTeam = (to: Stored, team: Team) => {
  const members = to.teams[team]
  if (!members) return
  const isStranger = () => to.holder !== null && !members.includes(to.holder)
  if (to.speakerState.state === 'human-chatting' && isStranger()) move(to, undefined, 'requeue')
  if (isStranger()) to.holder = null
  to.team = team
}
/** An absent person loses it: a waiting visitor returns to the queue, an answered one gets a new request. */
const reopen = (to: Stored) => {
  if (to.holder === null || to.online.includes(to.holder)) return
  const isSpeaking = to.speakerState.state === 'human-chatting'
  if (!isSpeaking && to.askedAt === null) return
  const answered = to.messages.findLastIndex(({ from }) => from === 'ada' || from === 'ben')
  const isUnanswered = to.messages.slice(answered + 1).some(({ from }) => from === 'visitor')
  const held = {
    as: isSpeaking ? ('speaking' as const) : ('waiting' as const),
    assignedAt: to.heldSince * WAIT_MS,
    unansweredSince: isUnanswered ? to.heldSince * WAIT_MS : undefined,
  }
  if (!isAbandoned(held, to.now * WAIT_MS)) return
  to.reopened++
  if (isSpeaking) move(to, undefined, 'requeue')
  else to.holder = null
}
const timeOut = (to: Stored) => {
  if (to.askedAt === null || timesOutAt(to.askedAt * WAIT_MS, TIMEOUT_S) > to.now * WAIT_MS) return
  move(to, undefined, 'timeOut')
  to.timeOuts++
}
const move = (to: Stored, by: Human | undefined, wanted: Move) => {
  // A running answer is stopped and stored before the move.
  if (isRunning(to) && to.running) agentAnswers(to, to.running.turn, false)
  const outcome = moved(to.speakerState, wanted)
  const isFromOther = wanted === 'takeOver' && by !== undefined && to.holder !== by && outcome.kind === 'already'
  if (outcome.kind !== 'moved' && !isFromOther) return
  if (outcome.kind === 'moved') to.speakerState = outcome.to
  to.running = null
  if (wanted === 'takeOver') {
    to.holder = by ?? null
    to.heldSince = to.now
  }
  if (wanted === 'handBack' || wanted === 'requeue' || (to.askedAt !== null && to.speakerState.state === 'ai-chatting'))
    to.holder = null
  if (wanted === 'handBack' || (to.askedAt !== null && to.speakerState.state === 'ai-chatting')) to.team = null
  to.askedAt = to.speakerState.awaited ? (wanted === 'handOff' || wanted === 'requeue' ? to.now : to.askedAt) : null
}
const humanReplies = (to: Stored, by: Human, id: string): boolean => {
  if (to.messages.some((message) => message.id === id)) return true
  if (refusesReply(to.speakerState, to.holder && personOf(to.holder), personOf(by)) !== undefined) return false
  store(to, by, id)
  return true
}

const human = fc.constantFrom<Human>('ada', 'ben')
const team = fc.constantFrom<Team>('sales', 'support')
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('says' as const), again: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('answers' as const), asks: fc.boolean(), late: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('replies' as const), by: human, again: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('moves' as const),
      by: human,
      move: fc.constantFrom<Move>('takeOver', 'handBack'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wishes' as const),
      move: fc.constantFrom<Move>('handOff', 'cancel', 'leaveMessage'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('team' as const),
      online: fc.subarray<Human>(['ada', 'ben']),
      isOpen: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('routes' as const),
      others: fc.record({ ada: fc.integer({ min: 0, max: 3 }), ben: fc.integer({ min: 0, max: 3 }) }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('assignsTeam' as const), team }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('setsAgentTeam' as const), team: fc.option(team, { nil: null }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('changesTeam' as const),
      team,
      members: fc.option(fc.subarray<Human>(['ada', 'ben']), { nil: undefined }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('timesOut' as const) }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('reopens' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ends' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('waits' as const), long: fc.boolean() }) },
)

const start = fc.record({ online: fc.subarray<Human>(['ada', 'ben']), agentTeam: fc.option(team, { nil: null }) })

test('never has two speakers, loses or duplicates a message, or hands off without a request', () => {
  let reopened = 0
  let routedInTeam = 0
  fc.assert(
    fc.property(fc.array(step, { minLength: 10, maxLength: 60 }), start, (steps, { online, agentTeam }) => {
      const stored: Stored = {
        speakerState: { state: 'ai-chatting', awaited: false, closed: false },
        holder: null,
        heldSince: 0,
        running: null,
        messages: [],
        handoffs: 0,
        askedAt: null,
        timeOuts: 0,
        reopened: 0,
        looped: false,
        online,
        isOpen: true,
        now: 0,
        routedInTeam: 0,
        teams: { sales: ['ada'], support: ['ada', 'ben'] },
        team: null,
        agentTeam,
      }
      const accepted: string[] = []
      const turns: string[] = []
      const sent = { says: '', ada: '', ben: '' }
      for (const [n, one] of steps.entries()) {
        if (one.kind === 'says') {
          sent.says = one.again && sent.says ? sent.says : `question ${n}`
          if (visitorSays(stored, sent.says)) accepted.push(sent.says)
          if (stored.running?.turn === sent.says) turns.push(sent.says)
        } else if (one.kind === 'answers') {
          // A late one comes from a process that lost its lease or was thought dead.
          const turn = one.late ? turns[0] : stored.running?.turn
          if (turn) agentAnswers(stored, turn, one.asks)
        } else if (one.kind === 'replies') {
          sent[one.by] = one.again && sent[one.by] ? sent[one.by] : `reply ${n}`
          if (humanReplies(stored, one.by, sent[one.by])) accepted.push(sent[one.by])
        } else if (one.kind === 'moves') move(stored, one.by, one.move)
        else if (one.kind === 'wishes')
          move(stored, undefined, one.move === 'handOff' && !mayAsk(stored, 'visitor') ? 'turnAway' : one.move)
        else if (one.kind === 'team') Object.assign(stored, { online: one.online, isOpen: one.isOpen })
        else if (one.kind === 'routes') route(stored, one.others)
        else if (one.kind === 'assignsTeam') assignTeam(stored, one.team)
        else if (one.kind === 'setsAgentTeam') stored.agentTeam = one.team
        else if (one.kind === 'changesTeam') stored.teams = { ...stored.teams, [one.team]: one.members }
        else if (one.kind === 'timesOut') timeOut(stored)
        else if (one.kind === 'reopens') reopen(stored)
        else if (one.kind === 'ends') move(stored, undefined, 'end')
        else stored.now += one.long ? 16 : 2

        const speaks = [
          speakerOf(stored.speakerState) === 'agent',
          ...(['ada', 'ben'] as const).map(
            (by) =>
              refusesReply(stored.speakerState, stored.holder && personOf(stored.holder), personOf(by)) === undefined,
          ),
        ]
        expect(speaks.filter(Boolean).length).toBeLessThanOrEqual(1)
        // A human is awaited exactly while a request is unanswered, and no one waits forever.
        expect(stored.speakerState.awaited).toBe(stored.askedAt !== null)
        if (stored.speakerState.state === 'human-chatting') expect(stored.holder).not.toBeNull()
        if (stored.speakerState.missed) expect(speakerOf(stored.speakerState)).toBe('agent')
      }
      reopened += stored.reopened
      routedInTeam += stored.routedInTeam
      for (const { from, speaker } of stored.messages) if (from !== 'visitor') expect(speaker).toBe(from)
      const ids = stored.messages.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expect.arrayContaining(accepted))
      expect(stored.looped).toBe(false)
      expect(stored.handoffs).toBeLessThanOrEqual(ids.filter((id) => id.startsWith('question')).length)
    }),
    { numRuns: 10_000 },
  )
  expect(reopened).toBeGreaterThan(100)
  expect(routedInTeam).toBeGreaterThan(100)
}, 120_000)

test('treats people of two kinds with one id as two', () => {
  expect(isSamePerson({ kind: 'user', id: 'a' }, { kind: 'client', id: 'a' })).toBe(false)
})
