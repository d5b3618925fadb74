// The widget from its settings to somebody's page: made, saved, put there in every way, found there, and looked at.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agent, AgentConfig } from '@parlance/core/agents/agents'
import type { Locator, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChat } from './chat.ts'
import { call, setStage, type Owner } from './harness.ts'
import { axe, look } from './pages.ts'
import { openSite, shopPage, type Site } from './sites.ts'

let shop: Site
const stage = setStage({
  env: async () => {
    shop = await openSite()
    return { OUTBOUND_ALLOW: new URL(shop.url).host }
  },
})
let owner: Owner
let agentId: string
beforeAll(async () => {
  owner = await stage.owner()
  agentId = await owner.agent('Ada', { description: 'Answers about lamps.' })
})
afterAll(() => shop.close())

const PHONE = { width: 390, height: 844 }
const button = (at: Page | Locator, name: string | RegExp) => at.getByRole('button', { name, exact: true })
const tab = (at: Page | Locator, name: string) => at.getByRole('tab', { name, exact: true })

async function open(path: string, options: Parameters<typeof stage.newPage>[0] = {}, as = owner) {
  const page = await stage.newPage(options)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await as.signIn(page)
  await page.goto(`${stage.url}/app/eu${path}`)
  return page
}
const stored = async (id: string) => (await owner.get<{ data: Agent }>(`/v2/agents/${id}`)).data
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

describe('widget settings', () => {
  test('a new widget: what waits for Save says so, and Save makes it', async () => {
    const page = await open('/agents/widget')
    const names = () => page.getByRole('tablist', { name: 'Parts of the widget' }).getByRole('tab').allTextContents()
    await tab(page, 'Overview').waitFor()
    expect(await names()).toEqual(['Overview', 'Sources', 'Theme', 'Settings', 'Save to Enable'])
    expect(await tab(page, 'Save to Enable').isDisabled()).toBe(true)
    expect(await button(page, 'Test Chatbot').isDisabled()).toBe(true)
    expect(await button(page, 'Save').isDisabled()).toBe(true)
    await button(page, 'Deploy Widget').click()
    await page.getByText('Please save and publish first.', { exact: true }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await axe(page)).toEqual([])
    await page.getByLabel('Title').fill('Harbour helper')
    // Words that nobody kept are asked about.
    await page.getByRole('link', { name: 'All agents' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /Keep editing|Cancel/ })
      .click()
    expect(new URL(page.url()).pathname).toBe('/app/eu/agents/widget')
    await button(page, 'Save').click()
    await page.waitForURL(/\/app\/eu\/agents\/[A-Za-z0-9]{16}(\/|$)/)
    const id = /agents\/([A-Za-z0-9]{16})/.exec(page.url())?.[1] ?? ''
    expect(await stored(id)).toMatchObject({
      title: 'Harbour helper',
      agentPlatform: 'vg',
      ownerID: owner.uid,
      maxTokensUsage: 1_000_000,
    })
  })

  test('a saved one: its data, its chat, its code, its links', async () => {
    const page = await open(`/agents/widget?vg_id=${agentId}`)
    const notice = page.getByText('Widget data loaded succesfully', { exact: true })
    await notice.waitFor()
    const since = performance.now()
    await notice.waitFor({ state: 'detached' })
    expect(performance.now() - since).toBeGreaterThan(1500)
    expect(performance.now() - since).toBeLessThan(4500)
    expect(await page.getByLabel('Title').inputValue()).toBe('Ada')
    expect(await tab(page, 'Channels').isDisabled()).toBe(false)
    const href = (name: string) => page.getByRole('link', { name, exact: true }).first().getAttribute('href')
    expect(await href('Prototype')).toBe(`/app/eu/prototype?vg_id=${agentId}`)
    expect(await href('Demo')).toBe(`/app/eu/demo/${agentId}/page1`)
    await button(page, 'Test Chatbot').click()
    const panel = page.getByTestId('test-panel')
    await panel.getByRole('textbox').first().fill('Hello')
    await panel.getByRole('textbox').first().press('Enter')
    await panel.getByText('Hello', { exact: true }).waitFor()
    await button(page, 'Test Chatbot').click()
    for (const part of ['Sources', 'Theme', 'Settings', 'Channels']) {
      await tab(page, part).click()
      await page.getByRole('heading', { level: 1 }).waitFor()
    }
    await button(page, 'Save').click()
    await page.waitForURL(`**/agents/${agentId}/overview`)
  })

  test('one of Voiceflow: from New, without sources, and back to its own address', async () => {
    const page = await open('/agents')
    await button(page, 'New Agent').first().click()
    await page.getByRole('link', { name: 'Make a widget for it' }).click()
    await page.waitForURL('**/agents/vf')
    await tab(page, 'Overview').waitFor()
    expect(await tab(page, 'Sources').count()).toBe(0)
    await page.getByLabel('Title').fill('Flo')
    expect(await button(page, 'Save').isDisabled()).toBe(true)
    await page.getByLabel('Voiceflow dialogue API key').fill('VF.DM.key')
    await button(page, 'Save').click()
    await page.waitForURL(/\/app\/eu\/agents\/vf\?vg_id=[A-Za-z0-9]{16}/)
    await tab(page, 'Channels').waitFor()
    expect(await tab(page, 'Sources').count()).toBe(0)
    // The list of agents leads back here.
    await page.getByRole('link', { name: 'All agents' }).click()
    await button(page, 'More for Flo').click()
    await page.getByRole('menuitem', { name: 'Widget settings' }).click()
    await page.waitForURL(/\/agents\/vf\?vg_id=/)
  })

  test('somebody else’s widget does not exist, and neither does one that is nowhere', async () => {
    const other = await stage.owner()
    const theirs = await other.agent('Bob')
    const page = await open(`/agents/widget?vg_id=${theirs}`, { allow: [/status of (404|421)/] })
    await page.getByText('This widget does not exist.', { exact: true }).waitFor()
    await page.waitForURL('**/app/eu/widgets')
    await page.goto(`${stage.url}/app/eu/agents/widget?vg_id=AbCdEfGhIjKlMnOp`)
    await page.waitForURL('**/404')
  })
})

