// Turns an HTML tree into Markdown: headings, lists, tables, code and links stay, everything else becomes text.
import { tableMarkdown } from './table.ts'
import { type Elem, lineOf, textOf, type TreeNode } from './xml-tree.ts'

export interface MarkdownOptions {
  readonly linkOf?: (href: string) => string | undefined
}

export const UNREAD = new Set(
  `script style noscript template svg canvas iframe object embed video audio map math head meta link title button input
  select textarea datalist progress meter`.split(/\s+/),
)
const MARKS: Readonly<Record<string, string>> = { strong: '**', b: '**', em: '*', i: '*', del: '~~', s: '~~' }

export function toMarkdown(root: Elem, options: MarkdownOptions = {}): string {
  return blocksOf(root.children, options).join('\n\n')
}

function blocksOf(children: readonly TreeNode[], options: MarkdownOptions): string[] {
  const blocks: string[] = []
  let run = ''
  const flush = () => {
    const text = tidyRun(run)
    if (text) blocks.push(text)
    run = ''
  }
  for (const child of children) {
    if (typeof child === 'string' || !child.block) run += inline(child, options)
    else {
      flush()
      for (const block of blockOf(child, options)) blocks.push(block)
    }
  }
  flush()
  return blocks
}

const tidyRun = (run: string): string =>
  run
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter(Boolean)
    .join('\n')

function blockOf(elem: Elem, options: MarkdownOptions): string[] {
  if (UNREAD.has(elem.name)) return []
  const heading = /^h([1-6])$/.exec(elem.name)?.[1]
  if (heading) {
    const text = lineOf(elem)
    return text ? [`${'#'.repeat(Number(heading))} ${text}`] : []
  }
  if (elem.name === 'ul' || elem.name === 'ol' || elem.name === 'menu') return list(elem, options)
  if (elem.name === 'pre') return code(elem)
  if (elem.name === 'table') return table(elem, options)
  const inner = blocksOf(elem.children, options)
  if (elem.name === 'blockquote') return inner.map((text) => text.replaceAll(/^/gm, '> '))
  if (elem.name === 'dt' || elem.name === 'summary')
    return inner.map((text) => (text.length > 200 || text.includes('**') ? text : `**${text}**`))
  return inner
}

function inline(node: TreeNode, options: MarkdownOptions): string {
  if (typeof node === 'string') return node.replaceAll(/\s+/g, ' ')
  if (UNREAD.has(node.name)) return ''
  if (node.name === 'br') return '\n'
  if (node.name === 'img') return node.attrs['alt']?.replaceAll(/\s+/g, ' ') ?? ''
  let inner = ''
  for (const child of node.children) inner += inline(child, options)
  if (node.name === 'a') return link(inner, node.attrs['href'] ?? '', options)
  if (node.name === 'code') return marked(inner.replaceAll('`', ''), '`')
  const mark = MARKS[node.name]
  return mark && !inner.includes(mark) ? marked(inner, mark) : inner
}

function marked(text: string, mark: string): string {
  const bare = text.trim()
  if (!bare || bare.includes('\n')) return text
  return `${text.startsWith(bare) ? '' : ' '}${mark}${bare}${mark}${text.endsWith(bare) ? '' : ' '}`
}

function link(text: string, href: string, options: MarkdownOptions): string {
  const bare = text.trim()
  const to = bare && href ? options.linkOf?.(href) : undefined
  if (!to || to === bare || bare.includes('\n') || bare.includes('](')) return text
  const safe = to.replaceAll('(', '%28').replaceAll(')', '%29')
  return `${text.startsWith(bare) ? '' : ' '}[${bare}](${safe})${text.endsWith(bare) ? '' : ' '}`
}

function list(elem: Elem, options: MarkdownOptions): string[] {
  const lines: string[] = []
  let n = Number.parseInt(elem.attrs['start'] ?? '1', 10) || 1
  for (const item of elem.children) {
    if (typeof item === 'string' ? !item.trim() : UNREAD.has(item.name)) continue
    // A list directly inside a list, as old editors write it, belongs to the item before.
    const stray = typeof item !== 'string' && (item.name === 'ul' || item.name === 'ol')
    const children = typeof item === 'string' || item.name !== 'li' ? [item] : item.children
    const text = joinItem(blocksOf(children, options))
    if (!text) continue
    const mark = elem.name === 'ol' ? `${n}. ` : '- '
    if (stray && lines.length > 0) lines.push(indented(text, 2))
    else {
      lines.push(mark + indented(text, mark.length).trimStart())
      n += 1
    }
  }
  return lines.length > 0 ? [lines.join('\n')] : []
}

