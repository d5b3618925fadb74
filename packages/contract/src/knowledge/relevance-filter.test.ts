import { describe, expect, it } from 'vitest'
import { relevant } from './relevance-filter.ts'

describe('relevant', () => {
  const found = (textRank: number | null, similarity: number | null) => ({ textRank, similarity })
  it('drops only passages found by weak similarity alone', () => {
    const kept = [found(1, null), found(9, 0.01), found(null, 0.5), found(null, 0.3)]
    expect(relevant([...kept, found(null, 0.29), found(null, null), found(null, -0.2)])).toEqual(kept)
  })
})

describe('relevant with a threshold', () => {
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
  ])('of %s keeps %i passages', (threshold, left) => {
    expect(relevant(passages, threshold)).toHaveLength(left)
  })
  it('ignores the threshold when nothing was compared by meaning', () => {
    expect(relevant([{ textRank: 1, similarity: null }], 0.9)).toHaveLength(1)
    expect(relevant([], 0.9)).toEqual([])
  })
})
