import { expect, test } from 'vitest'
import type { PlacedNode } from './free-place.ts'
import { MIN_READABLE_ZOOM, readableViewport } from './fit-readable.ts'

const ROOM = { width: 1200, height: 700 }
const MARGINS = { top: 24, right: 24, bottom: 56, left: 72 }
const at = (x: number, y: number): PlacedNode => ({ position: { x, y } })

test('a small drawing stands in the middle, no larger than it is', () => {
  const view = readableViewport([at(0, 0)], ROOM, MARGINS)
  expect(view.zoom).toBe(1)
  expect(view.x + 130).toBe(72 + (1200 - 96) / 2)
})

test('a large one is not made unreadable: it begins at the start', () => {
  const view = readableViewport([at(0, 400), at(4000, 0), at(4000, 800)], ROOM, MARGINS)
  expect(view.zoom).toBe(MIN_READABLE_ZOOM)
  expect(view.x).toBeCloseTo(72)
  const start = 400 * MIN_READABLE_ZOOM + view.y
  expect(start).toBeGreaterThan(MARGINS.top)
  expect(start).toBeLessThan(ROOM.height - MARGINS.bottom)
})

test('beyond the last step there is no empty room', () => {
  const view = readableViewport([at(4000, 0), at(0, 0)], ROOM, MARGINS)
  expect((4000 + 260) * MIN_READABLE_ZOOM + view.x).toBeCloseTo(ROOM.width - MARGINS.right)
})
