import { PLANS } from '../billing/index.ts'
import { isAvailable } from '@parlance/contract/platform/features'
import type { Query, SiteContext, SitePage } from './context.ts'
import { type Html, html, raw } from './html.ts'
import { icon } from './icons.ts'

const NAME = 'Parlance'
export const LEGAL_LINKS = [
  ['/legal/about', 'About'],
  ['/legal/tos', 'Terms of service'],
  ['/legal/privacy-policy', 'Privacy policy'],
  ['/legal/cookie-policy', 'Cookie policy'],
  ['/legal/refund-policy', 'Refund policy'],
  ['/legal/gdpr', 'GDPR'],
  ['/legal/contact', 'Contact'],
] as const
const PRODUCT_LINKS = [
  ['/chatbot', 'Website chatbot'],
  ['/voice-agent', 'Voice notes'],
  ['/whatsapp', 'WhatsApp'],
  ['/demo', 'Demo'],
  ['/landing2', 'Self-hosting'],
] as const
const INTERNAL = [
  ['/agencies', 'For agencies'],
  ['/pricing', 'Pricing'],
  ['/integrations', 'Integrations'],
] as const

export function layout(site: SiteContext, page: SitePage, query: Query): Html {
  return html`<!doctype html>
    <html lang="en">
      ${head(site, page)}
      <body>
        <a class="skip" href="#content">Skip to content</a>
        ${header(site, page.path)}
        <main id="content" tabindex="-1">${page.body(site, query)}</main>
        ${footer(site)}
      </body>
    </html> `
}

function head(site: SiteContext, page: SitePage): Html {
  const title = page.path === '/' ? page.title : `${page.title} · ${NAME}`
  const address = site.origin + (page.path === '/' ? '/' : page.path)
  const picture = site.origin + site.file('og.png')
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${page.description}" />
    <link rel="canonical" href="${address}" />
    <meta name="color-scheme" content="light dark" />
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#161616" />
    <link rel="preload" href="${site.file('dm-sans.woff2')}" as="font" type="font/woff2" crossorigin />
    <link rel="stylesheet" href="${site.file('site.css')}" />
    <script src="${site.file('site.js')}"></script>
    ${page.script ? html`<script src="${site.file(page.script)}"></script>` : ''}
    <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${NAME}" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${page.description}" />
    <meta property="og:url" content="${address}" />
    <meta property="og:image" content="${picture}" />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content="Parlance: AI agents that know your business" />
    <meta name="twitter:card" content="summary_large_image" />
    ${[organisation(site), ...(page.facts?.(site) ?? [])].map(facts)}
  </head>`
}

/** JSON-LD; `<` is escaped so that it cannot close the script element. */
const facts = (data: object): Html =>
  html`<script type="application/ld+json">
    ${raw(JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c'))}
  </script> `

const organisation = ({ origin, settings: { operator } }: SiteContext) => ({
  '@type': 'Organization',
  name: operator.name || NAME,
  url: `${origin}/`,
  logo: `${origin}/favicon.svg`,
  ...(operator.email ? { email: operator.email } : {}),
})

export const product = ({ origin }: SiteContext) => ({
  '@type': 'SoftwareApplication',
  name: NAME,
  applicationCategory: 'BusinessApplication',
  operatingSystem: 'Web',
  url: `${origin}/`,
  offers: PLANS.filter(({ id }) => isAvailable(`plan.${id}`)).map(({ label, price }) => ({
    '@type': 'Offer',
    name: label,
    price,
    priceCurrency: 'USD',
  })),
})

/** External links and those configured by the operator; contact only if the operator is named. */
function outward({ settings }: SiteContext): readonly (readonly [string, string])[] {
  const leadsOn = ([address]: readonly [string, string]) =>
    settings.operator.email !== '' || !address.startsWith('/legal/contact')
  const links: readonly (readonly [string, string])[] = [
    [settings.docsUrl, 'Docs'],
    [settings.communityUrl, 'Community'],
    [settings.affiliateUrl, 'Affiliates'],
  ]
  return links.filter(leadsOn)
}
const isElsewhere = (address: string) => !address.startsWith('/')
const leads = (address: string, name: string, current: string): Html =>
  html`<a
    href="${address}"
    ${address === current ? raw(' aria-current="page"') : ''}${isElsewhere(address) ? raw(' rel="noopener"') : ''}
    >${name}${isElsewhere(address) ? icon('out', 14) : ''}</a
  >`

function header(site: SiteContext, current: string): Html {
  const links = [...INTERNAL, ...outward(site)].map(([address, name]) => leads(address, name, current))
  return html`<header class="top">
    <div class="wrap bar">
      <a class="brand" href="/"><img src="/favicon.svg" width="28" height="28" alt="" />${NAME}</a>
      <nav class="links" aria-label="Main">${links}</nav>
      <div class="acts">
        <a class="quiet" href="/login">Log in</a>
        <a class="button small" href="/get-free-plan">Get the free plan</a>
      </div>
      <details class="menu">
        <summary aria-label="Menu">${icon('menu', 24)}</summary>
        <nav aria-label="Menu">${links}<a href="/login">Log in</a><a href="/get-free-plan">Get the free plan</a></nav>
      </details>
    </div>
  </header>`
}

const column = (title: string, links: readonly (readonly [string, string])[]): Html =>
  html`<div>
    <h2>${title}</h2>
    <ul>
      ${links.map(([address, name]) => html`<li>${leads(address, name, '')}</li>`)}
    </ul>
  </div>`

function footer(site: SiteContext): Html {
  return html`<footer class="foot">
    <div class="wrap columns">
      <div class="about">
        <a class="brand" href="/"><img src="/favicon.svg" width="28" height="28" alt="" />${NAME}</a>
        <p>AI agents that know your business and show their sources.</p>
        <button class="scheme" type="button" data-scheme-switch hidden>
          ${icon('sun', 18)}<span>Change theme</span>
        </button>
      </div>
      ${column('Product', [...PRODUCT_LINKS, ...INTERNAL])}
      ${column('More', [['/get-free-plan', 'Free plan'], ['/login', 'Log in'], ...outward(site)])}
      ${column('Legal', LEGAL_LINKS)}
    </div>
    ${site.settings.operator.name === '' ? '' : html`<div class="wrap base"><p>© ${new Date().getFullYear()} ${site.settings.operator.name}</p></div>`}
  </footer>`
}
