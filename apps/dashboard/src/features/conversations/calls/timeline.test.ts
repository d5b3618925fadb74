import type { CallEntry, CallLatency } from '@parlance/contract/voice/schemas'
import { expect, test } from 'vitest'
import { splitHeard, timelineOf } from './timeline.ts'

test.each([
  ['all of it', 'We open at nine.', undefined, 'We open at nine.', ''],
  ['half of it', 'We open at nine.', 'We open', 'We open', ' at nine.'],
  ['nothing', 'We open at nine.', '', '', 'We open at nine.'],
  ['the same in other white space', 'We open.\n\nAt nine.', 'We open. At', 'We open.\n\nAt', ' nine.'],
])('splits an answer when %s was heard', (_, text, heard, before, after) => {
  expect(splitHeard({ text, ...(heard === undefined ? {} : { heard }) })).toEqual({ heard: before, unheard: after })
})

test('puts tools between question and answer, and the latency next to the answer', () => {
  const entry = (from: CallEntry['from'], at: number, endAt: number, turnId?: string): CallEntry => ({
    from,
    text: from,
    at,
    endAt,
    ...(turnId && { turnId }),
  })
  const latency: CallLatency = { at: 3000, endpointing: 200, model: 400, speech: 100, total: 700 }
  const rows = timelineOf({
    transcript: [
      entry('agent', 0, 1500),
      entry('caller', 2000, 3000, 't1'),
      entry('agent', 3700, 5000, 't1'),
      entry('agent', 9000, 9500),
    ],
    answers: [{ turnId: 't1', credits: 3, tools: [{ name: 'book', ok: true, ms: 120 }] }],
    latencies: [latency],
  })
  expect(
    rows.map((row) => (row.kind === 'tool' ? row.tool.name : `${row.entry.from} ${row.latency?.total ?? '-'}`)),
  ).toEqual(['agent -', 'caller -', 'book', 'agent 700', 'agent -'])
})
