// Finds a place for a new step: close to the requested one, without overlaps.
import { NODE_SIZE, type Place } from '@parlance/engine/graph/layout'
import type { Box } from './geometry.ts'

export interface PlacedNode {
  readonly position: Place
  /** Present after rendering. */
  readonly measured?: { readonly width?: number; readonly height?: number }
}

const GAP = 24
/** Rings of candidates around the requested place; more steps are not seen at once. */
const RINGS = 12
/** Penalty for places to the left, which suggest an earlier step. */
const LEFTWARDS = 4
const ONWARDS = 2

const boxOf = ({ position, measured }: PlacedNode): Box => ({
  ...position,
  width: measured?.width ?? NODE_SIZE.width,
  height: Math.max(measured?.height ?? 0, NODE_SIZE.height),
})

/**
 * Places are upper left corners in canvas pixels; `labels` are those of connections. A following step prefers its
 * column, above or below.
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

/** The place and its surroundings, nearest first. */
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
