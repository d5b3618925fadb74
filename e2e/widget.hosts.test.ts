// The widget on hostile pages, in all display modes, and its cost to the page.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chatOf, launcher, openChat } from './chat.ts'
import { setStage, testAll, type Owner } from './harness.ts'
import { HOSTILE_PAGES, scriptTime, WATCH_LABELS, WATCH_SHIFT } from './hostile-pages.ts'
import { look, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage({ model: { firstTokenMs: 1, perTokenMs: 1 } })

const TITLE = 'Lumen helper'
const own: { owner?: Promise<Owner>; agents: Map<string, Promise<string>> } = { agents: new Map() }
const ownerOf = () => (own.owner ??= stage.owner())
function agentWith(config: Parameters<Owner['agent']>[1] = {}, title = TITLE): Promise<string> {
  const key = title + JSON.stringify(config)
  const found = own.agents.get(key) ?? ownerOf().then((owner) => owner.agent(title, config))
  own.agents.set(key, found)
  return found
}

/** A different site than the page's, as in production. */
const origin = () => stage.url.replace('127.0.0.1', 'localhost')
const tag = (agentId: string, attributes = '') =>
  `<script src="${origin()}/widget.js" data-agent="${agentId}" data-region="eu" ${attributes} defer></script>`
const frames = (page: Page) => page.frames().filter((frame) => frame.url().includes('/widget/frame/'))
const isExpanded = (page: Page) => launcher(page).getAttribute('aria-expanded')

async function turn(page: Page, words: string): Promise<void> {
  const chat = chatOf(page, TITLE)
  stage.model.control.script([{ text: words }])
  await chat.send('Are you there?')
  await chat.answered(words)
}

/** Opens a page with an agent's tag. */
async function show(html: string, options: Parameters<typeof stage.newPage>[0] = {}, headers?: Record<string, string>) {
  const site = await stage.hostPage(html, headers)
  const page = await stage.newPage(options)
  await page.goto(site.url)
  return { page, site }
}

testAll.each(HOSTILE_PAGES)('a page that $what: the launcher stands, and a visitor gets an answer', async (nasty) => {
  const { page: html, headers = {}, allow = [] } = nasty
  const sent = Object.entries(headers).map(([name, value]) => [name, value.replaceAll('{origin}', origin())])
  const { page } = await show(
    html(tag(await agentWith())),
    { allow },
    Object.fromEntries(sent) as Record<string, string>,
  )
  await launcher(page).waitFor()
  if (nasty.what.startsWith('throws out')) await expect.poll(() => page.title()).toBe('Tidy')
  const box = await launcher(page).boundingBox()
  expect([Math.round(box?.width ?? 0), Math.round(box?.x ?? 0), Math.round(box?.y ?? 0)]).toEqual([56, 1204, 724])
  await launcher(page).click()
  await expect.poll(() => frames(page).length).toBe(1)
  // The driver finds no frames by name in XHTML.
  const [frame] = frames(page)
  stage.model.control.script([{ text: 'Nothing in the way.' }])
  await frame?.getByRole('textbox', { name: 'Write a message…' }).fill('Are you there?')
  await frame?.getByRole('button', { name: 'Send' }).click()
  await frame?.getByRole('log', { name: 'Messages' }).getByText('Nothing in the way.').waitFor()
})

testAll('a page in a sandbox without an origin: the chat opens and answers for the life of the page', async () => {
  const inner = `<!doctype html><h1>Preview</h1>${tag(await agentWith())}`.replaceAll("'", '&#39;')
  const sandbox = 'sandbox="allow-scripts allow-forms" style="width:500px;height:700px"'
  const { page } = await show(`<!doctype html><iframe ${sandbox} srcdoc='${inner}'></iframe>`)
  await page.frameLocator('iframe').getByRole('button', { name: 'Open chat' }).click()
  await expect.poll(() => frames(page).length).toBe(1)
  const [frame] = frames(page)
  stage.model.control.script([{ text: 'Nothing in the way.' }])
  await frame?.getByRole('textbox', { name: 'Write a message…' }).fill('Are you there?')
  await frame?.getByRole('button', { name: 'Send' }).click()
  await frame?.getByRole('log', { name: 'Messages' }).getByText('Nothing in the way.').waitFor()
})

testAll('a page whose server is down, or answers nothing, lives on without the widget', async () => {
  const own = await agentWith()
  const { page } = await show(
    shopPage(`<script src="http://127.0.0.1:9/widget.js" data-agent="${own}" defer></script>`),
    { allow: [/ERR_(CONNECTION_REFUSED|UNSAFE_PORT)/] },
  )
  const held = await stage.newPage({ allow: [/Failed to load|ERR_FAILED/] })
  const site = await stage.hostPage(shopPage(tag(own)))
  await held.route('**/public/agents/*', (route) => route.abort())
  const warned = held.waitForEvent('console', (message) => message.text() === 'Widget data not found')
  await held.goto(site.url)
  await warned
  for (const one of [page, held]) {
    expect(await launcher(one).count()).toBe(0)
    await one.getByRole('link', { name: 'More about us' }).click()
    expect(new URL(one.url()).hash).toBe('#more')
    expect(await one.evaluate('document.documentElement.children.length')).toBe(2)
  }
})

testAll('the launcher stands after little script', async () => {
  const site = await stage.hostPage(shopPage(tag(await agentWith())))
  const times: number[] = []
  for (let visit = 0; visit < 4; visit++) times.push(await scriptTime(await stage.newPage(), site.url))
  // 4 ms are allowed, plus some for the test's own calls; the fastest visit had the least interference.
  expect(Math.min(...times), times.join(' ')).toBeLessThan(5)
})

testAll('nothing is fetched before the page is at rest, and nothing moves', async () => {
  const agentId = await agentWith({ proactiveMessage: 'Need a hand?', messageDelayMS: 300 })
  const site = await stage.hostPage('')
  const page = await stage.newPage()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const slow = Promise.withResolvers<void>()
  await page.route('**/slow.png', async (route) => {
    await slow.promise
    await route.fulfill({ status: 204 })
  })
  site.show(shopPage(`<img src="/slow.png" alt="" width="10" height="10">${tag(agentId)}`))
  await page.addInitScript(`${WATCH_SHIFT}; window.before = Reflect.ownKeys(window)`)
  await page.goto(site.url, { waitUntil: 'domcontentloaded' })
  await page.waitForTimeout(600)
  expect(asked.filter((path) => path !== '/' && path !== '/slow.png')).toEqual(['/widget.js'])
  slow.resolve()
  await launcher(page).waitFor()
  await page.getByRole('status').getByText('Need a hand?').waitFor()
  await openChat(page, TITLE)
  await page.getByRole('button', { name: 'Close chat' }).click()
  expect(await page.evaluate('shift')).toBe(0)
  const added = await page.evaluate(
    `Reflect.ownKeys(window).filter((key) => !before.includes(key) && key !== 'before').map(String).sort()`,
  )
  expect(added).toEqual(['Symbol(parlance.widget)', 'VG_ADMIN', 'parlance'])
  await expect.poll(() => asked).toContain(`/api/eu/agents/${agentId}/analytics`)
})

testAll("popup: a pill with the agent's name at the bottom opens the chat above it", async () => {
  const { page } = await show(shopPage(tag(await agentWith(), 'data-render="popup"')))
  const pill = page.getByRole('button', { name: `Open chat: ${TITLE}` })
  await pill.waitFor()
  const box = await pill.boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(640, 0)
  await look(page, 'widget-popup-closed')
  await pill.click()
  await turn(page, 'From the pill.')
  const chat = await page.locator('iframe').boundingBox()
  expect((chat?.x ?? 0) + (chat?.width ?? 0) / 2).toBeCloseTo(640, 0)
  expect((chat?.y ?? 0) + (chat?.height ?? 0)).toBeLessThan(box?.y ?? 0)
  await look(page, 'widget-popup')
  await page.getByRole('button', { name: `Close chat: ${TITLE}` }).click()
  await expect.poll(() => isExpanded(page)).toBe('false')
})

testAll('modal: the page behind is out of reach, scrolls no more, and is as it was afterwards', async () => {
  const agentId = await agentWith()
  const tall = shopPage(tag(agentId, 'data-modal')).replace('<h1>', '<h1 style="margin-bottom:3000px">')
  const { page } = await show(tall)
  await page.evaluate(`document.documentElement.style.setProperty('overflow', 'auto')`)
  await launcher(page).click()
  await turn(page, 'In the middle.')
  const box = await page.locator('iframe').boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeCloseTo(640, 0)
  await look(page, 'widget-modal')
  const dialog = page.getByRole('dialog', { name: TITLE })
  await dialog.waitFor()
  expect(await page.getByRole('link', { name: 'More about us' }).count()).toBe(1)
  // Everything else is inert: the focus stays inside in both directions.
  for (let presses = 0; presses < 12; presses++) await page.keyboard.press('Tab')
  expect(await page.evaluate(`document.activeElement?.matches('a') ?? false`)).toBe(false)
  await page.mouse.move(20, 20)
  await page.mouse.wheel(0, 400)
  expect(await page.evaluate('scrollY')).toBe(0)
  await expectAccessible(page)
  // Clicks outside the dialog.
  await page.mouse.click(20, 400)
  await expect.poll(() => isExpanded(page)).toBe('false')
  await expect.poll(() => page.evaluate('document.documentElement.getAttribute("style")')).toBe('overflow: auto;')
  await launcher(page).click()
  await chatOf(page, TITLE).field.press('Escape')
  await expect.poll(() => isExpanded(page)).toBe('false')
  await page.keyboard.press('Enter')
  await expect.poll(() => isExpanded(page)).toBe('true')
  await chatOf(page, TITLE).frame.getByRole('button', { name: 'Close chat' }).click()
  await expect.poll(() => isExpanded(page)).toBe('false')
})

testAll('full-width: fills what the page gives it, takes no focus, and moves nothing', async () => {
  const agentId = await agentWith()
  const place = `<div id="VG_OVERLAY_CONTAINER" style="height:600px;width:700px"></div>`
  const { page, site } = await show(shopPage(place + tag(agentId, 'data-render="full-width"')))
  const chat = chatOf(page, TITLE)
  await chat.field.waitFor()
  expect(await page.locator('iframe').boundingBox()).toMatchObject({ width: 698, height: 598 })
  expect(await launcher(page).count()).toBe(0)
  expect(await page.evaluate('document.activeElement?.tagName')).toBe('BODY')
  await turn(page, 'As a part of the page.')
  await look(page, 'widget-full-width')
  await expectAccessible(page)

  // Far below and without a defined height: a block at the tag, created when the visitor scrolls near.
  const far = shopPage(`<p style="margin-bottom:4000px">Far</p>${tag(agentId, 'data-render="full-width"')}<p>After</p>`)
  site.show(far.replace(' defer', ''))
  await page.addInitScript(WATCH_SHIFT)
  await page.goto(site.url)
  await expect
    .poll(() => page.evaluate(`document.querySelector('script + div')?.shadowRoot?.childElementCount`))
    .toBe(1)
  expect(frames(page)).toHaveLength(0)
  await page.getByText('After').scrollIntoViewIfNeeded()
  await chat.log.getByText('As a part of the page.').waitFor()
  const box = await page.locator('iframe').boundingBox()
  expect(box?.height).toBe(478)
  expect(await page.evaluate('shift')).toBe(0)
  await page.setViewportSize({ width: 390, height: 800 })
  expect((await page.locator('iframe').boundingBox())?.height).toBe(478)
})

testAll('on a phone, popup and modal fill the screen', async () => {
  const agentId = await agentWith()
  for (const attributes of ['data-render="popup"', 'data-modal']) {
    const { page } = await show(shopPage(tag(agentId, attributes)), { width: 390, height: 800 })
    await launcher(page).click()
    await expect.poll(() => page.locator('iframe').boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 })
    await chatOf(page, TITLE).frame.getByRole('button', { name: 'Close chat' }).click()
    await expect.poll(() => isExpanded(page)).toBe('false')
  }
})

