// A widget's settings page: unsaved changes, saving, and that every field is restored.
import type { Agent, AgentConfig } from '@parlance/contract/agents/schemas'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { setStage, testAll, type Owner } from './harness.ts'
import { expectAccessible } from './pages.ts'

const stage = setStage()
let owner: Owner
let agentId: string
beforeAll(async () => {
  owner = await stage.owner()
  agentId = await owner.agent('Ada', { description: 'Answers about lamps.' })
})

const button = (at: Page | Locator, name: string | RegExp) => at.getByRole('button', { name, exact: true })
const tab = (at: Page | Locator, name: string) => at.getByRole('tab', { name, exact: true })

async function open(path: string, options: Parameters<typeof stage.newPage>[0] = {}) {
  const page = await stage.newPage(options)
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu${path}`)
  return page
}
const stored = async (id: string) => (await owner.get<{ data: Agent }>(`/v2/agents/${id}`)).data

describe('widget settings', () => {
  test('a new widget shows unsaved changes and is created by Save', async () => {
    const page = await open('/agents/widget')
    const names = () => page.getByRole('tablist', { name: 'Widget navigation' }).getByRole('tab').allTextContents()
    await tab(page, 'Overview').waitFor()
    expect(await names()).toEqual(['Overview', 'Sources', 'Theme', 'Settings', 'Save to Enable'])
    expect(await tab(page, 'Save to Enable').isDisabled()).toBe(true)
    expect(await button(page, 'Test Chatbot').isDisabled()).toBe(true)
    expect(await button(page, 'Save').isDisabled()).toBe(true)
    await button(page, 'Deploy Widget').click()
    await page.getByText('Please save and publish first.', { exact: true }).waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    // The tab's content loads lazily.
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expectAccessible(page)
    await page.getByLabel('Title').fill('Harbour helper')
    // Leaving with unsaved text asks first.
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

  testAll('a saved one: its data, its chat, its code, its links', async () => {
    const page = await stage.newPage()
    await owner.signIn(page)
    // By the clock of the page.
    await page.addInitScript(`window.seen = []
      setInterval(() => {
        if (document.body?.textContent.includes('Widget data loaded succesfully')) seen.push(performance.now())
      }, 50)`)
    await page.goto(`${stage.url}/app/eu/agents/widget?vg_id=${agentId}`)
    const notice = page.getByText('Widget data loaded succesfully', { exact: true })
    await expect.poll(() => page.evaluate('seen.length')).toBeGreaterThan(0)
    await notice.waitFor({ state: 'detached' })
    const shown = Number(await page.evaluate('seen.at(-1) - seen[0]'))
    expect(shown).toBeGreaterThan(1500)
    expect(shown).toBeLessThan(4500)
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

  testAll('one of Voiceflow: from New, without sources, and back to its own address', async () => {
    const page = await open('/agents')
    await button(page, 'New Agent').first().click()
    await page.getByRole('link', { name: 'Create a widget for it' }).click()
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
    // The list of agents links back here.
    await page.getByRole('link', { name: 'All agents' }).click()
    await button(page, 'More for Flo').click()
    await page.getByRole('menuitem', { name: 'Widget settings' }).click()
    await page.waitForURL(/\/agents\/vf\?vg_id=/)
  })

  testAll('another workspace’s widget does not exist, nor does an unknown one', async () => {
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
      ['autoStartWidget', 'switch', 'Open automatically', true],
      ['smartInit', 'switch', 'Start conversation when opened', false],
      ['messageDelayMS', 'number', 'Delay between messages', 1500],
      ['scrollAnimation', 'switch', 'Scroll animation', false],
      ['vg_enableUIEngine', 'switch', 'Cards, buttons and forms', true],
      ['syncBrowser', 'switch', 'One conversation across tabs', false],
      ['listenForUrlChanges', 'switch', 'Track page address changes', true],
      ['ignoredUrlPaths', 'list', 'Ignored paths', ['/cart/*']],
      ['allowAttachments', 'switch', 'Images and files', true],
      ['allowVoiceNotes', 'switch', 'Voice notes', true],
      ['unreadSound', 'switch', 'Sound for new messages', true],
      ['unreadTitleFlash', 'switch', 'Flash page title', true],
      ['askRating', 'switch', 'Ask for a rating', false],
      ['offerTranscript', 'switch', 'Email transcript', false],
    ],
  ],
  [
    ['Settings', 'Hand-off'],
    [
      ['UIhandoffTitle', 'text', 'Title', 'Talk to us'],
      ['UIhandoffSubtitle', 'text', 'Subtitle', 'From 9 to 5'],
      ['alwaysShowHandoff', 'switch', 'Always show hand-off', true],
      ['handoffTimeoutS', 'number', 'Hand-off wait time, in seconds', 90],
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
      ['unavailableMessage', 'text', 'Message when your agent can’t answer', 'Back soon'],
    ],
  ],
  [['Settings', 'Analytics'], [['enableGeoAnalytics', 'switch', 'Visitor country', true]]],
  [['Settings', 'Advanced'], [['enableNodes', 'switch', 'Use steps', false]]],
  [
    ['Theme'],
    [
      ['cornerRadius', 'number', 'Roundness', 8],
      ['position', 'choice', 'Left', 'left'],
      ['branding', 'text', 'Branding text', 'By Grace'],
    ],
  ],
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

testAll('every field that is changed here is stored by Save, and shown again', async () => {
  const id = await owner.agent('Round trip')
  const page = await open(`/agents/widget?vg_id=${id}`)
  const visit = async (place: readonly string[]) => {
    for (const name of place) await tab(page, name).click()
  }
  for (const [place, fields] of PLACES) {
    await visit(place)
    for (const field of fields) await set(page, field)
    await page.getByText('Saved as draft', { exact: true }).waitFor()
  }
  // The proactive message has a switch, the language a list.
  await visit(['Settings', 'UI'])
  await page.getByRole('switch', { name: /^Proactive message/ }).setChecked(true, { force: true })
  await page.getByRole('textbox', { name: 'Proactive message' }).fill('Need light?')
  await page.getByText('Saved as draft', { exact: true }).waitFor()
  await visit(['Settings', 'Language'])
  await page
    .getByRole('combobox', { name: 'Language' })
    .or(page.getByRole('textbox', { name: 'Language' }))
    .first()
    .click()
  await page.getByRole('option', { name: 'German', exact: true }).click()
  await page.getByText('Saved as draft', { exact: true }).waitFor()
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

testAll('Save publishes what was changed here, and a half-written prompt stays a draft', async () => {
  const id = await owner.agent('Half written', { enableNodes: false })
  const page = await open(`/agents/${id}/nodes`)
  await page.getByRole('textbox', { name: /^System prompt/ }).fill('Half a prom')
  await page.getByText('Saved', { exact: true }).waitFor()
  const before = await stored(id)
  await page.goto(`${stage.url}/app/eu/agents/widget?vg_id=${id}`)
  await page.getByLabel('Description').fill('Knows ships')
  await page.getByText('Saved as draft', { exact: true }).waitFor()
  await button(page, 'Save').click()
  await page.getByText('Published. Your other changes are still in the draft.', { exact: true }).waitFor()
  await page.waitForURL(`**/agents/${id}/overview`)
  expect(await stored(id)).toMatchObject({ description: 'Knows ships', vg_systemPrompt: before.vg_systemPrompt })
  expect(before.vg_systemPrompt).not.toBe('Half a prom')
  await page.goto(`${stage.url}/app/eu/agents/${id}/nodes`)
  await expect.poll(() => page.getByRole('textbox', { name: /^System prompt/ }).textContent()).toBe('Half a prom')
  expect(await button(page, 'Publish').isEnabled()).toBe(true)
})

testAll('a refused save keeps what was typed, and says why', async () => {
  const page = await open('/agents/widget', { allow: [/status of 400/, /CONNECTION_FAILED/] })
  await page.getByLabel('Title').fill('Broken')
  await page.route('**/api/eu/v2/agents/*', (route) =>
    route.fulfill({ status: 400, json: { success: false, code: 'INVALID_INPUT', message: 'Not like this.' } }),
  )
  await button(page, 'Save').click()
  await page.getByText('Failed to save agent: Not like this.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Broken')
  await page.unroute('**/api/eu/v2/agents/*')
  await page.route('**/api/eu/v2/agents/*', (route) => route.abort('connectionfailed'))
  await button(page, 'Save').click()
  await page.getByText(/^Failed to save agent, \S/).waitFor()
  await page.unroute('**/api/eu/v2/agents/*')
  await button(page, 'Save').click()
  await page.waitForURL(/\/agents\/[A-Za-z0-9]{16}\//)
})
