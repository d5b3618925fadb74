// Parses the block structure of a text: headings, paragraphs, lists, tables and code, as offsets.
import { FENCE, HEADING } from '@parlance/contract/lib/markdown/grammar'

export type BlockKind = 'heading' | 'paragraph' | 'list' | 'table' | 'code'

/** A run of lines without blank lines around it; `[start, end)` in UTF-16 units. */
export interface Block {
  readonly kind: BlockKind
  readonly start: number
  readonly end: number
  /** Offsets of its lines; a list or table is only split there. */
  readonly lines: readonly number[]
  /** 1 to 6 for headings, 0 otherwise. */
  readonly level: number
}

interface Open {
  kind: BlockKind
  start: number
  end: number
  lines: number[]
  level: number
}

const UNDERLINE = /^ {0,3}(?:=+|-{3,})[ \t]*$/
const ITEM = /^\s*(?:[-*+•‣◦]|\d{1,9}[.)])[ \t]+\S/

/** The row between the header and the body of a table. */
export const isTableDelimiter = (line: string): boolean => /^\s*\|[\s|:-]+$/.test(line) && line.includes('--')

/**
 * The blocks of a text in order; everything between them is white space. Markdown is understood, plain text is paragraphs.
 */
export function blocksOf(text: string): Block[] {
  const reader = new BlockReader()
  for (let start = 0; start < text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline < 0 ? text.length : newline
    reader.line(text.slice(start, end), start, end)
    start = end + 1
  }
  return reader.finish()
}

class BlockReader {
  readonly #blocks: Block[] = []
  #open: Open | undefined
  #fence = ''
  /** A blank line followed the open list: it only continues with an item or an indented line. */
  #gap = false

  line(line: string, start: number, end: number): void {
    if (this.#fence) return this.#insideFence(line, start, end)
    if (!line.trim()) {
      if (this.#open?.kind === 'list') this.#gap = true
      else this.#close()
      return
    }
    const fence = FENCE.exec(line)
    if (fence) {
      this.#begin('code', start, end)
      this.#fence = fence[1] ?? ''
      return
    }
    this.#plain(line, start, end)
  }

  finish(): Block[] {
    this.#close()
    return this.#blocks
  }

  #insideFence(line: string, start: number, end: number): void {
    this.#extend(start, end)
    if (!line.trim().startsWith(this.#fence)) return
    this.#fence = ''
    this.#close()
  }

  #plain(line: string, start: number, end: number): void {
    const heading = HEADING.exec(line)
    if (heading) {
      this.#begin('heading', start, end, (heading[1] ?? '').length)
      this.#close()
    } else if (this.#open?.kind === 'paragraph' && this.#open.lines.length === 1 && UNDERLINE.test(line)) {
      this.#extend(start, end)
      this.#open.kind = 'heading'
      this.#open.level = line.includes('=') ? 1 : 2
      this.#close()
    } else if (line.trimStart().startsWith('|')) this.#join('table', start, end)
    else if (ITEM.test(line)) this.#join('list', start, end)
    else if (this.#open?.kind === 'list' && (!this.#gap || /^\s{2,}/.test(line))) this.#join('list', start, end)
    else this.#join('paragraph', start, end)
  }

  #join(kind: BlockKind, start: number, end: number): void {
    if (this.#open?.kind === kind) this.#extend(start, end)
    else this.#begin(kind, start, end)
    this.#gap = false
  }

  #begin(kind: BlockKind, start: number, end: number, level = 0): void {
    this.#close()
    this.#open = { kind, start, end, lines: [start], level }
  }

  #extend(start: number, end: number): void {
    this.#open?.lines.push(start)
    if (this.#open) this.#open.end = end
  }

  #close(): void {
    if (this.#open) this.#blocks.push(this.#open)
    this.#open = undefined
    this.#gap = false
  }
}
