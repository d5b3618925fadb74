import { describe, expect, it } from 'vitest'
import { relevant } from './relevance-filter.ts'

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