/** A nested list follows its item directly; other blocks get a blank line. */
function joinItem(blocks: readonly string[]): string {
  let text = ''
  for (const block of blocks) text += text ? (/^(?:- |\d+\. )/.test(block) ? `\n${block}` : `\n\n${block}`) : block
  return text
}

const indented = (text: string, by: number): string =>
  text
    .split('\n')
    .map((line) => (line ? ' '.repeat(by) + line : line))
    .join('\n')

function code(elem: Elem): string[] {
  const text = preText(elem).replace(/^\n+/, '').trimEnd()
  if (!text.trim()) return []
  const inner = elem.children.find((child) => typeof child !== 'string')
  const classes = `${elem.attrs['class'] ?? ''} ${typeof inner === 'object' ? (inner.attrs['class'] ?? '') : ''}`
  const language = /\b(?:language|lang|highlight-source)-([\w+#-]{1,20})/.exec(classes)?.[1] ?? ''
  const fence = text.includes('```') ? '~~~' : '```'
  return [`${fence}${language}\n${text}\n${fence}`]
}

function preText(node: TreeNode): string {
  if (typeof node === 'string') return node
  if (node.name === 'br') return '\n'
  let text = ''
  for (const child of node.children) text += preText(child)
  // Some highlighters make each line a block.
  return node.name === 'div' && !text.endsWith('\n') ? `${text}\n` : text
}

/** Layout tables are read cell by cell. */
function table(elem: Elem, options: MarkdownOptions): string[] {
  const rows: Elem[][] = []
  const captions: string[] = []
  gather(elem, rows, captions, options)
  if (isLayout(elem, rows)) {
    const inner = rows.flat().flatMap((one) => blocksOf(one.children, options))
    return [...captions, ...inner]
  }
  const markdown = tableMarkdown(grid(rows, options))
  return markdown ? [...captions.map((text) => `**${text.replaceAll('**', '')}**`), markdown] : captions
}

/** Cells outside a row form one row, as in browsers. */
function gather(elem: Elem, rows: Elem[][], captions: string[], options: MarkdownOptions): void {
  let stray: Elem[] | undefined
  for (const child of elem.children) {
    if (typeof child === 'string') continue
    if (isCell(child)) {
      if (!stray) rows.push((stray = []))
      stray.push(child)
      continue
    }
    stray = undefined
    if (child.name === 'tr') rows.push(child.children.filter((one): one is Elem => isCell(one)))
    else if (child.name === 'caption') captions.push(...blocksOf(child.children, options))
    else gather(child, rows, captions, options)
  }
}

const isCell = (node: TreeNode): boolean => typeof node !== 'string' && (node.name === 'td' || node.name === 'th')

function isLayout(elem: Elem, rows: readonly (readonly Elem[])[]): boolean {
  if (elem.attrs['role'] === 'presentation' || elem.attrs['role'] === 'none') return true
  if (rows.every((row) => row.length < 2)) return true
  return rows.flat().some((one) => one.block && (holds(one) || textOf(one).length > 2000))
}
const holds = (elem: Elem): boolean =>
  elem.children.some(
    (child) => typeof child !== 'string' && (/^(?:table|h[1-6]|pre)$/.test(child.name) || holds(child)),
  )

const spanOf = (value: string | undefined, most: number): number =>
  Math.min(most, Math.max(1, Number.parseInt(value ?? '1', 10) || 1))

/** Places cells in their columns. Row-spanning cells repeat in each row; column-spanning ones fill the first column. */
function grid(rows: readonly (readonly Elem[])[], options: MarkdownOptions): string[][] {
  const held: { text: string; rows: number }[] = []
  return rows.map((cells) => {
    const row: string[] = []
    const fill = () => {
      for (let above = held[row.length]; above && above.rows > 0; above = held[row.length]) {
        above.rows -= 1
        row.push(above.text)
      }
    }
    for (const one of cells) {
      fill()
      const text = blocksOf(one.children, options).join(' ')
      const down = spanOf(one.attrs['rowspan'], 1000) - 1
      for (let n = 0; n < spanOf(one.attrs['colspan'], 100); n += 1) {
        const shown = n === 0 ? text : ''
        held[row.length] = { text: shown, rows: down }
        row.push(shown)
      }
    }
    fill()
    return row
  })
}
