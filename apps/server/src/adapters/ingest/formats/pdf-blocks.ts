// Turns the lines of a PDF into Markdown: headings by size, joined paragraphs, lists, tables. Repeated headers and
// footers are dropped.
import { tableMarkdown } from '../table.ts'
import type { Line } from './pdf-lines.ts'

const POINT = /^(?:[•‣◦▪●○■–·]|\(?\d{1,2}[.)]|[a-z]\))\s+(?=\S)/
const MAX_HEADING = 200

export function pdfMarkdown(pages: readonly (readonly Line[])[]): { markdown: string; title: string } {
  const kept = withoutRunning(pages)
  const body = commonest(kept.flat().map(({ size, text }) => [size, text.length]))
  const levels = headingLevels(kept, body)
  const writer = new PdfWriter(levels, lineHeight(kept, body))
  for (const lines of kept) writer.page(lines)
  const blocks = writer.finish()
  const title = blocks.slice(0, 5).find((block) => block.startsWith('# ')) ?? ''
  return { markdown: blocks.join('\n\n'), title: title.slice(2) }
}

/** Headers, footers and page numbers: outer lines that repeat on many pages. */
function withoutRunning(pages: readonly (readonly Line[])[]): (readonly Line[])[] {
  if (pages.length < 3) return [...pages]
  const body = commonest(pages.flat().map(({ size, text }) => [size, text.length]))
  const edges = pages.map((lines, page) => edgesOf(lines, page, body))
  const seen = new Map<string, number>()
  for (const keys of edges)
    for (const key of new Set([...keys.values()].flat())) seen.set(key, (seen.get(key) ?? 0) + 1)
  const often = Math.max(3, pages.length * 0.3)
  const runs = (key: string) => (seen.get(key) ?? 0) >= (key.endsWith(ROMAN) ? 3 : often)
  return pages.map((lines, at) => lines.filter((line) => !edges[at]?.get(line)?.some(runs)))
}

const ROMAN = '#roman'

/** Keys of the two top and two bottom lines of a page; long ones are body text. */
function edgesOf(lines: readonly Line[], page: number, body: number): Map<Line, string[]> {
  const sorted = [...lines].sort((a, b) => b.y - a.y)
  const edges = new Map<Line, string[]>()
  const note = (found: readonly Line[], side: string) => {
    for (const line of found) {
      if (line.text.length >= 150) continue
      const keys = [line.text.toLowerCase(), ...(line.size > body ? [] : pageNumberKeys(line.text, page))]
      edges.set(line, [...(edges.get(line) ?? []), ...keys.map((key) => `${side} ${key}`)])
    }
  }
  note(sorted.slice(0, 2), 'top')
  note(sorted.slice(-2), 'bottom')
  return edges
}

/** For each number the text with the number's distance to the page: page numbers have the same on every page. */
function pageNumberKeys(text: string, page: number): string[] {
  if (/^[^\p{L}\p{N}]*[ivxlc]+[^\p{L}\p{N}]*$/u.test(text)) return [ROMAN]
  return [...text.toLowerCase().matchAll(/(?<![\d.,])\d{1,5}(?!\d|[.,]\d)/g)].map(
    ({ 0: number, index, input }) =>
      `${input.slice(0, index)}#${Number(number) - page}${input.slice(index + number.length)}`,
  )
}

function commonest(weighted: Iterable<readonly [number, number]>): number {
  const weights = new Map<number, number>()
  for (const [value, weight] of weighted) weights.set(value, (weights.get(value) ?? 0) + weight)
  let best: readonly [number, number] = [0, -1]
  for (const one of weights) if (one[1] > best[1]) best = one
  return best[0]
}

/** Sizes well above the body's, largest first, with their heading levels. */
function headingLevels(pages: readonly (readonly Line[])[], body: number): Map<number, number> {
  const sizes = new Map<number, number>()
  let all = 0
  for (const { size, text } of pages.flat()) {
    all += text.length
    if (size >= body * 1.15) sizes.set(size, (sizes.get(size) ?? 0) + text.length)
  }
  const found = [...sizes].filter(([, chars]) => chars < all * 0.2).map(([size]) => size)
  found.sort((a, b) => b - a)
  return new Map(found.map((size, at) => [size, Math.min(at + 1, 4)]))
}