type Control = 'text' | 'number' | 'switch' | 'choice' | 'list'
type Field = readonly [field: keyof AgentConfig, control: Control, label: string, value: unknown]
const PLACES: readonly (readonly [place: readonly string[], fields: readonly Field[]])[] = [
  [
    ['Overview'],
    [
      ['title', 'text', 'Title', 'Grace'],
      ['description', 'text', 'Description', 'Knows ships'],
    ],
  ],
  [
    ['Settings', 'UI'],
    [
      ['autoStartWidget', 'switch', 'Open by itself', true],
      ['smartInit', 'switch', 'Start when opened', false],
      ['messageDelayMS', 'number', 'Delay between messages', 1500],
      ['scrollAnimation', 'switch', 'Scroll animation', false],
      ['vg_enableUIEngine', 'switch', 'Cards, buttons and forms', true],
      ['position', 'choice', 'Left', 'left'],
      ['syncBrowser', 'switch', 'Same conversation in every tab', false],
      ['listenForUrlChanges', 'switch', 'Follow the address of the page', true],
      ['ignoredUrlPaths', 'list', 'Paths to ignore', ['/cart/*']],
      ['branding', 'text', 'Branding text', 'By Grace'],
      ['allowAttachments', 'switch', 'Pictures and files', true],
      ['allowVoiceNotes', 'switch', 'Voice notes', true],
      ['unreadSound', 'switch', 'Sound for new messages', true],
      ['unreadTitleFlash', 'switch', 'Flash the page title', true],
      ['askRating', 'switch', 'Ask for a rating', false],
      ['offerTranscript', 'switch', 'Transcript by e-mail', false],
    ],
  ],
  [
    ['Settings', 'Handoff'],
    [
      ['UIhandoffTitle', 'text', 'Title', 'Talk to us'],
      ['UIhandoffSubtitle', 'text', 'Subtitle', 'From 9 to 5'],
      ['alwaysShowHandoff', 'switch', 'Always show the handoff', true],
      ['handoffTimeoutS', 'number', 'Wait for a human, in seconds', 90],
    ],
  ],
  [
    ['Settings', 'Security'],
    [
      ['allowedDomains', 'text', 'Allowed sites', 'shop.example'],
      ['consentRequired', 'switch', 'Ask for consent', true],
      ['consentText', 'text', 'Consent text', 'May we answer you?'],
      ['recordChatHistory', 'switch', 'Keep chat history', false],
    ],
  ],
  [
    ['Settings', 'Core'],
    [
      ['messagesLimit', 'number', 'Visitor messages', 77],
      ['maxTokensUsage', 'number', 'Credits', 5000],
      ['unavailableMessage', 'text', 'When the agent cannot answer', 'Back soon'],
    ],
  ],
  [['Settings', 'Analytics'], [['enableGeoAnalytics', 'switch', 'Country of visitors', true]]],
  [['Settings', 'Advanced'], [['enableNodes', 'switch', 'Work in steps', false]]],
  [['Theme'], [['cornerRadius', 'number', 'Roundness', 8]]],
]