testAll('on a phone, a chat that does not come can be closed', async () => {
  const agentId = await agentWith()
  for (const attributes of ['', 'data-modal']) {
    const site = await stage.hostPage(shopPage(tag(agentId, attributes)))
    const page = await stage.newPage({ width: 390, height: 800, allow: [/ERR_FAILED/] })
    await page.route('**/widget/frame/**', (route) => route.abort())
    await page.goto(site.url)
    await launcher(page).click()
    await expect.poll(() => isExpanded(page)).toBe('true')
    await launcher(page).click()
    await expect.poll(() => isExpanded(page)).toBe('false')
  }
})

testAll(
  'the bubble appears after a second, counts one then two, is readable, and stays dismissed for a day',
  async () => {
    const agentId = await agentWith({
      proactiveMessage: 'Hello\nNeed a hand?',
      messageDelayMS: 700,
      theme: 'blue-dark',
    })
    const site = await stage.hostPage(shopPage(tag(agentId)))
    const page = await stage.newPage()
    await page.addInitScript(WATCH_LABELS)
    await page.goto(site.url)
    const bubble = page.getByRole('status')
    await bubble.getByText('Need a hand?').waitFor()
    expect(await page.evaluate('document.activeElement?.tagName')).toBe('BODY')
    await expect.poll(() => launcher(page).getAttribute('aria-label')).toBe('Open chat (2)')
    const watched = async () => (await page.evaluate('labels')) as { label: string; at: number }[]
    await expect
      .poll(async () => (await watched()).map(({ label }) => label))
      .toEqual(['Open chat', 'Open chat (1)', 'Open chat (2)'])
    const labels = await watched()
    const waited = (labels[1]?.at ?? 0) - (labels[0]?.at ?? 0)
    expect(waited).toBeGreaterThan(600)
    expect(waited).toBeLessThan(1500)
    const [box, below] = [await page.locator('.bubble').boundingBox(), await launcher(page).boundingBox()]
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo(1260, 0)
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(below?.y ?? 0)
    await look(page, 'widget-bubble')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Hide message' }).press('Enter')
    await expect.poll(() => bubble.count()).toBe(0)
    expect(await launcher(page).getAttribute('aria-label')).toBe('Open chat')
    const reload = async () => {
      await page.reload()
      await launcher(page).waitFor()
      await page.waitForTimeout(1300)
    }
    await reload()
    expect(await bubble.count()).toBe(0)
    const key = `parlance.eu.${agentId}.dismissed`
    await page.evaluate(`localStorage.setItem('${key}', String(Date.now() - 25 * 3600e3))`)
    await page.reload()
    await bubble.getByRole('button', { name: 'Need a hand?' }).click()
    await chatOf(page, TITLE).field.waitFor()
    expect(await bubble.count()).toBe(0)
    await page.getByRole('button', { name: 'Close chat' }).click()
    await page.waitForTimeout(1300)
    expect(await bubble.count()).toBe(0)
  },
)

