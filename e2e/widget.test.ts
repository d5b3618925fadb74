// The widget on host pages: its place, accessibility, what it survives and what it never runs.
import { readFileSync } from 'node:fs'
import { AgentNodes } from '@parlance/contract/agents/nodes'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chatFrame, chatOf, launcher, openChat, scriptTag } from './chat.ts'
import { setStage, testAll, type Owner } from './harness.ts'
import { look, expectAccessible } from './pages.ts'
import { openNetworkLink, shopPage } from './sites.ts'

const stage = setStage({ model: { firstTokenMs: 5, perTokenMs: 1 } })

const TITLE = 'Lumen helper'
const GREETING = 'Hi! How can I help you today?'
const newest: { owner?: Owner } = {}

/** An agent and a page of another site that embeds it. */
async function embed(config: Parameters<Owner['agent']>[1] = {}, render = 'bottom-right') {
  const owner = (newest.owner ??= await stage.owner())
  const agentId = await owner.agent(TITLE, config)
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId, render)))
  return { owner, agentId, site }
}

const isFocused = (page: Page) =>
  launcher(page).evaluate(
    (button) => button === (button.getRootNode() as unknown as { activeElement: unknown }).activeElement,
  )
const background = async (page: Page) =>
  (await chatFrame(page)).evaluate('getComputedStyle(document.body).backgroundColor') as Promise<string>

testAll('stands in the corner that the tag names', async () => {
  const { site, agentId } = await embed()
  const page = await stage.newPage()
  for (const [render, isThere] of [
    ['bottom-right', (x: number) => x > 1180],
    ['bottom-left', (x: number) => x < 40],
  ] as const) {
    site.show(shopPage(scriptTag(stage.url, agentId, render)))
    await page.goto(site.url)
    await launcher(page).waitFor()
    const box = await launcher(page).boundingBox()
    expect(box?.width).toBeCloseTo(56, 0)
    expect(isThere(box?.x ?? 0), render).toBe(true)
    expect(box?.y).toBeGreaterThan(700)
    await openChat(page, TITLE)
    await look(page, `widget-${render}`)
  }
})

testAll('a host that hides buttons and allows next to nothing does not break it', async () => {
  const { site, agentId } = await embed()
  const style = `<style nonce="shop">button,div,iframe{display:none!important}*{visibility:hidden!important;opacity:0!important}</style>`
  const policy = `default-src 'none'; script-src ${stage.url}; connect-src ${stage.url}; frame-src ${stage.url}; style-src 'nonce-shop'`
  const page = await stage.newPage()
  site.show(
    `<!doctype html><html lang="en"><head><title>Strict</title>${style}</head><body><h1>Strict</h1>${scriptTag(stage.url, agentId)}</body></html>`,
    { 'content-security-policy': policy },
  )
  await page.goto(site.url)
  await launcher(page).waitFor()
  const chat = await openChat(page, TITLE)
  await chat.log.getByText(GREETING).waitFor()
  stage.model.control.script([{ text: 'Nothing in the way.' }])
  await chat.send('Are you there?')
  await chat.answered('Nothing in the way.')
})

testAll('a visitor chats by keyboard alone: Tab, Enter, write, Escape', async () => {
  const { site } = await embed()
  const page = await stage.newPage()
  await page.goto(site.url)
  await launcher(page).waitFor()
  for (let presses = 0; presses < 4 && !(await isFocused(page)); presses++) await page.keyboard.press('Tab')
  expect(await isFocused(page)).toBe(true)
  await page.keyboard.press('Enter')
  const chat = chatOf(page, TITLE)
  await chat.field.waitFor()
  await expect.poll(async () => (await chatFrame(page)).evaluate('document.activeElement?.tagName')).toBe('TEXTAREA')
  stage.model.control.script([{ text: 'By keyboard, too.' }])
  await page.keyboard.type('Can I type?')
  await page.keyboard.press('Enter')
  await chat.answered('By keyboard, too.')
  await page.keyboard.press('Escape')
  await expect.poll(() => launcher(page).getAttribute('aria-expanded')).toBe('false')
  expect(await isFocused(page)).toBe(true)
  expect(await chat.field.isVisible()).toBe(false)
})

