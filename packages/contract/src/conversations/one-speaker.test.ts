// One speaker at a time: a model of the transactions that store messages, driven through random interleavings.
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { reachable, routeTo, timesOutAt } from './handoff-rules.ts'
import { isSamePerson, moved, type Move, refusesReply, speakerOf, type Standing } from './lifecycle.ts'

type Human = 'ada' | 'ben'
const personOf = (id: Human) => ({ kind: 'user' as const, id })

interface Message {
  readonly from: 'visitor' | 'agent' | Human
  readonly id: string
  /** Who held the conversation as it was stored. */
  readonly speaker: string
}
/** What is stored of one conversation; every step below is one transaction under its lock. */
interface Stored {
  standing: Standing
  holder: Human | null
  /** The turn that may store an answer, and when its lease ends. */
  running: { readonly turn: string; readonly until: number } | null
  messages: Message[]
  handoffs: number
  /** When people were asked for; null while nobody is waited for. */
  askedAt: number | null
  timeOuts: number
  /** The agent asked again by itself after nobody had come. */
  looped: boolean
  /** Who is there for requests. */
  online: readonly Human[]
  isOpen: boolean
  now: number
}
const LEASE = 3
/** A step of `waits` is so long. */
const WAIT_MS = 20_000
const TIMEOUT_S = 60
const NEVER = { enabled: true, timeZone: 'UTC', days: [[], [], [], [], [], [], []], holidays: [] }

const mayAsk = ({ standing, isOpen }: Stored, by: 'visitor' | 'agent') =>
  reachable(by, { hours: { ...NEVER, enabled: !isOpen }, hasMissed: standing.missed === true, at: 0 }).kind === 'open'

const speakerNow = ({ standing, holder }: Stored): string => {
  const speaker = speakerOf(standing)
  return speaker === 'people' && standing.state === 'human-chatting' ? (holder ?? 'nobody') : speaker
}
const store = (to: Stored, from: Message['from'], id: string) => to.messages.push({ from, id, speaker: speakerNow(to) })
const isRunning = ({ running, now }: Stored) => running !== null && running.until > now

const visitorSays = (to: Stored, id: string): boolean => {
  if (to.messages.some((message) => message.id === id)) return true
  const speaker = speakerOf(to.standing)
  if (speaker === 'nobody' || (speaker === 'agent' && isRunning(to))) return false
  store(to, 'visitor', id)
  if (speaker === 'agent') to.running = { turn: id, until: to.now + LEASE }
  return true
}
/** A turn stores its answer only while it is the one that runs; a process that was away too long is not. */
const agentAnswers = (to: Stored, turn: string, asksForPeople: boolean) => {
  if (to.running?.turn !== turn) return
  store(to, 'agent', `answer to ${turn}`)
  to.running = null
  if (!asksForPeople) return
  if (!mayAsk(to, 'agent')) return
  const outcome = moved(to.standing, 'handOff')
  if (outcome.kind !== 'moved') return
  if (to.standing.missed) to.looped = true
  to.standing = outcome.to
  to.handoffs++
  to.askedAt = to.now
}
/** The request goes to somebody who is there; it is nobody's word yet. */
const assign = (to: Stored) => {
  if (to.askedAt === null || to.holder !== null) return
  const team = (['ada', 'ben'] as const).map((id) => ({
    ...personOf(id),
    isOnline: to.online.includes(id),
    open: 0,
    lastAt: 0,
  }))
  to.holder = (routeTo(team)?.id as Human | undefined) ?? null
}
const timeOut = (to: Stored) => {
  if (to.askedAt === null || timesOutAt(to.askedAt * WAIT_MS, TIMEOUT_S) > to.now * WAIT_MS) return
  move(to, undefined, 'timeOut')
  to.timeOuts++
}
const move = (to: Stored, by: Human | undefined, wanted: Move) => {
  // A running answer is stopped and stored first; the move waits for its end.
  if (isRunning(to) && to.running) agentAnswers(to, to.running.turn, false)
  const outcome = moved(to.standing, wanted)
  const isFromOther = wanted === 'takeOver' && by !== undefined && to.holder !== by && outcome.kind === 'already'
  if (outcome.kind !== 'moved' && !isFromOther) return
  if (outcome.kind === 'moved') to.standing = outcome.to
  to.running = null
  if (wanted === 'takeOver') to.holder = by ?? null
  if (wanted === 'handBack' || (to.askedAt !== null && to.standing.state === 'ai-chatting')) to.holder = null
  to.askedAt = to.standing.awaited ? (wanted === 'handOff' ? to.now : to.askedAt) : null
}
const humanReplies = (to: Stored, by: Human, id: string): boolean => {
  if (to.messages.some((message) => message.id === id)) return true
  if (refusesReply(to.standing, to.holder && personOf(to.holder), personOf(by)) !== undefined) return false
  store(to, by, id)
  return true
}

const human = fc.constantFrom<Human>('ada', 'ben')
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('routes' as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('timesOut' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ends' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('waits' as const) }) },
)

test('never two speakers, no message lost or stored twice, no hand-off without a question', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 5, maxLength: 40 }), (steps) => {
      const stored: Stored = {
        standing: { state: 'ai-chatting', awaited: false, closed: false },
        holder: null,
        running: null,
        messages: [],
        handoffs: 0,
        askedAt: null,
        timeOuts: 0,
        looped: false,
        online: [],
        isOpen: true,
        now: 0,
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
          // A late one comes from a process that lost its lease, or that was thought dead.
          const turn = one.late ? turns[0] : stored.running?.turn
          if (turn) agentAnswers(stored, turn, one.asks)
        } else if (one.kind === 'replies') {
          sent[one.by] = one.again && sent[one.by] ? sent[one.by] : `reply ${n}`
          if (humanReplies(stored, one.by, sent[one.by])) accepted.push(sent[one.by])
        } else if (one.kind === 'moves') move(stored, one.by, one.move)
        else if (one.kind === 'wishes')
          move(stored, undefined, one.move === 'handOff' && !mayAsk(stored, 'visitor') ? 'turnAway' : one.move)
        else if (one.kind === 'team') Object.assign(stored, { online: one.online, isOpen: one.isOpen })
        else if (one.kind === 'routes') assign(stored)
        else if (one.kind === 'timesOut') timeOut(stored)
        else if (one.kind === 'ends') move(stored, undefined, 'end')
        else stored.now += 2

        const speaks = [
          speakerOf(stored.standing) === 'agent',
          ...(['ada', 'ben'] as const).map(
            (by) => refusesReply(stored.standing, stored.holder && personOf(stored.holder), personOf(by)) === undefined,
          ),
        ]
        expect(speaks.filter(Boolean).length).toBeLessThanOrEqual(1)
        // Somebody is waited for exactly while a request has not been answered, and nobody waits for ever.
        expect(stored.standing.awaited).toBe(stored.askedAt !== null)
        if (stored.standing.missed) expect(speakerOf(stored.standing)).toBe('agent')
      }
      for (const { from, speaker } of stored.messages) if (from !== 'visitor') expect(speaker).toBe(from)
      const ids = stored.messages.map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids).toEqual(expect.arrayContaining(accepted))
      expect(stored.looped).toBe(false)
      expect(stored.handoffs).toBeLessThanOrEqual(ids.filter((id) => id.startsWith('question')).length)
    }),
    { numRuns: 10_000 },
  )
})

test('people of two kinds with one id are two', () => {
  expect(isSamePerson({ kind: 'user', id: 'a' }, { kind: 'client', id: 'a' })).toBe(false)
})
