// A widget's theme: what its owner chooses next to the real chat, what is stored, and what visitors see.
import type { Frame } from 'playwright-core'
import type { Agent } from '@parlance/contract/agents/schemas'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { chatOf, frameWith, openChat, scriptTag } from './chat.ts'
import { call, setStage, testAll, type Owner } from './harness.ts'
import { look, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage()
const TITLE = 'Lumen helper'

/** Counts requests; the widget must make none. */
let canary: Server
let hits = 0
beforeAll(async () => {
  canary = createServer((_request, response) => {
    hits += 1
    response.end()
  })
  await new Promise<void>((resolve) => {
    canary.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(() => canary.close())
const elsewhere = () => `http://127.0.0.1:${(canary.address() as AddressInfo).port}`

const stored = async (owner: Owner, agentId: string): Promise<Agent> => {
  const { data, draft } = await owner.get<{ data: Agent; draft: { config: Agent } | null }>(`/v2/agents/${agentId}`)
  return draft?.config ?? data
}
const variable = (frame: Frame, name: string) =>
  frame.evaluate(`getComputedStyle(document.documentElement).getPropertyValue('${name}').trim()`) as Promise<string>
const styleOf = (frame: Frame, selector: string, property: string) =>
  frame.evaluate(
    `(() => { const it = document.querySelector('${selector}'); return it ? getComputedStyle(it).getPropertyValue('${property}') : '' })()`,
  ) as Promise<string>

async function design(config: Partial<Agent> = {}, options: Parameters<typeof stage.newPage>[0] = {}) {
  const owner = await stage.owner()
  const agentId = await owner.agent(TITLE, config)
  const page = await stage.newPage({ width: 1440, height: 900, ...options })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/overview`)
  await page.getByRole('textbox', { name: 'Primary colour' }).waitFor()
  const preview = await frameWith(page, '/preview?preview')
  await preview.waitForSelector('.bubble')
  return { owner, agentId, page, preview }
}
/** An agent's chat on a host page. */
async function visit(agentId: string) {
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const page = await stage.newPage()
  await page.goto(site.url)
  await openChat(page, TITLE)
  return { page, chat: chatOf(page, TITLE), frame: await frameWith(page, `/widget/frame/eu/${agentId}`) }
}

test('presets, dark mode and a custom colour are stored as specified and shown at once in the widget', async () => {
  const { owner, agentId, page, preview } = await design()
  const shades = page.getByRole('list', { name: 'Shades' }).getByRole('button')
  const colours = () => shades.evaluateAll((all) => all.map((one) => (one as unknown as { title: string }).title))
  // Six presets in order, and ten swatches.
  const presets = page.getByRole('group', { name: 'Preset' }).getByRole('radio')
  expect(await presets.evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value))).toEqual(
    ['blue', 'purple', 'cyan', 'pink', 'yellow', 'red'].map((colour) => `${colour}-light`),
  )
  expect((await shades.allTextContents()).map((text) => text.trim())).toEqual(
    [50, 100, 200, 300, 400, 500, 600, 700, 800, 900].map((step) => `Primary ${step}`),
  )
  await page.getByTitle('Purple', { exact: true }).click()
  await expect.poll(async () => (await stored(owner, agentId)).theme).toBe('purple-light')
  await expect.poll(() => variable(preview, '--accent')).toBe('#7340e0')
  const light = await colours()
  await page.getByRole('switch', { name: /^Dark mode/ }).click()
  await expect.poll(async () => (await stored(owner, agentId)).theme).toBe('purple-dark')
  expect(await colours()).toEqual(light.toReversed())
  await expect.poll(() => variable(preview, '--surface')).toBe('#16181d')

  // Invalid or short hex values change nothing.
  const primary = page.getByRole('textbox', { name: 'Primary colour' })
  for (const text of ['#12AB3', '12AB3g']) {
    await primary.fill(text)
    expect(await colours()).toEqual(light.toReversed())
  }
  await primary.fill('12ab34')
  await expect.poll(() => variable(preview, '--accent')).toBe('#12ab34')
  await expect.poll(async () => (await stored(owner, agentId)).theme).toBe('custom-dark')
  const theme = JSON.parse((await stored(owner, agentId)).customThemeJSONString)
  expect(Object.keys(theme)).toEqual(['ownerID', 'themeType', 'primary', 'nineColorPallet'])
  expect(theme).toMatchObject({ ownerID: owner.uid, themeType: 'dark', primary: '#12ab34' })
  expect(theme.nineColorPallet).toEqual([95, 90, 80, 70, 60, 50, 40, 30, 20, 10].map((step) => [133, 81, step]))

  await page.getByRole('button', { name: 'Undo appearance change' }).click()
  await expect.poll(() => variable(preview, '--accent')).toBe('#7340e0')
  await page.getByRole('button', { name: 'Redo' }).click()
  await expect.poll(() => variable(preview, '--accent')).toBe('#12ab34')
  await owner.publish(agentId, { theme: 'custom-dark', customThemeJSONString: JSON.stringify(theme) })
  const { frame } = await visit(agentId)
  await expect.poll(() => variable(frame, '--accent')).toBe('#12ab34')
  await expect.poll(() => styleOf(frame, 'body', 'background-color')).toBe('rgb(22, 24, 29)')
  await expect.poll(() => styleOf(frame, 'body', 'font-family')).toContain('DM Sans')
  await expect
    .poll(() => frame.evaluate(`document.fonts.ready.then(() => document.fonts.check('16px "DM Sans"'))`))
    .toBe(true)
})

testAll('own themes are saved by name, worn, renamed, and come back when their deletion is undone', async () => {
  const { owner, agentId, page } = await design({}, { allow: [/status of 409/] })
  await page.getByRole('textbox', { name: 'Primary colour' }).fill('#f7c325')
  // Explains a colour with low contrast and offers the nearest readable one.
  const warning = page.getByRole('alert').filter({ hasText: 'hard to read' })
  expect(await warning.textContent()).toContain('needs 4.5')
  await warning.getByRole('button').click()
  await warning.waitFor({ state: 'detached' })
  const field = page.getByRole('textbox', { name: 'Theme name' })
  await field.fill('Harbour')
  await field.press('Enter')
  await page.getByRole('button', { name: 'Apply Harbour' }).getByText('in use').waitFor()
  await field.fill('harbour')
  await field.press('Enter')
  await page.getByText('There is already a theme called “harbour”.').waitFor()
  await page.getByTitle('Red', { exact: true }).click()
  await page.getByRole('button', { name: 'Actions for Harbour' }).click()
  await page.getByRole('menuitem', { name: 'Rename Harbour' }).click()
  const rename = page.getByRole('textbox', { name: 'Rename theme' })
  await rename.fill('Quay')
  await rename.press('Enter')
  await page.getByRole('button', { name: 'Apply Quay' }).click()
  await expect.poll(async () => (await stored(owner, agentId)).theme).toBe('custom-light')
  await page.getByRole('button', { name: 'Actions for Quay' }).click()
  await page.getByRole('menuitem', { name: 'Delete Quay' }).click()
  await page.getByRole('button', { name: 'Apply Quay' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Apply Quay' }).waitFor()
})

testAll(
  'CSS is underlined where visitors do not get it, reaches the chat without it, and fetches nothing',
  async () => {
    const { owner, agentId, page, preview } = await design()
    const hostile = [
      `@import url(${elsewhere()}/import);`,
      `@font-face{font-family:x;src:url(${elsewhere()}/font)}`,
      `.bubble{background:url(${elsewhere()}/url);font-family:x}`,
      `.field{background:u\\72l(${elsewhere()}/escape);--x:url(${elsewhere()}/var);border-image:var(--x)}`,
      `.header{background:image-set("${elsewhere()}/set" 1x)}`,
      `textarea[placeholder^=W]{list-style-image:url(${elsewhere()}/attribute)}`,
      `.chat{position:fixed}</style><img src=${elsewhere()}/break>`,
    ]
    const css = `${hostile[0]}\n.bubble { border-top: 3px solid rgb(1, 2, 3); color: var(--primary-50) }\n${hostile.slice(1).join('\n')}`
    await page.getByRole('textbox', { name: 'Custom CSS' }).fill(css)
    await expect.poll(() => styleOf(preview, '.bubble', 'border-top-color')).toBe('rgb(1, 2, 3)')
    await page.getByText('@import isn’t supported here.').waitFor()
    await expect.poll(() => page.locator('.cm-marked').count()).toBeGreaterThan(4)
    await expect.poll(async () => (await stored(owner, agentId)).ADVANCED_customCSS).toBe(css)
    await owner.publish(agentId, { ADVANCED_customCSS: css })
    const { page: shop, frame } = await visit(agentId)
    await expect.poll(() => styleOf(frame, '.bubble', 'border-top-width')).toBe('3px')
    await expect.poll(() => styleOf(frame, '.bubble', 'color')).toBe('rgb(4, 18, 47)')
    expect(await styleOf(frame, '.chat', 'position')).not.toBe('fixed')
    await shop.waitForLoadState('networkidle')
    expect(hits).toBe(0)
  },
)

testAll('every field of the look changes the widget', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent(TITLE)
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  const picture = async (name: string) => {
    const body = { agentId, base64Payload: png, targetPath: `${name}.png` }
    const { data } = await call<{ data: { url: string } }>(`${owner.api}/rpc/uploadFile`, owner.token, body)
    return data.url
  }
  const [roundedImageURL, avatarImageUrl, headerImageUrl, chatBgURL] = await Promise.all(
    ['round', 'avatar', 'header', 'background'].map(picture),
  )
  const config = { roundedImageURL, avatarImageUrl, headerImageUrl, chatBgURL } as Partial<Agent>
  await owner.publish(agentId, { ...config, branding: 'By the harbour', fontFamily: 'Monospace', cornerRadius: 0 })
  const { page, chat, frame } = await visit(agentId)
  const pathOf = (url = '') => url.replace(stage.url, '')
  const launcherPicture = page.getByRole('button', { name: /^Close chat/ }).locator('img')
  expect(await launcherPicture.getAttribute('src')).toContain(pathOf(roundedImageURL))
  expect(await frame.locator('.avatar img').first().getAttribute('src')).toContain(pathOf(avatarImageUrl))
  await expect.poll(() => styleOf(frame, '.header', 'background-image')).toContain(pathOf(headerImageUrl))
  await expect.poll(() => variable(frame, '--chat-image')).toContain(pathOf(chatBgURL))
  await expect.poll(() => variable(frame, '--radius')).toBe('0px')
  await expect.poll(() => styleOf(frame, 'body', 'font-family')).toContain('monospace')
  await chat.frame.getByText('By the harbour').waitFor()
  await look(page, 'theme-pictures')
})

testAll('the preview is the chat in every way to show it', async () => {
  const { page, preview } = await design({ branding: 'By **Lumen**', position: 'left', cornerRadius: 4 })
  const place = page.getByRole('region', { name: 'Your page' })
  const size = (name: string) => page.getByRole('radiogroup', { name: 'Screen size' }).getByText(name).click()
  await preview.getByText('By Lumen').waitFor()
  // The workspace has never paid.
  await preview.getByText('Powered by Parlance', { exact: true }).waitFor()
  await expect.poll(() => variable(preview, '--radius')).toBe('4px')
  for (const name of ['Desktop', 'Tablet', 'Phone']) {
    await size(name)
    await place.locator('iframe').waitFor()
    await look(page, `theme-${name.toLowerCase()}`)
  }
  await size('Desktop')
  for (const mode of ['Popup', 'Full width', 'Modal', 'Corner']) {
    await page.getByRole('combobox', { name: 'Layout' }).click()
    await page.getByRole('option', { name: mode }).click()
    await place.locator('iframe').waitFor()
    await look(page, `theme-${mode.replace(' ', '-').toLowerCase()}`)
  }
  await page.getByRole('button', { name: 'Close chat preview' }).click()
  await place.locator('iframe').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Open chat preview' }).click()
  await page.getByRole('switch', { name: 'Right to left' }).click()
  const frame = await frameWith(page, '/preview?preview')
  await expect.poll(() => frame.evaluate('document.documentElement.dir')).toBe('rtl')
})

testAll.each([
  ['light', 1440],
  ['dark', 390],
] as const)('axe finds nothing in the editor, %s and %i wide', async (scheme, width) => {
  const css = '.bubble { position: fixed }'
  const theme = scheme === 'dark' ? 'yellow-dark' : 'yellow-light'
  const { page, preview } = await design({ theme, ADVANCED_customCSS: css }, { scheme, width, height: 900 })
  await page.getByText('position is static').waitFor()
  await expectAccessible(page)
  await expectAccessible(preview)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  await look(page, `theme-${width === 390 ? 'phone' : 'wide'}-${scheme}`)
  for (const [part, place] of [
    ['own', page.getByRole('region', { name: 'Your themes' })],
    ['css', page.getByText('position is static')],
  ] as const) {
    await place.scrollIntoViewIfNeeded()
    await page.locator('.cm-line').first().waitFor()
    await look(page, `theme-${part}-${width === 390 ? 'phone' : 'wide'}-${scheme}`)
  }
})
