// Extracts a web page's main text, links and metadata, without menus, banners and hidden parts.
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { ParsedPage } from '../../modules/knowledge/parsing.ports.ts'
import { decodeText, pageCharset } from '@parlance/contract/lib/decode-text'
import { toMarkdown, UNREAD } from './markdown.ts'
import type { PageTask } from './protocol.ts'
import { unsupported } from './parse-errors.ts'
import { type Elem, find, findAll, lineOf, parseTree, toHtml, type TreeNode } from './xml-tree.ts'
import { msg } from '@parlance/i18n/messages'

const MAX_LINKS = 5000
const MAX_URL = 2000
const LEAST = 200
/** Readability takes too much time and memory on larger pages. */
const MAX_SCORED = 8000

export function readPage({ html, url, contentType }: PageTask): ParsedPage {
  const text = decodeText(html, pageCharset(html, contentType))
  if (text === undefined) throw unsupported(msg('address_answer_not_text'))
  return readDocument(text, url)
}

/** Without an address to start from, relative links are only text. */
export function readDocument(text: string, url: string | null): ParsedPage {
  const tree = parseTree(text)
  const head = headOf(tree)
  const base = absolute(head.base, url) ?? url
  const linkOf = (href: string) => (/^mailto:/i.test(href) ? href : absolute(href, base))
  const links = head.noFollow ? [] : linksOf(tree, base)
  return {
    title: head.title,
    markdown: mainMarkdown(tree, linkOf),
    canonical: absolute(head.canonical, base) ?? null,
    links,
    language: head.language,
    noIndex: head.noIndex,
  }
}

function headOf(tree: Elem) {
  const metas = findAll(tree, 'meta').map(({ attrs }) => ({
    name: (attrs['name'] ?? attrs['property'] ?? '').toLowerCase(),
    content: attrs['content'] ?? '',
  }))
  const meta = (name: string) => metas.find((one) => one.name === name)?.content ?? ''
  const robots = metas
    .filter(({ name }) => name === 'robots' || name === 'parlancebot')
    .flatMap(({ content }) => content.toLowerCase().split(/[\s,]+/))
  const titleElem = findAll(tree, 'title').find((elem) => lineOf(elem))
  const heading = find(tree, 'h1')
  const title = (titleElem && lineOf(titleElem)) || meta('og:title') || (heading ? lineOf(heading) : '')
  const canonical = findAll(tree, 'link').find(({ attrs }) => /(?:^|\s)canonical(?:\s|$)/i.test(attrs['rel'] ?? ''))
  const language = find(tree, 'html')?.attrs['lang']?.trim() ?? ''
  return {
    title: title.replaceAll(/\s+/g, ' ').trim().slice(0, 300).toWellFormed(),
    canonical: canonical?.attrs['href'] ?? '',
    base: find(tree, 'base')?.attrs['href'] ?? '',
    language: /^[a-z]{2,3}(?:[-_][a-z\d]{1,8})*$/i.test(language) ? language.replaceAll('_', '-') : '',
    noIndex: robots.includes('noindex') || robots.includes('none'),
    noFollow: robots.includes('nofollow') || robots.includes('none'),
  }
}

function absolute(href: string, base: string | null): string | undefined {
  const text = href.trim()
  if (!text || text.length > MAX_URL || text.startsWith('#')) return undefined
  const url = URL.parse(text, base ?? undefined)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  url.hash = ''
  return url.href.length > MAX_URL ? undefined : url.href
}

function linksOf(tree: Elem, base: string | null): string[] {
  const links = new Set<string>()
  const walk = (elem: Elem) => {
    for (const child of elem.children) {
      if (typeof child === 'string' || links.size >= MAX_LINKS) continue
      if (child.name === 'a' || child.name === 'area') {
        const to = absolute(child.attrs['href'] ?? '', base)
        if (to) links.add(to)
      }
      walk(child)
    }
  }
  walk(tree)
  return [...links]
}

/** The landmark that holds the text, else Readability's result, else all visible text. */
function mainMarkdown(tree: Elem, linkOf: (href: string) => string | undefined): string {
  const body = visible(find(tree, 'body') ?? tree)
  const all = sizeOf(body)
  const landmark = landmarkOf(body, all)
  if (landmark) return toMarkdown(landmark, { linkOf })
  const whole = toMarkdown(withoutFrame(body), { linkOf })
  if (whole.length < LEAST * 2) return whole || toMarkdown(body, { linkOf })
  // When few of the words are links, the whole body is content.
  if (linkedOf(body) < sizeOf(body) * 0.25) return whole
  const scored = countOf(body) > MAX_SCORED ? undefined : readable(body)
  return scored && sizeOf(scored) > (sizeOf(body) - linkedOf(body)) * 0.4 ? toMarkdown(scored, { linkOf }) : whole
}