const control = (page: Page, kind: Control, label: string): Locator => {
  const main = page.locator('#content')
  if (kind === 'switch') return main.getByRole('switch', { name: new RegExp(`^${label}`) })
  if (kind === 'choice') return main.getByRole('radio', { name: label, exact: true })
  if (kind === 'list') return main.getByLabel(label).first()
  return main.getByRole('textbox', { name: new RegExp(`^${label}`) })
}

async function set(page: Page, [, kind, label, value]: Field): Promise<void> {
  const field = control(page, kind, label)
  await field.waitFor({ state: 'attached' })
  if (kind === 'switch') await field.setChecked(value === true, { force: true })
  else if (kind === 'choice') await page.locator('#content').getByText(label, { exact: true }).click()
  else {
    await field.fill(kind === 'list' ? String((value as string[])[0]) : String(value))
    if (kind === 'list') await field.press('Enter')
    else await field.blur()
  }
}

async function shown(page: Page, [, kind, label, value]: Field): Promise<unknown> {
  const field = control(page, kind, label)
  await field.waitFor({ state: 'attached' })
  if (kind === 'switch') return field.isChecked()
  if (kind === 'choice') return (await field.isChecked()) ? value : undefined
  if (kind === 'list')
    return (await page
      .locator('#content')
      .getByText((value as string[])[0] ?? '')
      .count()) > 0
      ? value
      : []
  const text = await field.inputValue()
  return kind === 'number' ? Number(text.replaceAll(',', '')) : text
}

