import { expect, test } from 'vitest'
import type { Box } from './geometry.ts'
import { openingView, wholeView, type Room, type View } from './opening-view.ts'

const box = (x: number, y: number, width = 260, height = 120): Box => ({ x, y, width, height })
const DESKTOP: Room = { width: 1080, height: 646, margins: { top: 24, right: 24, bottom: 56, left: 72 } }
const PHONE: Room = { width: 390, height: 560, margins: { top: 72, right: 16, bottom: 72, left: 16 } }

/** Whether the box is inside the margins on screen. */
const shows = ({ x, y, zoom }: View, { width, height, margins }: Room, part: Box): boolean =>
  part.x * zoom + x >= margins.left - 0.5 &&
  (part.x + part.width) * zoom + x <= width - margins.right + 0.5 &&
  part.y * zoom + y >= margins.top - 0.5 &&
  (part.y + part.height) * zoom + y <= height - margins.bottom + 0.5

test.each([
  ['a lone step, at its size', box(0, 0), 1],
  ['a wide drawing', box(-40, 0, 1968, 400), 0.5],
  ['a high drawing', box(0, 90, 300, 1132), 0.5],
] as const)('shows the whole of %s', (_what, all, zoom) => {
  const view = wholeView(all, DESKTOP)
  expect(view.zoom).toBeCloseTo(zoom)
  expect(shows(view, DESKTOP, all)).toBe(true)
  const middle = (all.x + all.width / 2) * view.zoom + view.x
  expect(middle).toBeCloseTo((72 + 1080 - 24) / 2)
})

test('never shrinks or enlarges beyond the limits of the zoom', () => {
  expect(wholeView(box(0, 0, 100_000, 100), DESKTOP).zoom).toBe(0.04)
  expect(wholeView(box(0, 0, 10, 10), DESKTOP).zoom).toBe(1)
})

const FLOW = box(0, 0, 1260, 600)
test.each([
  ['start at the upper left', FLOW, box(0, 0)],
  ['start at the lower right', FLOW, box(1000, 480)],
  ['start in the middle of the left side', FLOW, box(0, 240)],
  ['start far from everything', box(-3000, 0, 4260, 600), box(-3000, 200)],
  ['start in a chain downwards', box(0, 0, 260, 4000), box(0, 0)],
  ['start in the middle of a large drawing', box(-4000, -4000, 8000, 8000), box(0, 0)],
] as const)('opens on a phone readable, with the %s', (_what, all, start) => {
  const view = openingView(all, start, PHONE, 0.6)
  expect(view.zoom).toBe(0.6)
  expect(shows(view, PHONE, start)).toBe(true)
  // No empty space on one side while steps are hidden on the other.
  const [left, right] = [all.x * view.zoom + view.x, (all.x + all.width) * view.zoom + view.x]
  expect(left > 16.5 && right > 390 - 15.5).toBe(false)
  expect(left < 15.5 && right < 390 - 16.5).toBe(false)
})

test('opens with everything where that is readable', () => {
  expect(openingView(FLOW, box(0, 0), DESKTOP, 0.6)).toEqual(wholeView(FLOW, DESKTOP))
  expect(openingView(box(0, 0, 9000, 9000), box(0, 0), DESKTOP, 0)).toEqual(wholeView(box(0, 0, 9000, 9000), DESKTOP))
})