function landmarkOf(body: Elem, all: number): Elem | undefined {
  const named = (name: string, role: string) => {
    const found: Elem[] = []
    gather(body, (elem) => elem.name === name || elem.attrs['role'] === role, found)
    return found
  }
  for (const found of [named('main', 'main'), named('article', 'article')]) {
    const [largest] = found.map((elem) => ({ elem, size: sizeOf(elem) })).sort((a, b) => b.size - a.size)
    if (largest && largest.size >= LEAST && largest.size > all * 0.3) return withoutFrame(largest.elem)
  }
  return undefined
}

function gather(elem: Elem, wanted: (elem: Elem) => boolean, found: Elem[]): void {
  for (const child of elem.children) {
    if (typeof child === 'string') continue
    if (wanted(child)) found.push(child)
    else gather(child, wanted, found)
  }
}

const sizeOf = (node: TreeNode): number =>
  typeof node === 'string' ? node.trim().length : node.children.reduce((sum, child) => sum + sizeOf(child), 0)

function isLonger(elem: Elem, than: number): boolean {
  let left = than
  const walk = (node: TreeNode): boolean => {
    if (typeof node !== 'string') return node.children.some((child) => walk(child))
    left -= node.trim().length
    return left < 0
  }
  return walk(elem)
}

const countOf = (elem: Elem): number =>
  elem.children.reduce((sum, child) => (typeof child === 'string' ? sum : sum + 1 + countOf(child)), 0)

const linkedOf = (elem: Elem): number =>
  elem.children.reduce((sum, child) => {
    if (typeof child === 'string') return sum
    return sum + (child.name === 'a' ? sizeOf(child) : linkedOf(child))
  }, 0)

const HIDDEN =
  /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|opacity\s*:\s*0(?:\.0*)?\s*(?:;|$|!)|font-size\s*:\s*0)/i
const ROLES = new Set('navigation search menu menubar dialog alertdialog toolbar banner contentinfo'.split(' '))
const CONSENT = /cookie|consent|gdpr|onetrust|cybot/i
const ASIDE = /(?:^|[\s_-])(?:sr-only|visually-hidden|screen-reader-text|skip-(?:link|to)|skiplink)(?:[\s_-]|$)/i

function visible(elem: Elem): Elem {
  const children: TreeNode[] = []
  for (const child of elem.children) {
    if (typeof child === 'string') children.push(child)
    else if (!isUnseen(child)) children.push(visible(child))
  }
  return { ...elem, children }
}

function isUnseen(elem: Elem): boolean {
  const { name, attrs } = elem
  if (UNREAD.has(name) || name === 'nav' || name === 'dialog') return true
  if ('hidden' in attrs || attrs['aria-hidden'] === 'true' || HIDDEN.test(attrs['style'] ?? '')) return true
  if (ROLES.has(attrs['role'] ?? '')) return true
  const names = `${attrs['id'] ?? ''} ${attrs['class'] ?? ''}`
  if (ASIDE.test(names)) return true
  return CONSENT.test(names) && !isLonger(elem, 1500) && !find(elem, 'h1')
}

/** Removes headers, footers and sidebars; headers inside articles hold their titles and stay. */
function withoutFrame(elem: Elem): Elem {
  const children = elem.children.filter((child) => {
    if (typeof child === 'string') return true
    if (child.attrs['role'] === 'complementary') return false
    return child.name === 'header' ? find(child, 'h1', 'h2') !== undefined : child.name !== 'footer'
  })
  const inner = children.map((child) =>
    typeof child === 'string' || child.name === 'article' || child.name === 'blockquote' ? child : withoutFrame(child),
  )
  return { ...elem, children: inner }
}

function readable(body: Elem): Elem | undefined {
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${toHtml(body)}</body></html>`)
  try {
    const found = new Readability(document, {
      charThreshold: LEAST,
      maxElemsToParse: MAX_SCORED,
      keepClasses: true,
    }).parse()
    return found?.content ? parseTree(found.content) : undefined
  } catch {
    // Readability failed on this markup: the whole text is used.
    return undefined
  }
}
