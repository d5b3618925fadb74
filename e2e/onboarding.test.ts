// The first steps of a new owner in a browser: purpose, site, preview, an agent that reads the site, and its first answer.
import { startWebsite, type Website } from '@parlance/simulators/website/server'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { newEmail, PASSWORD, setStage } from './harness.ts'
import { axe, look } from './pages.ts'

let site: Website
const stage = setStage({
  env: async () => {
    site = await startWebsite({ delayMs: 150 })
    const head = `<title>Lumen | Lamps</title><meta name="description" content="Lamps made by hand.">
      <meta name="theme-color" content="#0b7285">`
    const body = '<main><h1>Lumen</h1><p>The word for the repair desk is ORION-7.</p><a href="/pages/0">More</a></main>'
    site.set('/front', { body: `<!doctype html><html><head>${head}</head><body>${body}</body></html>` })
    return { OUTBOUND_ALLOW: site.host, CRAWLER_OWN_DELAY_MS: '0' }
  },
})
afterAll(() => site.close())

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()

/** Nothing for axe and nothing sideways, in light and dark, on a wide screen and on a phone. */
async function sound(page: Page, name: string) {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await axe(page), `${name} ${scheme} ${width}`).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      await look(page, `onboarding-${name}-${scheme}-${width}`)
    }
  }
  await page.setViewportSize({ width: 1280, height: 844 })
}

async function signUp(page: Page) {
  await page.goto(`${stage.url}/sign-up`)
  await page.getByRole('textbox', { name: 'E-mail' }).fill(newEmail())
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('radio', { name: /Europe/ }).click()
  await button(page, 'Create account').click()
  await page.waitForURL('**/onboarding?region=eu')
}

test(
  'a new owner: four steps by keyboard, a reload in between, and an agent that knows the site',
  { timeout: 120_000 },
  async () => {
    const page = await stage.newPage()
    await signUp(page)
    await heading(page, 'What should your agent do?')
    expect(await button(page, 'Continue').isDisabled()).toBe(true)
    await page.goto(`${stage.url}/app/eu/agents`)
    await page.waitForURL('**/onboarding?region=eu')
    await page.getByRole('radio', { name: /Customer support/ }).focus()
    await page.keyboard.press('Space')
    await page.getByRole('radio', { name: /Customer support/, checked: true }).waitFor()
    await sound(page, 'use')
    await button(page, 'Continue').press('Enter')

    await heading(page, 'Do you have a website?')
    await page.getByLabel('Website').fill('two words')
    await page.getByLabel('Website').press('Enter')
    await page.getByText('This is not the address of a web site, so the agent starts without one.').waitFor()
    await button(page, 'Back').click()
    expect(await page.getByLabel('Website').inputValue()).toBe('two words')
    await page.getByLabel('Website').fill(`${site.url}/front`)
    await page.waitForURL((url) => url.searchParams.get('website') === `${site.url}/front`)
    await page.reload()
    expect(await page.getByLabel('Website').inputValue()).toBe(`${site.url}/front`)
    await sound(page, 'site')
    await button(page, 'Continue').click()

    await heading(page, 'This is what will be made')
    const preview = page.getByRole('region', { name: 'Lumen' })
    await preview.getByText('Lamps made by hand.').waitFor()
    await preview.getByText(`It will read up to 20 pages of ${site.host}.`).waitFor()
    await preview.getByText('Hi! I answer questions about Lumen. What do you need?').waitFor()
    await sound(page, 'review')
    await button(page, 'Create agent').click()

    await heading(page, 'Lumen is ready')
    await page.getByRole('progressbar', { name: 'Pages read' }).waitFor()
    await page.getByText(/^[1-9]\d* pages? read$/).waitFor()
    await page.reload()
    await heading(page, 'Lumen is ready')
    await page.getByText(`${site.host} is read`).waitFor({ timeout: 60_000 })
    await sound(page, 'made')
    await button(page, 'Talk to your agent').click()
    await page.waitForURL(/\/app\/eu\/agents\/\w{16}\/nodes/)
    const panel = page.getByRole('region', { name: 'Test panel' })
    await panel.getByText('Hi! I answer questions about Lumen.').waitFor()
    await panel.getByRole('textbox', { name: 'Write a message' }).fill('What is the word for the repair desk?')
    await panel.getByRole('button', { name: 'Send' }).click()
    await panel
      .getByText(/ORION-7/)
      .first()
      .waitFor()

    // It is over: neither the address of the app nor its own leads there again.
    await page.goto(`${stage.url}/app/eu/agents`)
    await page.getByRole('link', { name: 'Open Lumen' }).waitFor()
    await page.goto(`${stage.url}/onboarding?region=eu`)
    await page.waitForURL('**/app/eu/agents')
  },
)

test('whoever skips lands on an agent and is not asked again', async () => {
  const page = await stage.newPage()
  await signUp(page)
  await button(page, 'Skip').click()
  await page.waitForURL(/\/app\/eu\/agents\/\w{16}\/nodes/)
  await page.goto(`${stage.url}/app/eu/agents`)
  await page.getByRole('link', { name: 'Open My first agent' }).waitFor()
})
