// Splits a document into self-contained chunks: by structure first, by sentences if blocks are too long.
import { blocksOf, type Block, isTableDelimiter } from './blocks.ts'

export interface Chunk {
  readonly text: string
  /** Offsets in UTF-16 units. */
  readonly start: number
  readonly end: number
  /** Headings above the chunk, outermost first, joined by « > »; empty without any. */
  readonly heading: string
}

interface Unit {
  readonly start: number
  readonly end: number
  readonly block: Block
  readonly heading: string
}

/** Overlap with the previous chunk, as a share of the chunk size. */
const OVERLAP = 0.1
/** A heading starts a new chunk if the current one is at least this full; smaller sections share a chunk. */
const SECTION = 0.25
/** A paragraph that does not fit starts a new chunk if the current one is at least this full. */
const HALF = 0.5
/** Maximum piece of an overlong sentence, which leaves room for the overlap. */
const PIECE = 0.85
const MAX_HEADING = 200
const SENTENCE_END = /(?:(?<![.!?…])[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+["'”’」』）]*|\n)\s*/g

/**
 * Chunks in order, none longer than `maxChunkSize` UTF-16 units (at least 2), covering all but white space. Headings
 * stay with their text; lists, tables and code that fit, and surrogate pairs, are not split.
 */
export function chunkText(text: string, maxChunkSize: number): Chunk[] {
  const max = Math.max(2, Math.floor(maxChunkSize))
  const units = unitsOf(text, max)
  const chunks: Chunk[] = []
  for (let first = 0; first < units.length;) {
    const previous = chunks.at(-1)
    const start = previous ? overlapStart(text, units, first, previous, max) : (units[first]?.start ?? 0)
    const after = lastThatFits(units, first, start, max)
    const end = units[after - 1]?.end ?? start
    chunks.push({ text: text.slice(start, end), start, end, heading: units[first]?.heading ?? '' })
    first = after
  }
  return chunks
}

function unitsOf(text: string, max: number): Unit[] {
  const units: Unit[] = []
  const trail: { level: number; title: string }[] = []
  for (const block of blocksOf(text)) {
    if (block.kind === 'heading') {
      while ((trail.at(-1)?.level ?? 0) >= block.level) trail.pop()
      trail.push({ level: block.level, title: titleOf(text.slice(block.start, block.end)) })
    }
    const heading = trail
      .map(({ title }) => title)
      .join(' > ')
      .slice(0, MAX_HEADING)
      .toWellFormed()
    for (const [start, end] of partsOf(text, block))
      for (const [from, to] of fitting(text, start, end, max)) units.push({ start: from, end: to, block, heading })
  }
  return units
}

const titleOf = (line: string): string =>
  (line.trim().split('\n')[0] ?? '')
    .slice(0, MAX_HEADING)
    .replace(/^#+\s*/, '')
    .replace(/\s+#+$/, '')
    .trim()

/** Lines of lists, tables and code; sentences of prose. */
function partsOf(text: string, block: Block): [start: number, end: number][] {
  if (block.kind === 'heading') return [trimmed(text, block.start, block.end)]
  const cuts = cutsOf(text, block)
  return cuts
    .map((start, at) => trimmed(text, start, cuts[at + 1] ?? block.end, block.kind === 'code' || block.kind === 'list'))
    .filter(([start, end]) => end > start)
}

function cutsOf(text: string, block: Block): readonly number[] {
  if (block.kind === 'paragraph') return sentenceStarts(text, block)
  const [, second, third = block.end] = block.lines
  const hasHeader = block.kind === 'table' && second !== undefined && isTableDelimiter(text.slice(second, third))
  return hasHeader ? block.lines.toSpliced(1, 1) : block.lines
}

function sentenceStarts(text: string, { start, end }: Block): number[] {
  const starts = [start]
  for (const match of text.slice(start, end).matchAll(SENTENCE_END)) {
    const next = start + match.index + match[0].length
    if (next < end) starts.push(next)
  }
  return starts
}

const isSpace = (char: string | undefined): boolean => char !== undefined && /\s/.test(char)

/** Trims white space; `indented` keeps that before the text. */
function trimmed(text: string, start: number, end: number, indented = false): [start: number, end: number] {
  let [from, to] = [start, end]
  while (to > from && isSpace(text[to - 1])) to -= 1
  if (indented) return [from, to]
  while (from < to && isSpace(text[from])) from += 1
  return [from, to]
}

/** Splits overlong text at spaces, or anywhere but inside a surrogate pair. */
function fitting(text: string, start: number, end: number, max: number): [start: number, end: number][] {
  if (end - start <= max) return [[start, end]]
  const limit = Math.max(2, Math.floor(max * PIECE))
  const pieces: [number, number][] = []
  for (let from = start; from < end;) {
    const to = end - from <= limit ? end : cutBefore(text, from, from + limit)
    const piece = trimmed(text, from, to)
    if (piece[1] > piece[0]) pieces.push(piece)
    from = to
  }
  return pieces
}

function cutBefore(text: string, from: number, limit: number): number {
  for (let at = limit; at > from + (limit - from) / 2; at -= 1) if (isSpace(text[at - 1])) return at
  return splitsPair(text, limit) ? limit - 1 : limit
}

const splitsPair = (text: string, at: number): boolean =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') && /[\uDC00-\uDFFF]/.test(text[at] ?? '')

/** Index after the last unit of the chunk that begins at `start` and holds unit `first`. */
function lastThatFits(units: readonly Unit[], first: number, start: number, max: number): number {
  let after = first + 1
  for (; after < units.length; after += 1) {
    const unit = units[after]
    const before = units[after - 1]
    if (!unit || !before || unit.end - start > max || beginsAnew(unit, before, start, max)) break
  }
  // A heading never ends a chunk.
  while (after < units.length && after - 1 > first && units[after - 1]?.block.kind === 'heading') after -= 1
  return after
}

function beginsAnew(unit: Unit, before: Unit, start: number, max: number): boolean {
  const size = before.end - start
  const { block } = unit
  if (before.block === block || before.block.kind === 'heading') return false
  if (block.kind === 'heading') return size >= max * SECTION
  const fitsHere = block.end - start <= max
  const fitsAlone = block.end - block.start <= max
  return !fitsHere && fitsAlone && (block.kind !== 'paragraph' || size >= max * HALF)
}

/** The start of the chunk whose first new unit is `first`, with overlap in the same section, at a unit or word. */
function overlapStart(text: string, units: readonly Unit[], first: number, previous: Chunk, max: number): number {
  const unit = units[first]
  if (!unit) return previous.end
  if (unit.block.kind === 'heading') return unit.start
  let lower = Math.max(previous.end - Math.floor(max * OVERLAP), unit.end - max, previous.start + 1)
  let whole = unit.start
  for (let at = first - 1; at >= 0; at -= 1) {
    const candidate = units[at]
    if (!candidate || candidate.end <= lower) break
    if (candidate.block.kind === 'heading') {
      lower = Math.max(lower, candidate.end)
      break
    }
    if (candidate.start >= lower) whole = candidate.start
  }
  if (whole < unit.start) return whole
  for (let at = lower; at < previous.end; at += 1) if (isSpace(text[at - 1]) && !isSpace(text[at])) return at
  return unit.start
}
