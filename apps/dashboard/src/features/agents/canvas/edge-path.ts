// Routes transitions along straight lines with rounded corners, preferring short ones that cross no other step.
import { placeLabel, USUAL_SIZE, type Size } from './edge-label.ts'
import { around, distance, expanded, linesOf, overlaps, point, type Box, type Point } from './geometry.ts'

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
/** Distance of parallel lines, and the most of these steps a line moves aside. */
const APART = 16
const ASIDE = [1, -1, 2, -2, 3, -3]
const PER_SHARED_LINE = 150
const PER_BEND = 60
const PER_STEP_CROSSED = 900
const PER_LINE_CROSSED = 70
/** How much longer a detour may be, or a line found without search. */
const DEAR = 180
/** Preferred distance of columns. */
const ROOM = 120

/** Possible lines from source to target that cross neither. */
function candidates(from: Box, to: Box, shift: number): Way[] {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x + from.width, to.x + to.width)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y + from.height, to.y + to.height)]
  const along = (start: number, size: number) => {
    const most = Math.max(0, size / 2 - 14)
    return start + size / 2 + Math.max(-most, Math.min(most, shift))
  }
  const [fromX, toX] = [along(from.x, from.width), along(to.x, to.width)]
  const [fromY, toY] = [along(from.y, from.height), along(to.y, to.height)]
  const found: Way[] = []
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
  // Around other steps: along a row, then along a column, or the other way round.
  const rows = (box: Box) => [...new Set([box.y - out, box.y + box.height + out, top - out, bottom + out])]
  const columns = (box: Box) => [...new Set([box.x - out, box.x + box.width + out, left - out, right + out])]
  const sideX = (box: Box, x: number) => (x < box.x + box.width / 2 ? box.x : box.x + box.width)
  const sideY = (box: Box, y: number) => (y < box.y + box.height / 2 ? box.y : box.y + box.height)
  for (const y of rows(from))
    for (const x of columns(to))
      add([point(fromX, sideY(from, y)), point(fromX, y), point(x, y), point(x, toY), point(sideX(to, x), toY)], true)
  for (const x of columns(from))
    for (const y of rows(to))
      add([point(sideX(from, x), fromY), point(x, fromY), point(x, y), point(toX, y), point(toX, sideY(to, y))], true)
  add([point(fromX, sideY(from, toY)), point(fromX, toY), point(sideX(to, fromX), toY)], true)
  add([point(sideX(from, toX), fromY), point(toX, fromY), point(toX, sideY(to, fromY))], true)
  return found
}

interface Way {
  readonly points: readonly Point[]
  readonly dear: boolean
}
interface Found {
  readonly points: readonly Point[]
  readonly cost: number
  /** How many other lines it runs along. */
  readonly shared: number
}

/** The cheapest way by length, bends and what it crosses, if it costs less than `most`. */
function cheapest(
  ways: readonly Way[],
  own: readonly Box[],
  others: readonly Box[],
  drawn: readonly Box[],
  most: number,
) {
  let best: Found | undefined
  const priced = ways.map(({ points, dear }) => {
    const lines = linesOf(points)
    const length = lines.reduce((sum, { width, height }) => sum + width + height, 0)
    return { points, lines, least: length + PER_BEND * (points.length - 2) + (dear ? DEAR : 0) }
  })
  for (const { points, lines, least } of priced.toSorted((a, b) => a.least - b.least)) {
    const bound = best?.cost ?? most
    if (least >= bound) break
    const through = (boxes: readonly Box[], by: number): number =>
      boxes.filter((box) => lines.some((line) => overlaps(line, box, by))).length
    // Lines touch their own steps but don't cross them.
    let cost = least + PER_STEP_CROSSED * (through(own, -1) + through(others, 6))
    let shared = 0
    for (const other of drawn) {
      if (cost >= bound) break
      for (const line of lines) {
        if (crosses(line, other)) cost += PER_LINE_CROSSED
        else if (runsAlong(line, other)) [cost, shared] = [cost + PER_SHARED_LINE, shared + 1]
      }
    }
    if (cost < bound) best = { points, cost, shared }
  }
  return best
}

/** Whether two lines overlap by more than a corner. */
function runsAlong(a: Box, b: Box): boolean {
  if (a.width === 0 && b.width === 0)
    return Math.abs(a.x - b.x) < APART / 2 && Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y) > 4
  if (a.height === 0 && b.height === 0)
    return Math.abs(a.y - b.y) < APART / 2 && Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x) > 4
  return false
}

const crosses = (a: Box, b: Box): boolean => (a.width === 0) !== (b.width === 0) && overlaps(a, b)

/** What is drawn already, and the label to place. */
export interface Drawn {
  readonly labels: readonly Box[]
  /** Lines as flat boxes. */
  readonly lines: readonly Box[]
  /** From `labelSizes`. */
  readonly sizes?: readonly Size[]
  /** How much the label's text is enlarged. */
  readonly scale?: number
}
const NOTHING: Drawn = { labels: [], lines: [] }

/** The line with its label; `others`: unconnected steps. What is far away has no influence and costs no time. */
export function routeOf(
  from: Box,
  to: Box,
  lane: Lane,
  others: readonly Box[],
  { labels, lines, sizes = [USUAL_SIZE], scale = 1 }: Drawn = NOTHING,
): Route {
  const first = (lane.at - (lane.of - 1) / 2) * LANE
  const near = expanded(around([from, to]), CLEAR + Math.abs(first) + ASIDE.length * APART)
  const boxes = others.filter((box) => overlaps(box, near))
  const drawn = lines.filter((line) => overlaps(line, near))
  const bestAt = (shift: number, most = Infinity) =>
    cheapest(candidates(from, to, shift), [from, to], boxes, drawn, most)
  let best = bestAt(first)
  for (const by of ASIDE) {
    if (!best || best.shared === 0) break
    best = bestAt(first + by * APART, best.cost - APART * Math.abs(by)) ?? best
  }
  const points = best?.points ?? []
  return { points, ...placeLabel(points, { steps: [...others, from, to], labels, lines }, sizes, scale) }
}

/** A loop above a step that leads to itself. */
export function loopOf(
  box: Box,
  lane: Lane,
  others: readonly Box[] = [],
  { labels, lines, sizes = [USUAL_SIZE], scale = 1 }: Drawn = NOTHING,
): Route {
  const half = 36 + lane.at * 18
  const [middle, high] = [box.x + box.width / 2, box.y - 44 - lane.at * 40]
  const points = [
    point(middle + half, box.y),
    point(middle + half, high),
    point(middle - half, high),
    point(middle - half, box.y),
  ]
  return { points, ...placeLabel(points, { steps: [...others, box], labels, lines }, sizes, scale) }
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
