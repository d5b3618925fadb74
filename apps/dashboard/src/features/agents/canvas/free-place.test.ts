import { NODE_SIZE, type Place } from '@parlance/engine/graph/layout'
import { expect, test } from 'vitest'
import { freePlace, type PlacedNode } from './free-place.ts'

const at = (x: number, y: number, measured?: PlacedNode['measured']): PlacedNode => ({
  position: { x, y },
  ...(measured ? { measured } : {}),
})
const MIDDLE: Place = { x: 400, y: 300 }

test('a free place is taken as it is wished', () => {
  expect(freePlace(MIDDLE, [])).toEqual(MIDDLE)
  expect(freePlace(MIDDLE, [at(400, 300 + NODE_SIZE.height + 24)])).toEqual(MIDDLE)
})

test('twenty steps added at the same place cover nobody', () => {
  const placed: PlacedNode[] = [at(300, 260, { width: 260, height: 210 })]
  for (let added = 0; added < 20; added += 1) {
    const { x, y } = freePlace(MIDDLE, placed)
    for (const { position, measured } of placed) {
      const right = position.x + (measured?.width ?? NODE_SIZE.width)
      const bottom = position.y + (measured?.height ?? NODE_SIZE.height)
      const clear = x >= right || x + NODE_SIZE.width <= position.x || y >= bottom || y + NODE_SIZE.height <= position.y
      expect(clear, `${x}, ${y} beside ${position.x}, ${position.y}`).toBe(true)
    }
    placed.push(at(x, y))
  }
})

test('the nearest free place is taken', () => {
  const { x, y } = freePlace(MIDDLE, [at(400, 300)])
  expect(Math.hypot(x - 400, y - 300)).toBeLessThan(NODE_SIZE.height + 60)
})

test('what follows a step goes below or above what stands there, not back', () => {
  const { x, y } = freePlace(MIDDLE, [at(400, 300)], { follows: true })
  expect(x).toBe(400)
  expect(y).toBeGreaterThanOrEqual(300 + NODE_SIZE.height)
})

test('no label of a connection is covered', () => {
  const label = { x: 450, y: 380, width: 132, height: 36 }
  const { x, y } = freePlace(MIDDLE, [], { labels: [label] })
  const clear = x >= 582 || x + NODE_SIZE.width <= 450 || y >= 416 || y + NODE_SIZE.height <= 380
  expect(clear).toBe(true)
})
