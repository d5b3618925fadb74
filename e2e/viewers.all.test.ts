// The viewer role on builder pages: everything is readable, nothing offers a refused action.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, setStage, viewerOf, type Owner } from './harness.ts'
import { look, expectAccessible } from './pages.ts'

const stage = setStage()

/** A workspace with an entry in every builder list. */
async function filledWorkspace(ada: Owner) {
  const send = (path: string, body: object, method = 'POST') => call(ada.api + path, ada.token, body, method)
  const [agentId, workspace] = [await ada.agent('Shared'), `/v2/workspaces/${ada.uid}`]
  const { data } = await call<{ data: { ID: string } }>(`${ada.api}/v2/agents/${agentId}/kb`, ada.token, {
    name: 'Opening hours',
    content: 'We open at nine.',
  })
  await send(`/v2/agents/${agentId}/goldens`, { question: 'When do you open?', docId: data.ID, quote: '' })
  const steps = [{ message: 'When do you open?', expectations: [{ type: 'contains', text: 'nine' }] }]
  await send(`/v2/agents/${agentId}/tests/hours`, { name: 'Tells the hours', steps }, 'PUT')
  await send(`${workspace}/tools/hours`, { name: 'look_up', description: '', serverUrl: 'https://x.test/' }, 'PUT')
  await send(`${workspace}/secrets/shop_key`, { value: 'not-to-be-seen' }, 'PUT')
  const tools = [{ id: 'orders', name: 'look_up_order', serverUrl: 'https://x.test/' }]
  const mcpServers = [{ id: 'shop', name: 'Shop', url: 'https://mcp.x.test/' }]
  await send(`/v2/agents/${agentId}/draft`, { tools, mcpServers }, 'PUT')
  return agentId
}
/** Enabled controls in a part of the page. */
const live = (page: Page, within: string) =>
  page
    .locator(within)
    .evaluate((part) =>
      [...part.querySelectorAll<HTMLButtonElement>('button, input[type=checkbox], input[type=file]')]
        .filter((control) => !control.matches(':disabled') && control.checkVisibility())
        .map((control) => control.getAttribute('aria-label') ?? control.textContent.trim()),
    )

/** Enabled inputs: editable fields and switches. */
const taking = (page: Page) =>
  page.locator('main').evaluate((part) =>
    [...part.querySelectorAll<HTMLInputElement>('input, textarea, [contenteditable=true]')]
      .filter(
        (field) => !field.matches(':disabled, [aria-readonly=true]') && !field.readOnly && field.checkVisibility(),
      )
      // Skips options of one fixed choice; searches change nothing.
      .filter((field) => field.type !== 'search' && !field.labels?.[0]?.hasAttribute('data-read-only'))
      .filter((field) => !field.closest('[data-testid=live-preview]'))
      .map((field) => field.getAttribute('aria-label') ?? field.labels?.[0]?.textContent ?? field.outerHTML),
  )

test('a viewer finds no control that would be refused', async () => {
  const ada = await stage.owner()
  const cleo = await viewerOf(ada, await stage.owner())
  const agentId = await filledWorkspace(ada)
  const page = await stage.newPage()
  await cleo.signIn(page)
  // An agent's link switches to its workspace.
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/kb`)
  await page.getByRole('main').getByText('Opening hours', { exact: true }).waitFor()
  const views = ['Sources', 'Retrieval tests', 'Gaps', 'Contradictions']
  const at = `/agents/${agentId}`
  // Path, expected content, remaining buttons, and what opens a row.
  const places: [path: string, shows: string, pressed: string[], row?: string][] = [
    [`${at}/kb`, 'Opening hours', [...views, 'Opening hours'], 'Opening hours'],
    [`${at}/kb?view=goldens`, 'When do you open?', [...views, 'When do you open?'], 'When do you open?'],
    [`${at}/kb?view=gaps`, 'Open', views],
    [`${at}/kb?view=conflicts`, 'Open', views],
    [`${at}/tests`, 'Tells the hours', ['Tells the hours1 message'], 'Tells the hours'],
    [`${at}/nodes/tools`, 'look_up_order', ['View look_up_order', 'View Shop'], 'View look_up_order'],
    [`${at}/nodes/tools`, 'Shop', ['View look_up_order', 'View Shop'], 'View Shop'],
    [`${at}/leads`, 'No leads yet', ['Capture rules and stages']],
    ['/integrations', 'look_up', ['View look_up'], 'View look_up'],
    ['/automations', 'Let your agents read a website', []],
    ['/credentials', 'shop_key', []],
  ]
  for (const [path, shows, pressed, row] of places) {
    await page.goto(`${stage.url}/app/eu${path}`)
    await page.getByRole('main').getByText(shows, { exact: true }).first().waitFor()
    await expect.poll(async () => (await live(page, 'main')).toSorted(), { message: path }).toEqual(pressed.toSorted())
    if (!row) continue
    await page.getByRole('main').getByRole('button', { name: row }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).waitFor()
    expect(
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Save|Delete|Run now)/ })
        .count(),
    ).toBe(0)
    await look(page, `viewer-${path.replace(at, '').replaceAll(/[^a-z]+/g, '-')}`)
    await expectAccessible(page, path)
  }
  // Links to a create form show only the list.
  await page.goto(`${stage.url}/app/eu${at}/kb?add=file`)
  await page.getByRole('main').getByText('Opening hours', { exact: true }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('a viewer sees a read-only notice on every page of an agent, and no enabled field', async () => {
  const ada = await stage.owner()
  const cleo = await viewerOf(ada, await stage.owner())
  const agentId = await filledWorkspace(ada)
  const page = await stage.newPage()
  await cleo.signIn(page)
  const at = `/agents/${agentId}`
  const settings = ['core', 'ui', 'language', 'security', 'handoff', 'analytics', 'advanced', 'integrations']
  const pages: [path: string, heading: string][] = [
    [`${at}/overview`, 'Design'],
    [`${at}/nodes`, 'Prompt'],
    [`${at}/nodes/tools`, 'Tools'],
    [`${at}/voice?tab=advanced`, 'Voice'],
    ...settings.map((tab): [string, string] => [`${at}/settings?tab=${tab}`, 'Settings']),
    [`/agents/widget?vg_id=${agentId}`, 'Overview'],
    [`/agents/widget?vg_id=${agentId}&tab=theme`, 'Theme'],
  ]
  for (const [path, heading] of pages) {
    await page.goto(`${stage.url}/app/eu${path}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.getByText('You can view this agent. Editors can change it.').waitFor()
    await page.waitForLoadState('networkidle')
    await expect.poll(() => taking(page), { message: path }).toEqual([])
  }
  // There is no widget to show yet.
  await page.goto(`${stage.url}/app/eu/agents/widget`)
  await page.getByRole('heading', { level: 1, name: 'New widget' }).waitFor()
  expect(await page.getByRole('main').locator('input, textarea').count()).toBe(0)
})
