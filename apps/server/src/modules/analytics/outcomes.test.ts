import { describe, expect, test } from 'vitest'
import { calendarOf, durationsOf, episodesOf, handoffsOf, mostAsked, type PeopleEvent, scoresOf } from './outcomes.ts'

const MINUTE = 60_000
type Told = [minute: number, kind: PeopleEvent['kind'] | 'request' | 'agent']

/** One conversation, minute by minute; `request` is the visitor's hand-off request, `agent` the agent's. */
function told(steps: readonly Told[], endedMinute?: number) {
  const endedAt = endedMinute === undefined ? null : endedMinute * MINUTE
  const at = (minute: number) => minute * MINUTE
  const requests = steps.flatMap(([minute, kind]) =>
    kind === 'request' || kind === 'agent'
      ? [{ id: 'c', at: at(minute), byVisitor: kind === 'request', step: kind === 'agent' ? 'Sales' : '' }]
      : [],
  )
  const events = steps.flatMap(([minute, kind]) =>
    kind === 'request' || kind === 'agent' ? [] : [{ id: 'c', at: at(minute), kind, endedAt }],
  )
  return episodesOf(requests, events).map(({ startedAt, firstResponse, resolution, ...rest }) => ({
    from: startedAt / MINUTE,
    first: firstResponse === undefined ? undefined : firstResponse / MINUTE,
    resolved: resolution === undefined ? undefined : resolution / MINUTE,
    ...rest,
  }))
}

const asked = { reason: 'visitor', step: '' }
describe('an episode with people', () => {
  test.each<[string, Told[], number | undefined, object[]]>([
    [
      'is answered and handed back',
      [
        [0, 'request'],
        [0, 'handoff-asked'],
        [2, 'human-joined'],
        [3, 'reply'],
        [5, 'reply'],
        [10, 'human-left'],
      ],
      undefined,
      [{ from: 0, first: 3, resolved: 10, answered: true, ...asked }],
    ],
    [
      'waits for an answer',
      [
        [0, 'request'],
        [1, 'human-joined'],
      ],
      undefined,
      [{ from: 0, answered: false, ...asked }],
    ],
    [
      'ends with the chat',
      [
        [0, 'agent'],
        [4, 'reply'],
      ],
      9,
      [{ from: 0, first: 4, resolved: 9, answered: true, reason: 'agent', step: 'Sales' }],
    ],
    [
      'is called off',
      [
        [0, 'request'],
        [3, 'handoff-cancelled'],
      ],
      undefined,
      [{ from: 0, answered: false, ...asked }],
    ],
    [
      'becomes a left message',
      [
        [0, 'request'],
        [3, 'message-left'],
      ],
      undefined,
      [{ from: 0, answered: false, ...asked }],
    ],
    [
      'goes on when the teammate has to leave and the visitor waits again',
      [
        [0, 'request'],
        [2, 'human-joined'],
        [4, 'human-absent'],
        [4, 'agent'],
        [6, 'human-joined'],
        [7, 'reply'],
        [12, 'human-left'],
      ],
      undefined,
      [{ from: 0, first: 7, resolved: 12, answered: true, ...asked }],
    ],
    [
      'is not resolved when the teammate has to leave and nobody comes',
      [
        [0, 'request'],
        [2, 'human-joined'],
        [4, 'human-absent'],
        [9, 'handoff-missed'],
      ],
      undefined,
      [{ from: 0, answered: false, ...asked }],
    ],
    [
      'is turned away outside working hours',
      [
        [0, 'request'],
        [0, 'handoff-closed'],
        [30, 'request'],
        [31, 'reply'],
      ],
      undefined,
      [
        { from: 0, answered: false, ...asked },
        { from: 30, first: 1, answered: true, ...asked },
      ],
    ],
    [
      'begins with a person who was not asked: nobody waited',
      [
        [5, 'human-joined'],
        [6, 'reply'],
        [8, 'human-left'],
      ],
      undefined,
      [{ from: 5, resolved: 3, answered: true, reason: 'person', step: '' }],
    ],
    [
      'is one, however often it is asked for',
      [
        [0, 'request'],
        [1, 'agent'],
        [2, 'reply'],
      ],
      undefined,
      [{ from: 0, first: 2, answered: true, ...asked }],
    ],
    [
      'comes twice in one conversation',
      [
        [0, 'request'],
        [1, 'reply'],
        [2, 'human-left'],
        [20, 'agent'],
        [25, 'reply'],
        [26, 'human-left'],
      ],
      undefined,
      [
        { from: 0, first: 1, resolved: 2, answered: true, ...asked },
        { from: 20, first: 5, resolved: 6, answered: true, reason: 'agent', step: 'Sales' },
      ],
    ],
    [
      'ends unanswered with the chat',
      [
        [0, 'request'],
        [0, 'handoff-asked'],
      ],
      4,
      [{ from: 0, answered: false, ...asked }],
    ],
    ['is none without people', [], undefined, []],
  ])('%s', (_, steps, ended, expected) => {
    expect(told(steps, ended)).toEqual(expected.map((one) => ({ first: undefined, resolved: undefined, ...one })))
  })

  test('belongs to its own conversation', () => {
    const episodes = episodesOf(
      [
        { id: 'a', at: 0, byVisitor: true, step: '' },
        { id: 'b', at: 1, byVisitor: false, step: 'Sales' },
      ],
      [{ id: 'b', at: 5, kind: 'reply', endedAt: null }],
    )
    expect(episodes.map(({ reason, answered }) => [reason, answered])).toEqual([
      ['visitor', false],
      ['agent', true],
    ])
    expect(handoffsOf(episodes)).toEqual({
      count: 2,
      answered: 1,
      reasons: [
        { reason: 'visitor', step: '', count: 1 },
        { reason: 'agent', step: 'Sales', count: 1 },
      ],
    })
  })
})

