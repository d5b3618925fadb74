import { expect, test } from 'vitest'
import { loopOf, pathOf, routeOf, type Lane } from './edge-path.ts'
import type { Box, Point } from './geometry.ts'

const ONE: Lane = { at: 0, of: 1 }
const at = (column: number, row: number): Box => ({ x: column * 340, y: row * 200, width: 260, height: 120 })

/** The side of a box that contains a point. */
function sideOf({ x, y }: Point | undefined = { x: NaN, y: NaN }, box: Box): string {
  if (y === box.y) return 'top'
  if (y === box.y + box.height) return 'bottom'
  if (x === box.x) return 'left'
  return x === box.x + box.width ? 'right' : 'nowhere'
}
const hits = (points: readonly Point[], box: Box): boolean =>
  points.slice(1).some((to, index) => {
    const from = points[index] ?? to
    return (
      Math.max(from.x, to.x) > box.x &&
      Math.min(from.x, to.x) < box.x + box.width &&
      Math.max(from.y, to.y) > box.y &&
      Math.min(from.y, to.y) < box.y + box.height
    )
  })
const labelBox = ({ x, y }: Point): Box => ({ x: x - 75, y: y - 18, width: 150, height: 36 })
const touch = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const SIDES: [string, Box, Box, string, string][] = [
  ['below', at(0, 0), at(0, 1), 'bottom', 'top'],
  ['below to the left', at(1, 0), at(0, 1), 'bottom', 'top'],
  ['below to the right', at(1, 0), at(2, 1), 'bottom', 'top'],
  ['right of it', at(0, 0), at(1, 0), 'right', 'left'],
  ['left of it', at(1, 0), at(0, 0), 'left', 'right'],
]
test.each(SIDES)('leads to a step %s', (_where, from, to, leaves, enters) => {
  const { points } = routeOf(from, to, ONE, [])
  expect([sideOf(points[0], from), sideOf(points.at(-1), to)]).toEqual([leaves, enters])
})

test.each([0, 60, 160])(
  'a way back up goes around the side and enters there, however tall steps are (%i)',
  (taller) => {
    const grown = (box: Box) => ({ ...box, height: box.height + taller / 4 })
    const [from, to] = [grown(at(0, 2)), grown(at(0, 1))]
    const { points, label } = routeOf(from, to, { at: 1, of: 2 }, [])
    expect(sideOf(points[0], from)).toBe(sideOf(points.at(-1), to))
    expect(['left', 'right']).toContain(sideOf(points[0], from))
    expect([from, to].some((box) => hits(points, box) || touch(labelBox(label), box))).toBe(false)
  },
)

test('draws no line or label over a step in a graph of rows', () => {
  const boxes = [at(1, 0), at(0, 1), at(0, 2), at(2, 1), at(2, 2), at(1, 3)]
  for (const from of boxes) {
    for (const to of boxes) {
      if (from === to) continue
      const others = boxes.filter((box) => box !== from && box !== to)
      const { points, label } = routeOf(from, to, ONE, others)
      expect(boxes.filter((box) => hits(points, box))).toEqual([])
      expect(boxes.filter((box) => touch(labelBox(label), box))).toEqual([])
    }
  }
})

test('separates edges between the same two steps', () => {
  const there = routeOf(at(0, 0), at(0, 1), { at: 0, of: 2 }, [])
  const too = routeOf(at(0, 0), at(0, 1), { at: 1, of: 2 }, [])
  expect(there.points[0]?.x).not.toBe(too.points[0]?.x)
  expect(there.points.at(-1)?.x).not.toBe(too.points.at(-1)?.x)
})

test('draws a line between overlapping steps', () => {
  expect(routeOf(at(0, 0), { ...at(0, 0), x: 20 }, ONE, []).points.length).toBeGreaterThan(1)
})

test('draws a loop above a step that leads to itself', () => {
  const box = at(1, 1)
  const { points, label } = loopOf(box, ONE)
  expect([sideOf(points[0], box), sideOf(points.at(-1), box)]).toEqual(['top', 'top'])
  expect(label.y).toBeLessThan(box.y - 18)
  expect(loopOf(box, { at: 1, of: 2 }).label.y).toBeLessThan(label.y - 30)
})

test('rounds corners within the length of their lines', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 0, y: 40 },
    { x: 8, y: 40 },
    { x: 8, y: 80 },
  ]
  expect(pathOf(points)).toBe('M0 0L0 36Q0 40 4 40L4 40Q8 40 8 44L8 80')
  expect(pathOf([])).toBe('')
})

test('places labels of parallel lines without covering labels or steps', () => {
  const boxes = [at(1, 0), at(1, 1), at(0, 2), at(2, 2), at(1, 4)]
  const ways: [number, number, Lane][] = [
    [1, 2, { at: 0, of: 2 }],
    [2, 1, { at: 1, of: 2 }],
    [1, 4, ONE],
    [1, 3, ONE],
    [2, 3, ONE],
    [0, 4, ONE],
    [2, 4, ONE],
    [0, 1, ONE],
  ]
  const labels: Box[] = []
  for (const [a, b, lane] of ways) {
    const [from, to] = [boxes[a] ?? at(0, 0), boxes[b] ?? at(0, 0)]
    const { label } = routeOf(
      from,
      to,
      lane,
      boxes.filter((box) => box !== from && box !== to),
      { labels, lines: [] },
    )
    const own = labelBox(label)
    expect(
      [...labels, ...boxes].filter((box) => touch(own, box)),
      `${a} to ${b}`,
    ).toEqual([])
    labels.push(own)
  }
})

test('keeps a label on its line while there is room', () => {
  const [from, to] = [at(0, 0), at(2, 3)]
  const { points } = routeOf(from, to, ONE, [])
  const lines = points.slice(1).map((b, index) => [points[index] ?? b, b] as const)
  const lying = (label: Point) => lines.some(([a, b]) => (a.x === b.x ? label.x === a.x : label.y === a.y))
  // Other labels occupy every vertical line, but not the space next to it.
  const taken = lines
    .filter(([a, b]) => a.x === b.x)
    .map(([a, b]) => ({ x: a.x - 2, y: Math.min(a.y, b.y), width: 4, height: Math.abs(a.y - b.y) }))
  expect(taken).not.toEqual([])
  expect(lying(routeOf(from, to, ONE, [], { labels: taken, lines: [] }).label)).toBe(true)
})

test('keeps a label off other lines when there is room', () => {
  const { points, label } = routeOf(at(0, 0), at(2, 0), ONE, [])
  const [from, to] = [points[0], points.at(-1)]
  if (!from || !to) throw new Error('no line')
  const across: Box = { x: label.x, y: label.y - 100, width: 0, height: 200 }
  const moved = routeOf(at(0, 0), at(2, 0), ONE, [], { labels: [], lines: [across] }).label
  expect(Math.abs(moved.x - label.x)).toBeGreaterThan(60)
  expect(moved.x).toBeGreaterThan(from.x)
  expect(moved.x).toBeLessThan(to.x)
})
