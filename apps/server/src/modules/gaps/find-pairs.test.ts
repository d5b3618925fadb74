import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contradiction, formsAmong } from './contradiction/contradiction.ts'
import { likelyPairs } from './find-pairs.ts'
import { AGREEMENTS, CONTRADICTIONS, passage } from './contradiction/planted.testing.ts'
import { statementsOf } from './contradiction/statements.ts'
import { numberOf } from './contradiction/values.ts'

const of = (text: string, title = '', docId = 'd') => ({ docId, title, text })

describe('planted contradictions are found', () => {
  test.each(CONTRADICTIONS)('$what', ({ a, b }) => {
    expect(contradiction(of(a), of(b))?.about).toMatch(/^One says /)
    expect(contradiction(of(b), of(a))?.about).toMatch(/^One says /)
    expect(contradiction(of(passage(a, 0)), of(passage(b, 1)))).toBeDefined()
  })
})

describe('finds no contradiction in planted agreements', () => {
  test.each(AGREEMENTS)('$what', ({ a, b }) => {
    expect(contradiction(of(a), of(b))).toBeUndefined()
    expect(contradiction(of(b), of(a))).toBeUndefined()
    expect(contradiction(of(passage(a, 0)), of(passage(b, 1)))).toBeUndefined()
  })
})

test('finds only the planted pairs among all', () => {
  const passages = [...CONTRADICTIONS, ...AGREEMENTS].flatMap(({ what, a, b }, at) => [
    { docId: `${at}a`, title: what, text: passage(a, at) },
    { docId: `${at}b`, title: `More on ${at}`, text: passage(b, at + 1) },
  ])
  const found = likelyPairs(passages, 400)
    .filter(([a, b]) => contradiction(passages[a] ?? of(''), passages[b] ?? of('')))
    .map((pair) => pair.map((at) => passages[at]?.docId).join())
  expect(found.sort()).toEqual(CONTRADICTIONS.map((_, at) => `${at}a,${at}b`).sort())
})

test('quotes both passages in the sentence', () => {
  expect(
    contradiction(of('Returns are accepted within 30 days.'), of('Returns are accepted within 14 days.'))?.about,
  ).toBe('One says 30 days, the other 14 days: “Returns are accepted within 30 days.”')
  expect(contradiction(of('Parking is free.'), of('Parking is not free.'))?.about).toBe(
    'One says “Parking is free.”, the other “Parking is not free.”',
  )
})

test('allows documents of a series to differ about themselves', () => {
  const [a, b] = ['The warranty is 2 years.', 'The warranty is 3 years.']
  expect(contradiction(of(a, 'Tent Alpha'), of(b, 'Tent Beta'))).toBeUndefined()
  expect(contradiction(of(a, 'Warranty'), of(b, 'Questions'))).toBeDefined()
})

test('finds no conflict with a passage that says both', () => {
  const both = 'Goods may be returned within 14 days.\nGoods may be returned within 30 days.'
  expect(contradiction(of(both), of('Goods may be returned within 30 days.'))).toBeUndefined()
})

test.each([
  ['1,000', 1000],
  ['1.000', 1000],
  ['4,5', 4.5],
  ['49.00', 49],
  ['1,200.50', 1200.5],
  ['1.200,50', 1200.5],
  ['12', 12],
])('%s is %d', (text, n) => expect(numberOf(text)).toBe(n))

test.each([
  ['Open Monday to Wednesday and Saturday 9:00–17:30', [1, 2, 3, 6], ['time 540', 'time 1050']],
  ['Mo–Fr 9–17 Uhr geöffnet', [1, 2, 3, 4, 5], ['time 540', 'time 1020']],
  ['So we do what we can with 3 boats', [], ['n:boat 3']],
  ['Delivery takes 2–3 working days', [], ['number 2', 'workdays 3']],
  ['It costs $1,299 plus 20 % tax', [], ['money:usd 1299', 'percent 20']],
  ['The ferry runs from 1 May 2026 until 2026-10-31', [], ['date 05-01-2026', 'date 10-31-2026']],
])('%s', (text, days, values) => {
  const [statement] = statementsOf(text)
  expect([...(statement?.days ?? [])].sort((a, b) => a - b)).toEqual(days)
  expect(statement?.values.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(values)
})

test('is symmetrical, and never finds a text in conflict with itself', () => {
  const piece = fc.constantFrom(
    ...CONTRADICTIONS.flatMap(({ a, b }) => [a, b]),
    ...AGREEMENTS.flatMap(({ a, b }) => [a, b]),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(piece, { maxLength: 5 }).map((all) => all.join('\n')),
  )
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(contradiction(of(a), of(a))).toBeUndefined()
      expect(contradiction(of(a), of(b)) === undefined).toBe(contradiction(of(b), of(a)) === undefined)
    }),
    { numRuns: 200 },
  )
})

test('treats a subject with many different values as a form', () => {
  const pair = (subject: string, a: string, b: string) => ({ subject, docs: [a, b] as const })
  expect([...formsAmong([pair('weight', 'a', 'b'), pair('weight', 'c', 'd'), pair('return', 'a', 'b')])]).toEqual([
    'weight',
  ])
})
