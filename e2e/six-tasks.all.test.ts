// Six tasks of a new user with only the README: each clicks what the screen shows.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { runningEmbeddedUrl } from '../apps/server/src/lib/db/embedded.ts'
import { openPool } from '../apps/server/src/lib/db/pool.ts'
import { openChat, scriptTag } from './chat.ts'
import { newEmail, type Owner, PASSWORD, setStage } from './harness.ts'
import { expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage()
const PHONE = { width: 390, height: 844 }
const FACT = 'Repairs after the warranty cost 25 euros plus parts. The repair desk opens at nine.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name })

async function home(owner: Owner, size: { width: number; height: number } = { width: 1280, height: 800 }) {
  const page = await stage.newPage(size)
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents`)
  await page.getByRole('heading', { name: 'Agents', level: 1 }).waitFor()
  return page
}

test('signs up, teaches an agent, and gets the right answer', async () => {
  const page = await stage.newPage()
  await page.goto(stage.url)
  await link(page, 'Get the free plan').first().click()
  await page.getByLabel('Email').fill(newEmail())
  await button(page, 'Continue').click()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Create account').click()

  await page.getByRole('radio', { name: /Customer support/ }).click()
  await button(page, 'Continue').click()
  await button(page, 'Continue without a website').click()
  await button(page, 'Create agent').click()
  await button(page, 'Chat with your agent').click()
  const panel = page.getByRole('region', { name: 'Test panel' })
  await panel.waitFor()

  await page.getByRole('link', { name: 'Knowledge', exact: true }).click()
  await button(page, 'New Source').click()
  const drawer = page.getByRole('dialog', { name: 'New Source' })
  await drawer.getByLabel('Name').fill('Repairs')
  await drawer.getByRole('textbox', { name: 'Text' }).fill(FACT)
  await drawer.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('“Repairs” saved.').waitFor()
  const document = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
  await document.getByText('Ready').waitFor()

  await panel.getByRole('textbox', { name: 'Write a message' }).fill('What does a repair cost after the warranty?')
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel
    .getByText(/25 euros/)
    .first()
    .waitFor()
})

test("puts an agency's name and colour on what clients see", async () => {
  const page = await home(await stage.owner())
  await link(page, 'Agency').click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour Agents')
  await page.getByRole('tab', { name: 'Theme' }).click()
  await page.getByRole('textbox', { name: 'Primary colour' }).fill('#0b7285')
  await button(page, 'Save').click()
  await page.getByText('All changes saved').waitFor()
  await addClient(page)

  const [clients] = await Promise.all([page.context().waitForEvent('page'), button(page, 'View as admin').click()])
  await expect.poll(() => clients.title(), { timeout: 30_000 }).toContain('Harbour Agents')
  const colour = () =>
    clients.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--mantine-color-iris-filled').trim(),
    )
  await expect.poll(colour).toBe('#0b7285')
})

async function addClient(page: Page, email = '') {
  await link(page, 'Clients').click()
  await button(page, 'New client').click()
  const drawer = page.getByRole('dialog', { name: 'New client' })
  await drawer.getByLabel('Name').fill('Harbour Bakery')
  if (email !== '') {
    await drawer.getByRole('combobox', { name: 'Agents' }).click()
    await page.getByRole('option', { name: 'Baker' }).click()
    await page.keyboard.press('Escape')
    await drawer.getByLabel('First person’s email').fill(email)
    await expectAccessible(page)
  }
  await drawer.getByRole('button', { name: 'Create client' }).click()
  await page.getByText(email === '' ? 'Client created.' : `Client created. Invitation sent to ${email}.`).waitFor()
}

test('adds a client, whose first person sets a password and sees their agent', async () => {
  const owner = await stage.owner()
  await owner.agent('Baker')
  const page = await home(owner)
  const email = `mia.lund-${newEmail()}`
  await addClient(page, email)

  const mia = await stage.newPage(PHONE)
  await mia.goto(`${stage.url}/sandbox/mail`)
  await mia.getByRole('list', { name: 'Emails' }).getByRole('button').filter({ hasText: email }).click()
  await link(mia, 'Open the link').click()
  await mia.getByLabel('New password').fill('a new password')
  await button(mia, 'Set password').click()
  await mia.getByText('Baker').first().waitFor()
})

test('answers a waiting visitor on a phone', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen helper', { alwaysShowHandoff: true, UIhandoffTitle: 'Talk to our team' })
  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const visitor = await stage.newPage()
  await visitor.goto(site.url)
  const chat = await openChat(visitor, 'Lumen helper')
  await chat.send('My lamp flickers.')
  await chat.frame.getByRole('button', { name: 'Talk to our team' }).click()
  await chat.frame.getByText('You asked to talk to our team.').waitFor()

  const page = await home(owner, PHONE)
  await button(page, 'Open the menu').click()
  await link(page, /^Inbox/).click()
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await button(page, 'Take over').click()
  const reply = page.getByRole('form', { name: 'Reply or note' })
  await reply.getByRole('textbox').fill('Hello, I am on it.')
  await reply.getByRole('button', { name: 'Send' }).click()
  await chat.frame.getByText('Hello, I am on it.').waitFor()
  await expectAccessible(page)
  await button(page, 'Resolve').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await page.getByText('Conversation resolved.').waitFor()
})

test('connects Telegram and is answered there', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Bakery', { enableNodes: false })
  await owner.teach(agentId, 'Hours', 'The bakery opens at seven and closes at six.')
  const page = await home(owner)
  await link(page, 'Open Bakery').click()
  await link(page, 'Channels').click()
  await button(page, 'Manage: Telegram').click()
  const drawer = page.getByRole('dialog', { name: 'Telegram' })
  await drawer.getByText('any token of the form 123456789:AA… works', { exact: false }).waitFor()
  await drawer.getByLabel('Bot token').fill('700000321:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw')
  await drawer.getByRole('button', { name: 'Connect Telegram' }).click()
  const [phone] = await Promise.all([
    page.context().waitForEvent('page'),
    drawer.getByRole('link', { name: 'Write as a visitor' }).click(),
  ])
  await expect.poll(() => phone.getByLabel('Bot').locator('option').count(), { timeout: 30_000 }).toBeGreaterThan(0)
  await phone.getByRole('textbox', { name: 'Message' }).fill('When does the bakery open?')
  await button(phone, 'Send').click()
  await phone.getByRole('list', { name: 'Messages' }).getByText(/seven/).first().waitFor({ timeout: 60_000 })
})

test('finds what last month cost', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen helper')
  for (const text of ['Do you repair lamps?', 'Do you ship?']) await ask(owner, agentId, text)
  await lastMonth(owner)
  const page = await home(owner)
  await link(page, /credits left$/).click()
  await button(page, 'Last month').click()
  const total = page.getByRole('table', { name: 'Receipts' }).getByRole('row', { name: /^Total/ })
  await expect.poll(() => total.getByRole('cell').or(total.getByRole('columnheader')).allTextContents()).toContain('2')
  await expectAccessible(page)
})

async function ask(owner: Owner, agentId: string, text: string): Promise<void> {
  const answer = await fetch(`${owner.api}/v2/agents/${agentId}/interact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: { id: crypto.randomUUID(), text } }),
  })
  await answer.text()
}

/** Moves all charges to last month; only a session in replica mode may change the append-only ledger. */
async function lastMonth({ uid }: Owner): Promise<void> {
  const url = runningEmbeddedUrl(stage.dataDir, 'parlance_eu')
  if (!url) throw new Error('The database was not found.')
  const pool = openPool(url, { max: 1, applicationName: 'e2e' })
  try {
    await pool.query(`set session_replication_role = 'replica'`)
    const then = `date_trunc('month', now() at time zone 'utc') - interval '10 days'`
    await pool.query(`update ledger_transactions set at = ${then} where workspace_id = $1`, [uid])
  } finally {
    await pool.end()
  }
}