testAll.each(['doesnotexist1234', '../../x', ''])('an unknown agent (%j) leaves the page as it was', async (id) => {
  // The browser logs the refused request.
  const page = await stage.newPage({ allow: [/status of 404 .*\/public\/agents\//] })
  const warnings: string[] = []
  page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()))
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, id)))
  await page.goto(site.url)
  await expect.poll(() => warnings).toEqual(['Widget data not found'])
  const tags = await page.evaluate('[...document.body.children].map((element) => element.tagName)')
  expect(tags).toEqual(['MAIN', 'SCRIPT'])
})

testAll('[1.14] what an agent says is never run, and fetches nothing', async () => {
  const hostile = (site: string) =>
    [
      `Look: <img src="${site}image" onerror="window.hacked=1"><script>window.hacked=2</script>`,
      `![remote](${site}remote.png) and [press](javascript:window.hacked=3) or [data](data:text/html,x).`,
      '<svg onload="window.hacked=4"></svg> **END-OF-TEXT**',
    ].join('\n\n')
  const { site, agentId, owner } = await embed()
  const bad = hostile(site.url)
  await owner.publish(agentId, { vg_initMessages: [bad], branding: '[Brand](javascript:window.hacked=5)' })
  const page = await stage.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  stage.model.control.script([{ text: bad }])
  await chat.send('Say something bad')
  await expect.poll(() => chat.log.getByText('END-OF-TEXT').count()).toBe(2)
  await chat.answered('END-OF-TEXT')
  // Shown as written once Markdown is loaded; until then a link is its name.
  await chat.frame.getByText('[Brand](javascript:window.hacked=5)').waitFor()
  const refused = chat.log.getByText('[press](javascript:window.hacked=3)')
  await expect.poll(() => refused.count()).toBe(2)
  expect(
    await chat.frame.locator('img, script:not([src]), svg[onload], a[href^="javascript" i], a[href^="data" i]').count(),
  ).toBe(0)
  for (const link of await refused.all()) await link.click()
  await chat.frame.getByText('[Brand](javascript:window.hacked=5)').click()
  expect(await (await chatFrame(page)).evaluate('window.hacked')).toBeUndefined()
  expect(asked.filter((url) => url.startsWith(site.url) && url !== site.url)).toEqual([])
})

testAll('fills a phone, and closes again', async () => {
  const { site } = await embed()
  const page = await stage.newPage({ width: 390, height: 800 })
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  const box = () => page.locator(`iframe[title="${TITLE}"]`).boundingBox()
  await expect.poll(box).toEqual({ x: 0, y: 0, width: 390, height: 800 })
  await look(page, 'widget-phone')
  await expectAccessible(await chatFrame(page))
  await chat.frame.getByRole('button', { name: 'Close chat' }).click()
  await expect.poll(() => chat.field.isVisible()).toBe(false)
  expect(await launcher(page).isVisible()).toBe(true)
})

testAll('a dark theme is dark in every browser, and readable', async () => {
  const { site } = await embed({ theme: 'blue-dark' })
  const page = await stage.newPage({ scheme: 'light' })
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  stage.model.control.script([
    { text: 'A [link](https://example.com), `code`, and\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |' },
  ])
  await chat.send('Show me what you can do')
  await chat.log.getByRole('table').waitFor()
  await chat.answered('A link')
  const brightest = Math.max(...((await background(page)).match(/\d+/g) ?? []).slice(0, 3).map(Number))
  expect(brightest).toBeLessThan(60)
  await look(page, 'widget-dark')
  await expectAccessible(await chatFrame(page))
  await expectAccessible(page)
})

testAll('when the monthly limit is reached it says so and takes no more', async () => {
  const { site } = await embed({ messagesLimit: 1, unavailableMessage: 'We are at lunch.' })
  const page = await stage.newPage({ allow: [/status of 429 .*\/interact/] })
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  stage.model.control.script([{ text: 'The only answer.' }])
  await chat.send('First')
  await chat.answered('The only answer.')
  await chat.send('Second')
  await chat.frame.getByText('We are at lunch.').waitFor()
  expect(await chat.field.isDisabled()).toBe(true)
  await look(page, 'widget-limit')
  await page.reload()
  await openChat(page, TITLE)
  await chat.frame.getByText('We are at lunch.').waitFor()
  expect(await chat.field.isDisabled()).toBe(true)
})

