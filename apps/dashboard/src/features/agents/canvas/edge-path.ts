// Routes transitions along straight lines with rounded corners, preferring short ones that cross no other step.
export interface Point {
  readonly x: number
  readonly y: number
}
/** A step's box in canvas pixels. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}
/** Index and number of the edges between the same two steps, in both directions. */
export interface Lane {
  readonly at: number
  readonly of: number
}
export interface Route {
  readonly points: readonly Point[]
  /** The label's centre. */
  readonly label: Point
  readonly size: Size
}

const LANE = 26
/** Distance between lines and steps. */
const CLEAR = 32
const CORNER = 10
/** Maximum size of a label, in pixels and lines. */
const LABEL = { width: 300, lines: 3 } as const
/** Its size in tight places. */
const SMALL = { width: 140, lines: 2 } as const
const LINE_HEIGHT = 18
/** Approximate letter width, and padding. */
const LETTER = 7.4
const PADDING = 16
/** Allows for uneven line breaks. */
const UNEVEN = 1.15
/** Distance of parallel lines, and the most of these steps a line moves aside. */
const APART = 16
const ASIDE = [1, -1, 2, -2, 3, -3]
const PER_SHARED_LINE = 150
const PER_BEND = 60
const PER_CROSSING = 900
/** How much longer a detour may be, or a line found without search. */
const DEAR = 180
/** Preferred distance of columns. */
const ROOM = 120

const overlaps = (a: Box, b: Box, by = 0): boolean =>
  a.x < b.x + b.width + by && b.x < a.x + a.width + by && a.y < b.y + b.height + by && b.y < a.y + a.height + by

const pairs = (points: readonly Point[]): [Point, Point][] =>
  points.slice(1).map((to, index) => [points[index] ?? to, to])

const span = (from: Point, to: Point): Box => ({
  x: Math.min(from.x, to.x),
  y: Math.min(from.y, to.y),
  width: Math.abs(from.x - to.x),
  height: Math.abs(from.y - to.y),
})

/** Possible lines from source to target that cross neither. */
function candidates(from: Box, to: Box, shift: number): { points: Point[]; dear: boolean }[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x + from.width, to.x + to.width)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y + from.height, to.y + to.height)]
  const along = (start: number, size: number) => {
    const most = Math.max(0, size / 2 - 14)
    return start + size / 2 + Math.max(-most, Math.min(most, shift))
  }
  const [fromX, toX] = [along(from.x, from.width), along(to.x, to.width)]
  const [fromY, toY] = [along(from.y, from.height), along(to.y, to.height)]
  const found: { points: Point[]; dear: boolean }[] = []
  const down = (start: number, end: number) => {
    if (Math.abs(fromX - toX) < 1) return void add([point(fromX, start), point(toX, end)])
    const way = Math.sign(end - start)
    for (const y of [(start + end) / 2, start + way * CLEAR, end - way * CLEAR]) {
      // Avoids crossings of parallel lines.
      const bend = y - Math.sign(toX - fromX) * way * shift
      add([point(fromX, start), point(fromX, bend), point(toX, bend), point(toX, end)])
    }
  }
  const across = (start: number, end: number) => {
    // Enters a step in the next row from above, unless the line fits between the columns.
    const lower = to.y - from.y - from.height >= CLEAR && Math.abs(end - start) < ROOM
    if (Math.abs(fromY - toY) < 1) return void add([point(start, fromY), point(end, toY)])
    const way = Math.sign(end - start)
    for (const x of [(start + end) / 2, start + way * CLEAR, end - way * CLEAR]) {
      const bend = x - Math.sign(toY - fromY) * way * shift
      add([point(start, fromY), point(bend, fromY), point(bend, toY), point(end, toY)], lower)
    }
  }
  const add = (points: Point[], dear = false) => found.push({ points, dear })
  if (to.y - from.y - from.height >= CLEAR) down(from.y + from.height, to.y)
  if (to.x - from.x - from.width >= CLEAR) across(from.x + from.width, to.x)
  if (from.x - to.x - to.width >= CLEAR) across(from.x, to.x + to.width)
  const sides = (x: number, start: number, end: number) =>
    add([point(start, fromY), point(x, fromY), point(x, toY), point(end, toY)], true)
  const over = (y: number, start: number, end: number) =>
    add([point(fromX, start), point(fromX, y), point(toX, y), point(toX, end)], true)
  const out = CLEAR + Math.abs(shift)
  sides(left - out, from.x, to.x)
  sides(right + out, from.x + from.width, to.x + to.width)
  over(bottom + out, from.y + from.height, to.y + to.height)
  over(top - out, from.y, to.y)
  return found
}

