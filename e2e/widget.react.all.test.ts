// The chat rendered by React: offline, with failing parts, and by keyboard alone.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { AgentNodes } from '@parlance/contract/agents/nodes'
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { chatFrame, chatOf, launcher, openChat, scriptTag } from './chat.ts'
import { setStage, type Owner } from './harness.ts'
import { look, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const widget = join(import.meta.dirname, '../apps/widget')
const stage = setStage({ model: { firstTokenMs: 5, perTokenMs: 1 } })
beforeAll(() => {
  execFileSync(process.execPath, [join(widget, 'build.ts'), '--renderer', 'react'], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
})

const TITLE = 'Lumen helper'
const newest: { owner?: Owner } = {}

async function embed(config: Parameters<Owner['agent']>[1] = {}) {
  const owner = (newest.owner ??= await stage.owner())
  const agentId = await owner.agent(TITLE, config)
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  return { owner, agentId, site }
}
const messages = async (owner: Owner, agentId: string) => {
  const { items } = await owner.get<{ items: { id: string }[] }>(`/v2/agents/${agentId}/conversations`)
  const found = await Promise.all(
    items.map(({ id }) =>
      owner.get<{ messages: { from: string; items: { text?: string }[] }[] }>(
        `/v2/agents/${agentId}/conversations/${id}`,
      ),
    ),
  )
  return found.map((one) => one.messages.filter(({ from }) => from === 'user').map(({ items: [item] }) => item?.text))
}

const button = (name: string) => ({ name, request: { type: 'text' } })
const pages = (url: string) =>
  AgentNodes.parse([
    {
      id: 'start',
      type: 'start',
      childrenNodes: [{ nodeId: 'desk', rule: { tests: [{ variable: 'lamp', operator: 'isNotSet' }] } }],
    },
    {
      id: 'desk',
      type: 'message',
      items: [
        { type: 'choice', message: 'Which **lamp**?', buttons: [button('Aurora'), button('Dusk')] },
        { type: 'visual', image: '/widget/none.png', alt: 'A lamp' },
        { type: 'cardV2', title: 'Aurora', description: { text: 'Bright' }, buttons: [button('Tell me more')] },
        {
          type: 'carousel',
          cards: ['One', 'Two', 'Three'].map((title) => ({ title, buttons: [button(`Take ${title}`)] })),
        },
        { type: 'iFrame', url, title: 'Our shop', layout: 'horizontal' },
        { type: 'file', url: '/favicon.ico', name: 'Manual.pdf' },
        {
          type: 'form',
          title: 'Repair',
          fields: [
            { name: 'lamp', label: 'Lamp', type: 'text', required: true },
            { name: 'size', label: 'Size', type: 'radio', options: ['Small', 'Large'] },
            { name: 'news', label: 'News', type: 'checkbox' },
          ],
        },
      ],
    },
  ])

/** The same product with the frame's React build. */
async function withReact(page: Page): Promise<void> {
  const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', woff2: 'font/woff2' }
  await page.route('**/widget/frame/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, path: join(widget, 'dist-react/frame/index.html') })
  })
  await page.route('**/widget/assets/**', (route) => {
    const path = join(widget, 'dist-react', new URL(route.request().url()).pathname.replace('/widget/', ''))
    expect(existsSync(path), path).toBe(true)
    return route.fulfill({ path, contentType: types[path.split('.').at(-1) ?? ''] ?? '' })
  })
}

test('React streams, stores, handles presses and forms, reloads and starts over', async () => {
  const { site } = await embed({ vg_initMessages: ['Hi **there**'], vg_enableUIEngine: true })
  const page = await stage.newPage()
  await withReact(page)
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  expect(
    await (
      await chatFrame(page)
    ).evaluate(`Object.keys(document.getElementById('app')).some((key) => key.startsWith('__reactContainer'))`),
  ).toBe(true)
  await chat.log.locator('strong').getByText('there').waitFor()
  stage.model.control.set({ perTokenMs: 150 })
  stage.model.control.script([{ text: `One **two** ${'and more '.repeat(20)}` }])
  await chat.send('Count')
  await chat.log.getByText('One').waitFor()
  // Writes the next message during the answer.
  stage.model.control.set({ perTokenMs: 1 })
  stage.model.control.script([{ text: 'Second answer.' }])
  await chat.send('And then?')
  await chat.log.getByText('Waiting to be sent').waitFor()
  await chat.answered('Second answer.')
  await expectAccessible(await chatFrame(page))
  await page.reload()
  await openChat(page, TITLE)
  await chat.answered('Second answer.')
  await chat.frame.getByRole('button', { name: 'Options' }).click()
  await chat.frame.getByRole('button', { name: 'Start a new conversation' }).click()
  await chat.frame.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => chat.log.getByText('Second answer.').count()).toBe(0)

  const { site: desk } = await embed({ enableNodes: true, nodes: pages(site.url), vg_initMessages: [] })
  await page.goto(desk.url)
  await openChat(page, TITLE)
  await chat.send('Hello')
  const form = chat.log.getByRole('form', { name: 'Repair' })
  await form.getByLabel('Lamp').fill('Dusk')
  await form.getByLabel('Large').check()
  stage.model.control.script([{ text: 'We mend it.' }])
  await form.getByRole('button', { name: 'Send' }).click()
  await chat.log.getByText('We mend it.').waitFor()
  await chat.log.getByText('Lamp: Dusk').waitFor()
  await look(page, 'widget-react')
})

