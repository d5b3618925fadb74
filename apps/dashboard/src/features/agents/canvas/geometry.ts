// Points and boxes of the drawing, in canvas pixels.
export interface Point {
  readonly x: number
  readonly y: number
}
export interface Box extends Point {
  readonly width: number
  readonly height: number
}

export const point = (x: number, y: number): Point => ({ x, y })

export const overlaps = (a: Box, b: Box, by = 0): boolean =>
  a.x < b.x + b.width + by && b.x < a.x + a.width + by && a.y < b.y + b.height + by && b.y < a.y + a.height + by

/** The box around all boxes. */
export function around(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))]
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** The box with a margin on all sides. */
export const expanded = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

export const pairs = (points: readonly Point[]): [Point, Point][] =>
  points.slice(1).map((to, index) => [points[index] ?? to, to])

/** A line as a flat box. */
export const span = (from: Point, to: Point): Box => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(from.x - to.x),
  height: Math.abs(from.y - to.y),
})

export const linesOf = (points: readonly Point[]): Box[] => pairs(points).map(([a, b]) => span(a, b))

/** Along the axes. */
export const distance = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y)
