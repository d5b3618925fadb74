import { NODE_SIZE, type Place } from '@parlance/engine/graph/layout'
import { expect, test } from 'vitest'
import { freePlace, type PlacedNode } from './free-place.ts'

const at = (x: number, y: number, measured?: PlacedNode['measured']): PlacedNode => ({
  position: { x, y },
  ...(measured ? { measured } : {}),
})
const MIDDLE: Place = { x: 400, y: 300 }

test('takes a free place as requested', () => {
  expect(freePlace(MIDDLE, [])).toEqual(MIDDLE)
  expect(freePlace(MIDDLE, [at(400, 300 + NODE_SIZE.height + 24)])).toEqual(MIDDLE)
})

test('places twenty steps at one spot without overlaps', () => {
  const placed: PlacedNode[] = [at(300, 260, { width: 260, height: 210 })]
  for (let added = 0; added < 20; added += 1) {
    const { x, y } = freePlace(MIDDLE, placed)
    for (const { position, measured } of placed) {
      const right = position.x + (measured?.width ?? NODE_SIZE.width)
      const bottom = position.y + (measured?.height ?? NODE_SIZE.height)
      const clear = x >= right || x + NODE_SIZE.width <= position.x || y >= bottom || y + NODE_SIZE.height <= position.y
      expect(clear, `${x}, ${y} next to ${position.x}, ${position.y}`).toBe(true)
    }
    placed.push(at(x, y))
  }
})

test('takes the nearest free place', () => {
  const { x, y } = freePlace(MIDDLE, [at(400, 300)])
  expect(Math.hypot(x - 400, y - 300)).toBeLessThan(NODE_SIZE.height + 60)
})

test('places a following step above or below others, not to the left', () => {
  const { x, y } = freePlace(MIDDLE, [at(400, 300)], { follows: true })
  expect(x).toBe(400)
  expect(y).toBeGreaterThanOrEqual(300 + NODE_SIZE.height)
})

test('covers no label of a connection', () => {
  const label = { x: 450, y: 380, width: 132, height: 36 }
  const { x, y } = freePlace(MIDDLE, [], { labels: [label] })
  const clear = x >= 582 || x + NODE_SIZE.width <= 450 || y >= 416 || y + NODE_SIZE.height <= 380
  expect(clear).toBe(true)
})
