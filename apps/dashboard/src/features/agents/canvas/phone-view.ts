// Which steps a phone shows at first, where all of them would be too small to read.
import { NODE_SIZE } from '@parlance/engine/graph/layout'
import type { PlacedNode } from './free-place.ts'

/** What a phone shows beside each other with names that can still be read: two columns left of the start, and it. */
const WIDTH = 2 * 420 + NODE_SIZE.width
/** Further above or below the start is another screen. */
const HEIGHT = 4 * NODE_SIZE.height

/**
 * The start, and what stands left of it on the same screen; `steps` come in reading order, the start first. A step that is
 * further left than fits is left to a swipe, and the start stays in view.
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
