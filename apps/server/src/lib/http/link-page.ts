// Pages of links that people open outside of the apps, such as those in mails: no scripts, in the look of the host's agency.
import { directionOf, type Language } from '@parlance/contract/accounts/languages'
import { securityHeaders } from './headers.ts'

export interface LinkPage {
  readonly language: Language
  readonly title: string
  readonly text: string
  /** The button that confirms; absent where nothing is asked. */
  readonly button?: string
}

/** The agency's branding. Texts are escaped here; `css` is trusted. */
export interface LinkPageLook {
  readonly title: string
  readonly icon: string
  readonly css: string
}

const NEUTRAL = `:root{--mantine-color-iris-filled:#5147d6;--mantine-primary-color-contrast:#fff;--pl-canvas:#fafafa;--pl-surface:#fff;--mantine-color-dimmed:#5c5c5c;--mantine-color-default-border:#d9d9d9;--mantine-font-family:system-ui,sans-serif}
@media (prefers-color-scheme:dark){:root{--pl-canvas:#121212;--pl-surface:#1b1b1b;--mantine-color-dimmed:#a6a6a6;--mantine-color-default-border:#383838}}`
const LAYOUT = `*{box-sizing:border-box}body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--pl-canvas);color:#171717;font:16px/1.5 var(--mantine-font-family)}
main{width:100%;max-width:440px;padding:32px;background:var(--pl-surface);border:1px solid var(--mantine-color-default-border);border-radius:12px}
header{display:flex;align-items:center;gap:10px;margin-block-end:24px;font-weight:600}header img{width:32px;height:32px;border-radius:8px}
h1{margin:0 0 8px;font-size:22px;line-height:1.3}p{margin:0;color:var(--mantine-color-dimmed)}h1,p,header{overflow-wrap:anywhere}
button{margin-block-start:24px;min-height:44px;padding:0 20px;border:0;border-radius:8px;background:var(--mantine-color-iris-filled);color:var(--mantine-primary-color-contrast);font:600 16px var(--mantine-font-family);cursor:pointer}
button:focus-visible{outline:2px solid currentColor;outline-offset:2px}`
const DARK_INK = 'body{color:#ededed}'

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data: https:; font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

export const linkPageHeaders = (https: boolean) => ({
  ...securityHeaders('api', https),
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
})

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

export function linkPage({ language, title, text, button }: LinkPage, look?: LinkPageLook): string {
  const form = button === undefined ? '' : `<form method="post"><button>${escape(button)}</button></form>`
  const icon = look ? `<link rel="icon" href="${escape(look.icon)}">` : ''
  const header = look
    ? `<header><img src="${escape(look.icon)}" alt=""><span>${escape(look.title)}</span></header>`
    : ''
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">${icon}<title>${escape(title)}</title><style>${NEUTRAL}${LAYOUT}@media (prefers-color-scheme:dark){${DARK_INK}}${look?.css ?? ''}</style></head><body><main>${header}<h1>${escape(title)}</h1><p>${escape(text)}</p>${form}</main></body></html>`
}