test('offline messages wait, survive a reload, can be deleted, and arrive once and in order', async () => {
  const { owner, agentId, site } = await embed()
  const page = await stage.newPage({ allow: [/ERR_(FAILED|INTERNET|CONNECTION)/] })
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  stage.model.control.script(Array.from({ length: 3 }, (_, index) => ({ text: `Answer ${index + 1}.` })))
  // The first arrives but its answer is lost; the server recognizes the resent id.
  let lost = 0
  const lose = async (route: Route) => {
    if (lost++ === 0) await route.fetch().catch(() => undefined)
    await route.abort('failed')
  }
  await page.route('**/interact', lose)
  await chat.send('First')
  await chat.send('Second')
  await chat.send('A mistake')
  await chat.send('Third')
  await expect.poll(() => chat.log.getByText('Waiting to be sent').count()).toBe(3)
  await look(page, 'widget-offline')
  await expectAccessible(await chatFrame(page))
  await page.reload()
  await openChat(page, TITLE)
  const row = (text: string) => chat.log.locator('.row').filter({ hasText: text })
  await row('Third').waitFor()
  await row('A mistake').getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => row('A mistake').count()).toBe(0)
  await page.unroute('**/interact', lose)
  await chat.answered('Answer 3.')
  const said = await chat.log.locator('.row .bubble').allTextContents()
  expect(said.slice(1)).toEqual(['First', 'Answer 1.', 'Second', 'Answer 2.', 'Third', 'Answer 3.'])
  expect(await messages(owner, agentId)).toEqual([['First', 'Second', 'Third']])
})

test('an offline browser sends nothing, and everything once it is back', async () => {
  const { owner, agentId, site } = await embed()
  const page = await stage.newPage({ allow: [/ERR_INTERNET_DISCONNECTED/] })
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  stage.model.control.script([{ text: 'Welcome back.' }, { text: 'Again.' }])
  // A late response would count as being online.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await chat.frame.getByText('You’re offline.').waitFor()
  await chat.send('From the tunnel')
  await chat.send('Still there?')
  await expect.poll(() => chat.log.getByText('Waiting to be sent').count()).toBe(2)
  await page.context().setOffline(false)
  await chat.answered('Again.')
  expect(await messages(owner, agentId)).toEqual([['From the tunnel', 'Still there?']])
})

/** The role and accessible name of the chat's focused element. */
const focused = async (page: Page) =>
  (await chatFrame(page)).evaluate(`(() => {
    const at = document.activeElement
    const name = at.getAttribute('aria-label') || at.labels?.[0]?.textContent || at.textContent
    return (at.getAttribute('role') || at.type || at.tagName).toLowerCase() + ' ' + name.trim()
  })()`) as Promise<string>

/** Presses Tab (or Shift+Tab) until the focus is there. */
async function walkTo(page: Page, wanted: RegExp, key = 'Shift+Tab'): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 40; presses++) {
    const at = await focused(page)
    if (wanted.test(at)) return
    passed.push(at)
    await page.keyboard.press(key)
  }
  throw new Error(`Never at ${String(wanted)}: ${passed.join(' | ')}`)
}

