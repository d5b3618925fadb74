// Draws an agent's Markdown as it streams, as DOM nodes and never as HTML. Model output is untrusted: links lead only
// to web, mail and phone addresses, and images become links (an image would tell its server that, and what, was read).
import {
  type Block,
  type Inline,
  type Link,
  type ListItem,
  readMarkdown,
} from '@parlance/contract/lib/markdown/grammar'
import { LINK_REL, safeHref } from '../links.ts'

export interface MarkdownTexts {
  readonly copy: string
  readonly copied: string
  readonly image: string
}

export interface MarkdownStream {
  readonly write: (chunk: string) => void
  /** Draws open marks as text. */
  readonly end: () => void
}

const COPIED_MS = 1600

function el(tag: string, children: readonly (Node | string)[] = [], className = ''): HTMLElement {
  const element = document.createElement(tag)
  if (className) element.className = className
  element.append(...children)
  return element
}

export function streamMarkdown(root: HTMLElement, texts: MarkdownTexts): MarkdownStream {
  let text = ''
  /** Blocks above the last one do not change: where it begins, and how many nodes are above it. */
  let [start, above] = [0, 0]

  const draw = (from: number, kept: number, isGrowing: boolean) => {
    const growing = text.slice(from)
    const blocks = readMarkdown(growing, isGrowing)
    become(
      root,
      kept,
      blocks.map((block) => blockNode(block, texts)),
    )
    const lines = growing.split('\n')
    // A line that is not complete may still continue the block above it.
    const last = blocks.findLastIndex(({ line }) => line < lines.length - 1)
    if (last <= 0) return
    above += last
    start += lines.slice(0, blocks[last]?.line).join('\n').length + 1
  }
  return {
    write(chunk) {
      text += chunk
      draw(start, above, true)
    },
    end: () => draw(0, 0, false),
  }
}

/** Changes as little as possible, so that a selection and what is scrolled stay. */
function become(parent: Node, from: number, nodes: readonly Node[]): void {
  const old = [...parent.childNodes].slice(from)
  for (const [index, node] of nodes.entries()) {
    const before = old[index]
    if (!before) parent.appendChild(node)
    else if (before.nodeType === Node.TEXT_NODE && node.nodeType === Node.TEXT_NODE) {
      if (before.nodeValue !== node.nodeValue) before.nodeValue = node.nodeValue
    } else if (before.cloneNode().isEqualNode(node.cloneNode())) become(before, 0, [...node.childNodes])
    else parent.replaceChild(node, before)
  }
  for (const node of old.slice(nodes.length)) parent.removeChild(node)
}

function blockNode(block: Block, texts: MarkdownTexts): Node {
  const inlines = (children: readonly Inline[]) => children.flatMap((child) => inlineNodes(child, texts))
  switch (block.kind) {
    case 'rule':
      return el('hr')
    case 'code':
      return codeBlock(block, texts)
    case 'quote':
      return el(
        'blockquote',
        block.blocks.map((each) => blockNode(each, texts)),
      )
    case 'list':
      return list(block.items, block.isOrdered, texts)
    case 'table': {
      const [head = [], ...rows] = block.rows
      const row = (tag: string, cells: typeof head) =>
        el(
          'tr',
          cells.map((cell) => el(tag, inlines(cell))),
        )
      const body = rows.map((cells) => row('td', cells))
      const table = el('table', [el('thead', [row('th', head)]), el('tbody', body)])
      const box = el('div', [table], 'table')
      box.tabIndex = 0
      return box
    }
    case 'heading':
      // The chat's title is the only first-level heading; deeper ones differ only in style.
      return el('h2', inlines(block.children), `h${block.level}`)
    case 'paragraph':
      return el('p', inlines(block.children))
  }
}

function list(items: readonly ListItem[], isOrdered: boolean, texts: MarkdownTexts): HTMLElement {
  const first = items[0]?.number ?? 1
  const lines = items.map(({ number, isChecked, blocks }, index) => {
    const [start, ...rest] = blocks
    const line = start?.kind === 'paragraph' ? start.children.flatMap((child) => inlineNodes(child, texts)) : []
    const item = el('li', [...line, ...(line.length > 0 ? rest : blocks).map((block) => blockNode(block, texts))])
    if (isOrdered && number !== first + index) item.setAttribute('value', `${number}`)
    if (isChecked !== undefined) {
      const box = el('input')
      for (const name of ['disabled', ...(isChecked ? ['checked'] : [])]) box.setAttribute(name, '')
      box.setAttribute('type', 'checkbox')
      item.prepend(box)
    }
    return item
  })
  const element = el(isOrdered ? 'ol' : 'ul', lines)
  if (isOrdered && first !== 1) element.setAttribute('start', `${first}`)
  return element
}

/** `code` in `pre` in a box with a copy button. */
function codeBlock({ text, language }: { text: string; language: string }, texts: MarkdownTexts): HTMLElement {
  const copy = el('button', [texts.copy], 'copy')
  copy.setAttribute('type', 'button')
  // If the clipboard is denied, the button does not change: the text can still be selected.
  copy.addEventListener('click', () => {
    const showCopied = () => {
      copy.textContent = texts.copied
      setTimeout(() => (copy.textContent = texts.copy), COPIED_MS)
    }
    const code = copy.parentElement?.querySelector('code')
    navigator.clipboard.writeText(code?.textContent ?? '').then(showCopied, () => undefined)
  })
  const pre = el('pre', [el('code', [text])])
  pre.tabIndex = 0
  if (language) pre.dataset.language = language
  return el('div', [copy, pre], 'code')
}

function inlineNodes(inline: Inline, texts: MarkdownTexts): (Node | string)[] {
  const inside = (children: readonly Inline[]) => children.flatMap((child) => inlineNodes(child, texts))
  switch (inline.kind) {
    case 'text':
      return [inline.text]
    case 'break':
      return [el('br')]
    case 'code':
      return [el('code', [inline.text])]
    case 'link':
    case 'image':
      return linkNodes(inline, inside(inline.children), texts)
    default:
      return [el(inline.kind, inside(inline.children))]
  }
}

function linkNodes(
  { kind, href, title, source }: Link,
  inside: (Node | string)[],
  texts: MarkdownTexts,
): (Node | string)[] {
  const address = safeHref(href)
  // What leads nowhere stays as it was written.
  if (!address) return [source]
  const isImage = kind === 'image'
  const link = el('a', inside.length > 0 || !isImage ? inside : [texts.image], isImage ? 'image' : '')
  link.setAttribute('href', address)
  link.setAttribute('target', '_blank')
  link.setAttribute('rel', LINK_REL)
  if (title) link.title = title
  return [link]
}
