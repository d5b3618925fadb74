import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { HandoffHours } from './handoff-hours.ts'
import {
  ABSENCE_MS,
  type Held,
  isAbandoned,
  peopleAsked,
  queuePosition,
  reachable,
  routeTo,
  timesOutAt,
} from './handoff-rules.ts'

const person = (id: string, isOnline: boolean, open: number, lastAt = 0) => ({
  kind: 'user' as const,
  id,
  name: id,
  isOnline,
  open,
  lastAt,
})

describe('routeTo', () => {
  test.each([
    ['nobody when nobody is there', [], undefined],
    ['nobody when all are away', [person('a', false, 0)], undefined],
    ['the one who is online', [person('a', false, 0), person('b', true, 9)], 'b'],
    ['the one with the fewest conversations', [person('a', true, 2), person('b', true, 1)], 'b'],
    ['the one who was not asked for longest, among equals', [person('a', true, 1, 20), person('b', true, 1, 10)], 'b'],
    ['always the same among those who never were', [person('b', true, 0), person('a', true, 0)], 'a'],
  ])('%s', (_, people, id) => {
    expect(routeTo(people)?.id).toBe(id)
  })

  test('keeps a team within one conversation of each other when taking turns', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 40 }), (team, requests) => {
        const people = Array.from({ length: team }, (_, n) => ({
          kind: 'user' as const,
          id: `p${n}`,
          isOnline: true,
          open: 0,
          lastAt: 0,
        }))
        for (let n = 1; n <= requests; n++) {
          const chosen = people.find(({ id }) => id === routeTo(people)?.id)
          if (chosen) Object.assign(chosen, { open: chosen.open + 1, lastAt: n })
        }
        const loads = people.map(({ open }) => open)
        expect(Math.max(...loads) - Math.min(...loads)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('peopleAsked', () => {
  const able = ['a', 'b', 'c'].map((id) => ({ kind: 'user' as const, id }))
  const [a, b, c] = able
  const named = { to: 'named' as const, people: a ? [a] : [] }
  const everyone = { to: 'everyone' as const, people: [] }
  const stranger = { kind: 'client' as const, id: 'b' }
  test.each([
    ['everybody', { routing: everyone, team: undefined, agentTeam: undefined }, able],
    ['those named', { routing: named, team: undefined, agentTeam: undefined }, [a]],
    ["the agent's team before those named", { routing: named, team: undefined, agentTeam: [b] }, [b]],
    ["the conversation's team before the agent's", { routing: everyone, team: [c], agentTeam: [b] }, [c]],
    ['nobody of an empty team', { routing: everyone, team: undefined, agentTeam: [] }, []],
    [
      'nobody who may not take over, nor another kind of the same id',
      { routing: everyone, team: [stranger], agentTeam: undefined },
      [],
    ],
  ])('%s', (_, { routing, team, agentTeam }, asked) => {
    const members = (of: readonly unknown[] | undefined) => of as typeof able | undefined
    expect(peopleAsked(able, { routing, team: members(team), agentTeam: members(agentTeam) })).toEqual(asked)
  })
})

test('positions are 1 to n, each once, in the order of requests', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(
        fc.record({ id: fc.string({ minLength: 1, maxLength: 5 }), since: fc.integer({ min: 0, max: 5 }) }),
        {
          selector: ({ id }) => id,
          maxLength: 20,
        },
      ),
      (waiting) => {
        const positions = waiting.map((one) => queuePosition(waiting, one))
        expect(positions.toSorted((a, b) => a - b)).toEqual(waiting.map((_, n) => n + 1))
        for (const a of waiting)
          for (const b of waiting)
            if (a.since < b.since) expect(queuePosition(waiting, a)).toBeLessThan(queuePosition(waiting, b))
      },
    ),
  )
})

test('a request lasts as long as configured, but long enough to be answered', () => {
  expect(timesOutAt(1000, 120)).toBe(121_000)
  expect(timesOutAt(1000, 0)).toBe(31_000)
})

describe('reachable', () => {
  const closedDays = [[], [], [], [], [], [], []]
  const always: HandoffHours = { enabled: false, timeZone: 'UTC', days: closedDays, holidays: [] }
  const never: HandoffHours = { ...always, enabled: true }
  test.each([
    ['visitor', always, false, 'open'],
    ['agent', always, false, 'open'],
    ['visitor', never, false, 'closed'],
    ['agent', never, true, 'closed'],
    // A visitor who was not served may ask again; the agent does not ask for them.
    ['visitor', always, true, 'open'],
    ['agent', always, true, 'unanswered'],
  ] as const)('by the %s', (by, hours, hasMissed, kind) => {
    expect(reachable(by, { hours, hasMissed, at: 0 }).kind).toBe(kind)
  })
})

describe('a conversation of an absent person', () => {
  const { waiting, speaking } = ABSENCE_MS
  const held = (as: Held['as'], assignedAt: number, unansweredSince?: number): Held => ({
    as,
    assignedAt,
    unansweredSince,
  })
  test.each<[string, Held, number, boolean]>([
    ['stays a moment with the person who just got it', held('waiting', 0), waiting - 1, false],
    ['goes back to the queue after that', held('waiting', 0), waiting, true],
    ['stays with a person who has answered everything', held('speaking', 0), 10 * speaking, false],
    ['stays while the visitor has not waited for long', held('speaking', 0, 1000), speaking + 999, false],
    ['goes back once the visitor has', held('speaking', 0, 1000), speaking + 1000, true],
    ['counts from when they took it over, not from what was said before', held('speaking', 5000, 0), speaking, false],
  ])('%s', (_, one, now, abandoned) => expect(isAbandoned(one, now)).toBe(abandoned))
})
