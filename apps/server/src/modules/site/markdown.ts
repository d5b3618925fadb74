// Renders Markdown of the site; HTML in it is text.
import { type Block, type Inline, type ListItem, readMarkdown, wordsOf } from '@parlance/contract/lib/markdown/grammar'
import { type Html, raw } from './html.ts'

/** Allowed link targets. */
const LINK = /^(https?:\/\/|mailto:|\/(?!\/)|#)/

interface Options {
  /** Renders a picture by its file name; without it pictures stay text. */
  readonly picture?: (name: string, alt: string) => string
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** Anchor of a section. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Pure and total. */
export const markdown = (text: string, options: Options = {}): Html => raw(blocksOf(readMarkdown(text), options))

const tag = (name: string, inner: string): string => `<${name}>${inner}</${name.split(' ')[0]}>`

const blocksOf = (blocks: readonly Block[], options: Options): string =>
  blocks.map((block) => blockOf(block, options)).join('\n')

function blockOf(block: Block, options: Options): string {
  switch (block.kind) {
    case 'rule':
      return '<hr>'
    case 'code':
      // Focusable, so that long lines can be scrolled by keyboard.
      return `<pre tabindex="0">${tag('code', escape(block.text))}</pre>`
    case 'quote':
      return tag('blockquote', `\n${blocksOf(block.blocks, options)}\n`)
    case 'list': {
      const start = block.items[0]?.number ?? 1
      const items = block.items.map((item) => itemOf(item, options)).join('\n')
      return tag(block.isOrdered ? `ol${start === 1 ? '' : ` start="${start}"`}` : 'ul', `\n${items}\n`)
    }
    case 'table': {
      const row = (name: string, cells: readonly (readonly Inline[])[]) =>
        tag('tr', cells.map((cell) => tag(name, inlinesOf(cell, options))).join(''))
      const [head = [], ...rows] = block.rows
      return tag(
        'table',
        `${tag('thead', row('th', head))}${tag('tbody', rows.map((cells) => row('td', cells)).join(''))}`,
      )
    }
    case 'heading': {
      const id = block.level > 1 ? ` id="${anchorOf(wordsOf(block.children))}"` : ''
      return tag(`h${block.level}${id}`, inlinesOf(block.children, options))
    }
    case 'paragraph':
      return tag('p', inlinesOf(block.children, options))
  }
}

function itemOf({ blocks }: ListItem, options: Options): string {
  const [first, ...rest] = blocks
  const isText = first?.kind === 'paragraph'
  const start = isText ? inlinesOf(first.children, options) : ''
  return tag('li', [start, blocksOf(isText ? rest : blocks, options)].filter(Boolean).join('\n'))
}

const inlinesOf = (inlines: readonly Inline[], options: Options): string =>
  inlines.map((inline) => inlineOf(inline, options)).join('')

function inlineOf(inline: Inline, options: Options): string {
  switch (inline.kind) {
    case 'text':
      return escape(inline.text)
    case 'break':
      return inline.isHard ? '<br>' : '\n'
    case 'code':
      return tag('code', escape(inline.text))
    case 'image':
      return options.picture?.(inline.href, escape(wordsOf(inline.children))) ?? escape(inline.source)
    case 'link': {
      if (!LINK.test(inline.href)) return escape(inline.source)
      const away = /^https?:/.test(inline.href) ? ' rel="noopener"' : ''
      return tag(`a href="${escape(inline.href)}"${away}`, inlinesOf(inline.children, options))
    }
    default:
      return tag(inline.kind, inlinesOf(inline.children, options))
  }
}
