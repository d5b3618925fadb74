import { NODE_SIZE, type Place } from '@parlance/engine/graph/layout'
import { expect, test } from 'vitest'
import { freePlace, type Standing } from './free-place.ts'

const at = (x: number, y: number, measured?: Standing['measured']): Standing => ({
  position: { x, y },
  ...(measured ? { measured } : {}),
})
const MIDDLE: Place = { x: 400, y: 300 }

test('a free place is taken as it is wished', () => {
  expect(freePlace(MIDDLE, [])).toEqual(MIDDLE)
  expect(freePlace(MIDDLE, [at(400, 300 + NODE_SIZE.height + 24)])).toEqual(MIDDLE)
})

test('twenty steps added at the same place cover nobody', () => {
  const standing: Standing[] = [at(300, 260, { width: 260, height: 210 })]
  for (let added = 0; added < 20; added += 1) {
    const { x, y } = freePlace(MIDDLE, standing)
    for (const { position, measured } of standing) {
      const right = position.x + (measured?.width ?? NODE_SIZE.width)
      const bottom = position.y + (measured?.height ?? NODE_SIZE.height)
      const clear = x >= right || x + NODE_SIZE.width <= position.x || y >= bottom || y + NODE_SIZE.height <= position.y
      expect(clear, `${x}, ${y} beside ${position.x}, ${position.y}`).toBe(true)
    }
    standing.push(at(x, y))
  }
})

test('the nearest free place is taken', () => {
  const { x, y } = freePlace(MIDDLE, [at(400, 300)])
  expect(Math.hypot(x - 400, y - 300)).toBeLessThan(NODE_SIZE.height + 60)
})
