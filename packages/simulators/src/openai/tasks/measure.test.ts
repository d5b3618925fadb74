import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { taskOf } from '../prompts/prompt.ts'
import { measure } from './measure.ts'

const ask = (
  kind: string,
  question: string,
  answers: readonly string[],
  turns: readonly [from: string, text: string][],
) => [
  {
    role: 'system' as const,
    content: `<measure kind="${kind}">\nRules.\n\n<question>${question}</question>\n${answers.map((one) => `<answer>${one}</answer>`).join('\n')}\n</measure>`,
  },
  {
    role: 'user' as const,
    content: `<conversation>\n${turns.map(([from, text]) => `<turn from="${from}">${text}</turn>`).join('\n')}\n</conversation>`,
  },
]
const YES_NO = ['yes', 'no']
const RATING = ['1', '2', '3', '4', '5']

test.each([
  ['yes-no', 'Was a refund asked for?', YES_NO, [['visitor', 'Hello. I want a refund.']], 'yes', 'I want a refund.'],
  ['yes-no', 'Was a refund asked for?', YES_NO, [['visitor', 'When do you open?']], 'no', 'When do you open?'],
  ['yes-no', 'Was the visitor happy?', YES_NO, [['visitor', 'Perfect, thank you!']], 'yes', 'Perfect, thank you!'],
  ['yes-no', 'Was the visitor happy?', YES_NO, [['agent', 'Great!']], 'unclear', ''],
  ['rating', 'How satisfied?', RATING, [['visitor', 'This is useless.']], '1', 'This is useless.'],
  ['rating', 'How satisfied?', RATING, [['visitor', 'That &amp; more: great!']], '5', 'That & more: great!'],
  [
    'category',
    'Topic?',
    ['Shipping', 'Returns'],
    [['visitor', 'How do returns work?']],
    'Returns',
    'How do returns work?',
  ],
  ['category', 'Topic?', ['Shipping', 'Returns'], [['visitor', 'Hello']], 'unclear', ''],
  ['yes-no', 'Was a refund asked for?', YES_NO, [], 'unclear', ''],
] as const)('%s «%s» of %j in %j is %s', (kind, question, answers, turns, value, quote) =>
  expect(JSON.parse(measure(ask(kind, question, answers, turns as [])))).toMatchObject({ value, quote }),
)

test('gives one of the answers for any conversation', () =>
  fc.assert(
    fc.property(fc.string(), fc.string(), (question, text) => {
      const answer = JSON.parse(measure(ask('yes-no', question, YES_NO, [['visitor', text]]))) as { value: string }
      expect(['yes', 'no', 'unclear']).toContain(answer.value)
    }),
  ))

test('handles only prompts that start with its tag', () => {
  expect(taskOf(ask('rating', 'q', RATING, []))).toBe('measure')
  expect(taskOf([{ role: 'user', content: '<measure kind="rating">' }])).toBeUndefined()
})
