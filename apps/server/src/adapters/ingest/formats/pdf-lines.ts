/** A run of glyphs from PDF.js; lengths in points, origin at the page's lower left corner. */
export interface Glyphs {
  readonly str: string
  readonly transform: readonly number[]
  readonly width: number
  readonly height: number
  readonly hasEOL: boolean
}

export interface Cell {
  readonly x: number
  text: string
}

export interface Line {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly text: string
  readonly cells: readonly Cell[]
}

interface Open {
  y: number
  end: number
  sizes: Map<number, number>
  cells: Cell[]
}

/** Lines in the order in which the page draws them, which follows columns. */
export function linesOf(items: readonly Glyphs[]): Line[] {
  const lines: Line[] = []
  let open: Open | undefined
  const close = () => {
    const line = open && closed(open)
    if (line) lines.push(line)
    open = undefined
  }
  for (const item of items) {
    const [a = 0, b = 0, , , x = 0, y = 0] = item.transform
    const text = item.str.replaceAll(/\s+/g, ' ')
    if (!text.trim()) continue
    // Vertical text is a margin note or a watermark.
    if (Math.abs(b) > Math.abs(a)) continue
    const size = Math.abs(item.height) || Math.hypot(a, b) || 1
    if (open && (Math.abs(y - open.y) > size * 0.5 || x < open.end - size * 2)) close()
    open ??= { y, end: x, sizes: new Map(), cells: [] }
    add(open, text, x, size)
    open.end = x + item.width
  }
  close()
  return lines
}

function add(open: Open, text: string, x: number, size: number): void {
  const rounded = Math.round(size * 2) / 2
  open.sizes.set(rounded, (open.sizes.get(rounded) ?? 0) + text.length)
  const gap = x - open.end
  const last = open.cells.at(-1)
  if (!last || gap > size * 1.6) open.cells.push({ x, text })
  else last.text += gap > size * 0.15 && !last.text.endsWith(' ') && !text.startsWith(' ') ? ` ${text}` : text
}

function closed({ y, sizes, cells }: Open): Line | undefined {
  const parts = cells.map(({ x, text }) => ({ x, text: text.trim() })).filter(({ text }) => text)
  const [first] = parts
  if (!first) return undefined
  const size = [...sizes].reduce((most, one) => (one[1] > most[1] ? one : most))[0]
  return { x: first.x, y, size, text: parts.map(({ text }) => text).join(' '), cells: parts }
}
