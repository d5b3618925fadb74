// Hostile host pages, which break the browser's globals and layout as real pages do, and the widget's cost to a page.
import type { Page } from 'playwright-core'
import { launcher } from './chat.ts'
import { shopPage } from './sites.ts'

/** Records in `labels` what the launcher is called, by the clock of the page. */
export const WATCH_LABELS = `window.labels = []
setInterval(() => {
  for (const { shadowRoot } of document.querySelectorAll('*')) {
    const label = shadowRoot?.querySelector('.launcher')?.ariaLabel
    if (label && labels.at(-1)?.label !== label) labels.push({ label, at: performance.now() })
  }
}, 20)`

/** Runs before the page's own scripts and sums layout shifts in `shift`. */
export const WATCH_SHIFT = `window.shift = 0
new PerformanceObserver((list) => { for (const entry of list.getEntries()) shift += entry.value }).observe({ type: 'layout-shift', buffered: true })`

/** CPU milliseconds of scripts until the launcher is shown; CPU time excludes most other load. */
export async function scriptTime(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(url)
  await launcher(page).waitFor()
  const { metrics } = await session.send('Performance.getMetrics')
  return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? NaN)
}

export interface HostilePage {
  readonly what: string
  /** The page around the widget's tag. */
  readonly page: (tag: string) => string
  /** Response headers; `{origin}` is the widget's origin. */
  readonly headers?: Readonly<Record<string, string>>
  /** Console errors caused by the browser. */
  readonly allow?: readonly RegExp[]
}

const withHead = (head: string) => (tag: string) => shopPage(tag).replace('</head>', `${head}</head>`)
const script = (code: string) => withHead(`<script>${code}</script>`)
const nonced = (tag: string) => tag.replaceAll('<script', '<script nonce="shop"')

const HOSTILE_CSS = `<style>
html{transform:rotate(2deg) scale(.9);filter:blur(1px);perspective:100px;overflow:hidden}
body{transform:translateX(200px);position:relative;z-index:2147483647;opacity:.5;contain:strict;height:300px}
body *,html>div,div,button,iframe,dialog,svg{display:none!important;all:unset!important;visibility:hidden!important;opacity:0!important;
pointer-events:none!important;transition:all 9s!important;animation:gone 1s infinite!important;transform:scale(0)!important;width:1px!important;
height:1px!important;position:static!important;z-index:-1!important;clip-path:inset(50%)!important;zoom:.1!important;content-visibility:hidden!important}
@keyframes gone{to{opacity:0}}
@layer a{div{display:none!important}}
.cover{display:block!important;position:fixed!important;inset:0!important;width:100%!important;height:100%!important;z-index:2147483647!important;background:#fff!important;opacity:1!important}
</style>`

/** Damage of old libraries, careless polyfills and over-cautious security scripts combined. */
const BROKEN_BUILTINS = `
Object.prototype.extra = function () { return 'everywhere' }
Array.prototype.toJSON = String.prototype.toJSON = function () { return 'prototype.js' }
Array.prototype.remove = function () {}
window.JSON = { parse() { throw new Error('no JSON') }, stringify() { throw new Error('no JSON') } }
window.fetch = function () { throw new Error('no fetch') }
window.Promise = function () { throw new Error('no Promise') }
delete Element.prototype.attachShadow
Element.prototype.matches = Element.prototype.closest = () => { throw new Error('broken') }
delete window.requestIdleCallback
Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError') } })
for (const one of [Object, Array, Function, String, Number, RegExp, Error, Event, EventTarget, Node, Element, HTMLElement])
  Object.freeze(one.prototype), Object.freeze(one)`

export const HOSTILE_PAGES: readonly HostilePage[] = [
  {
    what: 'allows only what has its nonce, and what that fetches',
    page: (tag) => nonced(shopPage(tag).replace(/<style>.*<\/style>/s, '')),
    headers: {
      'content-security-policy':
        "default-src 'none'; script-src 'nonce-shop'; connect-src {origin}; frame-src {origin}; base-uri 'none'; form-action 'none'",
    },
  },
  { what: 'hides, shrinks, turns and covers everything', page: withHead(HOSTILE_CSS) },
  { what: 'has broken and frozen what scripts stand on', page: script(BROKEN_BUILTINS) },
  {
    what: 'enforces trusted types and allows no policy',
    page: (tag) => nonced(shopPage(tag)),
    headers: {
      'content-security-policy':
        "require-trusted-types-for 'script'; trusted-types 'none'; script-src 'nonce-shop' 'strict-dynamic'",
    },
  },
  {
    what: 'is XHTML, read by the strict parser',
    page: (tag) =>
      `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="en"><head><title>Lumen lamps</title></head><body><main><h1>Lumen lamps</h1></main>${tag.replace(' defer>', ' defer="defer">')}</body></html>`,
    headers: { 'content-type': 'application/xhtml+xml; charset=utf-8' },
  },
  {
    what: 'is older than doctypes, in another encoding, and lives under another base',
    page: (tag) =>
      `<html><head><base href="http://elsewhere.invalid/deep/" target="_top"><title>Lumen</title></head><body bgcolor=white><center><font>Lumen</font><img name=parlance><form name=VG_CONFIG></form></center>${tag}</body>`,
    headers: { 'content-type': 'text/html; charset=windows-1252' },
  },
  {
    what: 'throws out what it does not know, and exchanges its body',
    page: script(`addEventListener('load', () => {
      let rounds = 0
      const tidy = setInterval(() => {
        for (const one of document.documentElement.children) if (!/^(HEAD|BODY)$/.test(one.tagName)) { one.remove(); rounds++ }
        if (rounds < 2) return
        clearInterval(tidy)
        const body = document.createElement('body')
        body.innerHTML = '<main><h1>Another page</h1></main>'
        document.body.replaceWith(body)
        document.title = 'Tidy'
      }, 100)
    })`),
  },
  {
    what: 'isolates itself from all other sites',
    page: (tag) => shopPage(tag).replace('<script ', '<script crossorigin '),
    headers: { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' },
  },
  {
    what: 'fills the window with a dialog and full of things that count as higher',
    page: (tag) =>
      shopPage(
        `<div popover="manual" id="banner" style="inset:0;width:100%;height:100%;border:0">Cookies</div>${tag}<script>document.getElementById('banner').showPopover()</script>`,
      ),
  },
]
