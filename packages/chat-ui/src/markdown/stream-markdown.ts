// Renders an agent's Markdown as it streams, as DOM nodes and never as HTML. What a model writes is not trusted: links go to
// web, mail and phone addresses only, images become links (an image would tell its server that, and what, was read).
import * as smd from 'streaming-markdown'
import { LINK_REL, safeHref } from '../links.ts'

export interface MarkdownTexts {
  readonly copy: string
  readonly copied: string
  readonly image: string
}

export interface MarkdownStream {
  readonly write: (chunk: string) => void
  /** Flushes what waits for its closing mark. */
  readonly end: () => void
}

const COPIED_MS = 1600
/** Where a backslash is a character like any other. */
const VERBATIM = new Set<number>([smd.CODE_INLINE, smd.CODE_BLOCK, smd.CODE_FENCE, smd.RAW_URL])
const WORD = /^[\p{L}\p{N}]/u

function setLink(element: Element, value: string): void {
  const href = safeHref(value)
  if (!href || element.tagName !== 'A') return
  element.setAttribute('href', href)
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', LINK_REL)
}

const el = (tag: string, className = '') => {
  const element = document.createElement(tag)
  if (className) element.className = className
  return element
}

/** `code` inside `pre` inside a box with a button that copies it. */
function codeBlock(texts: MarkdownTexts): { box: HTMLElement; code: HTMLElement } {
  const box = el('div', 'code')
  const copy = el('button', 'copy')
  copy.setAttribute('type', 'button')
  copy.textContent = texts.copy
  const showCopied = () => {
    copy.textContent = texts.copied
    setTimeout(() => (copy.textContent = texts.copy), COPIED_MS)
  }
  // A browser that refuses the clipboard keeps the button as it is: the text can still be selected.
  copy.addEventListener('click', () => {
    navigator.clipboard.writeText(code.textContent).then(showCopied, () => undefined)
  })
  const pre = el('pre')
  pre.tabIndex = 0
  const code = pre.appendChild(el('code'))
  box.append(copy, pre)
  return { box, code }
}

export function streamMarkdown(root: HTMLElement, texts: MarkdownTexts): MarkdownStream {
  const base = smd.default_renderer(root)
  const { data } = base
  const current = () => data.nodes[data.index] as HTMLElement
  const push = (outer: HTMLElement, inner = outer) => {
    current().append(outer)
    data.nodes[++data.index] = inner
  }

  const add = (type: smd.Token) => {
    switch (type) {
      case smd.CODE_BLOCK:
      case smd.CODE_FENCE: {
        const { box, code } = codeBlock(texts)
        return push(box, code)
      }
      case smd.TABLE: {
        const box = el('div', 'table')
        box.tabIndex = 0
        return push(box, box.appendChild(el('table')))
      }
      case smd.EQUATION_BLOCK:
      case smd.EQUATION_INLINE: {
        // Nothing here draws formulas, and a price has a dollar sign too: its marks stay.
        const text = el('span', 'math')
        text.append('$')
        return push(text)
      }
      case smd.IMAGE:
        // Inside a link the picture's text is the link's text: links do not nest.
        return push(el(current().closest('a') ? 'span' : 'a', 'image'))
      case smd.HEADING_1:
      case smd.HEADING_2:
      case smd.HEADING_3:
      case smd.HEADING_4:
      case smd.HEADING_5:
      case smd.HEADING_6:
        // The chat's title is the only first-level heading; deeper ones differ in looks alone.
        return push(el('h2', `h${smd.heading_to_level(type)}`))
      default:
        return smd.default_add_token(data, type)
    }
  }

  let isEnding = false
  const parser = smd.parser({
    data,
    add_token: (_data, type) => add(type),
    end_token: () => {
      const element = current()
      if (element.className === 'image' && element.textContent === '') element.textContent = texts.image
      if (element.className === 'math' && !isEnding) element.append('$')
      smd.default_end_token(data)
    },
    add_text: base.add_text,
    set_attr: (_data, type, value) => {
      if (type === smd.HREF || type === smd.SRC) setLink(current(), value)
      else if (type === smd.CHECKED || (type === smd.START && /^\d{1,9}$/.test(value)))
        smd.default_set_attr(data, type, value)
    },
  })
  /** An underscore between letters, as in an address, is no mark. Whether it is one shows with the next character. */
  let isHeld = false
  const write = (chunk: string) => {
    for (const part of chunk.split(/(?<=_)|(?=_)/)) {
      if (isHeld) smd.parser_write(parser, WORD.test(part) ? '\\_' : '_')
      isHeld = part === '_' && !VERBATIM.has(parser.token) && WORD.test(parser.pending)
      if (!isHeld) smd.parser_write(parser, part)
    }
  }
  return {
    write,
    end() {
      if (isHeld) smd.parser_write(parser, '_')
      isEnding = true
      smd.parser_end(parser)
    },
  }
}
