// Sizes and places of the texts on transitions.
import { around, distance, expanded, linesOf, overlaps, pairs, point, type Box, type Point } from './geometry.ts'

export interface Size {
  readonly width: number
  readonly height: number
  readonly lines: number
  /** The text does not fit and ends in «…». */
  readonly cut: boolean
}

/** Of the text, in pixels on screen. */
export const LABEL_FONT = 13
const LINE_HEIGHT = 17
/** Approximate widths of a letter, and of one of a script that fills a square. */
const LETTER = 7.2
const SQUARE = 13.5
/** Space between the text and the border, on both sides together, and the border. */
const PADDING = { x: 14, y: 4 } as const
/** Widths of text, and the most lines. */
const NARROWEST = 72
const WIDEST = 280
const LINES = 6
/** Comfortable to read. */
const PREFERRED = 180
/** For tight places, and for texts of more than the most lines. */
const CUT = [
  [220, 4],
  [130, 3],
  [130, 2],
  [84, 2],
  [84, 1],
] as const

/** Of a label with a few words. */
export const USUAL_SIZE: Size = { width: 140, height: 40, lines: 2, cut: false }

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter >= '\u2E80' ? SQUARE : LETTER), 0)

/** The lines a text takes; words longer than a line break. */
function linesIn(words: readonly number[], width: number): number {
  let [lines, used] = [1, 0]
  for (const word of words) {
    if (used > 0 && used + LETTER + word > width) [lines, used] = [lines + 1, 0]
    const more = Math.max(0, Math.ceil(word / width) - 1)
    lines += more
    used += word - more * width + (used > 0 ? LETTER : 0)
  }
  return lines
}

/** The narrowest width in which a text takes this many lines. */
function widthFor(words: readonly number[], lines: number): number {
  const whole = words.reduce((sum, word) => sum + word + LETTER, -LETTER)
  let width = Math.max(NARROWEST, whole / lines)
  while (linesIn(words, width) > lines) width += 4
  return Math.ceil(width)
}

/**
 * Sizes of a label with this text in canvas pixels, best first: whole ones, then cut ones, the smallest last. `scale`:
 * how much the text is enlarged to keep its size on screen.
 */
export function labelSizes(text: string, scale = 1): Size[] {
  const sizeOf = (width: number, lines: number, cut: boolean): Size => ({
    width: Math.ceil((width + PADDING.x) * scale),
    height: Math.ceil((lines * LINE_HEIGHT + PADDING.y) * scale),
    lines,
    cut,
  })
  const words = text.trim().split(/\s+/).map(widthOf)
  const whole = Array.from({ length: LINES }, (_, at) => at + 1)
    .map((lines) => ({ lines, width: widthFor(words, lines) }))
    .filter(
      ({ width, lines }, at, all) =>
        width <= WIDEST && (at === 0 || width < (all[at - 1]?.width ?? 0) - 8 || lines === 1),
    )
    .toSorted((a, b) => Math.abs(a.width - PREFERRED) - Math.abs(b.width - PREFERRED))
  const room = Math.min(...whole.map(({ width, lines }) => width * lines))
  const cut = CUT.filter(([width, lines]) => width * lines < room)
  return [
    ...whole.map(({ width, lines }) => sizeOf(width, lines, false)),
    ...cut.map(([width, lines]) => sizeOf(width, lines, true)),
  ]
}

/** A label's box around its centre. */
export const labelBox = ({ x, y }: Point, { width, height }: Size): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

/** What a label should not cover: steps, other labels and, if there is room, lines. */
export interface Obstacles {
  readonly steps: readonly Box[]
  readonly labels: readonly Box[]
  readonly lines: readonly Box[]
}

/**
 * How bad a place is: whole texts stand on their line, next to it, or across others; a cut one is better than one that
 * also covers a line along its own.
 */
const COST = { size: 0.05, adjacent: 1, crossing: 1.2, cut: 2.25, parallel: 2.8, label: 8, step: 20 } as const
/** Distances from steps, from other labels, and from its own line. */
const APART = { step: 4, label: 6, line: 6 } as const
/** Half the arrow at the line's end. */
const ARROW = 12

/** The best place and size for a label: near the middle of the longest part of its line, otherwise next to the line. */
export function placeLabel(
  points: readonly Point[],
  obstacles: Obstacles,
  sizes: readonly Size[],
  scale = 1,
): { label: Point; size: Size } {
  const reach = Math.max(...sizes.map(({ width, height }) => Math.max(width, height))) + APART.label * scale
  const near = expanded(around(linesOf(points)), reach)
  const nearby = (boxes: readonly Box[]) => boxes.filter((box) => overlaps(box, near, 1))
  const end = points.at(-1) ?? point(0, 0)
  const arrow = expanded({ ...end, width: 0, height: 0 }, ARROW * scale)
  const steps = nearby(obstacles.steps)
  const labels = nearby(obstacles.labels)
  const lines = nearby(obstacles.lines)
  let best: { label: Point; size: Size; cost: number } | undefined
  for (const [at, size] of sizes.entries()) {
    const least = at * COST.size + (size.cut ? COST.cut : 0)
    if (best && best.cost <= least) break
    for (const { place, cost, upright } of placesOn(points, size, scale)) {
      if (best && best.cost <= least + cost) continue
      const box = labelBox(place, size)
      const all =
        least +
        cost +
        (steps.some((step) => overlaps(box, step, APART.step)) ? COST.step : 0) +
        (overlaps(box, arrow) || labels.some((label) => overlaps(box, label, APART.label * scale)) ? COST.label : 0) +
        Math.max(0, ...lines.map((line) => (overlaps(box, line) ? costOver(line, upright) : 0)))
      if (!best || all < best.cost) best = { label: place, size, cost: all }
    }
  }
  return best ?? { label: end, size: USUAL_SIZE }
}

/** Distance of the places tried on a line, and the most of them. */
const STEP = 8
const STEPS = 24

/** Parts of a line's length from its middle outwards. */
function partsOf(length: number): number[] {
  const steps = Math.min(STEPS, Math.floor(length / STEP / 2) * 2)
  return Array.from({ length: steps + 1 }, (_, at) => 0.5 + (Math.ceil(at / 2) * (at % 2 ? -0.9 : 0.9)) / (steps || 1))
}

/** Another line under a label: one along the label's own line seems to have the same text. */
const costOver = (line: Box, upright: boolean): number =>
  (line.width === 0) === upright ? COST.parallel : COST.crossing

/** How far a label moves off its line: all the way is next to it, less still covers it. */
const SHIFTS = [-0.25, 0.25, -0.5, 0.5, -0.75, 0.75, -1, 1]

/** Places on a line and next to it, the longest part and its middle first. */
function placesOn(points: readonly Point[], { width, height }: Size, scale: number): Spot[] {
  const parts = pairs(points).toSorted(([a, b], [c, d]) => distance(c, d) - distance(a, b))
  const on = parts.flatMap(([a, b]) =>
    partsOf(distance(a, b)).map((part) => ({
      place: point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part),
      upright: a.x === b.x,
      cost: 0,
    })),
  )
  const gap = APART.line * scale
  const adjacent = on.flatMap(({ place: { x, y }, upright }) => {
    const by = upright ? point(width / 2 + gap, 0) : point(0, height / 2 + gap)
    return SHIFTS.map((shift) => ({
      place: point(x + shift * by.x, y + shift * by.y),
      upright,
      cost: Math.abs(shift) * COST.adjacent,
    }))
  })
  return [...on, ...adjacent]
}

interface Spot {
  readonly place: Point
  /** On or next to a vertical part. */
  readonly upright: boolean
  readonly cost: number
}