testAll('no bubble where the text is none, or the chat opens by itself or is open', async () => {
  const [none, auto, said] = await Promise.all([
    agentWith({ proactiveMessage: 'none' }),
    agentWith({ proactiveMessage: 'Hello', autoStartWidget: true }),
    agentWith({ proactiveMessage: 'Hello' }),
  ])
  const pages = await Promise.all(
    [
      tag(none),
      tag(auto),
      `<script>window.parlance = [['open']]</script>${tag(said)}`,
      tag(said, 'data-autostart'),
    ].map(async (html) => (await show(shopPage(html))).page),
  )
  for (const page of pages) await launcher(page).waitFor()
  // Opening automatically does not move the focus.
  expect(await pages[1]?.evaluate('document.activeElement?.tagName')).toBe('BODY')
  await pages[0]?.waitForTimeout(1300)
  expect(await Promise.all(pages.map((page) => page.getByRole('status').count()))).toEqual([0, 0, 0, 0])
  await expect.poll(() => Promise.all(pages.map(isExpanded))).toEqual(['false', 'true', 'true', 'true'])
})

test('host functions and events work when called before the widget exists', async () => {
  const agentId = await agentWith({ listenForUrlChanges: true, ignoredUrlPaths: ['/secret/*'] })
  const early = `<script>
    window.heard = []
    addEventListener('VG_Events', ({ detail }) => heard.push(detail.type + ' ' + (detail.agentId === '${agentId}')))
    window.parlance = [['open'], ['pushMessage', 'Said by the page']]</script>`
  stage.model.control.script([{ text: 'Heard.' }])
  const { page } = await show(shopPage(early + tag(agentId)))
  const chat = chatOf(page, TITLE)
  await chat.answered('Heard.')
  expect(await chat.log.getByText('Said by the page').count()).toBe(1)
  const heard = () => page.evaluate('heard.splice(0)')
  await expect.poll(() => page.evaluate('heard')).toEqual(['chat_open true', 'new_turn true', 'new_message true'])
  await heard()
  await page.evaluate(`history.pushState({ own: 1 }, '', '/lamps?colour=red')`)
  await expect.poll(() => page.evaluate('heard')).toEqual(['url_changed true'])
  await page.evaluate(`history.pushState(null, '', '/secret/plans')`)
  await page.evaluate(`history.pushState(null, '', '/secret/plans#more')`)
  await page.evaluate(`parlance.close(); VG_ADMIN.toggle(); parlance.get('${agentId}').close()`)
  await expect
    .poll(() => page.evaluate('heard'))
    .toEqual(['url_changed true', 'chat_close true', 'chat_open true', 'chat_close true'])
  await page.evaluate('parlance.restart(); parlance.open()')
  await expect.poll(() => chat.log.getByText('Said by the page').count()).toBe(0)
  await page.evaluate('parlance.reload()')
  await chat.field.waitFor()
  expect(await isExpanded(page)).toBe('true')
  await page.evaluate('parlance.remove()')
  expect(await page.evaluate('[document.documentElement.children.length, parlance.widgets.length]')).toEqual([2, 0])
})

