// Owns the public site: its pages, rendered once from the operator's settings, sitemap and robots.txt.
import { CREDIT_VALUE_USD } from '@parlance/contract/lib/money'
import type { AddOnPrices } from '../billing/index.ts'
import type { SiteSettings } from '../../lib/settings.ts'
import { type Asset, makeAsset } from '../../lib/http/files/static.ts'
import type { Query, SiteContext, SitePage } from './context.ts'
import { layout } from './layout.ts'
import { helpArticles } from './help/help.ts'
import { legalTexts } from './legal/legal.ts'
import { agencies } from './pages/agencies.ts'
import { chatbot } from './pages/chatbot.ts'
import { demo } from './pages/demo.ts'
import { freePlan } from './pages/free-plan.ts'
import { helpPages } from './pages/help.ts'
import { home } from './pages/home.ts'
import { integrations } from './pages/integrations.ts'
import { landing2 } from './pages/landing2.ts'
import { CONTACT_PATH, contactPage, type ContactState, takesMail } from './pages/contact.ts'
import { legalPage } from './pages/legal.ts'
import { pricing } from './pages/pricing.ts'
import { voiceAgent } from './pages/voice-agent.ts'
import { whatsapp } from './pages/whatsapp.ts'
import { loadSiteFiles } from './asset-files.ts'

const PAGES: readonly SitePage[] = [
  home,
  landing2,
  voiceAgent,
  chatbot,
  whatsapp,
  agencies,
  demo,
  pricing,
  integrations,
  freePlan,
]

/** Defaults of an installation without operator settings. */
const UNSAID: SiteSettings = {
  operator: { name: '', address: '', email: '', country: '' },
  docsUrl: '/help',
  communityUrl: '/legal/contact#community',
  affiliateUrl: '/legal/contact#affiliates',
  legalReviewed: false,
  legalDir: '',
}

export interface SiteDeps {
  readonly settings: SiteSettings | undefined
  readonly addOnPrices?: AddOnPrices | undefined
  readonly creditValueUsd?: number | undefined
  /** Public origin; known once the server listens. */
  readonly origin: () => string
}
export type Site = ReturnType<typeof createSite>

export function createSite({
  settings = UNSAID,
  addOnPrices = {},
  creditValueUsd = CREDIT_VALUE_USD,
  origin,
}: SiteDeps) {
  const files = loadSiteFiles()
  const texts = legalTexts(settings.legalDir)
  const contactText = texts.find(({ path }) => path === CONTACT_PATH)
  if (!contactText) throw new Error('The site has no contact page.')
  const legal = texts.map((text) => (text === contactText ? contactPage(text) : legalPage(text)))
  const pages = [...PAGES, ...helpPages(helpArticles()), ...legal]
  const byPath = new Map(pages.map((page) => [page.path, page]))
  const made = new Map<string, Promise<Asset>>()
  const context = (): SiteContext => ({
    settings,
    addOnPrices,
    creditValueUsd,
    origin: origin(),
    file: files.address,
  })
  const once = (key: string, make: () => Promise<Asset>) => {
    const asset = made.get(key) ?? make()
    made.set(key, asset)
    return asset
  }
  const favicon = files.find(files.address('favicon.ico'))
  if (!favicon) throw new Error('The site has no icon.')
  return {
    /** Requested by browsers at a fixed URL, so it must not be cached forever. */
    favicon: { ...favicon, immutable: false },
    /** Paths of all pages, the home page first. */
    paths: pages.map(({ path }) => path),
    hasWidget: (path: string) => byPath.get(path)?.hasWidget === true && settings.demo !== undefined,
    /** A rendered page, cached after the first request; undefined for an unknown path. */
    page(path: string, query: Query): Promise<Asset> | undefined {
      const page = byPath.get(path)
      if (!page) return undefined
      const variant = page.variant?.(query) ?? ''
      return once(path + variant, async () =>
        makeAsset(Buffer.from(String(await layout(context(), page, query))), 'page.html', false),
      )
    },
    /** Whether the contact form has a recipient. */
    takesMail: takesMail({ settings }),
    /** The contact page after a message that was refused. */
    contactAgain: async (state: ContactState): Promise<string> =>
      String(await layout(context(), contactPage(contactText, state), {})),
    file: files.find,
    sitemap: () => once('/sitemap.xml', async () => makeAsset(Buffer.from(sitemap(origin(), pages)), 'a.xml', false)),
    robots: () => once('/robots.txt', async () => makeAsset(Buffer.from(robots(origin())), 'a.txt', false)),
  }
}

function sitemap(origin: string, pages: readonly SitePage[]): string {
  const urls = pages.map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}\n</urlset>\n`
}

/** Excludes the app and shared agents from crawling. */
const robots = (origin: string) =>
  [
    'User-agent: *',
    'Disallow: /api/',
    'Disallow: /app/',
    'Disallow: /media/',
    'Disallow: /widget/',
    'Disallow: /sandbox/',
    'Disallow: /eu/prototype/',
    'Disallow: /na/prototype/',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')
