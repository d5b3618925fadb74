import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuseScores, type Hit } from './score-fusion.ts'

const text = (hits: readonly Hit<number>[], weight = 1) => ({ hits, weight, nothing: 'zero' as const })
const vector = (hits: readonly Hit<number>[], weight = 0.5) => ({ hits, weight, nothing: 'last' as const })
const hit = (id: number, score: number): Hit<number> => ({ id, score })
const order = (a: readonly Hit<number>[], b: readonly Hit<number>[]) =>
  fuseScores({ text: text(a), vector: vector(b) }).map(({ id }) => id)

describe('fuseScores', () => {
  it.each([
    ['one list keeps its order', [hit(1, 9), hit(2, 3)], [], [1, 2]],
    ['a clear lead in words stays ahead', [hit(1, 9), hit(2, 3)], [hit(2, 0.5), hit(3, 0.4), hit(1, 0.3)], [1, 2, 3]],
    ['meaning decides between words that are near', [hit(1, 9), hit(2, 8)], [hit(2, 0.7), hit(3, 0.4)], [2, 1, 3]],
    ['equal sums go by rank', [hit(1, 2), hit(2, 2)], [], [1, 2]],
    ['a single hit by meaning counts in full', [hit(1, 9), hit(2, 6)], [hit(2, 0.1)], [2, 1]],
    ['nothing at all', [], [], []],
  ])('%s', (_what, a, b, expected) => {
    expect(order(a, b)).toEqual(expected)
  })
  it('returns the rank in each list', () => {
    expect(fuseScores({ text: text([hit(7, 2)]), vector: vector([hit(8, 0.9), hit(7, 0.1)]) })).toEqual([
      { id: 7, score: 1, ranks: { text: 1, vector: 2 } },
      { id: 8, score: 0.5, ranks: { text: null, vector: 1 } },
    ])
  })
  const hits = fc
    .uniqueArray(fc.record({ id: fc.nat(30), score: fc.double({ min: -1, max: 50, noNaN: true }) }), {
      selector: ({ id }) => id,
    })
    .map((list) => list.toSorted((a, b) => b.score - a.score))
  it('keeps every id once, in descending order of score', () => {
    fc.assert(
      fc.property(hits, hits, (a, b) => {
        const blended = fuseScores({ text: text(a), vector: vector(b) })
        expect(new Set(blended.map(({ id }) => id)).size).toBe(blended.length)
        expect(blended.length).toBe(new Set([...a, ...b].map(({ id }) => id)).size)
        expect(blended.every(({ score }) => Number.isFinite(score))).toBe(true)
        for (const [at, { score }] of blended.entries())
          expect(score).toBeLessThanOrEqual(blended[at - 1]?.score ?? Infinity)
      }),
    )
  })
})
