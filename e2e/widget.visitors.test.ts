// Visitors of the widget: identified by their site, two on one browser, and consent.
import { createHmac } from 'node:crypto'
import type { Agent } from '@parlance/contract/agents/schemas'
import type { BrowserContext, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { chatFrame, chatOf, launcher, openChat, showChat } from './chat.ts'
import { setStage, testAll, type Owner } from './harness.ts'
import { look, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage({ model: { firstTokenMs: 1, perTokenMs: 1 } })

const TITLE = 'Lumen helper'
let owner: Owner
beforeAll(async () => {
  owner = await stage.owner()
})

interface Shop {
  readonly agentId: string
  readonly secret: string
  readonly url: string
  /** The shop's page for this user, as its server renders it. */
  readonly show: (user?: string) => void
}
async function openShop(config: Partial<Agent> = {}): Promise<Shop> {
  const agentId = await owner.agent(TITLE, config)
  const { data } = await owner.get<{ data: { SECRET_API_KEY: string } }>(`/v2/agents/${agentId}`)
  const site = await stage.hostPage('')
  const show = (user?: string) =>
    site.show(
      shopPage(
        `<script src="${stage.url}/widget.js" data-agent="${agentId}" data-region="eu" ${user ? `data-user="${user}"` : ''} defer></script>`,
      ),
    )
  show()
  return { agentId, secret: data.SECRET_API_KEY, url: site.url, show }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
/** Signs as a site's server does. */
function signed({ secret }: Pick<Shop, 'secret'>, sub: string, claims: object = {}): string {
  const words = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ sub, exp: Math.floor(Date.now() / 1000) + 600, ...claims })}`
  return `${words}.${createHmac('sha256', secret).update(words).digest('base64url')}`
}

async function visit(shop: Shop, context?: BrowserContext, allow: readonly RegExp[] = []): Promise<Page> {
  const page = await stage.newPage({ ...(context ? { context } : {}), allow })
  await page.goto(shop.url)
  return page
}
const setUser = (page: Page, token: string | null) =>
  page.evaluate(
    (user) =>
      (globalThis as unknown as { VG_ADMIN: { setUser: (user: string | null) => void } }).VG_ADMIN.setUser(user),
    token,
  )
/** The frame's data: in cookies of its own path, because this browser denies storage to third-party frames. */
const stored = async (page: Page) =>
  decodeURIComponent((await (await chatFrame(page)).evaluate('document.cookie')) as string)
async function say(page: Page, words: string, answer: string): Promise<void> {
  stage.model.control.script([{ text: answer }])
  const chat = chatOf(page, TITLE)
  await chat.send(words)
  await chat.answered(answer)
}
const refusedIdentify = /status of 401 .*\/identify/

test('an identified visitor has one history in two browsers, and their name is shown in the chats', async () => {
  const shop = await openShop()
  shop.show(signed(shop, 'ada', { name: 'Ada Lovelace', email: 'ada@example.org' }))
  const first = await visit(shop)
  await openChat(first, TITLE)
  await say(first, 'Do you ship lamps?', 'We do, every day.')
  const second = await visit(shop)
  const chat = await openChat(second, TITLE)
  await chat.log.getByText('We do, every day.').waitFor()
  await say(second, 'And on Sundays?', 'Not on Sundays.')
  await chatOf(first, TITLE).log.getByText('Not on Sundays.').waitFor()

  const staff = await stage.newPage()
  await owner.signIn(staff)
  await staff.goto(`${stage.url}/app/eu/agents/${shop.agentId}/convos`)
  await staff.getByRole('link', { name: /Ada Lovelace.+Not on Sundays/s }).click()
  await staff.getByRole('article').getByRole('link', { name: 'ada@example.org' }).waitFor()
  await expect.poll(() => staff.getByText('Verified', { exact: true }).count()).toBeGreaterThan(0)
  await look(staff, 'chats-signed')
  await expectAccessible(staff)
})

testAll('two people on one browser never see each other, reloads and a wrong token included', async () => {
  const shop = await openShop()
  const context = await stage.newContext()
  shop.show(signed(shop, 'ada'))
  const page = await visit(shop, context, [refusedIdentify])
  const chat = await openChat(page, TITLE)
  await say(page, 'My secret is blue.', 'I keep it.')
  await chat.field.fill('Half a thought of Ada')
  await setUser(page, signed(shop, 'eve'))
  await expect.poll(() => chat.log.getByText('My secret is blue.').count()).toBe(0)
  await expect.poll(() => chat.field.inputValue()).toBe('')
  await say(page, 'I am Eve.', 'Hello Eve.')
  expect(await chat.log.innerText()).not.toContain('blue')

  await setUser(page, null)
  await expect.poll(() => chat.log.getByText('Hello Eve.').count()).toBe(0)
  await say(page, 'Nobody in particular.', 'Welcome.')
  await setUser(page, `${signed(shop, 'ada')}x`)
  await expect.poll(() => chat.log.getByText('Nobody in particular.').count()).toBe(0)
  await say(page, 'I could not prove it.', 'Never mind.')
  expect(await stored(page)).not.toMatch(/blue|Eve|prove/)

  shop.show()
  await page.reload()
  await openChat(page, TITLE)
  await chat.log.getByText('Welcome.').waitFor()
  expect(await chat.log.innerText()).not.toMatch(/blue|Eve|prove/)
  shop.show(signed(shop, 'eve'))
  await page.reload()
  await openChat(page, TITLE)
  await chat.log.getByText('Hello Eve.').or(chat.log.getByText('Welcome.')).first().waitFor()
  expect(await chat.log.innerText()).not.toMatch(/blue|prove/)
})

testAll('what was said without a name goes along when its writer signs in, and to nobody else', async () => {
  const shop = await openShop()
  const context = await stage.newContext()
  const page = await visit(shop, context)
  const chat = await openChat(page, TITLE)
  await say(page, 'Is the red one in stock?', 'Three of them.')
  await chat.field.fill('One more thing')
  await setUser(page, signed(shop, 'ada'))
  await expect.poll(async () => (await stored(page)).includes('vis_')).toBe(false)
  await expect.poll(() => chat.log.getByText('Three of them.').count()).toBe(1)
  await expect.poll(() => chat.field.inputValue()).toBe('One more thing')
  await say(page, 'Keep one for me.', 'Kept.')

  shop.show(signed(shop, 'ada'))
  const elsewhere = await visit(shop)
  const there = await openChat(elsewhere, TITLE)
  await there.log.getByText('Three of them.').waitFor()
  await there.log.getByText('Kept.').waitFor()
  shop.show()
  const nameless = await visit(shop, context)
  const empty = await openChat(nameless, TITLE)
  await empty.log.getByText('Hi! How can I help you today?').waitFor()
  expect(await empty.log.getByText('Three of them.').count()).toBe(0)
})

testAll('nothing is asked before the visitor agrees, and a refusal has a way back', async () => {
  const shop = await openShop({
    consentRequired: true,
    consentText: 'We keep your words for **30 days**. [Our privacy notice](https://example.org/privacy)',
  })
  const context = await stage.newContext()
  const page = await visit(shop, context)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await launcher(page).click()
  const { frame, field, log } = chatOf(page, TITLE)
  const box = frame.getByRole('region', { name: 'Before we start' })
  await box.getByRole('link', { name: 'Our privacy notice' }).waitFor()
  expect(await field.count()).toBe(0)
  await expectAccessible(await chatFrame(page))
  await look(page, 'widget-consent')
  await box.getByRole('button', { name: 'Decline' }).click()
  await box.getByText('You declined').waitFor()
  await expectAccessible(await chatFrame(page))
  expect(asked.filter((call) => call.includes('/v2/'))).toEqual([])
  expect(await stored(page)).toBe('')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await box.getByRole('button', { name: 'Agree' }).click()
  await field.waitFor()
  await say(page, 'I agree.', 'Thank you.')
  await page.reload()
  await openChat(page, TITLE)
  await log.getByText('Thank you.').waitFor()

  await owner.publish(shop.agentId, { consentText: 'Other terms.' })
  await page.reload()
  await showChat(page)
  await box.getByText('Other terms.').waitFor()
  const dark = await stage.newPage({ scheme: 'dark' })
  await owner.publish(shop.agentId, { theme: 'blue-dark' })
  await dark.goto(shop.url)
  await launcher(dark).click()
  await chatOf(dark, TITLE).frame.getByText('Other terms.').waitFor()
  await expectAccessible(await chatFrame(dark))
  await look(dark, 'widget-consent-dark')
})

testAll('an agent stands on the sites it names and on ours, and nowhere else', async () => {
  const shop = await openShop()
  const { host, port } = new URL(shop.url)
  await owner.publish(shop.agentId, { allowedDomains: [host] })
  const page = await visit(shop)
  const chat = await openChat(page, TITLE)
  await chat.log.getByText('Hi! How can I help you today?').waitFor()

  const elsewhere = { ...shop, url: `http://localhost:${port}/` }
  const warnings: string[] = []
  const other = await stage.newPage({ allow: [/status of 404 .*\/public\/agents\//, /frame-ancestors/] })
  other.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  await other.goto(elsewhere.url)
  await expect.poll(() => warnings).toEqual(['Widget data not found'])
  const src = `${stage.url}/widget/frame/eu/${shop.agentId}`
  await other.evaluate(
    (address) => document.body.append(Object.assign(document.createElement('iframe'), { src: address })),
    src,
  )
  await expect.poll(() => other.frames().length).toBe(2)
  expect(await other.frames()[1]?.evaluate('document.body?.innerText ?? ""')).not.toContain(TITLE)

  const ours = await stage.newPage()
  await ours.goto(`${stage.url}/eu/prototype/${shop.agentId}`)
  await ours.frameLocator('iframe').getByRole('log', { name: 'Messages' }).waitFor()
})

testAll('what was not seen is counted, over a reload and until it is seen', async () => {
  const shop = await openShop()
  const page = await visit(shop)
  const chat = await openChat(page, TITLE)
  await say(page, 'Hello.', 'Hello to you.')
  const marks = chat.frame.getByRole('img', { name: 'Read' })
  await marks.first().waitFor()
  stage.model.control.set({ firstTokenMs: 4000 })
  stage.model.control.script([{ text: 'Here is what I found.' }])
  await chat.send('Look something up.')
  await chat.frame.getByRole('img', { name: 'Sent', exact: true }).waitFor()
  await launcher(page).click()
  await launcher(page)
    .and(page.getByRole('button', { name: /\(1\)/ }))
    .waitFor()
  stage.model.control.set({ firstTokenMs: 1 })
  await look(page, 'widget-unread')
  await page.reload()
  await launcher(page)
    .and(page.getByRole('button', { name: /\(1\)/ }))
    .waitFor()
  const told = page.waitForResponse((response) => response.url().endsWith('/read'))
  await openChat(page, TITLE)
  await chat.log.getByText('Here is what I found.').waitFor()
  await told
  await look(page, 'widget-marks')
  await launcher(page).click()
  const loaded = page.waitForResponse((response) => /\/conversations\/\w+\?/.test(response.url()))
  await page.reload()
  await loaded
  await page.waitForTimeout(300)
  expect(await launcher(page).getAttribute('aria-label')).not.toMatch(/\(\d+\)/)
})