testAll(
  'what arrives while the chat is closed: counted on the badge, alternating in the title, over when it is opened',
  async () => {
    const agentId = await agentWith({ unreadTitleFlash: true, unreadSound: true })
    const { page } = await show(shopPage(tag(agentId)))
    const chat = await openChat(page, TITLE)
    const words = Array.from({ length: 60 }, (_, index) => `word${index + 1}`).join(' ')
    stage.model.control.set({ perTokenMs: 20 })
    stage.model.control.script([{ text: words }])
    await chat.send('Count for me')
    await chat.log.getByText('word3').waitFor()
    await page.getByRole('button', { name: 'Close chat' }).click()
    await expect.poll(() => launcher(page).getAttribute('aria-label')).toBe('Open chat (1)')
    stage.model.control.set({ perTokenMs: 1 })
    await expect.poll(() => page.title()).toBe('(1) New message')
    await look(page, 'widget-unread')
    await page.evaluate(`document.title = 'Checkout'`)
    await expect.poll(() => page.title()).toBe('(1) New message')
    await openChat(page, TITLE)
    await expect.poll(() => page.title()).toBe('Checkout')
    await page.getByRole('button', { name: 'Close chat' }).click()
    await expect.poll(() => launcher(page).getAttribute('aria-label')).toBe('Open chat')
    // The next page prepares the chat for visitors with a conversation.
    await page.reload()
    await expect.poll(() => frames(page).length).toBe(1)
    expect(await isExpanded(page)).toBe('false')
  },
)

