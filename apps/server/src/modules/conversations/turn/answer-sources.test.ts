import { expect, test } from 'vitest'
import { sourcesOfAnswer } from './answer-sources.ts'

const sources = [{ n: 1 }, { n: 2 }]

test.each<[answer: string, shown: readonly number[]]>([
  ['Lamps may be returned within 30 days.', [1, 2]],
  ['Lamps may be returned within 30 days [2].', [2]],
  ['I don’t have that in my knowledge.', []],
  ['I am sorry, I do not know the price of that.', []],
  ['Das weiß ich leider nicht.', []],
  ['Je ne sais pas.', []],
  ['لا أعرف.', []],
  ['I don’t have that in my knowledge [9].', []],
  // What it does know came from somewhere.
  ['I don’t know about lamps, but chairs may be returned [1].', [1]],
])('%s', (answer, shown) => {
  expect(sourcesOfAnswer(sources, answer).map(({ n }) => n)).toEqual(shown)
})