const point = (x: number, y: number): Point => ({ x, y })

function cost(
  { points, dear }: { points: Point[]; dear: boolean },
  own: readonly Box[],
  others: readonly Box[],
  drawn: readonly Box[],
) {
  const lines = pairs(points)
  const length = lines.reduce((sum, [a, b]) => sum + Math.abs(a.x - b.x) + Math.abs(a.y - b.y), 0)
  const through = (by: number) => (box: Box) => lines.some(([a, b]) => overlaps(span(a, b), box, by))
  // Lines touch their own steps but don't cross them.
  const crossed = others.filter(through(6)).length + own.filter(through(-1)).length
  const around = length + PER_BEND * (points.length - 2) + PER_CROSSING * crossed + (dear ? DEAR : 0)
  const shared = linesOf(points).reduce((sum, line) => sum + drawn.filter((other) => runsAlong(line, other)).length, 0)
  return { cost: around + PER_SHARED_LINE * shared, shared }
}

/** Whether two lines overlap by more than a corner. */
function runsAlong(a: Box, b: Box): boolean {
  const common = (start: number, size: number, other: number, otherSize: number) =>
    Math.min(start + size, other + otherSize) - Math.max(start, other)
  if (a.width === 0 && b.width === 0) return Math.abs(a.x - b.x) < APART / 2 && common(a.y, a.height, b.y, b.height) > 4
  if (a.height === 0 && b.height === 0) return Math.abs(a.y - b.y) < APART / 2 && common(a.x, a.width, b.x, b.width) > 4
  return false
}

export interface Size {
  readonly width: number
  readonly height: number
  readonly lines: number
}
const sizeOf = (width: number, lines: number): Size => ({ width, height: lines * LINE_HEIGHT + 4, lines })

/** Possible sizes of a label with this text, best first: full text in few lines; the minimum last. */
export function labelSizes(words: string): Size[] {
  const width = words.length * LETTER
  if (width + PADDING <= SMALL.width) return [sizeOf(width + PADDING, 1)]
  const whole = [2, 3, 1].flatMap((lines) => {
    const needed = Math.ceil((width / lines) * (lines > 1 ? UNEVEN : 1)) + PADDING
    return needed <= LABEL.width ? [sizeOf(Math.max(needed, SMALL.width), lines)] : []
  })
  return [...(whole.length > 0 ? whole : [sizeOf(LABEL.width, LABEL.lines)]), sizeOf(SMALL.width, SMALL.lines)]
}
/** A label's box around its centre. */
export const labelBox = ({ x, y }: Point, { width, height }: Size): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

/** Labels and lines of other transitions; lines as flat boxes. */
export interface Drawn {
  readonly labels: readonly Box[]
  readonly lines: readonly Box[]
}
const NOTHING: Drawn = { labels: [], lines: [] }

export const linesOf = (points: readonly Point[]): Box[] => pairs(points).map(([a, b]) => span(a, b))

/** The line with its label; `others`: unconnected steps, `sizes`: from `labelSizes`. */
export function routeOf(
  from: Box,
  to: Box,
  lane: Lane,
  others: readonly Box[],
  { sizes = [sizeOf(SMALL.width, SMALL.lines)], ...drawn }: Drawn & { readonly sizes?: readonly Size[] } = NOTHING,
): Route {
  const first = (lane.at - (lane.of - 1) / 2) * LANE
  const bestAt = (shift: number) =>
    candidates(from, to, shift)
      .map((way) => ({ points: way.points, ...cost(way, [from, to], others, drawn.lines) }))
      .reduce((a, b) => (b.cost < a.cost ? b : a))
  let best = bestAt(first)
  for (const by of ASIDE) {
    if (best.shared === 0) break
    const other = bestAt(first + by * APART)
    if (other.cost + APART * Math.abs(by) < best.cost) best = other
  }
  return { points: best.points, ...labelAt(best.points, [...others, from, to], drawn, sizes) }
}