testAll('several widgets on one page: next to each other, inside the page, and each on its own', async () => {
  const [first, second] = await Promise.all([agentWith(), agentWith({ position: 'left' }, 'Second helper')])
  const tags = [
    tag(first),
    tag(first),
    `<script>window.VG_CONFIG = [{ ID: '${second}', region: 'eu' }, { ID: '${first}', region: 'eu', render: 'full-width' }]</script>`,
    `<script src="${origin()}/widget.js" defer></script>`,
  ]
  const { page } = await show(shopPage(tags.join('')))
  await expect.poll(() => launcher(page).count()).toBe(2)
  const places = await Promise.all((await launcher(page).all()).map((one) => one.boundingBox()))
  expect(places.map((box) => Math.round(box?.x ?? 0)).sort((a, b) => a - b)).toEqual([20, 1204])
  expect(await page.evaluate('parlance.widgets.map(({ render }) => render)')).toEqual(['', '', 'full-width'])
  await page.evaluate(`parlance.get('${second}').open()`)
  await chatOf(page, 'Second helper').field.waitFor()
  await page.evaluate(`parlance.get('${first}').open()`)
  await expect.poll(() => page.evaluate(`parlance.widgets.length`)).toBe(3)
  await look(page, 'widget-several')
  const expanded = async () => Promise.all((await launcher(page).all()).map((one) => one.getAttribute('aria-expanded')))
  await expect
    .poll(async () => (await expanded()).toSorted((one, other) => String(one).localeCompare(String(other))))
    .toEqual(['false', 'true'])
  await page.evaluate(`parlance.get('${second}').remove()`)
  await expect.poll(() => launcher(page).count()).toBe(1)
})

