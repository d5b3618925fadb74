// The steps a phone shows first, when all would be too small.
import { NODE_SIZE } from '@parlance/engine/graph/layout'
import type { PlacedNode } from './free-place.ts'

/** The width with readable names: the start and two columns to its left. */
const WIDTH = 2 * 420 + NODE_SIZE.width
/** Steps further above or below are off-screen. */
const HEIGHT = 4 * NODE_SIZE.height

/**
 * The start and steps left of it that fit the screen; `steps` in reading order, start first. Further ones need a swipe.
 */
export function shownOnPhone<T extends PlacedNode & { readonly id: string }>(steps: readonly T[]): { id: string }[] {
  const [start] = steps
  if (!start) return []
  const { x, y } = start.position
  const near = steps.filter(
    ({ position }) => position.x < x && position.x >= x + NODE_SIZE.width - WIDTH && Math.abs(position.y - y) <= HEIGHT,
  )
  return [start, ...near].map(({ id }) => ({ id }))
}
