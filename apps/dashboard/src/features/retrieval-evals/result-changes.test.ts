import type { GoldenQuestion, GoldenRun } from '@parlance/contract/retrieval-evals/schemas'
import { describe, expect, test } from 'vitest'
import { changeOf, countChanges, percentOf, resultOf } from './result-changes.ts'

describe('changeOf', () => {
  test.each([
    [1, 1, undefined],
    [null, null, undefined],
    [1, undefined, undefined],
    [1, 3, 'up'],
    [5, null, 'up'],
    [3, 1, 'down'],
    [null, 5, 'down'],
  ] as const)('at %s, before at %s: %s', (rank, before, change) => expect(changeOf({ rank, before })).toBe(change))
})

const question = { id: 'a', question: 'When?', rank: 2 } as GoldenQuestion
const run = (results: GoldenRun['results']): GoldenRun => ({
  id: 'r',
  cause: 'manual',
  status: 'done',
  total: results.length,
  hits: results.filter(({ rank }) => rank !== null).length,
  ts: 0,
  results,
})

test('uses only a result of the current question', () => {
  const result = { id: 'a', question: 'When?', rank: 2, before: null }
  expect(resultOf(question, run([result]))).toBe(result)
  expect(resultOf({ ...question, rank: 1 }, run([result]))).toBeUndefined()
  expect(resultOf({ ...question, question: 'Why?' }, run([result]))).toBeUndefined()
  expect(resultOf(question, run([]))).toBeUndefined()
  expect(resultOf(question, undefined)).toBeUndefined()
})

test('counts a run', () => {
  const one = (id: string, rank: number | null, before?: number | null) => ({
    id,
    question: id,
    rank,
    ...(before === undefined ? {} : { before }),
  })
  const all = run([one('a', 1, null), one('b', null, 2), one('c', 3)])
  expect(percentOf(all)).toBe(67)
  expect(countChanges(all)).toEqual({ up: 1, down: 1, known: true })
  expect(countChanges(run([one('a', 1)]))).toEqual({ up: 0, down: 0, known: false })
  expect(percentOf(run([]))).toBe(0)
})