function lineHeight(pages: readonly (readonly Line[])[], body: number): number {
  const steps: [number, number][] = []
  for (const lines of pages)
    for (let at = 1; at < lines.length; at += 1) {
      const [above, line] = [lines[at - 1], lines[at]]
      if (!above || !line || above.size !== body || line.size !== body) continue
      const step = Math.round((above.y - line.y) * 2) / 2
      if (step > body * 0.8 && step < body * 3) steps.push([step, 1])
    }
  return commonest(steps) || body * 1.25
}

class PdfWriter {
  readonly #levels: ReadonlyMap<number, number>
  readonly #step: number
  readonly #blocks: string[] = []
  #text = ''
  #level = 0
  #last: Line | undefined

  constructor(levels: ReadonlyMap<number, number>, step: number) {
    this.#levels = levels
    this.#step = step
  }

  page(lines: readonly Line[]): void {
    for (let at = 0; at < lines.length; at += 1) {
      const rows = tableAt(lines, at)
      if (rows > 0) {
        this.#flush()
        this.#blocks.push(tableMarkdown(lines.slice(at, at + rows).map(({ cells }) => cells.map(({ text }) => text))))
        at += rows - 1
        this.#last = undefined
        continue
      }
      const line = lines[at]
      if (line) this.#line(line, at === 0)
    }
  }

  finish(): string[] {
    this.#flush()
    return this.#blocks
  }

  #line(line: Line, first: boolean): void {
    const level = line.text.length <= MAX_HEADING ? (this.#levels.get(line.size) ?? 0) : 0
    if (!this.#follows(line, level, first)) this.#flush()
    this.#level = level
    this.#text = joined(
      this.#text,
      line.text.replace(POINT, (mark) => (/[\da-z]/.test(mark) ? mark : '- ')),
    )
    this.#last = line
  }

  #follows(line: Line, level: number, first: boolean): boolean {
    const last = this.#last
    if (!last || !this.#text || level !== this.#level) return false
    // Across pages and columns a paragraph only continues in the middle of a sentence.
    if (first || line.y > last.y + last.size)
      return level === 0 && !/[.!?:;…]["”’)]?$/.test(this.#text) && /^[\p{Ll}\d(]/u.test(line.text)
    if (POINT.test(line.text)) return false
    const gap = last.y - line.y
    if (level > 0) return line.size === last.size && gap < line.size * 1.8
    return gap < this.#step * 1.35
  }

  #flush(): void {
    const text = this.#text.trim()
    this.#text = ''
    if (!text) return
    const heading = this.#level > 0 && /\p{L}/u.test(text)
    const before = this.#blocks.at(-1)
    // Items of one list are consecutive lines.
    if (!heading && before !== undefined && isPoint(text) && isPoint(before.slice(before.lastIndexOf('\n') + 1)))
      this.#blocks[this.#blocks.length - 1] = `${before}\n${text}`
    else this.#blocks.push(heading ? `${'#'.repeat(this.#level)} ${text}` : text)
  }
}

const isPoint = (line: string): boolean => /^(?:- |\(?\d{1,2}[.)] |[a-z]\) )/.test(line)

function joined(text: string, line: string): string {
  if (!text) return line
  if (/\p{Ll}[-\u2010]$/u.test(text) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line
  return `${text} ${line}`
}

/** Counts the rows of a table that starts here: at least three, with the same cells in the same columns. */
function tableAt(lines: readonly Line[], from: number): number {
  const first = lines[from]
  if (!first || first.cells.length < 2) return 0
  let rows = 1
  for (let line = lines[from + rows]; line && sameColumns(first, line); line = lines[from + rows]) rows += 1
  return rows >= 3 ? rows : 0
}

function sameColumns(first: Line, line: Line): boolean {
  if (line.cells.length !== first.cells.length) return false
  // Numbers are right-aligned, so starts may differ by a few letters.
  return line.cells.every((cell, at) => Math.abs(cell.x - (first.cells[at]?.x ?? 0)) < first.size * 3)
}
