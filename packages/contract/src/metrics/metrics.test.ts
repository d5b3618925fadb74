import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { agreementOf, type LabelledCount } from './agreement.ts'
import { choicesProblem, figureOf, NewMetric, valuesOf } from './schemas.ts'

const pairs = (...all: [value: string, label: string, count: number][]): LabelledCount[] =>
  all.map(([value, label, count]) => ({ value, label, count }))

describe('agreementOf', () => {
  test.each([
    ['nobody labelled', [], { labelled: 0, agreed: 0, share: null, kappa: null }],
    ['all agree', pairs(['yes', 'yes', 3], ['no', 'no', 2]), { labelled: 5, agreed: 5, share: 1, kappa: 1 }],
    [
      'one answer alone: chance would agree as well',
      pairs(['yes', 'yes', 4]),
      { labelled: 4, agreed: 4, share: 1, kappa: null },
    ],
    ['none agree', pairs(['yes', 'no', 2], ['no', 'yes', 2]), { labelled: 4, agreed: 0, share: 0, kappa: -1 }],
    // The textbook case: 20 and 15 of 50 agree, 5 and 10 do not.
    [
      'some agree',
      pairs(['yes', 'yes', 20], ['yes', 'no', 5], ['no', 'yes', 10], ['no', 'no', 15]),
      { labelled: 50, agreed: 35, share: 0.7, kappa: 0.4 },
    ],
    [
      'no more than chance',
      pairs(['yes', 'yes', 1], ['yes', 'no', 1], ['no', 'yes', 1], ['no', 'no', 1]),
      { labelled: 4, agreed: 2, share: 0.5, kappa: 0 },
    ],
  ])('when %s', (_, given, expected) => {
    const { kappa, ...rest } = agreementOf(given)
    const { kappa: wanted, ...others } = expected
    expect(rest).toEqual(others)
    if (wanted === null) expect(kappa).toBeNull()
    else expect(kappa).toBeCloseTo(wanted, 10)
  })

  test('never exceeds full agreement and does not depend on order', () => {
    const value = fc.constantFrom('a', 'b', 'c')
    const pair = fc.record({ value, label: value, count: fc.integer({ min: 1, max: 50 }) })
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1 }), (given) => {
        const one = agreementOf(given)
        expect(one.share).toBeLessThanOrEqual(1)
        if (one.kappa !== null) expect(one.kappa).toBeLessThanOrEqual(1 + 1e-9)
        const other = agreementOf(given.toReversed())
        expect(other.share).toBeCloseTo(one.share ?? 0, 10)
        expect(other.kappa === null).toBe(one.kappa === null)
      }),
    )
  })
})

test.each([
  ['yes-no', { yes: 3, no: 1, unclear: 6 }, 0.75],
  ['yes-no', { unclear: 2 }, null],
  ['rating', { 5: 1, 2: 1, unclear: 1 }, 3.5],
  ['rating', {}, null],
  ['category', { sales: 3 }, null],
] as const)('the figure of %s %j is %s', (kind, counts, expected) => expect(figureOf(kind, counts)).toBe(expected))

test.each([
  ['yes-no', [], true],
  ['yes-no', ['a', 'b'], false],
  ['category', ['Sales', 'Support'], true],
  ['category', ['Sales'], false],
  ['category', ['Sales', 'sales'], false],
  ['category', ['Sales', 'Unclear'], false],
] as const)('accepts a %s metric with the choices %j: %s', (kind, choices, right) => {
  expect(choicesProblem({ kind, choices }) === undefined).toBe(right)
  const parsed = NewMetric.safeParse({ name: 'M', question: 'Is it?', kind, choices })
  expect(parsed.success).toBe(right)
})

test('valuesOf', () => {
  expect(valuesOf({ kind: 'yes-no', choices: [] })).toEqual(['yes', 'no'])
  expect(valuesOf({ kind: 'rating', choices: [] })).toEqual(['1', '2', '3', '4', '5'])
  expect(valuesOf({ kind: 'category', choices: ['a', 'b'] })).toEqual(['a', 'b'])
})
