// The widget across failures, reloads and tabs: retries what failed to load, and keeps the bubble dismissed.
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { chatOf, launcher, openChat, scriptTag, showChat } from './chat.ts'
import { setStage, type Owner } from './harness.ts'
import { expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage({ model: { firstTokenMs: 1, perTokenMs: 1 } })
const TITLE = 'Lumen helper'
const BROWSERS_OWN = [/Failed to load resource|ERR_FAILED|dynamically imported|forced/]

async function prepare(config: Parameters<Owner['agent']>[1] = {}, html = (agentId: string) => tag(agentId)) {
  const agentId = await (await stage.owner()).agent(TITLE, config)
  const site = await stage.hostPage(shopPage(html(agentId)))
  const page = await stage.newPage({ allow: [...BROWSERS_OWN, /Something|trim is not a function/] })
  return { page, url: site.url, agentId }
}
const tag = (agentId: string, render?: string) => scriptTag(stage.url, agentId, render)
const abort = (route: Route) => route.abort('failed')

test.each([
  ['the script of the chat', /\/widget\/assets\/.*\.js/, {}],
  ['the page of the chat', /\/widget\/frame\//, {}],
  ['a part that is needed at first', /\/widget\/assets\/consent.*\.js/, { consentRequired: true }],
] as const)('%s could not be loaded: the chat says so, and «Try again» loads it', async (_, part, config) => {
  const { page, url } = await prepare(config)
  let refused = 0
  const refuse = (route: Route) => {
    refused += 1
    return abort(route)
  }
  await page.route(part, refuse)
  await page.goto(url)
  await launcher(page).click()
  const places = [page, page.frameLocator(`iframe[title="${TITLE}"]`)]
  const retry = () => Promise.any(places.map((place) => place.getByRole('button', { name: 'Try again' }).waitFor()))
  await retry()
  const [outside, inside] = places.map((place) => place.getByRole('button', { name: 'Try again' }))
  const button = (await outside?.count()) ? outside : inside
  const before = refused
  await button?.click()
  await expect.poll(() => refused).toBeGreaterThan(before)
  await retry()
  if (button === outside) await expectAccessible(page)
  await page.unroute(part, refuse)
  await button?.click()
  const { frame, field } = chatOf(page, TITLE)
  await ('consentRequired' in config ? frame.getByRole('button', { name: 'Agree' }) : field).waitFor()
  expect(await outside?.count()).toBe(0)
})

test('«Try again» after a render error reloads the chat with the conversation', async () => {
  const { page, url } = await prepare()
  await page.goto(url)
  const chat = await openChat(page, TITLE)
  await chat.send('Hello')
  await chat.answered(/./)
  const corrupt = async (route: Route) => {
    const answer = await route.fetch()
    const { data } = (await answer.json()) as { data: object }
    await route.fulfill({ response: answer, json: { data: { ...data, vg_initMessages: [42] } } })
  }
  await page.route('**/public/agents/*', corrupt)
  await page.reload()
  await showChat(page)
  const retry = chat.frame.getByRole('button', { name: 'Try again' })
  await chat.frame.getByText('Something went wrong:').waitFor()
  await retry.evaluate((pressed) => pressed.setAttribute('data-pressed', ''))
  await retry.click()
  await chat.frame.locator('button:not([data-pressed])', { hasText: 'Try again' }).waitFor()
  await page.unroute('**/public/agents/*', corrupt)
  await retry.click()
  await chat.log.getByText('Hello', { exact: true }).waitFor()
  await chat.send('Are you back?')
  await chat.answered(/./)
})

test('«Try again» under a failed answer asks the model again, with the attachment', async () => {
  const { page, url } = await prepare({ allowAttachments: true })
  await page.goto(url)
  const chat = await openChat(page, TITLE)
  stage.model.control.set({ fault: { kind: 'status', status: 500, times: 100 } })
  await chat.frame
    .locator('input[type=file]')
    .setInputFiles([{ name: 'order.txt', mimeType: 'text/plain', buffer: Buffer.from('Two lamps, in blue.') }])
  await chat.frame.getByRole('button', { name: 'Remove order.txt' }).waitFor()
  await chat.send('What did I order?')
  const retry = chat.frame.getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  // Also from the stored transcript.
  await page.reload()
  await showChat(page)
  stage.model.control.reset()
  stage.model.control.script([{ text: 'Two blue lamps.' }])
  await retry.click()
  await chat.answered('Two blue lamps.')
  const { body } = stage.model.control.requests.findLast(({ path }) => path.endsWith('/chat/completions')) ?? {}
  expect(JSON.stringify(body)).toContain('Two lamps, in blue.')
  await page.reload()
  await showChat(page)
  await chat.answered('Two blue lamps.')
  expect(await retry.count()).toBe(0)
})

test('parts of the loader retry, and reload() retries the launcher', async () => {
  const { page, url } = await prepare({ proactiveMessage: 'Need a hand?' })
  const launcherScript = /\/widget\/loader\/mount-launcher-/
  await page.route(launcherScript, abort)
  await page.route(/\/widget\/loader\/(complete-launcher|bubble)-/, abort, { times: 2 })
  const warned = page.waitForEvent('console', (message) => message.text() === 'Widget data not found')
  await page.goto(url)
  await warned
  expect(await launcher(page).count()).toBe(0)
  await page.unroute(launcherScript, abort)
  await page.evaluate('parlance.reload()')
  await launcher(page).waitFor()
  await page.getByRole('button', { name: 'Need a hand?' }).waitFor()
})

test('the bubble stays away on every page and in every tab once there is a conversation', async () => {
  const { page, url, agentId } = await prepare({ proactiveMessage: 'Need a hand?' })
  await page.goto(url)
  const words = (one: Page) => one.getByRole('button', { name: 'Need a hand?' })
  const tab = await page.context().newPage()
  await tab.goto(url)
  await Promise.all([words(page).waitFor(), words(tab).waitFor()])
  await page.keyboard.press('Escape')
  for (const one of [page, tab]) await words(one).waitFor({ state: 'detached' })

  await page.evaluate('localStorage.clear()')
  for (const one of [page, tab]) await one.reload()
  await Promise.all([words(page).waitFor(), words(tab).waitFor()])
  await page.evaluate(`parlance.pushMessage('Are you there?')`)
  for (const one of [page, tab]) await words(one).waitFor({ state: 'detached' })
  const read = page.waitForResponse(/\/read$/)
  const chat = await openChat(page, TITLE)
  await chat.answered(/./)
  await read
  await page.getByRole('button', { name: 'Close chat' }).click()
  const dismissed = `parlance.eu.${agentId}.dismissed`
  await expect.poll(() => page.evaluate(`localStorage.getItem('${dismissed}')`)).not.toBeNull()
  await page.evaluate(`localStorage.removeItem('${dismissed}')`)
  await Promise.all([page.reload(), tab.goto(`${url}another`)])
  for (const one of [page, tab]) {
    await launcher(one).waitFor()
    await one.waitForTimeout(1300)
    expect([await words(one).count(), await launcher(one).getAttribute('aria-label')]).toEqual([0, 'Open chat'])
  }
})

test('an agent appears as a launcher and inline; a second launcher is ignored with a warning', async () => {
  const inline = (agentId: string) => tag(agentId, 'full-width').replace('<script ', '<script data-container="#chat" ')
  const { page, url, agentId } = await prepare(
    {},
    (id) => `<div id="chat" style="height: 500px"></div>${tag(id, 'bottom-left')}${tag(id, 'popup')}${inline(id)}`,
  )
  const warnings: string[] = []
  page.on('console', (message) => void (message.type() === 'warning' && warnings.push(message.text())))
  await page.goto(url)
  await launcher(page).waitFor()
  await page.locator('#chat iframe').waitFor()
  expect(await launcher(page).count()).toBe(1)
  const own = () => warnings.filter((text) => text.includes(agentId))
  await expect.poll(own).toEqual([expect.stringMatching(/"popup" ignored, page has "bottom-left"/)])
})
