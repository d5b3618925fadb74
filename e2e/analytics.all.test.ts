// Widget analytics: each event counted once, by day and by kind, and exported.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { launcher, openChat, scriptTag } from './chat.ts'
import { setStage, type Owner } from './harness.ts'
import { inspect, look, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage({ model: { firstTokenMs: 5, perTokenMs: 1 } })

const TITLE = 'Lumen helper'
const newest: { owner?: Owner; agentId?: string; site?: string } = {}
const tabOf = (agentId: string, query = '') => `${stage.url}/app/eu/agents/${agentId}/analytics${query}`
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ hasText: new RegExp(`^${label}`) })
    .locator('dd > span')
    .first()
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rowsOf = (page: Page, name: string) => part(page, name).locator('tbody tr').allInnerTexts()
const tidy = (rows: readonly string[]) => rows.map((row) => row.replaceAll(/\s+/g, ' ').trim())

test('an owner without data is guided to the widget', async () => {
  const owner = (newest.owner = await stage.owner())
  const agentId = (newest.agentId = await owner.agent(TITLE, { enableGeoAnalytics: true }))
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(tabOf(agentId))
  await page.getByRole('heading', { name: 'No activity yet' }).waitFor()
  await expectAccessible(page)
  await look(page, 'analytics-empty')
  await page.getByRole('main').getByRole('button', { name: 'Add to website' }).click()
  await page.getByRole('dialog').waitFor()
})

test('loads, openings, chats and messages of a real page are counted once each', async () => {
  const { owner, agentId } = newest
  if (!owner || !agentId) throw new Error('There is no agent.')
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  newest.site = new URL(site.url).origin
  const visitor = await stage.newPage()
  const counted = (record: string) =>
    visitor.waitForResponse(
      (answer) => answer.url().endsWith('/analytics') && (answer.request().postData() ?? '').includes(`"${record}"`),
    )
  for (let visit = 0; visit < 2; visit++) {
    const load = counted('loads')
    await visitor.goto(site.url)
    await launcher(visitor).waitFor()
    expect((await load).status()).toBe(200)
  }
  const opening = counted('opens')
  const chat = await openChat(visitor, TITLE)
  expect((await opening).status()).toBe(200)
  stage.model.control.script([{ text: 'We open at nine.' }, { text: 'And close at five.' }])
  await chat.send('When do you open?')
  await chat.answered('We open at nine.')
  await chat.send('And close?')
  await chat.answered('And close at five.')

  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(tabOf(agentId))
  for (const [label, value] of [
    ['Loads', '2'],
    ['Opens', '1'],
    ['Chats', '1'],
    ['Messages', '2'],
    ['Hand-offs', '0'],
  ] as const)
    await expect.poll(() => figure(page, label).innerText(), { message: label }).toBe(value)
  await expect.poll(async () => tidy(await rowsOf(page, 'Countries'))).toEqual(['Unknown 2 100%'])
  await expect.poll(async () => tidy(await rowsOf(page, 'Channels'))).toEqual(['Widget 2 100%'])
  await expect.poll(async () => tidy(await rowsOf(page, 'Browsers'))).toEqual(['Chrome 2 100%'])
  await part(page, 'Sites').getByRole('rowheader', { name: newest.site }).waitFor()

  // The open tab updates when another visitor loads the widget from two countries.
  for (const ip of ['8.8.8.8', '193.0.6.139', '8.8.4.4'])
    await fetch(`${owner.api}/agents/${agentId}/analytics`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
      body: JSON.stringify({ region: 'eu', record: 'loads', countryCode: 'XX', origin: 'web-chat' }),
    })
  await expect.poll(() => figure(page, 'Loads').innerText()).toBe('5')
  await expect
    .poll(async () => tidy(await rowsOf(page, 'Countries')))
    .toEqual(['United States 2 40%', 'Unknown 2 40%', 'Netherlands 1 20%'])
})

