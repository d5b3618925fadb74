import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { misspells, spellingsNear } from './spelling.ts'

describe('misspells', () => {
  it.each([
    ['shiping', 'shipping'],
    ['recieve', 'receive'],
    ['refnd', 'refund'],
    ['dilivery', 'delivery'],
    ['guarrantie', 'guarantee'],
    ['lieferzit', 'lieferzeit'],
  ])('%s means %s', (asked, known) => expect(misspells(asked, known)).toBe(true))
  it.each([
    ['cat', 'car'],
    ['bitcoin', 'bit'],
    ['refund', 'return'],
    ['world', 'order'],
    ['', ''],
    ['monday', 'sunday'],
  ])('%s does not mean %s', (asked, known) => expect(misspells(asked, known)).toBe(false))
})

describe('spellings near a word', () => {
  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz')
  const word = fc.string({ unit: letters, minLength: 5, maxLength: 12 })
  it('are those that one slip away means it', () => {
    for (const one of ['shipping', 'shippin', 'shiping', 'hsipping', 'sshipping', 'skipping'])
      if (one !== 'shipping') expect(spellingsNear('shipping')).toContain(one)
    fc.assert(fc.property(word, (one) => spellingsNear(one).every((near) => near !== one && misspells(near, one))))
  })
  it('hold every word with one letter more, less or another, or two swapped', () => {
    fc.assert(
      fc.property(word, fc.nat(), letters, fc.constantFrom('more', 'less', 'other', 'swap'), (one, n, letter, slip) => {
        const at = n % (one.length - 1)
        const [here = '', next = ''] = one.slice(at)
        const made = { more: letter + here + next, less: next, other: letter + next, swap: next + here }[slip]
        const slipped = one.slice(0, at) + made + one.slice(at + 2)
        return slipped === one || spellingsNear(one).includes(slipped)
      }),
    )
  })
  it('are in the letters of its script, and none for short words and unknown scripts', () => {
    expect(spellingsNear('доставка')).toContain('доставко')
    expect(spellingsNear('cat')).toEqual([])
    expect(spellingsNear('配送料について')).toEqual([])
  })
})
