// API keys and the audit log: created and copied once, tested, rotated, revoked, and logged.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setStage, testAll, type Owner } from './harness.ts'
import { inspect, look, expectAccessible } from './pages.ts'

const stage = setStage()
const run = promisify(execFile)
const newest: { owner?: Owner } = {}
const tabOf = (tab: string, query = '') => `${stage.url}/app/eu/workspace?tab=${tab}${query}`
const keys = (page: Page) => page.getByRole('list', { name: 'API keys' }).getByRole('listitem')
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const button = (at: Page | ReturnType<Page['getByRole']>, name: string) => at.getByRole('button', { name, exact: true })
/** The content of a code box. */
const boxed = (page: Page, name: string) => page.getByRole('region', { name, exact: true }).innerText()
/** Runs the terminal example with the real key instead of its mask. */
const paste = async (example: string, key: string) => {
  const address = /"(http[^"]+)"/.exec(example)?.[1] ?? ''
  const { stdout } = await run('curl', ['-s', '-w', '\n%{http_code}', '-H', `Authorization: Bearer ${key}`, address])
  return Number(stdout.trim().split('\n').at(-1))
}

test('a key is created, works as the example shows, is rotated with a grace period, and revoked', async () => {
  const owner = (newest.owner = await stage.owner())
  await owner.agent('Lumen helper')
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(tabOf('keys'))
  await page.getByRole('heading', { name: 'No API keys yet' }).waitFor()
  await expectAccessible(page)
  await look(page, 'keys-empty')

  await button(page, 'New key').click()
  const form = dialog(page, 'New API key')
  await button(form, 'Create key').click()
  await form.getByText('Enter a name.').waitFor()
  await form.getByRole('textbox', { name: 'Name' }).fill('Nightly export')
  await form.getByText('Agents and knowledge', { exact: true }).click()
  expect(await form.getByRole('checkbox', { name: 'Write Knowledge' }).isChecked()).toBe(true)
  expect(await form.getByRole('checkbox', { name: 'Read Files' }).isChecked()).toBe(false)
  await expectAccessible(page)
  await look(page, 'keys-form')
  await button(form, 'Create key').click()

  await dialog(page, 'Your key “Nightly export”').waitFor()
  const first = (await boxed(page, 'API key')).trim()
  expect(first).toMatch(/^pk_[A-Za-z0-9]{40}$/)
  const example = await boxed(page, 'Command-line example')
  expect(example).not.toContain(first)
  expect(await paste(example, first)).toBe(200)
  await expectAccessible(page)
  await look(page, 'keys-made')
  await button(page, 'I’ve copied it').click()
  await expect.poll(() => keys(page).innerText()).toContain(`pk_…${first.slice(-4)}`)
  await expect.poll(() => page.content()).not.toContain(first)

  await button(page, 'Actions for Nightly export').click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  await button(dialog(page, 'Rotate “Nightly export”'), 'Create new key').click()
  await dialog(page, 'Your key “Nightly export”').waitFor()
  const second = (await boxed(page, 'API key')).trim()
  expect([await paste(example, first), await paste(example, second)]).toEqual([200, 200])
  await button(page, 'I’ve copied it').click()
  await page.getByText('The old key works until').waitFor()

  await button(page, 'Actions for Nightly export').click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await button(dialog(page, 'Revoke “Nightly export”?'), 'Revoke').click()
  await page.getByRole('heading', { name: 'No API keys yet' }).waitFor()
  expect([await paste(example, first), await paste(example, second)]).toEqual([401, 401])
})

testAll('the workspace secret is shown when asked for, and renewed after a question', async () => {
  const { owner } = newest
  if (!owner) throw new Error('There is no owner.')
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(tabOf('keys'))
  const field = page.getByRole('textbox', { name: 'Secret' })
  await expect.poll(() => field.inputValue()).toMatch(/^vg_•+$/)
  await button(page, 'Show key').click()
  await expect.poll(() => field.inputValue()).toMatch(/^vg_[A-Za-z0-9]{20}$/)
  const before = await field.inputValue()
  await button(page, 'Renew secret').click()
  await button(dialog(page, 'Renew the workspace secret?'), 'Renew secret').click()
  await expect.poll(() => field.inputValue()).not.toBe(before)
  await expect.poll(() => field.inputValue()).toMatch(/^vg_[A-Za-z0-9]{20}$/)
})

testAll('the log tells all of it, narrows down by its address, and comes along as a file', async () => {
  const { owner } = newest
  if (!owner) throw new Error('There is no owner.')
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(tabOf('audit'))
  const today = page.getByRole('list', { name: 'Entries' })
  const said = async () => (await today.getByRole('listitem').allInnerTexts()).join('\n')
  await expect.poll(said).toContain('renewed the workspace secret')
  for (const action of [
    'created an API key “Nightly export”',
    'rotated an API key',
    'revoked an API key',
    'created an agent',
  ])
    expect(await said()).toContain(action)
  await button(page, 'Verify log').click()
  await page.getByText(/All \d+ entries are unchanged\./).waitFor()

  await page.getByRole('combobox', { name: 'What' }).click()
  await page.getByRole('option', { name: 'Agents', exact: true }).click()
  await expect.poll(said).not.toContain('API key')
  await page.waitForURL(/what=agents/)
  await page.reload()
  await expect.poll(said).toContain('created an agent')
  expect(await said()).not.toContain('API key')
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download CSV').click()])
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain('agents.convertAgentTemplateToAgent')
  expect(text).not.toContain('workspaces.createKey')

  await page.goto(tabOf('audit', '&who=nobody-of-this-name'))
  await page.getByRole('heading', { name: 'No entries match these filters' }).waitFor()
  await button(page, 'Clear filters').click()
  await expect.poll(said).toContain('renewed the workspace secret')
})

testAll('the request log shows what keys called, and narrows down by its address', async () => {
  const { owner } = newest
  if (!owner) throw new Error('There is no owner.')
  const page = await stage.newPage()
  await owner.signIn(page)
  await page.goto(tabOf('requests'))
  const said = async () => (await page.getByRole('list', { name: 'Requests' }).allInnerTexts()).join('\n')
  await expect.poll(said).toContain('Nightly export')
  await page.getByRole('combobox', { name: 'Method' }).click()
  await page.getByRole('option', { name: 'DELETE', exact: true }).click()
  await page.waitForURL(/method=DELETE/)
  await page.getByRole('heading', { name: 'No requests match these filters' }).waitFor()
  await button(page, 'Clear filters').click()
  await expect.poll(said).toContain('/agents')
})

testAll.each([
  ['wide', 1280, 900],
  ['phone', 390, 844],
] as const)('%s: nothing for axe, nothing sideways, pictures to look at', async (name, width, height) => {
  const { owner } = newest
  if (!owner) throw new Error('There is no owner.')
  const page = await stage.newPage({ width, height })
  await owner.signIn(page)
  for (const [tab, there] of [
    ['keys', page.getByRole('button', { name: 'New key' })],
    ['keys&key=new', page.getByRole('table', { name: 'Scopes' })],
    ['requests', page.getByRole('list', { name: 'Requests' })],
    ['audit', page.getByRole('list', { name: 'Entries' })],
  ] as const) {
    await page.goto(tabOf(tab))
    await there.first().waitFor()
    await inspect(page, `${tab.replaceAll(/\W/g, '-')}-${name}`)
  }
})
