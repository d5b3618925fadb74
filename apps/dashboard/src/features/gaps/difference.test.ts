import { describe, expect, test } from 'vitest'
import { difference } from './difference.ts'

const marks = (pieces: readonly { text: string; differs: boolean }[]) =>
  pieces.filter(({ differs }) => differs).map(({ text }) => text.trim())
const whole = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text).join('')

describe('differences', () => {
  test('marks only the sentences that contradict each other', () => {
    const a = 'Welcome to us.\n\nGoods may be returned within 14 days.'
    const b = 'Ask away.\n\nGoods may be returned within 30 days.\n\nBye.'
    const found = difference(a, b)
    expect([marks(found.a), marks(found.b)]).toEqual([['14'], ['30']])
    expect([whole(found.a), whole(found.b)]).toEqual([a, b])
  })

  test('marks everything when no rule finds a contradiction', () => {
    const found = difference('The chef is called Anna.', 'The chef is called Berta.')
    expect([marks(found.a), marks(found.b)]).toEqual([['Anna'], ['Berta']])
  })

  test('marks everything when a sentence does not occur verbatim', () => {
    const [a, b] = ['Goods may be **returned** within 14 days.', 'Goods may be returned within 30 days.']
    const found = difference(a, b)
    expect(marks(found.b)).toContain('30')
    expect([whole(found.a), whole(found.b)]).toEqual([a, b])
  })
})
