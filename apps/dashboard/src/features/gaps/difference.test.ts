import { describe, expect, test } from 'vitest'
import { difference } from './difference.ts'

const marks = (pieces: readonly { text: string; differs: boolean }[]) =>
  pieces.filter(({ differs }) => differs).map(({ text }) => text.trim())
const whole = (pieces: readonly { text: string }[]) => pieces.map(({ text }) => text).join('')

const said = (text: string) => ({ text, sentence: '' })

describe('differences', () => {
  test('marks only the sentences that contradict each other', () => {
    const a = 'Welcome to us.\n\nGoods may be returned within 14 days.'
    const b = 'Ask away.\n\nGoods may be returned within 30 days.\n\nBye.'
    const found = difference(
      { text: a, sentence: 'Goods may be returned within 14 days.' },
      { text: b, sentence: 'Goods may be returned within 30 days.' },
    )
    expect([marks(found.a), marks(found.b)]).toEqual([['14'], ['30']])
    expect([whole(found.a), whole(found.b)]).toEqual([a, b])
  })

  test('marks everything when no rule finds a contradiction', () => {
    const found = difference(said('The chef is called Anna.'), said('The chef is called Berta.'))
    expect([marks(found.a), marks(found.b)]).toEqual([['Anna'], ['Berta']])
  })
})
