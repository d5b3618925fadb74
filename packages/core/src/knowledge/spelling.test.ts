import { describe, expect, it } from 'vitest'
import { misspells } from './spelling.ts'

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
