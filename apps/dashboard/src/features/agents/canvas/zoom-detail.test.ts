import { NODE_SIZE } from '@parlance/engine/graph/layout'
import { expect, test } from 'vitest'
import { cardDetail, cardLines, detailAt, farLines, labelScale } from './zoom-detail.ts'

test.each([
  [2, 'all', 1],
  [1, 'all', 1],
  [0.8, 'all', 1.25],
  [0.79999, 'all', 1.25],
  [0.77, 'all', 1.3125],
  [0.76, 'text', 1.375],
  [0.5, 'text', 2],
  [0.45, 'text', 2.25],
  [0.44, 'names', 2.3125],
  [0.25, 'names', 4],
  [0.2, 'names', 5],
  [0.1, 'map', 5],
] as const)('shows at a zoom of %f: %s, enlarged %f times', (zoom, level, scale) => {
  expect(detailAt(zoom)).toEqual({ level, scale })
})

const ZOOMS = Array.from({ length: 81 }, (_, at) => 1 - at / 100)

test('keeps texts of 13 px at 13 to 15 px on screen wherever texts are shown', () => {
  for (const zoom of ZOOMS.filter((each) => each >= 0.45)) {
    const onScreen = 13 * detailAt(zoom).scale * zoom
    expect(onScreen).toBeGreaterThan(12.98)
    expect(onScreen).toBeLessThan(15)
  }
})

test('changes labels and cards only where their texts are shown', () => {
  expect(labelScale(detailAt(0.5))).toBe(2)
  expect([0.3, 0.1].map((zoom) => labelScale(detailAt(zoom)))).toEqual([2.25, 2.25])
  expect(cardDetail(detailAt(0.5))).toEqual(detailAt(0.5))
  expect(cardDetail(detailAt(0.3))).toBe(cardDetail(detailAt(0.1)))
})

test.each([
  ['three lines of text', 'Welcome', false, 1, { name: 1, text: 3, badges: false }],
  ['two lines above badges', 'Welcome', true, 1, { name: 1, text: 2, badges: true }],
  ['a long name on two lines', 'Understand what the visitor needs', false, 1, { name: 2, text: 3, badges: false }],
  ['everything at the zoom of a starter flow', 'Pass to a person', true, 0.78, { name: 1, text: 1, badges: true }],
  ['text rather than badges further away', 'Pass to a person', true, 0.7, { name: 1, text: 3, badges: false }],
  [
    'text rather than badges below a long name',
    'Understand the question',
    true,
    0.78,
    { name: 2, text: 2, badges: false },
  ],
  ['a long name and a line of text', 'Understand the question', true, 0.5, { name: 2, text: 1, badges: false }],
  ['only the name further away', 'Bye', true, 0.4, { name: 2, text: 0, badges: false }],
] as const)('shows %s', (_what, name, badges, zoom, lines) => {
  expect(cardLines(name, badges, detailAt(zoom))).toEqual(lines)
})

test('says what a step does, within its height, down to half its size', () => {
  for (const zoom of ZOOMS) {
    const detail = detailAt(zoom)
    const { level, scale } = detail
    for (const name of ['Bye', 'Understand what the visitor needs']) {
      const { name: lines, text, badges } = cardLines(name, true, detail)
      const read = Math.max(26, lines * 15 * 1.15 * scale) + 3 + text * 13 * 1.3 * scale + (badges ? 6 + 20 * scale : 0)
      const height = level === 'names' ? 14 + farLines(scale) * 13 * 1.1 * scale : (level === 'all' ? 22 : 14) + read
      expect(height, `${name} at ${zoom}`).toBeLessThanOrEqual(NODE_SIZE.height)
      if (zoom >= 0.5) expect(text, `${name} at ${zoom}`).toBeGreaterThan(0)
    }
  }
})
