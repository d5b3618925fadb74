// The one grammar of Markdown: chats, quoted knowledge, our own pages, channels and speech draw its blocks. It differs
// from CommonMark where that loses characters or misses marks of models: HTML, formulas and what closes nothing are
// text, marks do not begin inside words, and scripts without spaces may have marks anywhere.
import { type Inline, readInline } from './inline.ts'

export type { Inline, Link } from './inline.ts'

export type Block = (
  | { readonly kind: 'paragraph'; readonly children: readonly Inline[] }
  | { readonly kind: 'heading'; readonly level: number; readonly children: readonly Inline[] }
  | { readonly kind: 'code'; readonly text: string; readonly language: string }
  | { readonly kind: 'quote'; readonly blocks: readonly Block[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly ListItem[] }
  /** The first row is the head. Rows may be longer than it. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly kind: 'rule' }
) & {
  /** Its first line in the text that contains it, and whether a blank line is above it. */
  readonly line: number
  readonly isApart: boolean
}
export interface ListItem {
  /** As written; 0 without a number. */
  readonly number: number
  readonly isChecked?: boolean
  readonly blocks: readonly Block[]
}

export const HEADING = /^[ \t]*(#{1,6})(?:[ \t]+|$)/
const RULE = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const QUOTE = /^[ \t]*> ?/
const ITEM = /^[ \t]*([-*+]|(\d{1,9})[.)])(?:[ \t]+|$)/
export const FENCE = /^[ \t]*(`{3,}(?=[^`]*$)|~{3,})[ \t]*(.*)$/
const CELLS_BELOW = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/
const LANGUAGE = /^[\w+#.-]{0,20}$/
const TASK = /^\[([ xX])\][ \t]+/
/** Deeper blocks are paragraphs. */
const DEEPEST = 8

/** `isGrowing`: the text is not complete, so an open mark holds to its end. */
export const readMarkdown = (text: string, isGrowing = false): Block[] =>
  blocksIn(text.split(/\r\n?|\n/), { depth: 0, isGrowing })

interface Place {
  readonly depth: number
  readonly isGrowing: boolean
}

function blocksIn(lines: readonly string[], place: Place): Block[] {
  const blocks: Block[] = []
  const inside = { ...place, depth: place.depth + 1 }
  let at = 0
  while (at < lines.length) {
    const line = lines[at] ?? ''
    const start = at
    if (!line.trim()) {
      at += 1
      continue
    }
    const isOpen = (end: number) => place.isGrowing && end >= lines.length
    const add = (block: Bare) =>
      void blocks.push({ ...block, line: start, isApart: start > 0 && !lines[start - 1]?.trim() })
    const heading = HEADING.exec(line)
    const fence = FENCE.exec(line)
    const item = place.depth < DEEPEST ? ITEM.exec(line) : null
    if (heading) {
      at += 1
      const marks = heading[1] ?? ''
      const title = line.slice(heading[0].length).trim()
      const bare = title.endsWith(` ${marks}`) ? title.slice(0, -marks.length).trim() : title
      add({ kind: 'heading', level: marks.length, children: readInline(bare, isOpen(at)) })
    } else if (RULE.test(line)) {
      at += 1
      add({ kind: 'rule' })
    } else if (fence) {
      const [, marks = '', info = ''] = fence
      const closing = new RegExp(`^[ \\t]*${marks[0] ?? ''}{${marks.length},}[ \\t]*$`)
      // More than the name of a language is text.
      const language = LANGUAGE.test(info.trim()) ? info.trim() : ''
      const code = language === info.trim() ? [] : [info]
      at += 1
      while (at < lines.length && !closing.test(lines[at] ?? ''))
        code.push(unindented(lines[at++] ?? '', indentOf(line)))
      at += 1
      add({ kind: 'code', language, text: code.join('\n').replace(/\n+$/, '') })
    } else if (QUOTE.test(line) && place.depth < DEEPEST) {
      const quoted: string[] = []
      while (at < lines.length && (QUOTE.test(lines[at] ?? '') || (quoted.at(-1)?.trim() && continues(lines, at))))
        quoted.push((lines[at++] ?? '').replace(QUOTE, ''))
      add({ kind: 'quote', blocks: blocksIn(quoted, { ...inside, isGrowing: isOpen(at) }) })
    } else if (item) {
      const [end, items] = readItems(lines, at, inside)
      at = end
      add({ kind: 'list', isOrdered: item[2] !== undefined, items })
    } else if (startsTable(lines, at)) {
      const rows = [cellsOf(line)]
      at += 2
      while (at < lines.length && lines[at]?.includes('|') && continues(lines, at))
        rows.push(cellsOf(lines[at++] ?? ''))
      add({ kind: 'table', rows: rows.map((cells) => cells.map((cell) => readInline(cell))) })
    } else {
      at += 1
      while (at < lines.length && continues(lines, at) && !startsTable(lines, at)) at += 1
      const text = lines.slice(start, at).map((one) => one.trimStart())
      add({ kind: 'paragraph', children: readInline(text.join('\n').trimEnd(), isOpen(at)) })
    }
  }
  return blocks
}

type Bare = Block extends infer Each ? (Each extends Block ? Omit<Each, 'line' | 'isApart'> : never) : never

/** Whether a line is part of the paragraph above it. A number begins a list there only if it is the first. */
function continues(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (!line.trim() || HEADING.test(line) || RULE.test(line) || FENCE.test(line) || QUOTE.test(line)) return false
  const item = ITEM.exec(line)
  return !item || line.trim() === item[1] || (item[2] !== undefined && Number(item[2]) !== 1)
}

const startsTable = (lines: readonly string[], at: number): boolean => {
  const [head = '', below = ''] = [lines[at], lines[at + 1]]
  return (
    head.includes('|') &&
    below.includes('-') &&
    CELLS_BELOW.test(below) &&
    cellsOf(below).length === cellsOf(head).length
  )
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.replaceAll('\\|', '|').trim())

function readItems(lines: readonly string[], from: number, place: Place): [end: number, items: ListItem[]] {
  const items: ListItem[] = []
  const sign = (item: RegExpExecArray | null) => item?.[1]?.at(-1)
  const first = sign(ITEM.exec(lines[from] ?? ''))
  /** Behind the last line of the last item, and the first line below it that is not blank. */
  let [end, below] = [from, from]
  for (;;) {
    const line = lines[below] ?? ''
    const item = ITEM.exec(line)
    if (!item || sign(item) !== first || RULE.test(line)) return [end, items]
    const own = [line.slice(item[0].length)]
    const indent = indentOf(line) + 2
    end = below + 1
    for (below = end; below < lines.length; below += 1) {
      const next = lines[below] ?? ''
      if (!next.trim()) continue
      const isInside = indentOf(next) >= indent
      if (!isInside && (below > end || ITEM.test(next) || !own.at(-1)?.trim() || !continues(lines, below))) break
      own.push(...lines.slice(end, below), isInside ? unindented(next, item[0].length) : next)
      end = below + 1
    }
    const task = TASK.exec(own[0] ?? '')
    if (task) own[0] = (own[0] ?? '').slice(task[0].length)
    items.push({
      number: Number(item[2] ?? 0),
      ...(task ? { isChecked: task[1] !== ' ' } : {}),
      blocks: blocksIn(own, { ...place, isGrowing: place.isGrowing && end >= lines.length }),
    })
  }
}

const indentOf = (line: string): number => /^[ \t]*/.exec(line)?.[0].replaceAll('\t', '    ').length ?? 0
const unindented = (line: string, most: number): string =>
  line.replace(/^[ \t]+/, (space) => ' '.repeat(Math.max(0, space.replaceAll('\t', '    ').length - most)))

/** The words without marks and addresses. */
export const textOf = (markdown: string): string => readMarkdown(markdown).map(wordsOfBlock).join('\n')

function wordsOfBlock(block: Block): string {
  switch (block.kind) {
    case 'rule':
      return ''
    case 'code':
      return block.text
    case 'quote':
      return block.blocks.map(wordsOfBlock).join('\n')
    case 'list':
      return block.items.map(({ blocks }) => blocks.map(wordsOfBlock).join('\n')).join('\n')
    case 'table':
      return block.rows.map((cells) => cells.map(wordsOf).join(' | ')).join('\n')
    default:
      return wordsOf(block.children)
  }
}

export const wordsOf = (inlines: readonly Inline[]): string =>
  inlines.map((part) => (part.kind === 'break' ? '\n' : 'text' in part ? part.text : wordsOf(part.children))).join('')