test('a connection that breaks mid-answer is resumed without duplicates', async () => {
  const { owner, agentId, site } = await embed()
  const line = await openNetworkLink(stage.url)
  try {
    site.show(shopPage(scriptTag(line.url, agentId)))
    const page = await stage.newPage({ allow: [/ERR_(CONNECTION|EMPTY|INCOMPLETE|SOCKET)/] })
    await page.goto(site.url)
    const chat = await openChat(page, TITLE)
    const words = Array.from({ length: 60 }, (_, index) => `word${index + 1}`).join(' ')
    stage.model.control.set({ perTokenMs: 30 })
    stage.model.control.script([{ text: words }])
    await chat.send('Count for me')
    await chat.log.getByText('word3').waitFor()
    line.disconnect()
    await chat.frame.getByText('Connection lost. Reconnecting…').waitFor()
    await look(page, 'widget-reconnecting')
    line.reconnect()
    await chat.answered(words)
    const said = await chat.log.getByRole('paragraph').allTextContents()
    expect(said.filter((text) => text.includes('word'))).toEqual([words])
    expect(said.filter((text) => text === 'Count for me')).toHaveLength(1)
    const { items } = await owner.get<{ items: { messageCount: number }[] }>(`/v2/agents/${agentId}/conversations`)
    expect(items.map((item) => item.messageCount)).toEqual([2])
  } finally {
    stage.model.control.set({ perTokenMs: 1 })
    await line.close()
  }
})

testAll('a page that is reloaded mid-answer goes on with the same answer', async () => {
  const { site } = await embed()
  const page = await stage.newPage()
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  const words = Array.from({ length: 60 }, (_, index) => `word${index + 1}`).join(' ')
  stage.model.control.set({ perTokenMs: 30 })
  stage.model.control.script([{ text: words }])
  await chat.send('Count for me')
  await chat.log.getByText('word3').waitFor()
  await page.reload()
  stage.model.control.set({ perTokenMs: 1 })
  await openChat(page, TITLE)
  await chat.answered(words)
  expect(await chat.log.getByRole('paragraph').filter({ hasText: 'word1' }).count()).toBe(1)
})

testAll('storage denied to frames: remembered by a cookie of the frame, apart for each site around it', async () => {
  const { site, agentId } = await embed()
  const page = await stage.newPage()
  await page.addInitScript(`
    for (const name of top === self ? [] : ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, { get: () => { throw new DOMException('denied', 'SecurityError') } })`)
  const sent: Promise<string | undefined>[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) sent.push(request.allHeaders().then(({ cookie }) => cookie))
  })
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  stage.model.control.script([{ text: 'I shall remember.' }])
  await chat.send('Remember me')
  await chat.answered('I shall remember.')
  await page.reload()
  await openChat(page, TITLE)
  await chat.answered('I shall remember.')
  const path = `/widget/frame/eu/${agentId}`
  expect(await page.context().cookies(stage.url + path)).toMatchObject([
    { name: 'parlance_chat', path, sameSite: 'None', secure: true },
  ])
  expect(await page.evaluate('document.cookie')).toBe('')
  expect(sent.length).toBeGreaterThan(3)
  expect(new Set(await Promise.all(sent))).toEqual(new Set([undefined]))

  const elsewhere = new URL(site.url)
  elsewhere.hostname = elsewhere.hostname === 'localhost' ? '127.0.0.1' : 'localhost'
  await page.goto(elsewhere.href)
  await openChat(page, TITLE)
  await chat.log.getByText(GREETING).waitFor()
  expect(await chat.log.getByText('Remember me').count()).toBe(0)
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
/** Shows a form to every visitor. */
const REPAIR = AgentNodes.parse([
  {
    id: 'start',
    type: 'start',
    childrenNodes: [{ nodeId: 'desk', rule: { tests: [{ variable: 'lamp', operator: 'isNotSet' }] } }],
  },
  {
    id: 'desk',
    type: 'message',
    items: [
      {
        type: 'form',
        title: 'Repair',
        fields: [
          { name: 'lamp', label: 'Lamp', type: 'text', required: true },
          { name: 'photo', label: 'Photo', type: 'file', required: true },
        ],
      },
    ],
  },
])