test.each(['blue-light', 'blue-dark'] as const)(
  'all that an answer can show is reached, named and used by keyboard alone (%s)',
  async (theme) => {
    const shop = await stage.hostPage('<!doctype html><title>Shop</title><p>Shop</p>')
    const { site } = await embed({ theme, enableNodes: true, nodes: pages(shop.url), vg_initMessages: [] })
    const page = await stage.newPage({ allow: [/none\.png/] })
    await page.goto(site.url)
    await launcher(page).waitFor()
    await launcher(page).focus()
    await page.keyboard.press('Enter')
    const chat = chatOf(page, TITLE)
    await chat.field.waitFor()
    await expect.poll(() => focused(page)).toBe('textarea Write a message…')
    await page.keyboard.type('Hello')
    await page.keyboard.press('Enter')
    await chat.log.getByRole('form', { name: 'Repair' }).waitFor()
    await chat.frame.getByTitle('Send').waitFor()
    // As announced to a screen reader.
    await chat.log.getByRole('group', { name: 'Which lamp?' }).waitFor()
    await chat.log.getByRole('link', { name: 'A lamp' }).waitFor()
    await chat.log.getByRole('region', { name: 'Cards' }).waitFor()
    expect(await chat.log.getByRole('article').count()).toBe(4)
    await chat.log.locator('iframe[title="Our shop"]').waitFor()
    await chat.log.getByRole('link', { name: 'Open in a new tab: Our shop' }).waitFor()
    await chat.log.getByRole('link', { name: 'Manual.pdf' }).waitFor()
    await chat.log.getByRole('radiogroup', { name: 'Size' }).waitFor()
    await expectAccessible(await chatFrame(page))
    await look(page, `widget-items-${theme}`)

    // Backwards from the field: the newest message is nearest.
    await walkTo(page, /^submit Send$/)
    await page.keyboard.press('Enter')
    await chat.log.getByText('This is required.').waitFor()
    await expect.poll(() => focused(page)).toMatch(/^text Lamp/)
    await page.keyboard.type('Aurora')
    await walkTo(page, /^radio /, 'Tab')
    await page.keyboard.press('ArrowDown')
    await walkTo(page, /^checkbox News/, 'Tab')
    await page.keyboard.press('Space')
    await walkTo(page, /^link Manual\.pdf|^a Manual\.pdf/)
    await walkTo(page, /^a Open in a new tab: Our shop/)
    await walkTo(page, /^button Next/)
    await page.keyboard.press('Enter')
    await expect
      .poll(() => chat.log.getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled'))
      .toBe('false')
    await walkTo(page, /^button Tell me more/)
    await walkTo(page, /^a A lamp/)
    await walkTo(page, /^button Dusk/)
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => focused(page)).toBe('button Aurora')
    stage.model.control.script([{ text: 'Aurora it is.' }])
    await page.keyboard.press('Enter')
    await expect
      .poll(() => chat.log.getByRole('button', { name: 'Aurora' }).first().getAttribute('aria-pressed'))
      .toBe('true')

    await walkTo(page, /^button Options/)
    await page.keyboard.press('Enter')
    await expect.poll(() => focused(page)).toMatch(/^button Start a new conversation/)
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('button Options')
    await page.keyboard.press('Escape')
    await expect.poll(() => launcher(page).getAttribute('aria-expanded')).toBe('false')
  },
)

test('a part that fails to load shows its text, and loads when possible', async () => {
  const { site } = await embed({
    enableNodes: true,
    nodes: pages('https://shop.example/'),
    vg_initMessages: ['**Hi**'],
  })
  const page = await stage.newPage({ allow: [/ERR_FAILED/, /none\.png/] })
  const down = (route: Route) => route.abort('failed')
  await page.route(/\/widget\/assets\/(?:rich|form|markdown|more-|submissions)/, down)
  await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'Shop' }))
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  await chat.log.getByText('Hi', { exact: true }).waitFor()
  await chat.send('Hello')
  await chat.log.getByText('Aurora').first().waitFor()
  await chat.frame.getByTitle('Send').waitFor()
  expect(await chat.log.getByRole('button').count()).toBe(0)
  await look(page, 'widget-parts-down')
  await page.unroute(/\/widget\/assets\/(?:rich|form|markdown|more-|submissions)/, down)
  await chat.log.getByRole('form', { name: 'Repair' }).waitFor()
  await chat.log.getByRole('button', { name: 'Aurora' }).waitFor()
  await chat.log.locator('strong').getByText('Hi').waitFor()
})

test('right-to-left mirrors the layout', async () => {
  const shop = await stage.hostPage('<!doctype html><title>Shop</title><p>Shop</p>')
  const { site } = await embed({ lang: 'ar', enableNodes: true, nodes: pages(shop.url), vg_initMessages: ['مرحبا'] })
  const page = await stage.newPage({ allow: [/none\.png/] })
  await page.goto(site.url)
  await launcher(page).or(page.getByRole('button')).first().click()
  const frame = page.frameLocator(`iframe[title="${TITLE}"]`)
  await frame.getByRole('textbox').fill('Hello')
  await page.keyboard.press('Enter')
  await frame.getByRole('form', { name: 'Repair' }).waitFor()
  const box = async (where: string) => (await frame.locator(where).first().boundingBox())?.x ?? 0
  // The visitor's messages are on the left, the agent's on the right.
  expect(await box('.own .bubble')).toBeLessThan(await box('.theirs .bubble'))
  const cards = frame.getByRole('listitem')
  const first = async () => (await cards.first().boundingBox())?.x ?? 0
  const before = await first()
  await frame.getByRole('button', { name: 'التالي' }).click()
  await expect.poll(first).toBeGreaterThan(before)
  await expectAccessible(await chatFrame(page))
  await look(page, 'widget-rtl')
})
