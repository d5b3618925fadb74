// The public pages: content for search engines and people, operator details, and referral codes.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { loadSettings } from '../../src/config/config.ts'
import { helpArticles } from '../../src/modules/site/help/help.ts'
import { createSite } from '../../src/modules/site/service.ts'
import type { SiteSettings } from '../../src/lib/settings.ts'
import { startTestServer } from '../helpers/app.ts'
import { call } from '../helpers/people.ts'

const LEGAL_DIR = mkdtempSync(join(tmpdir(), 'parlance-legal-'))
writeFileSync(join(LEGAL_DIR, 'tos.md'), '# Our own terms\n\nMade by {operator}.')
afterAll(() => rmSync(LEGAL_DIR, { recursive: true, force: true }))

const OPERATOR = { name: 'Lumen & <Söhne>', address: '1 Harbour Road', email: 'hello@lumen.test', country: 'Denmark' }
const SITE: SiteSettings = {
  operator: OPERATOR,
  docsUrl: '/api/docs',
  communityUrl: 'https://community.lumen.test/',
  affiliateUrl: 'https://affiliates.lumen.test/',
  legalReviewed: false,
  legalDir: LEGAL_DIR,
}
const server = await startTestServer({ settings: { site: SITE } })
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' })
const read = async (path: string) => (await get(path)).text()

const LANDINGS = [
  '/',
  '/landing2',
  '/voice-agent',
  '/chatbot',
  '/whatsapp',
  '/agencies',
  '/demo',
  '/pricing',
  '/integrations',
]
const LEGAL = ['about', 'tos', 'refund-policy', 'cookie-policy', 'contact', 'gdpr', 'privacy-policy'].map(
  (name) => `/legal/${name}`,
)
const HELP = ['/help', ...helpArticles().map(({ slug }) => `/help/${slug}`)]
const ALL = [...LANDINGS, '/get-free-plan', ...HELP, ...LEGAL]
const partOf = (page: string, name: string) => new RegExp(`<${name}[ >][\\s\\S]*?</${name}>`).exec(page)?.[0] ?? ''
const linksOf = (part: string) => [...part.matchAll(/href="([^"]+)"/g)].map(([, link = '']) => link)

test('gives every page its own text, metadata for search engines, and a next step', async () => {
  const titles = new Set<string>()
  for (const path of ALL) {
    const answer = await get(path)
    const page = await answer.text()
    expect(answer.status, path).toBe(200)
    titles.add(/<title>([^<]+)<\/title>/.exec(page)?.[1] ?? '')
    expect(page.match(/<h1[ >]/g), path).toHaveLength(1)
    expect(/<meta name="description" content="([^"]{40,200})"/.test(page), path).toBe(true)
    expect(page).toContain(`<link rel="canonical" href="${server.url}${path}" />`)
    expect(page).toContain('<meta property="og:image" content="http')
    expect(partOf(page, 'main'), path).toMatch(/href="\/(get-free-plan|login|help|legal\/)/)
    expect(page).not.toMatch(/[Ll]orem|[Cc]oming soon|undefined|\[object|\bNaN\b/)
    for (const [, facts = ''] of page.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g))
      expect(JSON.parse(facts)).toMatchObject({ '@context': 'https://schema.org' })
  }
  expect(titles.size).toBe(ALL.length)
})

test('serves the icon and the privacy policy where people and programs look for them', async () => {
  const icon = await get('/favicon.ico')
  expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/x-icon'])
  expect([...new Uint8Array(await icon.arrayBuffer()).subarray(0, 4)]).toEqual([0, 0, 1, 0])
  for (const path of ['/legal/privacy', '/privacy-policy']) {
    const answer = await get(path)
    expect([answer.status, answer.headers.get('location')], path).toEqual([301, '/legal/privacy-policy'])
  }
})