/**
 * Places the label where it covers no step and, if possible, no label or other line: near the middle of its longest
 * segment, otherwise next to it. Takes the first size with such a place, otherwise the best.
 */
function labelAt(points: readonly Point[], boxes: readonly Box[], drawn: Drawn, sizes: readonly Size[]) {
  let best: { label: Point; size: Size; rank: number } | undefined
  for (const size of sizes) {
    const found = { ...labelOfSize(points, boxes, drawn, size), size }
    if (!best || found.rank < best.rank) best = found
    if (best.rank === 0) break
  }
  const { label = point(0, 0), size = sizeOf(SMALL.width, 1) } = best ?? {}
  return { label, size }
}

/** The arrow's box at the line's end. */
function arrowOf(points: readonly Point[]): Box {
  const { x, y } = points.at(-1) ?? point(0, 0)
  return { x: x - 12, y: y - 12, width: 24, height: 24 }
}

/** `rank` is 0 when nothing is covered and grows with overlaps. */
function labelOfSize(
  points: readonly Point[],
  boxes: readonly Box[],
  { labels, lines: other }: Drawn,
  size: Size,
): { label: Point; rank: number } {
  const lines = pairs(points).toSorted(([a, b], [c, d]) => distance(c, d) - distance(a, b))
  const inside = ([a, b]: readonly [Point, Point]) =>
    [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.1, 0.9].map((part) =>
      point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part),
    )
  const aside = size.width / 2 + 6
  const beside = ([a, b]: readonly [Point, Point]) =>
    a.x === b.x ? inside([a, b]).flatMap(({ x, y }) => [point(x - aside, y), point(x + aside, y)]) : []
  // A label off its line seems to belong to another: tries the whole line first.
  const on = lines.flatMap(inside)
  const places = [...on, ...lines.flatMap(beside)]
  const none =
    (of: readonly Box[], by = 0) =>
    (place: Point) =>
      !of.some((box) => overlaps(labelBox(place, size), box, by))
  const open = places.filter(none(boxes, 4))
  const apart = open.filter(none([...labels, arrowOf(points)]))
  const free = apart.find(none(other))
  if (free) return { label: free, rank: on.includes(free) ? 0 : 1 }
  const label = apart[0] ?? open[0] ?? places[0] ?? point(0, 0)
  return { label, rank: apart.length > 0 ? 2 : open.length > 0 ? 3 : 4 }
}

const distance = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y)

/** A loop above a step that leads to itself. */
export function loopOf(box: Box, lane: Lane, size: Size = sizeOf(SMALL.width, SMALL.lines)): Route {
  const half = 36 + lane.at * 18
  const [middle, high] = [box.x + box.width / 2, box.y - 44 - lane.at * 40]
  return {
    points: [
      point(middle + half, box.y),
      point(middle + half, high),
      point(middle - half, high),
      point(middle - half, box.y),
    ],
    label: point(middle, high),
    size,
  }
}

/** The line as an SVG path with rounded corners. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (!first) return ''
  const drawn = rest.map((at, index) => {
    const [before, next] = [points[index] ?? at, rest[index + 1]]
    if (!next) return `L${at.x} ${at.y}`
    const radius = Math.min(CORNER, distance(before, at) / 2, distance(at, next) / 2)
    const near = (other: Point) => {
      const [dx, dy] = [Math.sign(other.x - at.x), Math.sign(other.y - at.y)]
      return `${at.x + dx * radius} ${at.y + dy * radius}`
    }
    return `L${near(before)}Q${at.x} ${at.y} ${near(next)}`
  })
  return `M${first.x} ${first.y}${drawn.join('')}`
}
