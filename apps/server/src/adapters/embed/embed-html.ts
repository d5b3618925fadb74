// The scripts and policies of a page, parsed in chunks; a page built to be slow is abandoned halfway.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type SeenPolicy, type SeenScript, WIDGET_PATH } from '@parlance/contract/widget/embed'
import { Parser } from 'htmlparser2'

export interface SeenHtml {
  readonly scripts: readonly SeenScript[]
  readonly policies: readonly SeenPolicy[]
  readonly base: string
  readonly commented: boolean
  readonly cut: boolean
}

const MAX_SCRIPTS = 500
/** Characters read of one inline script. */
const MAX_TEXT = 20_000
/** The parser's cost of a closing tag grows with its depth. */
const MAX_DEPTH = 1000
const PIECE = 64 * 1024
const MAX_MS = 1500

export async function readHtml(html: string): Promise<SeenHtml> {
  const seen = collector()
  const parser = new Parser(seen.handler, { decodeEntities: true })
  const until = performance.now() + MAX_MS
  let at = 0
  while (at < html.length && !seen.full() && performance.now() < until) {
    parser.write(html.slice(at, at + PIECE))
    at += PIECE
    await yieldToEventLoop()
  }
  const whole = at >= html.length && !seen.full()
  if (whole) parser.end()
  return { ...seen.found(), cut: !whole }
}

function collector() {
  const scripts: SeenScript[] = []
  const policies: SeenPolicy[] = []
  let base = ''
  let commented = false
  let depth = 0
  let inert = 0
  let open: { attrs: Readonly<Record<string, string>>; text: string; inert: boolean } | undefined
  const handler = {
    onopentag(name: string, attrs: Readonly<Record<string, string>>) {
      depth += 1
      if (name === 'script') open = { attrs, text: '', inert: inert > 0 }
      else if (name === 'noscript' || name === 'template') inert += 1
      else if (name === 'base') base ||= attrs['href'] ?? ''
      else if (name === 'meta' && /^content-security-policy$/i.test(attrs['http-equiv'] ?? ''))
        policies.push({ where: 'meta', text: (attrs['content'] ?? '').slice(0, MAX_TEXT) })
    },
    ontext(text: string) {
      if (open && open.text.length < MAX_TEXT) open.text += text.slice(0, MAX_TEXT - open.text.length)
    },
    oncomment(text: string) {
      commented ||= text.includes(WIDGET_PATH) && text.includes('<script')
    },
    onclosetag(name: string) {
      depth -= 1
      if (name === 'noscript' || name === 'template') inert = Math.max(0, inert - 1)
      if (name !== 'script' || !open) return
      scripts.push(seenScript(open))
      open = undefined
    },
  }
  return {
    handler,
    full: () => depth > MAX_DEPTH || scripts.length >= MAX_SCRIPTS,
    found: () => ({ scripts, policies, base, commented }),
  }
}

function seenScript({
  attrs,
  text,
  inert,
}: {
  attrs: Readonly<Record<string, string>>
  text: string
  inert: boolean
}): SeenScript {
  const attribute = (name: string) => attrs[name]?.trim().slice(0, 100) || undefined
  return {
    src: (attrs['src'] ?? '').slice(0, 2000),
    type: (attrs['type'] ?? '').slice(0, 100),
    nonce: (attrs['nonce'] ?? '').slice(0, 200),
    agent: attribute('data-agent'),
    region: attribute('data-region'),
    render: attribute('data-render'),
    text,
    inert,
  }
}
