import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuse, relevant, RRF_K } from './fusion.ts'

describe('fuse', () => {
  it('puts what two lists agree on before what one prefers', () => {
    const fused = fuse({ text: ['a', 'b', 'c'], vector: ['d', 'b', 'e'] })
    expect(fused.map((one) => one.id)).toEqual(['b', 'a', 'd', 'c', 'e'])
    expect(fused[0]).toEqual({ id: 'b', score: 2 / (RRF_K + 2), ranks: { text: 2, vector: 2 } })
    expect(fused[1]?.ranks).toEqual({ text: 1, vector: null })
  })
  it('counts a repeated id once, where it stands first', () => {
    expect(fuse({ only: [7, 8, 7] })).toEqual([
      { id: 7, score: 1 / 61, ranks: { only: 1 } },
      { id: 8, score: 1 / 62, ranks: { only: 2 } },
    ])
  })
  it('takes any number of lists', () => {
    expect(fuse({})).toEqual([])
    expect(fuse({ a: [], b: [] })).toEqual([])
    expect(fuse({ a: [1], b: [1], c: [1] })[0]?.score).toBeCloseTo(3 / 61, 12)
  })
  it('orders every id of any lists, the same way each time', () => {
    const list = fc.array(fc.integer({ min: 0, max: 30 }))
    fc.assert(
      fc.property(list, list, list, (a, b, c) => {
        const fused = fuse({ a, b, c })
        expect(new Set(fused.map((one) => one.id))).toEqual(new Set([...a, ...b, ...c]))
        expect(fused.length).toBe(new Set([...a, ...b, ...c]).size)
        for (const [at, one] of fused.entries())
          if (at > 0) expect(one.score).toBeLessThanOrEqual(fused[at - 1]?.score ?? 0)
        expect(fuse({ a, b, c })).toEqual(fused)
      }),
    )
  })
})

describe('relevant', () => {
  const found = (textRank: number | null, similarity: number | null) => ({ textRank, similarity })
  it('drops only what a weak similarity alone has found', () => {
    const kept = [found(1, null), found(9, 0.01), found(null, 0.5), found(null, 0.3)]
    expect(relevant([...kept, found(null, 0.29), found(null, null), found(null, -0.2)])).toEqual(kept)
  })
})

describe('what an agent knows enough of', () => {
  const passages = [
    { textRank: 1, similarity: 0.42 },
    { textRank: null, similarity: 0.35 },
    { textRank: null, similarity: 0.2 },
    { textRank: 2, similarity: null },
  ]
  it.each([
    [undefined, 3],
    [0, 3],
    [0.1, 4],
    [0.4, 3],
    [0.43, 0],
    [1, 0],
  ])('with a threshold of %s are %i passages', (threshold, left) => {
    expect(relevant(passages, threshold)).toHaveLength(left)
  })
  it('is told by words where nothing was compared by meaning', () => {
    expect(relevant([{ textRank: 1, similarity: null }], 0.9)).toHaveLength(1)
    expect(relevant([], 0.9)).toEqual([])
  })
})
