// Where a new step stands: as near as can be to where it is wished, and on top of no other.
import { NODE_SIZE, type Place } from '@parlance/engine/graph/layout'

export interface Standing {
  readonly position: Place
  /** As drawn; absent before that. */
  readonly measured?: { readonly width?: number; readonly height?: number }
}

const GAP = 24
/** Rings of places around the wished one. More steps than these hold are not seen at once. */
const RINGS = 12

/** Places in canvas pixels, each the upper left corner of a step. */
export function freePlace(wished: Place, others: readonly Standing[]): Place {
  const apart = (place: Place) =>
    others.every(({ position: { x, y }, measured }) => {
      const width = measured?.width ?? NODE_SIZE.width
      const height = Math.max(measured?.height ?? 0, NODE_SIZE.height)
      return (
        place.x >= x + width + GAP ||
        place.x + NODE_SIZE.width + GAP <= x ||
        place.y >= y + height + GAP ||
        place.y + NODE_SIZE.height + GAP <= y
      )
    })
  return around(wished).find(apart) ?? wished
}

/** The place itself and those around it, nearest first. */
function around({ x, y }: Place): Place[] {
  const steps = Array.from({ length: 2 * RINGS + 1 }, (_, at) => at - RINGS)
  const offsets = steps.flatMap((column) =>
    steps.map((row) => ({ x: (column * NODE_SIZE.width) / 4, y: (row * NODE_SIZE.height) / 4 })),
  )
  return offsets
    .toSorted((a, b) => Math.hypot(a.x, a.y) - Math.hypot(b.x, b.y))
    .map((by) => ({ x: Math.round(x + by.x), y: Math.round(y + by.y) }))
}