test('every field that is changed here is stored by Save, and shown again', async () => {
  const id = await owner.agent('Round trip')
  const page = await open(`/agents/widget?vg_id=${id}`)
  const visit = async (place: readonly string[]) => {
    for (const name of place) await tab(page, name).click()
  }
  for (const [place, fields] of PLACES) {
    await visit(place)
    for (const field of fields) await set(page, field)
    await page.getByText('Kept as a draft', { exact: true }).waitFor()
  }
  // The proactive message stands behind its own switch, the language in a list.
  await visit(['Settings', 'UI'])
  await page.getByRole('switch', { name: /^Proactive message/ }).setChecked(true, { force: true })
  await page.getByRole('textbox', { name: 'Proactive message' }).fill('Need light?')
  await page.getByText('Kept as a draft', { exact: true }).waitFor()
  await visit(['Settings', 'Language'])
  await page
    .getByRole('combobox', { name: 'Language' })
    .or(page.getByRole('textbox', { name: 'Language' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'German', exact: true }).click()
  await page.getByText('Kept as a draft', { exact: true }).waitFor()
  await button(page, 'Save').click()
  await page.waitForURL(`**/agents/${id}/overview`)
  const saved = await stored(id)
  const all = PLACES.flatMap(([, fields]) => fields)
  const wanted = Object.fromEntries(
    all.map(([field, , , value]) => [field, field === 'allowedDomains' ? [value] : value]),
  )
  expect(saved).toMatchObject({ ...wanted, proactiveMessage: 'Need light?', lang: 'de' })
  await page.goto(`${stage.url}/app/eu/agents/widget?vg_id=${id}`)
  for (const [place, fields] of PLACES) {
    await visit(place)
    for (const field of fields) await expect.poll(() => shown(page, field), { message: field[0] }).toEqual(field[3])
  }
})

describe('the code for a site', () => {
  const dialogOn = async (page: Page) => {
    await button(page, 'Deploy Widget').click()
    const dialog = page.getByRole('dialog', { name: 'Widget Script' })
    await dialog.waitFor()
    return dialog
  }
  /** Shows the copied code on somebody's site and talks to the widget there. */
  async function runs(code: string, more: (page: Page) => Promise<void>) {
    const page = await stage.newPage()
    shop.show(shopPage(code))
    await page.goto(shop.url)
    await more(page)
    await page.close()
  }
  const opens = async (page: Page) => void (await openChat(page, 'Ada'))

  test('every way to show it is copied with its notice, and runs on a blank page', async () => {
    const page = await open(`/agents/widget?vg_id=${agentId}`)
    const dialog = await dialogOn(page)
    for (const render of ['Bottom right', 'Bottom left', 'Popup', 'Full width', 'Modal']) {
      await dialog.getByRole('radio', { name: render }).click()
      await button(dialog, 'Copy the script').click()
      await page.getByText('Copied to Clipboard', { exact: true }).waitFor()
      const code = await clipboard(page)
      expect(code).toContain(`data-agent="${agentId}" data-region="eu"`)
      expect(code).toContain(`${stage.url}/widget.js`)
      await runs(
        code,
        render === 'Full width' ? (there) => there.frameLocator('iframe').getByRole('textbox').waitFor() : opens,
      )
    }
    // Hints of buttons under the pointer belong to no part of the page.
    await page.mouse.move(0, 0)
    await expect.poll(() => axe(page)).toEqual([])
  })

  test('the older form, the tag manager’s script and the React component do the same', async () => {
    const page = await open(`/agents/widget?vg_id=${agentId}`)
    const dialog = await dialogOn(page)
    const copied = async (way: string) => {
      await tab(dialog, way).click()
      await button(dialog, 'Copy script').click()
      return clipboard(page)
    }
    await runs(await copied('VG_CONFIG'), opens)
    await button(dialog, 'Copy with instructions').click()
    await page.getByText('Instructions copied to clipboard!', { exact: true }).waitFor()
    expect(await clipboard(page)).toMatch(/^For pages that set window\.VG_CONFIG[\s\S]*window\.VG_CONFIG = \{/)
    await runs(await copied('Tag Manager'), opens)
    const bundle = await bundled(await copied('React'))
    await runs(`<div id="root"></div><script type="module">${bundle}</script>`, async (there) => {
      await opens(there)
      await there.evaluate(() => (globalThis as unknown as { unmount: () => void }).unmount())
      await expect.poll(() => there.getByRole('button', { name: /chat/ }).count()).toBe(0)
    })
  })
})

/** The component in an app of its own, under StrictMode. */
async function bundled(component: string): Promise<string> {
  const dir = mkdtempSync(join(tmpdir(), 'parlance-react-'))
  const modules = join(import.meta.dirname, '../node_modules')
  try {
    writeFileSync(join(dir, 'ParlanceChat.jsx'), component)
    writeFileSync(
      join(dir, 'main.jsx'),
      `import { createElement, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ParlanceChat } from './ParlanceChat.jsx'
const root = createRoot(document.getElementById('root'))
root.render(createElement(StrictMode, null, createElement(ParlanceChat)))
globalThis.unmount = () => root.unmount()`,
    )
    const made = await build({
      root: dir,
      logLevel: 'silent',
      mode: 'development',
      define: { 'process.env.NODE_ENV': '"development"' },
      resolve: { alias: { react: join(modules, 'react'), 'react-dom': join(modules, 'react-dom') } },
      build: { write: false, minify: true, lib: { entry: join(dir, 'main.jsx'), formats: ['es'], fileName: 'main' } },
    })
    const [output] = [made].flat() as { output: { code?: string }[] }[]
    // As part of a page.
    return (output?.output[0]?.code ?? '').replaceAll('</script', String.raw`<\/script`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

test('is it live: asked once, two seconds after the last key, and told what stands against it', async () => {
  const page = await open(`/agents/widget?vg_id=${agentId}`)
  const asked: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/embed-check')) asked.push(performance.now())
  })
  await button(page, 'Deploy Widget').click()
  const dialog = page.getByRole('dialog', { name: 'Widget Script' })
  await tab(dialog, 'Is it live?').click()
  const verdict = (text: string) => dialog.getByText(text, { exact: true }).waitFor()
  const field = dialog.getByLabel('Address of your page')
  const tag = `<script src="${stage.url}/widget.js" data-agent="${agentId}" data-region="eu" defer></script>`
  shop.show(shopPage(tag))
  await field.pressSequentially(shop.url.slice(0, -1), { delay: 20 })
  const last = performance.now()
  await dialog.getByRole('status', { name: 'Checking' }).or(dialog.getByLabel('Checking')).first().waitFor()
  await verdict('The widget is live on this page.')
  expect(asked).toHaveLength(1)
  expect((asked[0] ?? 0) - last).toBeGreaterThan(1700)
  expect((asked[0] ?? 0) - last).toBeLessThan(3500)
  await look(page, 'deploy-live')
  const again = async () => button(dialog, 'Check').click()
  shop.show(shopPage(tag), { 'content-security-policy': "default-src 'self'; style-src 'unsafe-inline'" })
  await again()
  await verdict('The widget is on this page, but it does not show.')
  await dialog.getByText(`script-src ${stage.url};`).waitFor()
  await look(page, 'deploy-blocked')
  expect(await axe(page)).toEqual([])
  shop.show(shopPage(tag.replace(agentId, 'AbCdEfGhIjKlMnOp')))
  await again()
  await verdict('The tag names another agent: AbCdEfGhIjKlMnOp.')
  shop.show(shopPage('<script>w.push({"gtm.start":1});"GTM-AB12CD"</script>'))
  await again()
  await verdict('The page has a tag manager (GTM-AB12CD), which may bring the widget.')
  await field.fill('http://169.254.169.254/')
  await field.press('Enter')
  await verdict('The page could not be read.')
  await field.fill('nonsense')
  await field.press('Enter')
  await dialog.getByText('Enter the address of a page, for example https://www.example.com.').waitFor()
})

test('a site that loaded the widget is seen there', async () => {
  const visitor = await stage.newPage()
  shop.show(shopPage(`<script src="${stage.url}/widget.js" data-agent="${agentId}" data-region="eu" defer></script>`))
  await visitor.goto(shop.url)
  await visitor.getByRole('button', { name: 'Open chat' }).waitFor()
  await expect
    .poll(
      async () =>
        (await owner.get<{ items: { origin: string }[] }>(`/v2/agents/${agentId}/sites`)).items.map(
          ({ origin }) => origin,
        ),
      {
        timeout: 15_000,
      },
    )
    .toContain(new URL(shop.url).origin)
})

test('the sample site shows the chat in every way; prototype and demo answer to anybody', async () => {
  const page = await stage.newPage()
  for (const render of ['bottom-right', 'bottom-left', 'popup', 'modal', 'full-width']) {
    const answer = await page.goto(`${stage.url}/app/eu/demo/${agentId}/page1?render=${render}`)
    expect(answer?.status()).toBe(200)
    if (render !== 'full-width') await openChat(page, 'Ada')
    else {
      await page.locator('#ask').scrollIntoViewIfNeeded()
      await page.frameLocator('iframe').getByRole('textbox').waitFor()
    }
  }
  await page.getByRole('combobox', { name: 'Show the chat as' }).selectOption('popup')
  await page.waitForURL('**/page1?render=popup')
  await page.getByRole('link', { name: 'Delivery and returns' }).click()
  await page.waitForURL('**/page2?render=popup')
})

const LOOKS = [
  ['light', {}],
  ['dark', PHONE],
] as const

test.each(LOOKS)(
  'what people see, %s: nothing for axe to find, nothing that scrolls sideways',
  async (scheme, size) => {
    const screens = [
      ['widget-overview', `/agents/widget?vg_id=${agentId}`],
      ['widget-theme', `/agents/widget?vg_id=${agentId}&tab=theme`],
      ['widget-security', `/agents/widget?vg_id=${agentId}&tab=settings&page=security`],
      ['demo-page1', `/demo/${agentId}/page1`],
      ['share', `/agents/${agentId}/share`],
      ['prototype', `/prototype?vg_id=${agentId}`],
    ] as const
    const page = await open('/agents', { scheme, ...size })
    for (const [name, path] of screens) {
      await page.goto(`${stage.url}/app/eu${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      expect(await axe(page), name).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide, name).toBeLessThanOrEqual(0)
      await look(page, `${name}-${scheme}`)
    }
  },
)

test('a refused save keeps what was typed, and says why', async () => {
  const page = await open('/agents/widget', { allow: [/status of 400/] })
  await page.getByLabel('Title').fill('Broken')
  await page.route('**/api/eu/v2/agents/*', (route) =>
    route.fulfill({ status: 400, json: { success: false, code: 'INVALID_INPUT', message: 'Not like this.' } }),
  )
  await button(page, 'Save').click()
  await page.getByText('Failed to save agent: Not like this.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Broken')
  await page.unroute('**/api/eu/v2/agents/*')
  await button(page, 'Save').click()
  await page.waitForURL(/\/agents\/[A-Za-z0-9]{16}\//)
})

test('the public view carries no secret', async () => {
  const { SECRET_API_KEY } = await stored(agentId)
  const { data } = await call<{ data: object }>(`${stage.url}/api/eu/public/agents/${agentId}`)
  expect(JSON.stringify(data)).not.toContain(SECRET_API_KEY)
  expect(Object.keys(data)).not.toContain('allowedDomains')
})