test('links only to existing pages in header and footer', async () => {
  const page = await read('/')
  const [header, footer] = [linksOf(partOf(page, 'header')), linksOf(partOf(page, 'footer'))]
  expect(header).toEqual(expect.arrayContaining(['/pricing', '/integrations', '/get-free-plan', '/login']))
  expect(header).toEqual(expect.arrayContaining([SITE.docsUrl, SITE.communityUrl, SITE.affiliateUrl]))
  expect(footer).toEqual(expect.arrayContaining(LEGAL))
  const seen = new Set((await Promise.all(ALL.map(read))).flatMap(linksOf).filter((link) => link.startsWith('/')))
  // The dashboard's own pages need its build, which this test does without.
  for (const link of [...seen].filter((one) => !/^\/(login|sign-up|favicon)/.test(one)))
    expect((await get(link.replace(/#.*/, ''))).status, link).toBe(200)
})

test('shows the prices of the plans by currency and interval, without a script', async () => {
  const prices = (page: string) =>
    [...page.matchAll(/<p class="price">([\s\S]*?)<\/p>/g)].map(([, price = '']) =>
      price
        .replaceAll(/<[^>]*>/g, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
  expect(prices(await read('/pricing'))).toEqual(['$0 a month', '$20 a month', 'from $1,000 a month'])
  const euro = await read('/pricing?currency=eur')
  expect(prices(euro)).toEqual(['€0 a month', '€22 a month', 'from $1,000 a month'])
  expect(euro).toContain('€18 net')
  expect(prices(await read('/pricing?currency=GBP&interval=year'))).toEqual([
    '£0 a year',
    '£200 a year',
    'from $10,000 a year',
  ])
  expect(linksOf(euro)).toContain('/sign-up?redirect=%2Fapp%2Feu%2Faccount%2Fbilling')
  expect(await read('/pricing?currency=<script>&interval=9')).toBe(await read('/pricing'))
  expect(linksOf(euro)).toEqual(expect.arrayContaining(['/pricing', '/pricing?currency=eur&amp;interval=year']))
})

test('states what a credit is worth, as set for the installation', async () => {
  const site = createSite({ settings: SITE, creditValueUsd: 0.01, origin: () => 'https://a.test' })
  const page = String((await site.page('/pricing', {}))?.body)
  expect(page).toContain('1 credit = $0.01')
  expect(page).toContain('One credit is $0.01.')
  // $10 for a million tokens and the markup.
  expect(page).toMatch(/>gpt-4o<\/th>[\s\S]*?<td class="number">1\.30<\/td>\s*<\/tr>/)
  expect(await read('/pricing')).toContain('1 credit = $0.001')
  const { body } = await call<Record<string, unknown>>('GET', `${server.url}/api/status`)
  expect(body).toMatchObject({ creditValueUsd: 0.001, addOnsOnSale: expect.arrayContaining(['workspace-seat']) })
})

test('names the operator in legal texts, marks them until reviewed, and prefers the operator’s own', async () => {
  for (const path of LEGAL) {
    const page = await read(path)
    expect(page, path).toContain('Lumen &amp; &lt;Söhne&gt;')
    expect(page, path).toContain('To be reviewed by the operator.')
    expect(partOf(page, 'article').replaceAll(/<[^>]+>/g, ' '), path).not.toMatch(/[{}]|\[/)
  }
  expect(await read('/legal/tos')).toContain('Our own terms')
  const reviewed = createSite({ settings: { ...SITE, legalReviewed: true }, origin: () => 'https://a.test' })
  const page = String((await reviewed.page('/legal/gdpr', {}))?.body)
  expect(page).not.toContain('To be reviewed')
})

test('shows no gaps for an installation without operator details', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-site-'))
  try {
    const { site } = loadSettings({ DATA_DIR: dataDir })
    expect(site).toMatchObject({ docsUrl: '/help', legalReviewed: false, legalDir: join(dataDir, 'legal') })
    expect(() => loadSettings({ DATA_DIR: dataDir, COMMUNITY_URL: 'javascript:alert(1)' })).toThrow(/COMMUNITY_URL/)
    expect(() => loadSettings({ DATA_DIR: dataDir, OPERATOR_EMAIL: 'nobody' })).toThrow(/OPERATOR_EMAIL/)
    for (const settings of [site, undefined]) {
      for (const path of LEGAL) {
        const page = String((await createSite({ settings, origin: () => 'https://a.test' }).page(path, {}))?.body)
        const main = partOf(page, 'main')
        expect(main, path).not.toMatch(/[{[]/)
        expect(main, path).not.toMatch(/the operator|To be reviewed|write to\s*[.,<]/i)
        expect(main, path).toMatch(/<p>[^<]{40}/)
        expect(page, path).not.toMatch(/Community|Affiliates/)
      }
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('finds an article of the help center by its content', async () => {
  const page = await read('/help')
  const words = /<li data-help-words="([^"]*)">\s*<a href="\/help\/webhooks"/.exec(page)?.[1] ?? ''
  for (const part of ['standard', 'signature', 'replay']) expect(words).toContain(part)
  const article = partOf(await read('/help/add-to-website'), 'article')
  expect(article).toContain('data-agent=&quot;AGENT_ID&quot;')
  expect(article).toMatch(/<img src="\/site\/add-to-website-\w+\.webp" alt="[^"]+"/)
})

test('redirects signed-in users to the app of their region, and shows the page to everyone else', async () => {
  const person = await server.signUp('na')
  const signedIn = await get('/', { cookie: `parlance.sid=${person.token}` })
  expect([signedIn.status, signedIn.headers.get('location')]).toEqual([302, '/app/na/agents'])
  expect(signedIn.headers.get('cache-control')).toBe('no-store')
  const stale = await get('/', { cookie: `parlance.sid=${'x'.repeat(32)}` })
  expect(stale.status).toBe(200)
  expect(stale.headers.get('vary')).toContain('cookie')
  expect((await get('/pricing', { cookie: `parlance.sid=${person.token}` })).status).toBe(200)
})

test('serves small pages, revalidates them by their tag, and allows no foreign scripts', async () => {
  for (const path of ALL) {
    const answer = await get(path, { 'accept-encoding': 'identity' })
    const page = await answer.text()
    expect(gzipSync(page).length, path).toBeLessThan(12_000)
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(page).not.toMatch(/<style|style="|<script>|\sonclick=/)
    const again = await get(path, { 'if-none-match': answer.headers.get('etag') ?? '' })
    expect(again.status, path).toBe(304)
  }
  const page = await read('/')
  const css = /href="(\/site\/site-[\w-]+\.css)"/.exec(page)?.[1] ?? ''
  const style = await get(css)
  expect(style.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const text = await style.text()
  expect(gzipSync(text).length).toBeLessThan(15_000)
  const font = /url\('(\/site\/dm-sans-[\w-]+\.woff2)'\)/.exec(text)?.[1] ?? ''
  expect(page).toContain(font)
  const files = [font, /\/site\/site-[\w-]+\.js/.exec(page)?.[0] ?? '']
  const sizes = await Promise.all(files.map(async (file) => (await (await get(file)).arrayBuffer()).byteLength))
  expect(sizes[1]).toBeLessThan(2048)
  expect((sizes[0] ?? 0) + (sizes[1] ?? 0) + gzipSync(text).length + gzipSync(page).length).toBeLessThan(60_000)
})

test('lists every page for search engines, and nothing behind a sign-in', async () => {
  const sitemap = await read('/sitemap.xml')
  const found = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url)
  expect(found).toHaveLength(ALL.length)
  expect(found).toEqual(expect.arrayContaining(ALL.map((path) => server.url + path)))
  const robots = await read('/robots.txt')
  expect(robots).toContain(`Sitemap: ${server.url}/sitemap.xml`)
  expect(robots).toContain('Disallow: /app/')
  expect((await get('/pricing/')).headers.get('location')).toBe('/pricing')
  for (const path of ['/legal/nothing', '/site/site.css', '/site/../site.ts', '/pricing/more'])
    expect((await get(path)).status, path).toBe(404)
})

test('shows the operator’s agent on the demo page, or a labelled recording', async () => {
  expect(await read('/demo')).toContain('Recorded with the demo model')
  const demo = { agentId: 'Abc123', region: 'na' } as const
  const other = await server.anotherNode({ site: { ...SITE, demo } })
  const answer = await fetch(`${other.url}/demo`)
  const page = await answer.text()
  expect(page).toMatch(/<script[^>]+widget\.js"[^>]+data-agent="Abc123"[^>]+data-region="na"/)
  expect(page).not.toContain('Recorded with')
  expect(answer.headers.get('content-security-policy')).toContain("frame-src 'self'")
  expect((await get('/demo')).headers.get('content-security-policy')).not.toContain('frame-src')
  await other.close()
})

test('keeps a referral code until the account exists', async () => {
  const answer = await get('/?ref=abc%20%3Cb%3E')
  const cookie = answer.headers.get('set-cookie') ?? ''
  expect(cookie).toBe('parlance.ref=abcb; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  expect((await get('/pricing?ref=partner-7')).headers.get('set-cookie')).toContain('parlance.ref=partner-7;')
  for (const path of ['/', '/?ref=', '/?ref=%20']) expect((await get(path)).headers.get('set-cookie'), path).toBe(null)

  const signUp = async (given: { cookie?: string; ref?: string }) => {
    const { cookie: sent, ref } = given
    const email = `r${Math.random().toString(36).slice(2)}@example.test`
    const made = await call<{ token: string }>('POST', `${server.url}/api/account/sign-up`, {
      body: { email, password: 'correct horse battery', name: '', region: 'eu', ...(ref === undefined ? {} : { ref }) },
      headers: sent ? { cookie: sent, origin: server.url } : {},
    })
    expect(made.status).toBe(200)
    const bearer = made.body.token
    return async () => {
      const list = await call<{ items: { uid: string }[] }>('GET', `${server.api('eu')}/v2/workspaces`, { bearer })
      const uid = list.body.items[0]?.uid ?? ''
      const { body } = await call<{ data: { referredFrom: string } }>(
        'GET',
        `${server.api('eu')}/v2/workspaces/${uid}`,
        { bearer },
      )
      return body.data.referredFrom
    }
  }
  const [kept = ''] = cookie.split(';')
  const byCookie = await signUp({ cookie: `a=1; ${kept}` })
  const byBody = await signUp({ cookie: kept, ref: 'friend' })
  const alone = await signUp({})
  await expect.poll(byCookie, { timeout: 20_000 }).toBe('abcb')
  await expect.poll(byBody, { timeout: 20_000 }).toBe('friend')
  expect(await alone()).toBe('')
})

test('marks planned features as such, and does not offer them to search engines', async () => {
  const cards = (await read('/pricing')).match(/<article class="plan[\s\S]*?<\/article>/g) ?? []
  expect(cards).toHaveLength(3)
  for (const card of cards) expect(card).not.toContain('Planned: this plan can’t be bought')
  for (const path of ['/', '/pricing']) {
    const facts = [...(await read(path)).matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)]
    const offered = JSON.stringify(facts.map(([, text = '']) => JSON.parse(text) as unknown))
    expect(offered).toContain('"Free"')
    expect(offered).toContain('"Pay as you go"')
  }
  const integrations = await read('/integrations')
  expect(integrations).not.toContain('Not in this version: a built-in connection')
  expect(await read('/whatsapp')).not.toContain('Planned: a built-in connection')
  expect(await read('/voice-agent')).toContain('Answers your phone')
})
