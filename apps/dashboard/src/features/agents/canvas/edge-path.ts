// How a transition runs between two steps: along straight lines with round corners, where it is short and passes no other step.
export interface Point {
  readonly x: number
  readonly y: number
}
/** A step on the canvas, in its pixels. */
export interface Box extends Point {
  readonly width: number
  readonly height: number
}
/** Which of the edges between the same two steps this is, from 0, and how many there are, in both directions. */
export interface Lane {
  readonly at: number
  readonly of: number
}
export interface Route {
  readonly points: readonly Point[]
  /** The middle of the label. */
  readonly label: Point
}

const LANE = 26
/** How far lines stay away from steps. */
const CLEAR = 32
const CORNER = 10
/** A label at its largest: two lines of words. */
const LABEL = { width: 132, height: 36 }
const LINE_HEIGHT = 20
/** About as wide as a letter and what is around the words. */
const LETTER = 6.5
const PADDING = 16
const PER_BEND = 60
const PER_CROSSING = 900
/** How much longer than a way around, or one that is not looked for, another may be. */
const DEAR = 180
/** What lines between two columns want. */
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

/** The lines that may be drawn, each from the source to the target; never into one of the two. */
function candidates(from: Box, to: Box, shift: number): { points: Point[]; dear: boolean }[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x + from.width, to.x + to.width)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y + from.height, to.y + to.height)]
  const [fromX, toX] = [from.x + from.width / 2 + shift, to.x + to.width / 2 + shift]
  const [fromY, toY] = [from.y + from.height / 2 + shift, to.y + to.height / 2 + shift]
  const found: { points: Point[]; dear: boolean }[] = []
  const down = (start: number, end: number) => {
    if (Math.abs(fromX - toX) < 1) return void add([point(fromX, start), point(toX, end)])
    const way = Math.sign(end - start)
    for (const y of [(start + end) / 2, start + way * CLEAR, end - way * CLEAR]) {
      const bend = y + shift / 2
      add([point(fromX, start), point(fromX, bend), point(toX, bend), point(toX, end)])
    }
  }
  const across = (start: number, end: number) => {
    // A step of the next row is entered from above, unless there is room for the line between the columns.
    const lower = to.y - from.y - from.height >= CLEAR && Math.abs(end - start) < ROOM
    if (Math.abs(fromY - toY) < 1) return void add([point(start, fromY), point(end, toY)])
    const way = Math.sign(end - start)
    for (const x of [(start + end) / 2, start + way * CLEAR, end - way * CLEAR]) {
      const bend = x + shift / 2
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

function cost({ points, dear }: { points: Point[]; dear: boolean }, own: readonly Box[], others: readonly Box[]) {
  const lines = pairs(points)
  const length = lines.reduce((sum, [a, b]) => sum + Math.abs(a.x - b.x) + Math.abs(a.y - b.y), 0)
  const through = (by: number) => (box: Box) => lines.some(([a, b]) => overlaps(span(a, b), box, by))
  // Its own steps it touches, but runs through none.
  const crossed = others.filter(through(6)).length + own.filter(through(-1)).length
  return length + PER_BEND * (points.length - 2) + PER_CROSSING * crossed + (dear ? DEAR : 0)
}

interface Size {
  readonly width: number
  readonly height: number
}
/** The room that a label with these words takes, more or less. */
export const labelSize = (words: string): Size => {
  const width = words.length * LETTER + PADDING
  return width > LABEL.width ? LABEL : { width, height: LINE_HEIGHT }
}
/** Its place around its middle. */
export const labelBox = ({ x, y }: Point, { width, height }: Size = LABEL): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

/** What other transitions have drawn: their labels, and their lines as flat boxes. */
export interface Drawn {
  readonly labels: readonly Box[]
  readonly lines: readonly Box[]
}
const NOTHING: Drawn = { labels: [], lines: [] }

export const linesOf = (points: readonly Point[]): Box[] => pairs(points).map(([a, b]) => span(a, b))

/** The line with its label; `others` are the steps that it does not connect. */
export function routeOf(
  from: Box,
  to: Box,
  lane: Lane,
  others: readonly Box[],
  { size = LABEL, ...drawn }: Drawn & { readonly size?: Size } = NOTHING,
): Route {
  const shift = (lane.at - (lane.of - 1) / 2) * LANE
  const ways = candidates(from, to, shift).map((way) => ({ points: way.points, cost: cost(way, [from, to], others) }))
  const best = ways.reduce((a, b) => (b.cost < a.cost ? b : a))
  return { points: best.points, label: labelAt(best.points, [...others, from, to], drawn, size) }
}

/**
 * Where the label covers no step and, if there is such a place, no label and no other line: on the way near the middle of its
 * longest line, else beside it.
 */
function labelAt(points: readonly Point[], boxes: readonly Box[], { labels, lines: other }: Drawn, size: Size): Point {
  const lines = pairs(points).toSorted(([a, b], [c, d]) => distance(c, d) - distance(a, b))
  const inside = ([a, b]: readonly [Point, Point]) =>
    [0.5, 0.42, 0.58, 0.34, 0.66, 0.26, 0.74, 0.18, 0.82, 0.1, 0.9].map((part) =>
      point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part),
    )
  const aside = size.width / 2 + 6
  const beside = ([a, b]: readonly [Point, Point]) =>
    a.x === b.x ? inside([a, b]).flatMap(({ x, y }) => [point(x - aside, y), point(x + aside, y)]) : []
  // A label off its line is taken for that of another one: first every place on the whole way.
  const places = [...lines.flatMap(inside), ...lines.flatMap(beside)]
  const none =
    (of: readonly Box[], by = 0) =>
    (place: Point) =>
      !of.some((box) => overlaps(labelBox(place, size), box, by))
  const open = places.filter(none(boxes, 4))
  const apart = open.filter(none(labels))
  return apart.find(none(other)) ?? apart[0] ?? open[0] ?? places[0] ?? point(0, 0)
}

const distance = (a: Point, b: Point): number => Math.abs(a.x - b.x) + Math.abs(a.y - b.y)

/** A loop above the step that leads to itself. */
export function loopOf(box: Box, lane: Lane): Route {
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
  }
}

/** The line as a path of SVG, its corners rounded. */
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
