// The public site: no layout shifts, no third-party requests, works by keyboard, on a phone, in the dark and without
// scripts; and leads to sign-up.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newEmail, PASSWORD, setStage } from './harness.ts'
import { look, type PageOptions, expectAccessible } from './pages.ts'

const stage = setStage({
  env: () => ({ OPERATOR_NAME: 'Lumen Ltd', OPERATOR_EMAIL: 'hello@lumen.test', OPERATOR_COUNTRY: 'Denmark' }),
})

const PAGES = [
  '/',
  '/landing2',
  '/agencies',
  '/voice-agent',
  '/chatbot',
  '/whatsapp',
  '/demo',
  '/pricing',
  '/integrations',
  '/get-free-plan',
  '/legal/gdpr',
  '/legal/contact',
]
/** Each width and each scheme once. */
const LOOKS: readonly (readonly [string, PageOptions])[] = [
  ['wide-light', { scheme: 'light', width: 1280, height: 800 }],
  ['phone-dark', { scheme: 'dark', width: 390, height: 844 }],
]
const MAX_BYTES = 60_000

/** Layout shift score: a slow machine may paint one line in the fallback font. 0.1 still counts as good. */
const MAX_SHIFT = 0.02

/** Records every layout shift since the first paint. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const kept = globalThis as unknown as { shifts: number }
    kept.shifts = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) kept.shifts += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** Bytes and hosts of all requests except images. */
const loaded = (page: Page) =>
  page.evaluate(() => {
    const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    const entries = all as unknown as { name: string; transferSize: number }[]
    return {
      bytes: entries
        .filter(({ name }) => !/\.(webp|png|svg)$/.test(name))
        .reduce((sum, one) => sum + one.transferSize, 0),
      hosts: [...new Set(entries.map(({ name }) => new URL(name).origin))],
    }
  })

test.each(LOOKS)('%s: every page is stable, light and free of axe findings', async (name, options) => {
  for (const path of PAGES) {
    // A fresh profile measures a first visit.
    const page = await stage.newPage(options)
    await watchShifts(page)
    await page.goto(stage.url + path)
    await page.evaluate(() => document.fonts.ready)
    const { bytes, hosts } = await loaded(page)
    expect(bytes, path).toBeLessThan(MAX_BYTES)
    expect(hosts, path).toEqual([stage.url])
    await expectAccessible(page, path)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(sideways, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
    await look(page, `site${path.replaceAll('/', '-')}-${name}`)
    // Scrolls to load lazy images; the one of the other scheme never loads.
    await page.keyboard.press('End')
    await page.evaluate(() =>
      Promise.all([...document.images].filter((image) => image.checkVisibility()).map((image) => image.decode())),
    )
    await page.keyboard.press('Home')
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: number }).shifts), path).toBeLessThan(
      MAX_SHIFT,
    )
    await page.context().close()
  }
})

test('a referred visitor signs up for the free plan and is sent to the app from then on', async () => {
  const page = await stage.newPage()
  await page.goto(`${stage.url}/?ref=partner-7`)
  await page.getByRole('link', { name: 'Get the free plan' }).first().click()
  await page.waitForURL('**/get-free-plan')
  const email = newEmail()
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL((url) => url.pathname === '/sign-up' && url.search === '')
  await expect.poll(() => page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('radio', { name: /Europe/ }).click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/onboarding?region=eu')
  const referredFrom = async () => {
    const read = async <T>(path: string) => (await (await page.request.get(`${stage.url}/api/eu${path}`)).json()) as T
    const { items } = await read<{ items: { uid: string }[] }>('/v2/workspaces')
    const { data } = await read<{ data: { referredFrom: string } }>(`/v2/workspaces/${items[0]?.uid}`)
    return data.referredFrom
  }
  await expect.poll(referredFrom).toBe('partner-7')
  const answer = await page.goto(stage.url)
  expect(new URL(answer?.url() ?? '').pathname).toMatch(/^\/app\/eu\//)
})

test('prices, menu and every page work without scripts', async () => {
  const context = await stage.newContext({ width: 390, height: 844 })
  const page = await stage.newPage({ context, allow: [/ERR_FAILED/] })
  await page.route('**/site/*.js', (route) => route.abort())
  await page.goto(`${stage.url}/`)
  await page.getByLabel('Menu', { exact: true }).first().click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Pricing' }).click()
  await page.getByRole('link', { name: 'EUR' }).click()
  await page.getByText('€22').waitFor()
  await page.getByRole('link', { name: 'Yearly' }).click()
  await page.getByText('€220').waitFor()
  expect(new URL(page.url()).search).toBe('?currency=eur&interval=year')
  expect(await page.getByRole('button', { name: 'Change theme' }).count()).toBe(0)
})

test('links to sign-in and sign-up show their pages', async () => {
  for (const [path, title] of [
    ['/login', 'Sign in · Parlance'],
    ['/sign-up', 'Create your account · Parlance'],
  ]) {
    const page = await (await fetch(`${stage.url}${path}`)).text()
    expect(page).toContain(`<title>${title}</title>`)
    expect(page).toContain(`<meta property="og:title" content="${title}" />`)
  }
})

test('the keyboard skips to the content and closes the menu, and the chosen scheme stays on every page', async () => {
  const page = await stage.newPage({ scheme: 'light', width: 390, height: 844 })
  await page.goto(`${stage.url}/`)
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to content')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('content')
  const menu = page.locator('details.menu')
  await menu.locator('summary').press('Enter')
  await page.getByRole('navigation', { name: 'Menu' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => menu.getAttribute('open')).toBe(null)
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(await ground()).toBe('rgb(255, 255, 255)')
  await page.getByRole('button', { name: 'Change theme' }).click()
  await expect.poll(ground).toBe('rgb(22, 22, 22)')
  await page.goto(`${stage.url}/pricing`)
  await expect.poll(ground).toBe('rgb(22, 22, 22)')
  await page.goto(`${stage.url}/login`)
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])).toBe('dark')
})

test('prototype and share without an agent explain what to do when signed out', async () => {
  const page = await stage.newPage()
  for (const address of ['/prototype', '/share']) {
    expect((await page.goto(stage.url + address))?.status()).toBe(200)
    await page.getByRole('heading', { name: 'No agent selected' }).waitFor()
    expect(new URL(page.url()).pathname).toBe(address)
  }
})
