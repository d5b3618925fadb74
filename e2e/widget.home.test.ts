// The home view on opening the chat, its look on the visitor's device, and that it stays open across pages.
import { expect, test } from 'vitest'
import { chatFrame, launcher, openChat, scriptTag } from './chat.ts'
import { call, newEmail, PASSWORD, setStage, testAll } from './harness.ts'
import { look, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage()
const TITLE = 'Lumen'
const RETURNS = 'How long can I return a lamp?'
const QUESTIONS = ['Do you ship to Austria?', RETURNS, 'Which bulb fits my lamp?']

testAll.each([
  { theme: 'purple-light', scheme: 'light', width: 1280, locale: 'en-GB', mode: 'light' },
  { theme: 'purple-light', scheme: 'dark', width: 390, locale: 'en-GB', mode: 'dark' },
  { theme: 'purple-light', scheme: 'dark', width: 1280, locale: 'en-GB', mode: 'light', fixed: true },
  { theme: 'yellow-light', scheme: 'light', width: 390, locale: 'ar', mode: 'light' },
  { theme: 'blue-dark', scheme: 'light', width: 1280, locale: 'de-DE', mode: 'dark' },
] as const)('home: $theme on a $scheme device, $width px, $locale', async (row) => {
  const { theme, scheme, width, locale, mode } = row
  const isFixed = 'fixed' in row
  const owner = await stage.owner()
  const agentId = await owner.agent(TITLE, {
    theme,
    lang: 'auto',
    description: 'Questions about lamps, orders and returns? Ask away.',
    starterQuestions: QUESTIONS,
    proactiveMessage: 'Looking for a lamp?',
    ...(isFixed ? { followColorScheme: false } : {}),
  })
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const page = await stage.newPage({ width, height: 800, scheme, locale })
  const name = `home-${theme}-${scheme}-${width}-${locale}`
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Looking for a lamp?' }).waitFor()
  await look(page, `${name}-bubble`)
  await page.getByRole('button', { name: 'Looking for a lamp?' }).click()
  const frame = page.frameLocator(`iframe[title="${TITLE}"]`)
  for (const question of QUESTIONS) await frame.getByRole('button', { name: question }).waitFor()
  const inFrame = await chatFrame(page)
  expect(await frame.locator(':root').evaluate((root) => getComputedStyle(root).colorScheme)).toBe(mode)
  expect(await frame.locator(':root').getAttribute('lang')).toBe(locale.slice(0, 2))
  await page.waitForTimeout(800)
  await look(page, name)
  await expectAccessible(inFrame)
  // Phones have their own emoji keyboard.
  const emoji = frame.locator('.emoji')
  if (width <= 480) expect(await emoji.count()).toBe(0)
  else {
    await emoji.getByRole('button').click()
    await look(page, `${name}-emoji`)
    await expectAccessible(inFrame)
    await emoji.getByRole('button', { name: '👍', exact: true }).click()
    await expect.poll(() => frame.getByRole('textbox').inputValue()).toBe('👍')
    await frame.getByRole('textbox').fill('')
  }
  await frame.getByRole('button', { name: RETURNS }).click()
  await expect.poll(() => frame.locator('.home').count()).toBe(0)
  await frame.locator('.theirs .bubble:not(.typing)').nth(1).waitFor()
  await frame.locator('.back').waitFor()
  await look(page, `${name}-thread`)
  await frame.locator('.back').click()
  // The recent conversation opens again.
  await frame.getByRole('navigation').getByRole('button', { name: RETURNS }).waitFor()
  await page.waitForTimeout(400)
  await look(page, `${name}-recent`)
  await expectAccessible(inFrame)
  await frame.getByRole('navigation').getByRole('button', { name: RETURNS }).click()
  await frame.getByRole('log').getByText(RETURNS, { exact: true }).waitFor()
})

test('the chat stays open on the next page of the tab, stays closed once closed, and never covers a page on a phone', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent(TITLE, { proactiveMessage: 'Looking for a lamp?' })
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const page = await stage.newPage()
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  await chat.send('Do you sell lamps?')
  await chat.log.getByText('Do you sell lamps?').waitFor()
  await page.goto(`${site.url}another`)
  await chat.log.getByText('Do you sell lamps?').waitFor()
  expect(await launcher(page).getAttribute('aria-expanded')).toBe('true')
  // Nothing is unread while the chat is open.
  expect(await page.getByRole('button', { name: 'Looking for a lamp?' }).count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.reload()
  expect(await launcher(page).getAttribute('aria-expanded')).toBe('false')
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await chat.field.waitFor()
  await launcher(page).click()
  await expect.poll(() => launcher(page).getAttribute('aria-expanded')).toBe('false')
  await page.reload()
  expect(await launcher(page).getAttribute('aria-expanded')).toBe('false')
})

testAll(
  'the agent of the first steps speaks Arabic to an Arabic browser, and greets in the words of its owner',
  async () => {
    const signUp = { email: newEmail(), password: PASSWORD, name: '', region: 'eu' }
    const { token } = await call<{ token: string }>(`${stage.url}/api/account/sign-up`, undefined, signUp)
    const workspaces = `${stage.url}/api/eu/v2/workspaces`
    const { items } = await call<{ items: { uid: string }[] }>(workspaces, token)
    const steps = `${workspaces}/${items[0]?.uid}/onboarding`
    const { data } = await call<{ data: { agentId: string } }>(steps, token, { useCase: 'support', lang: 'en' })
    const site = await stage.hostPage(shopPage(scriptTag(stage.url, data.agentId)))
    const page = await stage.newPage({ locale: 'ar' })
    await page.goto(site.url)
    await page.locator('button[aria-expanded]').click()
    const frame = page.frameLocator('iframe')
    await frame.getByText('Hi! I can help with orders, products and your account. What do you need?').waitFor()
    await frame.getByText('Ask about orders, products and returns.').waitFor()
    expect(await frame.locator(':root').evaluate(({ lang, dir }: HTMLElement) => [lang, dir])).toEqual(['ar', 'rtl'])
    expect(await frame.locator('.composer textarea').getAttribute('placeholder')).toBe('اكتب رسالة…')
    await expectAccessible(await chatFrame(page))
    await look(page, 'home-first-steps-ar')
  },
)
