// Putting the widget on a site: every embed method, its detection and its preview.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agent } from '@parlance/contract/agents/schemas'
import type { Locator, Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openChat } from './chat.ts'
import { call, setStage, type Owner } from './harness.ts'
import { look, expectAccessible } from './pages.ts'
import { sitePort } from './product.ts'
import { openSite, shopPage, type Site } from './sites.ts'

let shop: Site
const stage = setStage()
beforeAll(async () => {
  shop = await openSite(sitePort())
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
/** What a button copies. */
async function copiedBy(press: Locator): Promise<string> {
  const page = press.page()
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await press.click()
  await expect.poll(() => clipboard(page)).not.toBe('')
  return clipboard(page)
}

describe('embed code', () => {
  const dialogOn = async (page: Page) => {
    await button(page, 'Deploy Widget').click()
    const dialog = page.getByRole('dialog', { name: 'Add to website' })
    await dialog.waitFor()
    return dialog
  }
  /** Runs the copied code on a host page and talks to the widget there. */
  async function runs(code: string, more: (page: Page) => Promise<void>) {
    const page = await stage.newPage()
    shop.show(shopPage(code))
    await page.goto(shop.url)
    await more(page)
    await page.close()
  }
  const opens = async (page: Page) => void (await openChat(page, 'Ada'))

  test('every display mode is copied with a notice and runs on a blank page', async () => {
    const page = await open(`/agents/widget?vg_id=${agentId}`)
    const dialog = await dialogOn(page)
    for (const render of ['Bottom right', 'Bottom left', 'Popup', 'Full width', 'Modal']) {
      await dialog.getByRole('radio', { name: render }).click()
      const code = await copiedBy(button(dialog, 'Copy the script'))
      await page.getByText('Copied to Clipboard', { exact: true }).first().waitFor()
      expect(code).toContain(`data-agent="${agentId}" data-region="eu"`)
      expect(code).toContain(`${stage.url}/widget.js`)
      await runs(
        code,
        render === 'Full width' ? (there) => there.frameLocator('iframe').getByRole('textbox').waitFor() : opens,
      )
    }
    // Moves away to hide tooltips.
    await page.mouse.move(0, 0)
    await expectAccessible(page)
  })

  test("the older form, the tag manager's script and the React component work too", async () => {
    const page = await open(`/agents/widget?vg_id=${agentId}`)
    const dialog = await dialogOn(page)
    const copied = async (way: string) => {
      await tab(dialog, way).click()
      return copiedBy(button(dialog, 'Copy script'))
    }
    await runs(await copied('VG_CONFIG'), opens)
    const instructions = await copiedBy(button(dialog, 'Copy with instructions'))
    await page.getByText('Instructions copied to clipboard!', { exact: true }).waitFor()
    expect(instructions).toMatch(/^For pages that set window\.VG_CONFIG[\s\S]*window\.VG_CONFIG = \{/)
    await runs(await copied('Tag Manager'), opens)
    const bundle = await bundled(await copied('React'))
    await runs(`<div id="root"></div><script type="module">${bundle}</script>`, async (there) => {
      await opens(there)
      await there.evaluate(() => (globalThis as unknown as { unmount: () => void }).unmount())
      await expect.poll(() => there.getByRole('button', { name: /chat/ }).count()).toBe(0)
    })
  })
})

/** Bundles the component in an app under StrictMode. */
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
    // Escaped for an inline script.
    return (output?.output[0]?.code ?? '').replaceAll('</script', String.raw`<\/script`)
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

test('the live check runs once, two seconds after the last key, and reports what blocks the widget', async () => {
  const page = await open(`/agents/widget?vg_id=${agentId}`)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/embed-check')) asked.push(request.url())
  })
  await button(page, 'Deploy Widget').click()
  const dialog = page.getByRole('dialog', { name: 'Add to website' })
  await tab(dialog, 'Check it’s live').click()
  const verdict = (text: string) => dialog.getByText(text, { exact: true }).waitFor()
  const field = dialog.getByLabel('Page URL')
  const tag = `<script src="${stage.url}/widget.js" data-agent="${agentId}" data-region="eu" defer></script>`
  shop.show(shopPage(tag))
  await field.evaluate((input) => {
    // The browser keeps a limited number of requests.
    performance.clearResourceTimings()
    input.addEventListener('input', () => void Object.assign(globalThis, { typedAt: performance.now() }))
  })
  await field.pressSequentially(shop.url.slice(0, -1), { delay: 20 })
  await dialog.getByRole('status', { name: 'Checking' }).or(dialog.getByLabel('Checking')).first().waitFor()
  await verdict('The widget is live on this page.')
  // A good result shows no advice.
  const [found] = await dialog.getByRole('listitem').filter({ hasText: 'The tag has this agent' }).allInnerTexts()
  expect(found).toBe('The tag has this agent and its region.')
  expect(asked).toHaveLength(1)
  const waited = await page.evaluate(() => {
    const check = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/embed-check'))
    return (check?.startTime ?? 0) - (globalThis as unknown as { typedAt: number }).typedAt
  })
  expect(waited).toBeGreaterThan(1700)
  expect(waited).toBeLessThan(3500)
  await look(page, 'deploy-live')
  const again = async () => button(dialog, 'Check').click()
  shop.show(shopPage(tag), { 'content-security-policy': "default-src 'self'; style-src 'unsafe-inline'" })
  await again()
  await verdict('The widget is on this page, but it doesn’t show.')
  await dialog.getByText(`script-src ${stage.url};`).waitFor()
  await look(page, 'deploy-blocked')
  await expectAccessible(page)
  shop.show(shopPage(tag.replace(agentId, 'AbCdEfGhIjKlMnOp')))
  await again()
  await verdict('The tag is for another agent: AbCdEfGhIjKlMnOp.')
  shop.show(shopPage('<script>w.push({"gtm.start":1});"GTM-AB12CD"</script>'))
  await again()
  await verdict('The page uses a tag manager (GTM-AB12CD) that may add the widget.')
  await field.fill('http://169.254.169.254/')
  await field.press('Enter')
  await verdict('We couldn’t read this page.')
  await field.fill('nonsense')
  await field.press('Enter')
  await dialog.getByText('Enter a page’s URL, for example https://www.example.com.').waitFor()
})

test('a site that loaded the widget is listed', async () => {
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
        timeout: 60_000,
      },
    )
    .toContain(new URL(shop.url).origin)
})

test('the sample site shows every display mode; prototype and demo are public', async () => {
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
  await page.getByRole('combobox', { name: 'Show chat as' }).selectOption('popup')
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
      await expectAccessible(page, name)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(wide, name).toBeLessThanOrEqual(0)
      await look(page, `${name}-${scheme}`)
    }
  },
)

test('the public view contains no secret', async () => {
  const { SECRET_API_KEY } = await stored(agentId)
  const { data } = await call<{ data: object }>(`${stage.url}/api/eu/public/agents/${agentId}`)
  expect(JSON.stringify(data)).not.toContain(SECRET_API_KEY)
  expect(Object.keys(data)).not.toContain('allowedDomains')
})
