import { expect, test } from 'vitest'
import { createModelRequests } from './model-requests.ts'

test.each([
  ['each question once', [['A?'], ['A?', 'B?']], ['A?', 'B?']],
  ['nothing again when a request is repeated', [['A?'], ['A?']], ['A?', undefined]],
  ['the rest when the caller goes on', [['When do you'], ['When do you open?']], ['When do you', 'open?']],
  ['what was never asked with what follows', [['A?', 'B?']], ['A? B?']],
  ['a longer word as new words', [['Open'], ['Opening?']], ['Open', 'Opening?']],
  ['the same words later', [['Yes.'], ['Yes.', 'Yes.']], ['Yes.', 'Yes.']],
  ['the last message of a shortened history', [['A?', 'B?'], ['C?']], ['A? B?', 'C?']],
  ['nothing without words', [[]], [undefined]],
] as const)('says %s', (_, requests, words) => {
  const model = createModelRequests()
  expect(requests.map((said) => model.take({ said }).text)).toEqual(words)
})

test('gives a repeated request the answer from its beginning', () => {
  const model = createModelRequests()
  const { answer } = model.take({ said: ['A?'] })
  answer.push('We open ')
  const heard: string[] = []
  model.take({ said: ['A?'] }).answer.watch({ delta: (text) => void heard.push(text), end: () => void heard.push('.') })
  answer.push('at nine')
  answer.end()
  expect(heard).toEqual(['We open ', 'at nine', '.'])
})
