// Writes Markdown as text, with the marks of a channel or none.
import {
  type Block,
  type Inline,
  type Link,
  type ListItem,
  readMarkdown,
} from '@parlance/contract/lib/markdown/grammar'

type Wrap = (inner: string) => string
export interface TextStyle {
  /** Escapes text; the other functions get escaped text. */
  readonly text: Wrap
  readonly strong: Wrap
  readonly em: Wrap
  readonly del: Wrap
  readonly code: Wrap
  readonly pre: Wrap
  readonly heading: Wrap
  readonly quote: Wrap
  readonly link: (name: string, link: Link) => string
  readonly rule: string
  readonly bullet: string
  /** Between the cells of a table. */
  readonly cell: string
}

const same: Wrap = (inner) => inner
/** Without marks; an address stands behind its name. */
export const PLAIN: TextStyle = {
  text: same,
  strong: same,
  em: same,
  del: same,
  code: same,
  pre: same,
  heading: same,
  quote: same,
  link: (name, { href }) => (name === href ? name : name === '' ? href : `${name}: ${href}`),
  rule: '---',
  bullet: '- ',
  cell: ' | ',
}
/** Addresses are not spoken. */
const SPOKEN: TextStyle = {
  ...PLAIN,
  link: (name, { href }) => (name === href ? '' : name),
  rule: '',
  bullet: '',
  cell: ' ',
}

export const writeMarkdown = (markdown: string, style: TextStyle): string =>
  blocksText(readMarkdown(markdown), style).trim()

/** Whether the text has a table. */
export const hasTable = (markdown: string): boolean => readMarkdown(markdown).some(({ kind }) => kind === 'table')

export const plainMarkdown = (text: string, isSpoken = false): string =>
  isSpoken ? writeMarkdown(text, SPOKEN).replaceAll(/[ \t]+$|([ \t])[ \t]+/gm, '$1') : writeMarkdown(text, PLAIN)

const blocksText = (blocks: readonly Block[], style: TextStyle): string =>
  blocks.map((block, index) => `${index === 0 ? '' : block.isApart ? '\n\n' : '\n'}${blockText(block, style)}`).join('')

function blockText(block: Block, style: TextStyle): string {
  switch (block.kind) {
    case 'rule':
      return style.rule
    case 'code':
      return style.pre(style.text(block.text))
    case 'quote':
      return style.quote(blocksText(block.blocks, style))
    case 'list':
      return block.items.map((item) => itemText(item, block.isOrdered, style)).join('\n')
    case 'table':
      return block.rows.map((cells) => cells.map((cell) => inlineText(cell, style)).join(style.cell)).join('\n')
    case 'heading':
      return style.heading(inlineText(block.children, style))
    case 'paragraph':
      return inlineText(block.children, style)
  }
}

function itemText({ number, isChecked, blocks }: ListItem, isOrdered: boolean, style: TextStyle): string {
  const mark = isOrdered ? `${number}. ` : style.bullet
  const task = isChecked === undefined ? '' : style.text(isChecked ? '[x] ' : '[ ] ')
  const [first, ...rest] = blocks
  const own = first?.kind === 'paragraph' ? blockText(first, style) : ''
  const below = blocksText(own ? rest : blocks, style)
  const indented = mark ? below.replaceAll(/^(?=[^\n])/gm, '  ') : below
  return `${mark}${task}${[own, own ? indented : below].filter(Boolean).join('\n')}`
}

export const inlineText = (inlines: readonly Inline[], style: TextStyle): string =>
  inlines
    .map((inline) => {
      switch (inline.kind) {
        case 'text':
          return style.text(inline.text)
        case 'break':
          return '\n'
        case 'code':
          return style.code(style.text(inline.text))
        case 'link':
        case 'image':
          return style.link(inlineText(inline.children, style), inline)
        default:
          return style[inline.kind](inlineText(inline.children, style))
      }
    })
    .join('')