testAll('a file in a form: uploaded as it is chosen, sent with the rest, found by the owner', async () => {
  const { site, agentId, owner } = await embed({ enableNodes: true, nodes: REPAIR })
  const page = await stage.newPage()
  const held = Promise.withResolvers<void>()
  await page.route('**/conversations/*/files', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  await chat.send('My lamp is broken')
  const form = chat.log.getByRole('form', { name: 'Repair' })
  await form.getByLabel('Lamp').fill('Aurora')
  await form.getByLabel('Photo').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: PIXEL })
  await form.getByRole('progressbar', { name: 'Uploading…' }).waitFor()
  await look(page, 'widget-uploading')
  await expectAccessible(await chatFrame(page))
  held.resolve()
  await form.getByText('lamp.png').waitFor()
  await form.getByRole('button', { name: 'Send' }).click()
  await chat.log.getByText('Photo: 📎').waitFor()
  const link = form.getByRole('link', { name: 'Photo.png' })
  expect(await link.getAttribute('href')).toMatch(/^\/media\/eu\/\w{20}\.png\?until=\d+&sig=[\w-]+$/)
  await chat.frame.getByRole('button', { name: 'Send' }).waitFor()
  await look(page, 'widget-file-sent')

  const { items } = await owner.get<{ items: { id: string }[] }>(`/v2/agents/${agentId}/conversations`)
  const desk = await stage.newPage()
  await owner.signIn(desk)
  await desk.goto(`${stage.url}/app/eu/agents/${agentId}/convos?conversation=${items[0]?.id}`)
  const found = desk.getByRole('log', { name: 'Transcript' }).getByRole('link', { name: 'Photo.png' })
  await found.waitFor()
  await look(desk, 'transcript-file')
  const [saved] = await Promise.all([desk.waitForEvent('download'), found.click()])
  expect(readFileSync(await saved.path())).toEqual(PIXEL)
})

testAll('one launcher for each agent, however often it is embedded, also in the older form', async () => {
  const { site, agentId, owner } = await embed()
  const other = await owner.agent('Another agent')
  const page = await stage.newPage()
  const older = `<script>window.VG_CONFIG = { ID: '${agentId}', region: 'eu', render: 'bottom-left' }</script><script src="${stage.url}/widget.js" defer></script>`
  for (const [tags, launchers] of [
    [scriptTag(stage.url, agentId).repeat(2), 1],
    [scriptTag(stage.url, agentId) + scriptTag(stage.url, other).repeat(2), 2],
    [older + older, 1],
  ] as const) {
    site.show(shopPage(tags))
    await page.goto(site.url)
    await page.waitForLoadState('networkidle')
    await expect.poll(() => launcher(page).count()).toBe(launchers)
    const places = await Promise.all((await launcher(page).all()).map((one) => one.boundingBox()))
    expect(new Set(places.map((box) => box?.x)).size).toBe(launchers)
  }
  await page.evaluate('window.VG_ADMIN.open()')
  await chatOf(page, TITLE).field.waitFor()
})

testAll('the visitor can stop an answer and start over', async () => {
  const { site } = await embed()
  const page = await stage.newPage()
  await page.goto(site.url)
  const chat = await openChat(page, TITLE)
  stage.model.control.set({ perTokenMs: 50 })
  stage.model.control.script([{ text: 'never ending '.repeat(200) }])
  await chat.send('Talk')
  await chat.log.getByText('never ending').waitFor()
  await chat.frame.getByRole('button', { name: 'Stop answering' }).click()
  await chat.log.getByText('Stopped.').waitFor()
  stage.model.control.set({ perTokenMs: 1 })
  await chat.frame.getByRole('button', { name: 'Options' }).click()
  await chat.frame.getByRole('button', { name: 'Start a new conversation' }).click()
  await chat.frame.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => chat.log.getByText('Talk').count()).toBe(0)
  await chat.log.getByText(GREETING).waitFor()
  await expectAccessible(await chatFrame(page))
})
