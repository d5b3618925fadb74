import { expect, test } from 'vitest'
import { isInterruption, wordsOf } from './phrases.ts'

test.each([
  ['“Wait…”, she said!', ['wait', 'she', 'said']],
  ["Don't  stop-and-go", ["don't", 'stop-and-go']],
  ['¿Qué? … 24/7 👍', ['qué', '24/7']],
  ['', []],
  ['—', []],
])('%s has the words %j', (text, words) => expect(wordsOf(text)).toEqual(words))

test('takes hostile words in linear time', () => {
  const before = performance.now()
  for (const sign of ['“', '👍', '.', '\u200D'])
    for (let times = 0; times < 100; times += 1) isInterruption(`a${sign.repeat(2000)}b`, 'en')
  expect(performance.now() - before).toBeLessThan(3000)
})
