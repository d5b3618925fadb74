// HTML and XML as a small tree of bounded depth and size, so that recursive walks are safe.
import { Parser } from 'htmlparser2'
import { tooLarge } from './parse-errors.ts'
import { msg } from '@parlance/i18n/messages'

export interface Elem {
  readonly name: string
  readonly attrs: Readonly<Record<string, string>>
  readonly children: TreeNode[]
  /** Whether the element, or one inside it, starts a new line. */
  block: boolean
}
export type TreeNode = Elem | string

const MAX_DEPTH = 200
const MAX_NODES = 1_500_000
/** The parser's own cost of an element grows with its depth. */
const MAX_NESTED = 10_000

const BLOCKS = new Set(
  `address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer form
  h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section summary table
  tbody td tfoot th thead tr ul`.split(/\s+/),
)

export function parseTree(text: string, options: { readonly xml?: boolean } = {}): Elem {
  const root: Elem = { name: '', attrs: {}, children: [], block: true }
  const open: Elem[] = [root]
  let beyond = 0
  let nodes = 0
  const top = () => open.at(-1) ?? root
  const add = (node: TreeNode) => {
    nodes += 1
    if (nodes > MAX_NODES) throw tooLarge(msg('document_too_many_elements'))
    top().children.push(node)
  }
  const parser = new Parser(
    {
      onopentag(name, attrs) {
        const elem: Elem = { name, attrs, children: [], block: false }
        add(elem)
        if (!options.xml && BLOCKS.has(name)) markBlock(open, elem)
        if (open.length < MAX_DEPTH) open.push(elem)
        else beyond += 1
        if (beyond > MAX_NESTED) throw tooLarge(msg('document_nested_too_deeply'))
      },
      onclosetag() {
        if (beyond > 0) beyond -= 1
        else if (open.length > 1) open.pop()
      },
      ontext(data) {
        const { children } = top()
        const last = children.length - 1
        const before = children[last]
        if (typeof before === 'string') children[last] = before + data
        else add(data)
      },
    },
    { xmlMode: options.xml ?? false, decodeEntities: true, lowerCaseAttributeNames: !options.xml },
  )
  parser.write(text)
  parser.end()
  return root
}

function markBlock(open: readonly Elem[], elem: Elem): void {
  elem.block = true
  for (let at = open.length - 1; at >= 0; at -= 1) {
    const above = open[at]
    if (!above || above.block) return
    above.block = true
  }
}

/** Finds elements by name in document order, without searching inside those found. */
export function findAll(elem: Elem, ...names: readonly string[]): Elem[] {
  const found: Elem[] = []
  const walk = (node: Elem) => {
    for (const child of node.children) {
      if (typeof child === 'string') continue
      if (names.includes(child.name)) found.push(child)
      else walk(child)
    }
  }
  walk(elem)
  return found
}

export const find = (elem: Elem, ...names: readonly string[]): Elem | undefined => findAll(elem, ...names)[0]

export function textOf(node: TreeNode): string {
  if (typeof node === 'string') return node
  let text = ''
  for (const child of node.children) text += textOf(child)
  return text
}

export const lineOf = (node: TreeNode): string => textOf(node).replaceAll(/\s+/g, ' ').trim()

const NO_END = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'wbr'])

export function toHtml(node: TreeNode): string {
  if (typeof node === 'string') return escape(node)
  let inner = ''
  for (const child of node.children) inner += toHtml(child)
  if (!/^[a-z][a-z0-9-]*$/.test(node.name)) return inner
  let attrs = ''
  for (const [name, value] of Object.entries(node.attrs))
    if (/^[a-z][a-z0-9-]*$/.test(name)) attrs += ` ${name}="${escape(value)}"`
  return NO_END.has(node.name) ? `<${node.name}${attrs}>` : `<${node.name}${attrs}>${inner}</${node.name}>`
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
