// The dashboard: its layout at every width, remembered state, lists, and safe edits.
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setStage, testAll, type Owner } from './harness.ts'
import { publishDraft, loseAccess } from './pages.ts'

const stage = setStage()
const widthOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.width ?? 0)
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

async function open(owner: Owner, path: string, options: Parameters<typeof stage.newPage>[0] = {}) {
  const page = await stage.newPage(options)
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu${path}`)
  return page
}

testAll('the navigation is 200 wide, 65 folded, and stays as it was left', async () => {
  const page = await open(await stage.owner(), '/agents')
  await navigation(page).waitFor()
  const column = page.getByTestId('side-nav')
  await expect.poll(() => widthOf(column)).toBe(200)
  expect(await button(page, 'Open the menu').isVisible()).toBe(false)
  await button(page, 'Collapse the navigation').click()
  await expect.poll(() => widthOf(column)).toBe(65)
  await page.reload()
  await button(page, 'Expand the navigation').waitFor()
  await expect.poll(() => widthOf(column)).toBe(65)
  await button(page, 'Expand the navigation').click()
  await expect.poll(() => widthOf(column)).toBe(200)
  const sessions = navigation(page).getByRole('link', { name: 'Sessions' })
  await sessions.waitFor()
  await button(page, 'Utilities').click()
  await sessions.waitFor({ state: 'hidden' })
  await page.reload()
  await expect.poll(() => button(page, 'Utilities').getAttribute('aria-expanded')).toBe('false')
  await sessions.waitFor({ state: 'hidden' })
})

testAll('on a phone the navigation is a drawer of 80 % that a link closes', async () => {
  const page = await open(await stage.owner(), '/agents', { width: 390, height: 800 })
  const drawer = page.getByRole('dialog', { name: 'Main navigation' })
  await button(page, 'Open the menu').waitFor()
  expect(await navigation(page).count()).toBe(0)
  await button(page, 'Open the menu').click()
  await expect.poll(() => widthOf(drawer)).toBe(312)
  await drawer.getByRole('link', { name: 'Credentials' }).click()
  await page.waitForURL('**/app/eu/credentials')
  await drawer.waitFor({ state: 'hidden' })
})

testAll('the colour scheme that was chosen outlives a reload', async () => {
  const page = await open(await stage.owner(), '/agents', { scheme: 'light' })
  const brightness = async () => {
    const colour = String(await page.evaluate('getComputedStyle(document.body).backgroundColor'))
    return Math.max(...(colour.match(/\d+/g) ?? []).slice(0, 3).map(Number))
  }
  await navigation(page).waitFor()
  await expect.poll(brightness).toBeGreaterThan(240)
  await navigation(page).getByRole('radio', { name: 'Dark' }).press('Space')
  await expect.poll(brightness).toBeLessThan(50)
  await page.reload()
  await navigation(page).waitFor()
  await expect.poll(brightness).toBeLessThan(50)
})

testAll('the test panel is 450 wide, less on a narrow screen, and its place is in the address', async () => {
  const owner = await stage.owner()
  const page = await open(owner, `/agents/${await owner.agent('Ada')}/overview`)
  await button(page, 'Show Test').click()
  await page.getByRole('region', { name: 'Test panel' }).waitFor()
  await page.setViewportSize({ width: 1024, height: 800 })
  await expect.poll(() => widthOf(page.getByTestId('side-slot'))).toBe(380)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(() => widthOf(page.getByTestId('side-slot'))).toBe(450)
  await page.waitForURL(/showDebugger=true/)
  await page.reload()
  await page.getByRole('region', { name: 'Test panel' }).waitFor()
})

testAll('the first thing that Tab finds skips the navigation', async () => {
  const page = await open(await stage.owner(), '/agents')
  await navigation(page).waitFor()
  await page.getByRole('button', { name: 'Create agent' }).waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate('document.activeElement.closest("main")?.id')).toBe('content')
})

test('the list of agents sorts newest first, searches, copies, confirms deletion, and redirects its old address', async () => {
  const owner = await stage.owner()
  const first = await owner.agent('First')
  for (const name of ['Second', 'Third']) await owner.agent(name)
  // Sorting has a resolution of seconds, so the last save needs its own second.
  const saveFirst = async () => {
    await owner.publish(first, { description: new Date().toISOString() })
    const { items } = await owner.get<{ items: { ID: string; lastModified: number }[] }>(
      `/v2/workspaces/${owner.uid}/agents`,
    )
    const at = items.find(({ ID }) => ID === first)?.lastModified ?? 0
    return items.every(({ ID, lastModified }) => ID === first || lastModified < at)
  }
  await expect.poll(saveFirst).toBe(true)
  const page = await open(owner, '/widgets')
  const cards = page.getByRole('main').getByRole('article')
  await expect.poll(() => cards.count()).toBe(3)
  expect(await cards.first().getAttribute('aria-label')).toBe('First')
  await page.getByRole('textbox', { name: 'Search agents' }).or(page.getByRole('searchbox')).fill('seco')
  await expect.poll(() => cards.count()).toBe(1)
  await button(page, 'More for Second').click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await expect.poll(() => cards.count()).toBe(2)
  await page.getByRole('article', { name: 'Second', exact: true }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “Second”?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await cards.count()).toBe(2)
  await page.getByRole('article', { name: 'Second', exact: true }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete agent' }).click()
  await expect.poll(() => cards.count()).toBe(1)
})

testAll('a person who signed out in another tab is asked to sign in before creating an agent', async () => {
  const page = await open(await stage.owner(), '/agents')
  await navigation(page).waitFor()
  loseAccess(page)
  // Pending requests would be refused and redirect the page before the click.
  await page.waitForLoadState('networkidle')
  await page.context().clearCookies()
  await button(page, 'New Agent').first().click()
  await page.getByText('You must be logged in to create an agent').waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
})

testAll('a deleted document can be brought back for a moment', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  await owner.teach(agentId, 'Opening hours', 'We are open from nine to five.')
  const page = await open(owner, `/agents/${agentId}/kb`)
  const documents = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
  await button(page, 'More for Opening hours').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete document' }).click()
  await expect.poll(() => documents.count()).toBe(0)
  await button(page, 'Undo').click()
  await expect.poll(() => documents.count()).toBe(1)
  await expect
    .poll(async () => (await owner.get<{ items: unknown[] }>(`/v2/agents/${agentId}/kb`)).items)
    .toHaveLength(1)
})

testAll('words typed into a document are not lost by closing it', async () => {
  const owner = await stage.owner()
  const page = await open(owner, `/agents/${await owner.agent('Ada')}/kb?add=text`)
  const drawer = page.getByRole('dialog', { name: 'Add Source' })
  await drawer.getByRole('textbox', { name: 'Text' }).fill('A long text')
  await drawer.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'hidden' })
  expect(await drawer.getByRole('textbox', { name: 'Text' }).inputValue()).toBe('A long text')
})

testAll('an agent changed elsewhere meanwhile: both versions are there to choose from', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Ada')
  const page = await open(owner, `/agents/${agentId}/overview`, { allow: [/status of 409 .*\/draft/] })
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.waitFor()
  // The page reads the agent again on opening; with the newer version there would be no conflict.
  await page.waitForLoadState('networkidle')
  await owner.publish(agentId, { description: 'Written by a colleague' })
  await title.fill('Grace')
  const conflict = page.getByRole('dialog', { name: 'Someone saved a newer version' })
  await conflict.getByRole('button', { name: /^Keep mine/ }).click()
  await publishDraft(page)
  const { data } = await owner.get<{ data: { title: string; description: string } }>(`/v2/agents/${agentId}`)
  expect(data).toMatchObject({ title: 'Grace', description: 'Written by a colleague' })
})
