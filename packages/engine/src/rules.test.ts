import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RULE_OPERATORS } from '@parlance/contract/agents/nodes'
import type { Values } from '@parlance/contract/agents/variables'
import { describeRule, ruleHolds, testHolds, matchingRuleEdge } from './rules.ts'

const TODAY = '2026-11-21'
type Operator = (typeof RULE_OPERATORS)[number]
const test = (operator: Operator, value: string, values: Values) =>
  testHolds({ variable: 'v', operator, value }, values, TODAY)

const ROWS: readonly (readonly [Values['v'] | undefined, Operator, string, boolean])[] = [
  ['Pro', 'equals', ' pro ', true],
  ['Pro', 'notEquals', 'PRO', false],
  ['0049', 'equals', '49', false],
  ['10', 'greater', '9', true],
  ['abc', 'greater', 'ABB', true],
  ['Hello World', 'contains', 'world', true],
  ['Hello', 'contains', '', false],
  ['Hello', 'notContains', 'x', true],
  ['Hello', 'startsWith', 'he', true],
  ['Hello', 'endsWith', 'LO', true],
  [10, 'equals', '10.0', true],
  [10, 'greater', '9', true],
  [9, 'greater', '10', false],
  [1234.5, 'equals', '1.234,50', true],
  [10, 'greater', 'many', false],
  [10, 'less', 'many', false],
  [10, 'notEquals', 'many', true],
  [0, 'isSet', '', true],
  [true, 'equals', 'yes', true],
  [false, 'equals', 'yes', false],
  [false, 'isSet', '', true],
  ['2026-12-05', 'greater', '2026-11-30', true],
  ['2026-12-05', 'greaterOrEqual', '5.12.2026', true],
  ['2026-12-05', 'less', 'today+14', false],
  ['2026-11-21', 'equals', 'today', true],
  ['2026-11-01', 'less', 'today - 7', true],
  ['2026-12-05', 'greater', 'soon', false],
  ['14:30', 'less', '3 pm', true],
  ['14:30', 'equals', '14:30', true],
  ['', 'isSet', '', false],
  ['', 'isNotSet', '', true],
  [undefined, 'isNotSet', '', true],
  [undefined, 'equals', '', true],
  [undefined, 'equals', 'x', false],
  [undefined, 'notEquals', 'x', true],
  [undefined, 'notContains', 'x', true],
  [undefined, 'contains', 'x', false],
  [undefined, 'greater', '1', false],
  [undefined, 'lessOrEqual', '1', false],
]

describe('rules', () => {
  it.each(ROWS)('%j %s %j is %s', (value, operator, wanted, holds) =>
    expect(test(operator, wanted, value === undefined ? {} : { v: value })).toBe(holds),
  )
  it('compares with another variable', () => {
    expect(test('less', '{limit}', { v: 3, limit: 5 })).toBe(true)
    expect(test('equals', '{v}', { v: 'x' })).toBe(true)
  })
  it('matches all or any', () => {
    const tests = [
      { variable: 'a', operator: 'equals' as const, value: '1' },
      { variable: 'b', operator: 'equals' as const, value: '1' },
    ]
    expect(ruleHolds({ match: 'all', tests }, { a: 1 }, TODAY)).toBe(false)
    expect(ruleHolds({ match: 'any', tests }, { a: 1 }, TODAY)).toBe(true)
    expect(ruleHolds({ match: 'all', tests: [] }, {}, TODAY)).toBe(false)
    expect(describeRule({ match: 'any', tests })).toMatchObject({ message: 'a is “1” or b is “1”' })
  })
  it('takes the first edge that holds', () => {
    const edge = (nodeId: string, value: string) => ({
      nodeId,
      condition: '',
      rule: { match: 'all' as const, tests: [{ variable: 'a', operator: 'equals' as const, value }] },
    })
    expect(matchingRuleEdge([edge('x', '1'), edge('y', '2'), edge('z', '2')], { a: 2 }, TODAY)?.nodeId).toBe('y')
    expect(matchingRuleEdge([edge('x', '1')], {}, TODAY)).toBeUndefined()
  })
  it('never throws; equals and notEquals never agree', () => {
    const value = fc.oneof(
      fc.string(),
      fc.double(),
      fc.boolean(),
      fc.constantFrom('2026-12-05', '14:30', 'today', '10'),
    )
    fc.assert(
      fc.property(value, fc.string(), fc.constantFrom(...RULE_OPERATORS), (v, wanted, operator) => {
        expect(typeof test(operator, wanted, { v })).toBe('boolean')
        expect(test('equals', wanted, { v })).toBe(!test('notEquals', wanted, { v }))
        expect(test('isSet', wanted, { v })).toBe(!test('isNotSet', wanted, { v }))
      }),
    )
  })
})
