import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RETRIEVAL_DEPTH } from './schemas.ts'
import { firstWords, holds, rankOf } from './rank.ts'

const passage = (docId: string, text: string) => ({ docId, text })

describe('rankOf', () => {
  const found = [
    passage('other', 'We open at nine.'),
    passage('hours', 'On Sunday we are closed.'),
    passage('hours', 'We  open\nat NINE.'),
  ]
  test.each([
    ['any passage of the document', { docId: 'hours', quote: '' }, 2],
    ['the passage that holds the quote', { docId: 'hours', quote: 'we open at nine' }, 3],
    ['not the same words in another document', { docId: 'other', quote: 'closed' }, null],
    ['not another document', { docId: 'gone', quote: '' }, null],
  ])('%s', (_, expected, rank) => expect(rankOf(found, expected)).toBe(rank))

  test('counts only the first passages', () => {
    const before = Array.from({ length: RETRIEVAL_DEPTH - 1 }, () => passage('other', 'x'))
    const hit = passage('hours', 'x')
    expect(rankOf([...before, hit], { docId: 'hours', quote: '' })).toBe(RETRIEVAL_DEPTH)
    expect(rankOf([...before, passage('other', 'x'), hit], { docId: 'hours', quote: '' })).toBeNull()
  })
})

describe('holds', () => {
  test.each([
    ['Straße 5', 'STRASSE 5', false],
    ['Caf\u00e9', 'CAFE\u0301', true],
    ['a\u00a0b', 'A b', true],
    ['anything', ' ', true],
  ])('«%s» and «%s»', (text, quote, held) => expect(holds(text, quote)).toBe(held))

  test('ignores case and white space', () => {
    fc.assert(
      fc.property(fc.lorem({ maxCount: 30 }), fc.nat(), fc.nat(), (text, a, b) => {
        const [from, to] = [a % text.length, b % text.length].toSorted((x, y) => x - y)
        const quote = text.slice(from, to).toUpperCase().replaceAll(' ', ' \n\t ')
        expect(holds(text, quote)).toBe(true)
      }),
    )
  })
})

describe('firstWords', () => {
  test('returns a dozen words in one line', () => {
    expect(firstWords('  One two\n three four five six seven eight nine ten eleven twelve thirteen ')).toBe(
      'One two three four five six seven eight nine ten eleven twelve',
    )
  })
  test('leaves out leading marks and is still found', () => {
    const text = '## Returns\n\nYou can return any lamp.'
    expect(firstWords(text)).toBe('Returns You can return any lamp.')
    expect(holds(text, firstWords(text))).toBe(true)
    expect(firstWords('---')).toBe('---')
  })
  test('returns a short text found in any passage with words', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), (text) => {
        const words = firstWords(text)
        expect(words.length).toBeLessThanOrEqual(500)
        expect(holds(text, words)).toBe(true)
        if (text.trim() !== '') expect(words).not.toBe('')
      }),
    )
  })
})
