import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { citedIn, createCitationReader, shownSources, splitCitations, withoutCitations } from './citations.ts'

const read = (pieces: readonly string[], most = 3): string => {
  const reader = createCitationReader(() => most)
  return pieces.map((piece) => reader.push(piece)).join('') + reader.end()
}

describe('an answer with citations', () => {
  it.each([
    ['We open at nine [1].', 'We open at nine [1].'],
    ['We open at nine [1][3].', 'We open at nine [1][3].'],
    ['We open at nine [1, 2].', 'We open at nine [1, 2].'],
    ['We open at nine [4].', 'We open at nine.'],
    ['We open at nine [0] or ten [2].', 'We open at nine or ten [2].'],
    ['We open at nine [1, 9].', 'We open at nine [1].'],
    ['We open at nine [9, 10] [11]', 'We open at nine'],
    ['[7]', ''],
    ['[x] [1a] [ ] [-1] []', '[x] [1a] [ ] [-1] []'],
    ['[2024](https://example.com)', '[2024](https://example.com)'],
    ['a list `x[7]` of [7]', 'a list `x[7]` of'],
    ['```\nx[7] = [8]\n``` then [8] and [2]', '```\nx[7] = [8]\n``` then and [2]'],
    ['It ends with [1', 'It ends with [1'],
    ['It ends with a space ', 'It ends with a space '],
  ])('%s → %s', (text, shown) => {
    expect(read([text])).toBe(shown)
    expect(read([...text])).toBe(shown)
  })
  it('reads the same for any chunking', () => {
    const part = fc.constantFrom(
      '[1]',
      '[9]',
      ' ',
      '[',
      ']',
      ',',
      '1',
      '12',
      'word',
      '`',
      '```',
      '(',
      '\n',
      '[1, 9]',
      '🙂',
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 20 }), fc.array(fc.nat(6), { maxLength: 30 }), (parts, cuts) => {
        const text = parts.join('')
        const pieces: string[] = []
        let at = 0
        for (const cut of [...cuts, text.length]) pieces.push(text.slice(at, (at += cut)))
        expect(read(pieces)).toBe(read([text]))
      }),
      { numRuns: 500 },
    )
  })
  it('is not held back longer than a citation may be', () => {
    const reader = createCitationReader(() => 1)
    expect(reader.push('No citation here')).toBe('No citation here')
    expect(reader.push(' [')).toBe('')
    expect(reader.push('and no')).toBe(' [and no')
  })
  it('accepts numbers of sources added while it is written', () => {
    let most = 1
    const reader = createCitationReader(() => most)
    expect(reader.push('One [2]. ')).toBe('One.')
    most = 2
    expect(reader.push('Two [2].')).toBe(' Two [2].')
  })
  it('handles much white space in linear time', () => {
    const started = performance.now()
    read([' '.repeat(200_000) + 'x' + '[ '.repeat(50_000)])
    expect(performance.now() - started).toBeLessThan(1000)
  })
})

describe('shown sources', () => {
  const sources = [{ n: 1 }, { n: 2 }, { n: 3 }]
  it('are the cited ones, or all without citations', () => {
    expect(shownSources(sources, 'a [3] b [1, 3] `[2]`')).toEqual([{ n: 1 }, { n: 3 }])
    expect(shownSources(sources, 'a')).toEqual(sources)
    expect(shownSources(sources, 'a [9]')).toEqual(sources)
    expect(shownSources([], '[1]')).toEqual([])
  })
  it('are numbered in the text', () => {
    expect(citedIn('[2] then [1; 2]')).toEqual([2, 1])
    expect(splitCitations('At nine [1, 2], not [9].', new Set([1, 2]))).toEqual([
      { text: 'At nine' },
      { cites: 1 },
      { cites: 2 },
      { text: ', not [9].' },
    ])
  })
})

describe('an excerpt', () => {
  it.each([
    ['Two years [1].', 'Two years.'],
    ['Two years [1, 2][3] on lamps [12]', 'Two years on lamps'],
    ['a list `x[1]` [1]', 'a list `x[1]`'],
    ['see [1](https://example.com)', 'see [1](https://example.com)'],
    ['open at nine', 'open at nine'],
  ])('of «%s» has no citation numbers', (text, shown) => {
    expect(withoutCitations(text)).toBe(shown)
  })
})