test.each([
  [[], null, null],
  [[1000], 1, 1],
  [[3000, 1000], 1, 3],
  [[1000, 2000, 3000], 2, 3],
  [Array.from({ length: 10 }, (_, i) => (i + 1) * 1000), 5, 9],
  [Array.from({ length: 100 }, (_, i) => (100 - i) * 1000), 50, 90],
])('of %j the median is %s and 90 %% take at most %s seconds', (values, median, p90) =>
  expect(durationsOf(values)).toEqual({ count: values.length, median, p90 }),
)

test('uses days and hours of the time zone, including empty days', () => {
  const began = [
    // Monday in UTC, Tuesday in Berlin.
    { at: Date.parse('2026-11-23T23:30:00Z'), conversations: 2, withoutPeople: 1, answered: 1 },
    { at: Date.parse('2026-11-25T11:00:00Z'), conversations: 1, withoutPeople: 1, answered: 1 },
    { at: Date.parse('2026-11-26T23:30:00Z'), conversations: 9, withoutPeople: 9, answered: 9 },
  ]
  const { days, hours } = calendarOf(began, ['2026-11-24', '2026-11-25', '2026-11-26'], 'Europe/Berlin')
  expect(days).toEqual([
    { day: '2026-11-24', conversations: 2, withoutPeople: 1 },
    { day: '2026-11-25', conversations: 1, withoutPeople: 1 },
    { day: '2026-11-26', conversations: 0, withoutPeople: 0 },
  ])
  const busy = hours.flatMap((ofDay, weekday) => ofDay.flatMap((n, hour) => (n > 0 ? [[weekday, hour, n]] : [])))
  expect(busy).toEqual([
    [1, 0, 2],
    [2, 12, 1],
  ])
})

test.each([
  [[], { count: 0, average: null, scores: [0, 0, 0, 0, 0] }],
  [
    [
      { score: 5, count: 3 },
      { score: 1, count: 1 },
    ],
    { count: 4, average: 4, scores: [1, 0, 0, 0, 3] },
  ],
])('scores of %j', (given, expected) => expect(scoresOf(given)).toEqual(expected))

test('merges questions that differ in case and punctuation', () => {
  const asked = [
    { question: 'opening hours?', count: 1 },
    { question: 'Opening hours', count: 3 },
    { question: '???', count: 9 },
    { question: 'Ouvert le dimanche ?', count: 2 },
    { question: 'هل أنتم مفتوحون؟', count: 2 },
  ]
  expect(mostAsked(asked, 2)).toEqual([
    { question: 'Opening hours', count: 4 },
    { question: 'Ouvert le dimanche ?', count: 2 },
  ])
})
