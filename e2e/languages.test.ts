// Languages of the dashboard: where it is detected and stored, and right-to-left layout in Arabic.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readTexts } from '@parlance/i18n/read-texts'
import { call, newEmail, PASSWORD, setStage, testAll } from './harness.ts'
import { look, expectAccessible } from './pages.ts'

const stage = setStage()
const [ar, de, en] = [readTexts('ar'), readTexts('de'), readTexts('en')]

const heading = (page: Page, name: string, level = 1) =>
  page.getByRole('heading', { name, level, exact: true }).waitFor()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const root = (page: Page) =>
  page.evaluate(() => {
    const { lang, dir } = document.documentElement
    return `${lang} ${dir || 'ltr'}`
  })
/** The horizontal centre of an element in the window. */
async function middle(what: Locator): Promise<number> {
  const box = await what.boundingBox()
  if (!box) throw new Error('It is not on the page.')
  return box.x + box.width / 2
}

test('a German browser creates a German account that stays German', async () => {
  const page = await stage.newPage({ locale: 'de-DE' })
  await page.goto(`${stage.url}/sign-up`)
  await heading(page, de.accounts.signUp.title)
  await expect.poll(() => root(page)).toBe('de ltr')
  await page.getByRole('textbox', { name: de.accounts.email }).fill(newEmail())
  await page.getByLabel(de.accounts.password, { exact: true }).fill(PASSWORD)
  await button(page, de.accounts.signUp.submit).click()
  await heading(page, de.onboarding.use.title)
  const account = await page.evaluate(async () => (await fetch('/api/account')).json() as unknown)
  expect(account).toMatchObject({ account: { language: 'de' } })
  // The language comes from the account, not the browser.
  await page.evaluate(() => localStorage.clear())
  await page.reload()
  await heading(page, de.onboarding.use.title)
  await expect.poll(() => root(page)).toBe('de ltr')
})

/** The chunk with a language's texts. */
function catalogueOf(language: string): string {
  const manifest = join(import.meta.dirname, '../apps/dashboard/dist/.vite/manifest.json')
  const files = JSON.parse(readFileSync(manifest, 'utf8')) as Record<string, { file: string }>
  return files[`src/i18n/${language}/${language}.ts`]?.file ?? ''
}

testAll('texts that cannot be fetched leave the page in English, and another language can be chosen', async () => {
  const page = await stage.newPage({ locale: 'fr-FR', allow: [/ERR_FAILED/] })
  const file = catalogueOf('fr')
  expect(file).toMatch(/\.js$/)
  let refused = 0
  await page.route(`**/${file}`, (route) => {
    refused++
    return route.abort('failed')
  })
  await page.goto(`${stage.url}/login`)
  await heading(page, en.accounts.signIn.title)
  expect(refused).toBeGreaterThan(0)
  await expect.poll(() => root(page)).toBe('en ltr')
  await page.getByLabel(en.accountData.language.field).selectOption('de')
  await heading(page, de.accounts.signIn.title)
  await page.reload()
  await heading(page, de.accounts.signIn.title)
})

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

/** Checks a right-to-left page at this width: no horizontal scroll, a screenshot, no axe findings. */
async function sound(page: Page, name: string, read: (typeof SIZES)[number] = SIZES[0]) {
  await expect.poll(() => root(page), { message: name }).toBe('ar rtl')
  for (const size of SIZES) {
    await page.setViewportSize(size)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
    await look(page, `arabic-${name}-${size.width}`)
    const [needs, has] = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth] as const
    })
    expect(needs, `${name} at ${size.width} px goes sideways`).toBeLessThanOrEqual(has)
    if (size === read) await expectAccessible(page, `${name} at ${size.width} px`)
  }
  await page.setViewportSize(SIZES[0])
}

