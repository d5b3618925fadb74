import { CREDIT_SOURCES, CREDIT_USES } from '@parlance/contract/billing/credit-flow'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { COLUMNS, type Flow, flowGraph, foldFlows, totalOf } from './flow-graph.ts'

const flow = (source: Flow['source'], key: string | null, use: Flow['use'], credits: number): Flow => ({
  source,
  key,
  label: key ? `Agent ${key}` : '',
  use,
  credits,
})
const FLOWS = [
  flow('free', 'a', 'answer', 6),
  flow('plan', 'a', 'answer', 1.5),
  flow('plan', 'b', 'voice', 4),
  flow('plan', 'c', 'answer', 3),
  flow('plan', 'd', 'answer', 2),
]

test('draws sources, agents and uses, the largest first, and what flows between them', () => {
  const { nodes, links } = flowGraph(FLOWS.slice(0, 3), COLUMNS)
  expect(nodes.map(({ column, id, credits }) => [column, id, credits])).toEqual([
    ['source', 'free', 6],
    ['source', 'plan', 5.5],
    ['key', 'a', 7.5],
    ['key', 'b', 4],
    ['use', 'answer', 7.5],
    ['use', 'voice', 4],
  ])
  expect(links).toEqual([
    { source: 0, target: 2, value: 6 },
    { source: 1, target: 2, value: 1.5 },
    { source: 1, target: 3, value: 4 },
    { source: 2, target: 4, value: 7.5 },
    { source: 3, target: 5, value: 4 },
  ])
  expect(nodes[2]?.label).toBe('Agent a')
})

test('half of the picture has the same nodes', () => {
  const { nodes, links } = flowGraph(FLOWS.slice(0, 3), ['key', 'use'])
  expect(nodes.map(({ id }) => id)).toEqual(['a', 'b', 'answer', 'voice'])
  expect(links).toEqual([
    { source: 0, target: 2, value: 7.5 },
    { source: 1, target: 3, value: 4 },
  ])
})

test.each([
  ['all that fit', 4, 0, ['a', 'b', 'c', 'd'], 0],
  ['as many as fit next to the sum of the others', 3, 0, ['a', 'b', null], 2],
  ['the rest that the server added up too', 3, 10, ['a', 'b', null], 12],
  ['only the rest', 1, 0, [null], 4],
] as const)('keeps %s', (_, most, others, keys, count) => {
  const given = { flows: [...FLOWS, ...(others > 0 ? [flow('plan', null, 'answer', 1)] : [])], others }
  const folded = foldFlows(given, most)
  expect([...new Set(folded.flows.map(({ key }) => key))]).toEqual(keys)
  expect(folded.others).toBe(count)
})

test('the rest comes last however large it is', () => {
  const { nodes } = flowGraph([flow('plan', null, 'answer', 100), flow('plan', 'a', 'answer', 1)], ['key'])
  expect(nodes.map(({ id }) => id)).toEqual(['a', null])
})

const flows = fc.uniqueArray(
  fc.record({
    source: fc.constantFrom(...CREDIT_SOURCES),
    key: fc.option(fc.constantFrom('', 'a', 'b', 'c', 'd', 'e', 'f')),
    label: fc.constant('Helper'),
    use: fc.constantFrom(...CREDIT_USES),
    // Thousandths of a credit.
    credits: fc.integer({ min: 1, max: 1e9 }).map((milli) => milli / 1000),
  }),
  { selector: ({ source, key, use }) => `${source} ${key} ${use}`, minLength: 1, maxLength: 40 },
)

test('no credit is lost or added on its way, however few agents are shown', () => {
  fc.assert(
    fc.property(flows, fc.integer({ min: 2, max: 8 }), (given, most) => {
      const others = given.some(({ key }) => key === null) ? 2 : 0
      const folded = foldFlows({ flows: given, others }, most)
      expect(totalOf(folded.flows)).toBe(totalOf(given))
      const { nodes, links } = flowGraph(folded.flows, COLUMNS)
      expect(nodes.filter(({ column }) => column === 'key').length).toBeLessThanOrEqual(most)
      const milli = (values: readonly number[]) => values.reduce((sum, one) => sum + Math.round(one * 1000), 0)
      for (const column of COLUMNS)
        expect(milli(nodes.filter((one) => one.column === column).map(({ credits }) => credits))).toBe(
          milli([totalOf(given)]),
        )
      for (const [index, { column, credits }] of nodes.entries()) {
        const [into, out] = [
          links.filter(({ target }) => target === index),
          links.filter(({ source }) => source === index),
        ]
        if (column !== 'source') expect(milli(into.map(({ value }) => value))).toBe(milli([credits]))
        if (column !== 'use') expect(milli(out.map(({ value }) => value))).toBe(milli([credits]))
      }
    }),
  )
})