testAll.each(['light', 'dark'] as const)('axe finds nothing on a %s page with the chat open', async (scheme) => {
  const agentId = await agentWith({ theme: `purple-${scheme}`, cornerRadius: 4 })
  const { page } = await show(shopPage(tag(agentId)), { scheme })
  await openChat(page, TITLE)
  await turn(page, 'Looked at.')
  await look(page, `widget-axe-${scheme}`)
  const [frame] = frames(page)
  if (!frame) throw new Error('There is no frame.')
  await expectAccessible(frame)
  await expectAccessible(page)
  expect(
    await page
      .locator('dialog')
      .evaluate((panel) => (globalThis as unknown as Window).getComputedStyle(panel as never).borderRadius),
  ).toBe('4px')
})

testAll('smartInit off prepares the chat on load; on, nothing is begun until the chat is wanted', async () => {
  const begun = async (smartInit: boolean) => {
    const { page } = await show(shopPage(tag(await agentWith({ smartInit }, `Init ${smartInit}`))))
    await launcher(page).waitFor()
    return page
  }
  const eager = await begun(false)
  await expect.poll(() => frames(eager).length).toBe(1)
  const lazy = await begun(true)
  await lazy.waitForLoadState('networkidle')
  expect(frames(lazy)).toHaveLength(0)
  await launcher(lazy).click()
  await expect.poll(() => frames(lazy).length).toBe(1)
})

testAll('syncBrowser keeps one conversation in all tabs; off, each tab has its own', async () => {
  const heard = async (syncBrowser: boolean) => {
    const title = `Tabs ${syncBrowser}`
    const { page, site } = await show(shopPage(tag(await agentWith({ syncBrowser }, title))))
    await launcher(page).click()
    const chat = chatOf(page, title)
    stage.model.control.script([{ text: 'In the first tab.' }])
    await chat.send('Are you there?')
    await chat.answered('In the first tab.')
    const tab = await page.context().newPage()
    await tab.goto(site.url)
    await launcher(tab).click()
    await expect.poll(() => frames(tab).length).toBe(1)
    return frames(tab)[0]
  }
  const shared = await heard(true)
  await shared?.getByRole('log', { name: 'Messages' }).getByText('In the first tab.').waitFor()
  const own = await heard(false)
  await own?.getByRole('textbox', { name: 'Write a message…' }).waitFor()
  expect(await own?.getByText('In the first tab.').count()).toBe(0)
})

testAll('scrollAnimation moves to what was sent; off, the end is there at once', async () => {
  const behaviours = async (scrollAnimation: boolean) => {
    const title = `Scroll ${scrollAnimation}`
    const { page } = await show(shopPage(tag(await agentWith({ scrollAnimation }, title))))
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.reload()
    await launcher(page).click()
    const chat = chatOf(page, title)
    stage.model.control.script([{ text: 'First.' }, { text: 'Second.' }])
    await chat.send('One')
    await chat.answered('First.')
    const [frame] = frames(page)
    await frame?.evaluate(() => {
      const seen: string[] = []
      Object.assign(globalThis, { seen })
      const scrollTo = Element.prototype.scrollTo as (options: ScrollToOptions) => void
      Element.prototype.scrollTo = function (this: Element, options: ScrollToOptions) {
        seen.push(String(options.behavior))
        scrollTo.call(this, options)
      } as never
    })
    await chat.send('Two')
    await chat.answered('Second.')
    return frame?.evaluate(() => (globalThis as unknown as { seen: string[] }).seen)
  }
  expect(await behaviours(true)).toContain('smooth')
  expect(await behaviours(false)).not.toContain('smooth')
})