testAll('Arabic, chosen in the profile: the page turns at once and stays so', async () => {
  const owner = await stage.owner()
  const title = 'Lamps (Berlin)'
  const agentId = await owner.agent(title)
  await owner.teach(agentId, 'Shipping & returns.', 'You can return any lamp within 30 days.')
  const page = await stage.newPage({ ...SIZES[0] })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/account`)
  await heading(page, en.accounts.own.title)
  // Lost on a reload.
  await page.evaluate(() => void Object.assign(globalThis, { before: true }))
  await page.getByRole('combobox', { name: en.accountData.language.field }).click()
  await page.getByRole('option', { name: 'العربية' }).click()
  await heading(page, ar.accounts.own.title)
  await page.getByText(ar.accountData.language.saved).waitFor()
  expect(await page.evaluate(() => 'before' in globalThis)).toBe(true)
  await expect.poll(() => middle(page.getByRole('navigation', { name: ar.shell.navigation }))).toBeGreaterThan(1000)
  // The next tab is to the left, also for the arrow keys.
  const [profile, security] = ['profile', 'security'].map((key) =>
    page.getByRole('tab', { name: ar.account.tabs[key as 'profile'], exact: true }),
  ) as [Locator, Locator]
  expect(await middle(security)).toBeLessThan(await middle(profile))
  await profile.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => security.getAttribute('aria-selected')).toBe('true')
  await sound(page, 'account', SIZES[1])

  await page.goto(`${stage.url}/app/eu/agents`)
  await page.getByRole('article').getByText(title, { exact: true }).waitFor()
  await sound(page, 'agents')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: title }).waitFor()
  await sound(page, 'palette')
  await page.keyboard.press('Escape')

  const at = (tab: string) => `${stage.url}/app/eu/agents/${agentId}/${tab}`
  await page.goto(at('overview'))
  await heading(page, ar.agents.design.title)
  await sound(page, 'design')
  await page.goto(at('nodes'))
  await heading(page, ar.agents.prompt.title)
  await sound(page, 'prompt')
  await page.goto(at('kb'))
  const document = page.getByRole('button', { name: 'Shipping & returns.', exact: true })
  await document.click()
  const drawer = page.getByRole('dialog', { name: 'Shipping & returns.' })
  await drawer.waitFor()
  // The line ends on the left; user texts keep their own direction.
  expect(await middle(drawer)).toBeLessThan(SIZES[0].width / 2)
  const text = drawer.getByRole('textbox', { name: ar.knowledge.form.text })
  expect(await text.evaluate((field) => getComputedStyle(field).unicodeBidi)).toBe('plaintext')
  await sound(page, 'document', SIZES[1])
  await page.goto(at('prompt'))
  await page.locator('.react-flow__node').first().waitFor()
  expect(await page.locator('.react-flow').evaluate((drawing) => getComputedStyle(drawing).direction)).toBe('ltr')
  await sound(page, 'canvas')
  await page.goto(at('settings'))
  await heading(page, ar.agents.settings.title)
  await sound(page, 'settings')
  await page.goto(`${stage.url}/app/eu/sessions`)
  await heading(page, ar.conversations.sessions.title)
  await sound(page, 'sessions', SIZES[1])

  await page.setViewportSize(SIZES[1])
  await button(page, ar.shell.openMenu).click()
  const nav = page.getByRole('dialog').getByRole('navigation')
  await nav.waitFor()
  expect(await middle(nav)).toBeGreaterThan(SIZES[1].width / 2)
  await look(page, 'arabic-navigation-390')
  await nav.getByRole('button', { name: new RegExp(`^${ar.shell.account}`) }).click()
  await page.getByRole('menuitem', { name: ar.shell.logOut }).click()
  await heading(page, ar.accounts.signIn.title)
  await sound(page, 'login', SIZES[1])
  await page.reload()
  await heading(page, ar.accounts.signIn.title)
})

testAll.each(['de', 'es', 'fr', 'pt'] as const)('in %s no entry of the navigation is cut', async (language) => {
  const owner = await stage.owner()
  await call(`${stage.url}/api/account/language`, owner.token, { language }, 'PUT')
  const page = await stage.newPage({ width: 1280, height: 800 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents`)
  const { shell, notifications } = readTexts(language)
  const column = page.getByRole('navigation', { name: shell.navigation })
  const bell = column.getByRole('button', { name: notifications.title })
  await bell.waitFor()
  await column.getByRole('link', { name: shell.nav.whatsappNumbers }).waitFor()
  const cut = await column
    .locator('li .truncate')
    .or(bell.locator('.truncate'))
    .evaluateAll((labels) =>
      labels
        // Letters may reach a pixel or two out of their line.
        .filter((label) => label.scrollWidth > label.clientWidth || label.scrollHeight > label.clientHeight + 2)
        .map(({ textContent }) => textContent),
    )
  expect(cut).toEqual([])
})