test('periods, lines and the table are kept in the address, and the figures can be exported', async () => {
  const { owner, agentId, site } = newest
  if (!owner || !agentId) throw new Error('There is no agent.')
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(tabOf(agentId, '?range=7'))
  await expect.poll(() => figure(page, 'Messages').innerText()).toBe('2')
  await page.locator('.recharts-line').first().waitFor({ state: 'attached' })
  await expect.poll(() => page.locator('.recharts-line').count()).toBe(5)
  await page.getByRole('checkbox', { name: 'Loads' }).press('Space')
  await expect.poll(() => page.locator('.recharts-line').count()).toBe(4)
  await page.getByText('Table', { exact: true }).click()
  const table = part(page, 'Daily').getByRole('table')
  await table.waitFor()
  expect(tidy(await table.getByRole('columnheader').allInnerTexts())).toEqual([
    'Day',
    'Opens',
    'Chats',
    'Messages',
    'Leads',
  ])
  expect(await table.locator('tbody tr').count()).toBe(7)
  expect(tidy(await table.locator('tbody tr').first().locator('td').allInnerTexts())).toEqual(['1', '1', '2', '0'])
  await page.reload()
  await table.waitFor()
  expect(new URL(page.url()).search).toBe('?range=7&show=opens-chats-messages-leads&view=table')

  await page.getByText('Custom', { exact: true }).click()
  await page.getByLabel('Last day').fill('2020-01-31')
  await page.getByText('The end date is before the start date.').waitFor()
  await page.getByLabel('First day').fill('2020-01-01')
  await expect.poll(() => figure(page, 'Messages').innerText()).toBe('0')
  await page.getByText('30 days', { exact: true }).click()
  await expect.poll(() => figure(page, 'Messages').innerText()).toBe('2')

  const file = async (entry: string) => {
    await page.getByRole('button', { name: 'Usage as CSV' }).click()
    const saved = page.waitForEvent('download')
    await page.getByRole('menuitem', { name: entry, exact: true }).click()
    const download = await saved
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') }
  }
  const today = new Date().toISOString().slice(0, 10)
  const days = await file('Daily')
  expect(days.name).toMatch(new RegExp(`^analytics-days-.*-${today}\\.csv$`))
  expect(days.text.split('\r\n').slice(-2)).toEqual([`${today},5,1,1,2,0,0`, ''])
  expect((await file('Sites')).text).toContain(`${site},2,`)
})

test.each([
  ['wide', 1280, 1000],
  ['phone', 390, 844],
] as const)('%s: nothing for axe, nothing sideways, a picture to look at', async (name, width, height) => {
  const { owner, agentId } = newest
  if (!owner || !agentId) throw new Error('There is no agent.')
  const page = await stage.newPage({ width, height })
  await owner.signIn(page)
  await page.goto(tabOf(agentId))
  await expect.poll(() => figure(page, 'Loads').innerText()).toBe('5')
  await page.locator('.recharts-line').first().waitFor({ state: 'attached' })
  for (const view of ['chart', 'table'] as const) {
    if (view === 'table') await page.getByText('Table', { exact: true }).click()
    await inspect(page, `analytics-${view}-${name}`)
  }
})

test('figures that fail to load can be retried', async () => {
  const { owner, agentId } = newest
  if (!owner || !agentId) throw new Error('There is no agent.')
  const page = await stage.newPage({ allow: [/status of 400/] })
  await owner.signIn(page)
  const path = '**/v2/agents/*/analytics?**'
  await page.route(path, (route) =>
    route.fulfill({
      status: 400,
      contentType: 'application/json',
      body: '{"code":"INVALID_INPUT","message":"Not now."}',
    }),
  )
  await page.goto(tabOf(agentId))
  await page.getByRole('alert').getByText('Not now.').waitFor()
  await page.unroute(path)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => figure(page, 'Loads').innerText()).toBe('5')
})
