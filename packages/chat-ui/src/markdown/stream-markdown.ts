// Renders an agent's Markdown as it streams, as DOM nodes and never as HTML. Model output is untrusted: links lead only
// to web, mail and phone addresses, and images become links (an image would tell its server that, and what, was read).
import * as smd from 'streaming-markdown'
import { LINK_REL, safeHref } from '../links.ts'

export interface MarkdownTexts {
  readonly copy: string
  readonly copied: string
  readonly image: string
}

export interface MarkdownStream {
  readonly write: (chunk: string) => void
  /** Flushes text that waits for a closing mark. */
  readonly end: () => void
}

const COPIED_MS = 1600
/** Tokens in which a backslash is literal. */
const VERBATIM = new Set<number>([smd.CODE_INLINE, smd.CODE_BLOCK, smd.CODE_FENCE, smd.RAW_URL])
/** Tokens in which no address begins. */
const WITHOUT_LINKS = new Set<number>([...VERBATIM, smd.LINK, smd.IMAGE, smd.EQUATION_BLOCK, smd.EQUATION_INLINE])
const WORD = /^[\p{L}\p{N}]/u
const OPENS = /[([{*~“„«‘‚]$/

/** An address ends before the sentence's punctuation; a bracket it opened belongs to it. */
function splitAddress(text: string): readonly [address: string, rest: string] {
  let end = text.length
  const count = (sign: string) => text.slice(0, end).split(sign).length
  for (; end > 0; end -= 1) {
    const last = text[end - 1] ?? ''
    if (last === ')' ? count(')') <= count('(') : last === ']' ? count(']') <= count('[') : !ENDS.has(last)) break
  }
  return [text.slice(0, end), text.slice(end)]
}
const ENDS = new Set(`.,;:!?'"»”’*_~>`)

function setLink(element: Element, href: string): void {
  if (element.tagName !== 'A') return
  element.setAttribute('href', href)
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', LINK_REL)
}

const el = (tag: string, className = '') => {
  const element = document.createElement(tag)
  if (className) element.className = className
  return element
}

/** `code` in `pre` in a box with a copy button. */
function codeBlock(texts: MarkdownTexts): { box: HTMLElement; code: HTMLElement } {
  const box = el('div', 'code')
  const copy = el('button', 'copy')
  copy.setAttribute('type', 'button')
  copy.textContent = texts.copy
  const showCopied = () => {
    copy.textContent = texts.copied
    setTimeout(() => (copy.textContent = texts.copy), COPIED_MS)
  }
  // If the clipboard is denied, the button does not change: the text can still be selected.
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

  /** Unfinished links and images: their source text, and their address once known. */
  const opened = new Map<HTMLElement, { readonly begin: string; address?: string }>()
  const raw = new WeakSet<HTMLElement>()
  const open = (element: HTMLElement, begin: string) => (opened.set(element, { begin }), element)

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
        // Formulas are not supported, and prices contain dollar signs: keeps the marks.
        const text = el('span', 'math')
        text.append('$')
        return push(text)
      }
      case smd.IMAGE:
        // Links don't nest: inside a link, an image's text is the link's text.
        return push(open(el(current().closest('a') ? 'span' : 'a', 'image'), '!['))
      case smd.LINK:
        return push(open(el(current().closest('a') ? 'span' : 'a'), '['))
      case smd.RAW_URL: {
        const link = el('a')
        raw.add(link)
        return push(link)
      }
      case smd.HEADING_1:
      case smd.HEADING_2:
      case smd.HEADING_3:
      case smd.HEADING_4:
      case smd.HEADING_5:
      case smd.HEADING_6:
        // The chat's title is the only first-level heading; deeper ones differ only in style.
        return push(el('h2', `h${smd.heading_to_level(type)}`))
      default:
        return smd.default_add_token(data, type)
    }
  }

  /** Restores the source text of what is not a link. */
  const unwrap = (element: HTMLElement, begin: string, rest: string) => {
    smd.default_end_token(data)
    element.replaceWith(begin, ...element.childNodes, rest)
  }
  const endAddress = (element: HTMLElement) => {
    const [address, rest] = splitAddress(element.textContent)
    element.textContent = address
    const href = safeHref(address)
    if (href) setLink(element, href)
    smd.default_end_token(data)
    if (rest === '') return
    // The parser would find markup in the rest of the address.
    parser.pending = ''
    smd.parser_write(parser, rest)
    if (parser.pending !== '') base.add_text(data, parser.pending)
  }

  let isEnding = false
  const parser = smd.parser({
    data,
    add_token: (_data, type) => add(type),
    end_token: () => {
      const element = current()
      const link = opened.get(element)
      opened.delete(element)
      if (link && link.address === undefined) return unwrap(element, link.begin, ']')
      const href = safeHref(link?.address ?? '')
      if (link && !href) return unwrap(element, link.begin, `](${link.address})`)
      if (href) setLink(element, href)
      if (raw.has(element)) return endAddress(element)
      if (element.className === 'image' && element.textContent === '') element.textContent = texts.image
      if (element.className === 'math' && !isEnding) element.append('$')
      smd.default_end_token(data)
    },
    add_text: base.add_text,
    set_attr: (_data, type, value) => {
      const link = opened.get(current())
      if (type === smd.HREF || type === smd.SRC) {
        if (link) link.address = value
      } else if (type === smd.CHECKED || (type === smd.START && /^\d{1,9}$/.test(value)))
        smd.default_set_attr(data, type, value)
    },
  })
  /** An underscore between letters, as in addresses, is not a mark; the next character decides. */
  let isHeld = false
  let last = ''
  const write = (chunk: string) => {
    for (const part of chunk.split(/(?<=_)|(?=_)|(?<=[([{*~“„«‘‚])(?=h)/)) {
      if (isHeld) smd.parser_write(parser, WORD.test(part) ? '\\_' : '_')
      isHeld = part === '_' && !VERBATIM.has(parser.token) && WORD.test(parser.pending)
      // An address may follow a bracket, quote or mark directly.
      const isBehind = part.startsWith('h') && OPENS.test(last) && !WITHOUT_LINKS.has(parser.token)
      if (isBehind) {
        smd.parser_write(parser, 'h')
        if (parser.pending === 'h' && parser.token < smd.MAYBE_URL) parser.token = smd.MAYBE_URL
      }
      if (!isHeld) smd.parser_write(parser, isBehind ? part.slice(1) : part)
      last = part.at(-1) ?? last
    }
  }
  return {
    write,
    end() {
      if (isHeld) smd.parser_write(parser, '_')
      isEnding = true
      // A link that was cut off.
      const broken = current()
      const rest = parser.pending.startsWith('](') ? parser.pending : ''
      smd.parser_end(parser)
      for (const [element, { begin }] of opened)
        element.replaceWith(begin, ...element.childNodes, element === broken ? rest : '')
      opened.clear()
    },
  }
}
