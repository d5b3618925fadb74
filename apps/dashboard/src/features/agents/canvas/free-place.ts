// Where a new step stands: as near as can be to where it is wished, and on top of nothing.
import { NODE_SIZE, type Place } from '@parlance/engine/graph/layout'
import type { Box } from './edge-path.ts'

export interface PlacedNode {
  readonly position: Place
  /** As drawn; absent before that. */
  readonly measured?: { readonly width?: number; readonly height?: number }
}

const GAP = 24
/** Rings of places around the wished one. More steps than these hold are not seen at once. */
const RINGS = 12
/** A place to the left would read as one before the step that is followed. */
const LEFTWARDS = 4
const ONWARDS = 2

const boxOf = ({ position, measured }: PlacedNode): Box => ({
  ...position,
  width: measured?.width ?? NODE_SIZE.width,
  height: Math.max(measured?.height ?? 0, NODE_SIZE.height),
})

/**
 * Places in canvas pixels, each the upper left corner of a step; `labels` are those of connections. What follows a step
 * stays in its column, below or above, before it goes elsewhere.
 */
export function freePlace(
  wished: Place,
  others: readonly PlacedNode[],
  { labels = [], follows = false }: { labels?: readonly Box[]; follows?: boolean } = {},
): Place {
  const taken = [...others.map(boxOf), ...labels]
  const apart = ({ x, y }: Place) =>
    taken.every(
      (box) =>
        x >= box.x + box.width + GAP ||
        x + NODE_SIZE.width + GAP <= box.x ||
        y >= box.y + box.height + GAP ||
        y + NODE_SIZE.height + GAP <= box.y,
    )
  return around(wished, follows).find(apart) ?? wished
}

/** The place itself and those around it, nearest first. */
function around({ x, y }: Place, follows: boolean): Place[] {
  const steps = Array.from({ length: 2 * RINGS + 1 }, (_, at) => at - RINGS)
  const offsets = steps.flatMap((column) =>
    steps.map((row) => ({ x: (column * NODE_SIZE.width) / 4, y: (row * NODE_SIZE.height) / 4 })),
  )
  const weight = (by: Place) =>
    follows ? Math.hypot(by.x * (by.x < 0 ? LEFTWARDS : ONWARDS), by.y) : Math.hypot(by.x, by.y)
  return offsets
    .toSorted((a, b) => weight(a) - weight(b) || b.y - a.y)
    .map((by) => ({ x: Math.round(x + by.x), y: Math.round(y + by.y) }))
}
