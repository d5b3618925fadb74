// A new owner signs up, creates an agent, trains, publishes and embeds it, and reads what visitors said.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { chatOf, openChat } from './chat.ts'
import { newEmail, PASSWORD as OWNER_PASSWORD, setStage, testAll } from './harness.ts'
import { look, publishDraft } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage()
const AGENT = 'Lumen helper'
const FACT = 'Repairs after the warranty cost 25 euros plus parts. The code word for the repair desk is ORION-7.'
const QUESTION = 'What is the code word for the repair desk?'
const ANSWER = /ORION-7/
const PASSWORD = 'a short sentence'

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()

async function signUp(page: Page, email: string) {
  await page.goto(`${stage.url}/login`)
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading(page, 'Create your account')
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Use at least 8 characters.').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('radio', { name: /Europe/ }).click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL('**/onboarding?region=eu')
  await heading(page, 'What should your agent do?')
  await page.getByRole('button', { name: 'Skip' }).click()
  await page.waitForURL(/\/app\/eu\/agents\/\w{16}\/overview/)
  await page.goto(`${stage.url}/app/eu/agents`)
  await page.getByRole('link', { name: 'Open My first agent' }).waitFor()
}

async function openMailLink(page: Page, email: string, subject: string) {
  await page.goto(`${stage.url}/sandbox/mail`)
  const mails = page.getByRole('list', { name: 'Emails' })
  await mails.getByRole('button').filter({ hasText: email }).filter({ hasText: subject }).click()
  await page.getByRole('link', { name: 'Open the link' }).click()
}

async function confirmEmail(page: Page, email: string) {
  await page.getByText(`Confirm your email address. We sent a link to ${email}.`).waitFor()
  await openMailLink(page, email, 'Confirm your email address')
  await page.getByRole('button', { name: 'Confirm email address' }).click()
  await heading(page, 'Your email address is confirmed')
  expect(page.url()).not.toContain('token')
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.waitForURL('**/app/eu/agents')
  await page.getByText('1,000 credits left').waitFor()
  await expect.poll(() => page.getByText('Confirm your email address').count()).toBe(0)
}

async function fillDrawer(page: Page) {
  await page.getByRole('button', { name: 'New Agent' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'New Agent' })
  const name = drawer.getByLabel('Agent Name')
  await expect.poll(() => name.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true)
  expect(await name.getAttribute('required')).not.toBeNull()
  const create = drawer.getByRole('button', { name: 'Create' })
  expect(await create.isDisabled()).toBe(true)
  await name.press('Enter')
  await drawer.getByText('Please provide a name for the agent.').waitFor()
  await name.fill('   ')
  expect(await create.isDisabled()).toBe(true)
  await drawer.getByText('Third-party integrations are found under Settings > Integrations after creation.').waitFor()
  return { drawer, name, create }
}

async function chooseTemplate({ drawer }: Awaited<ReturnType<typeof fillDrawer>>) {
  await drawer.getByText('Choose a Template').first().waitFor()
  await expect
    .poll(() => drawer.getByRole('tab').allTextContents())
    .toEqual(['All Templates', 'Customer Support', 'Utility', 'Entertainment'])
  const cards = drawer.getByRole('radio')
  const selected = () => cards.filter({ has: drawer.page().getByText('Selected', { exact: true }) }).allTextContents()
  for (const [tab, names] of [
    ['All Templates', 7],
    ['Customer Support', 3],
    ['Utility', 3],
    ['Entertainment', 1],
    ['All Templates', 7],
  ] as const) {
    await drawer.getByRole('tab', { name: tab }).click()
    await expect.poll(() => cards.count()).toBe(names)
  }
  await expect.poll(selected).toEqual([expect.stringContaining('Blank Template')])
  await cards.filter({ hasText: 'Game NPC' }).click()
  await expect.poll(selected).toEqual([expect.stringContaining('Game NPC')])
  await cards.filter({ hasText: 'Blank Template' }).click()
  await expect.poll(selected).toEqual([expect.stringContaining('Blank Template')])
}

async function createAgent(page: Page): Promise<string> {
  const form = await fillDrawer(page)
  await chooseTemplate(form)
  await form.name.fill(AGENT)
  await expect.poll(() => form.create.isEnabled()).toBe(true)
  await form.create.click()
  await page.getByText('Agent created successfully, redirecting...', { exact: true }).waitFor()
  await page.waitForURL(/\/app\/eu\/agents\/[A-Za-z0-9]{16}\/nodes\?showDebugger=true$/)
  await expect.poll(() => page.getByRole('dialog', { name: 'New Agent' }).count()).toBe(0)
  return /agents\/(\w{16})/.exec(page.url())?.[1] ?? ''
}

async function teach(page: Page) {
  await page.getByRole('link', { name: 'Knowledge' }).click()
  await heading(page, 'Add your first source')
  await page.getByRole('button', { name: 'New Source' }).click()
  const drawer = page.getByRole('dialog', { name: 'New Source' })
  await drawer.getByLabel('Name').fill('Warranty and repair')
  await drawer.getByRole('textbox', { name: 'Text' }).fill(FACT)
  await drawer.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('“Warranty and repair” saved.').waitFor()
  const row = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
  await row.filter({ hasText: 'Warranty and repair' }).filter({ hasText: 'Ready' }).waitFor()
}

async function askInPanel(page: Page) {
  const panel = page.getByRole('region', { name: 'Test panel' })
  await panel.getByRole('textbox', { name: 'Write a message' }).fill(QUESTION)
  await panel.getByRole('button', { name: 'Send' }).click()
  await panel.getByText(ANSWER).first().waitFor()
  await panel.getByText('demo model', { exact: true }).waitFor()
  await panel.getByText(/^\d sources?$/).click()
  await panel.getByRole('listitem').filter({ hasText: 'Warranty and repair' }).filter({ hasText: FACT }).waitFor()
}

async function publish(page: Page, agentId: string) {
  const versions = async () => {
    const answer = await page.request.get(`${stage.url}/api/eu/v2/agents/${agentId}/versions`)
    return ((await answer.json()) as { items: unknown[] }).items.length
  }
  const before = await versions()
  await page.getByRole('link', { name: 'Prompt' }).click()
  const published = page.getByRole('button', { name: 'Published', exact: true })
  expect(await published.isDisabled()).toBe(true)
  const prompt = page.getByRole('textbox', { name: 'Start: Instructions' })
  await prompt.fill('Help visitors of the lamp workshop.')
  const button = page.getByRole('button', { name: 'Publish', exact: true })
  await expect.poll(() => button.isEnabled()).toBe(true)
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await publishDraft(page)
  await expect.poll(() => published.isDisabled()).toBe(true)
  await expect.poll(versions).toBe(before + 1)
  await page.reload()
  await prompt.waitFor()
  await expect.poll(() => prompt.innerText()).toBe('Help visitors of the lamp workshop.')
  await expect.poll(() => published.isDisabled()).toBe(true)
}

async function copyScript(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Widget Script' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to website' })
  await dialog.getByRole('button', { name: 'Copy script' }).click()
  await page.getByText('Copied to Clipboard').waitFor()
  await look(page, 'journey-deploy')
  const script = await page.evaluate(() => navigator.clipboard.readText())
  await dialog.getByRole('button', { name: 'Close' }).click()
  return script
}

async function visit(host: string): Promise<Page> {
  const page = await stage.newPage()
  await page.goto(host)
  const chat = await openChat(page, AGENT)
  await chat.log.getByText('Hi! How can I help you today?').waitFor()
  await chat.send(QUESTION)
  await chat.answered(ANSWER)
  await chat.frame.getByText('Sources').click()
  await chat.frame.getByText('Warranty and repair').waitFor()
  await look(page, 'journey-widget')
  await page.reload()
  await openChat(page, AGENT)
  await chat.answered(ANSWER)
  expect(await chat.log.getByText(QUESTION).count()).toBe(1)
  return page
}

async function readTalk(page: Page, visitor: Page) {
  await page.getByRole('link', { name: 'Chats' }).click()
  const rows = page.getByRole('region', { name: 'Conversations' }).getByRole('listitem')
  await rows.filter({ hasNotText: 'Test' }).getByRole('link').click()
  const transcript = page.getByRole('article').getByRole('log', { name: 'Transcript' })
  await transcript.getByText(QUESTION).waitFor()
  await transcript.getByText(ANSWER).first().waitFor()
  const chat = chatOf(visitor, AGENT)
  await chat.send('How much does a repair cost?')
  await transcript.getByText('How much does a repair cost?').waitFor()
  await transcript
    .getByRole('paragraph')
    .filter({ hasText: /^Repairs after .* 25 euros plus parts/ })
    .first()
    .waitFor()
  await rows.filter({ hasNotText: 'Test' }).filter({ hasText: '25 euros plus parts' }).waitFor()
  await look(page, 'journey-chats')
}

test('an owner gets from sign-up to reading what a visitor said', async () => {
  const context = await stage.newContext()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await stage.newPage({ context })
  const email = newEmail()
  await signUp(page, email)
  await look(page, 'journey-empty')
  await confirmEmail(page, email)
  const agentId = await createAgent(page)
  await teach(page)
  await askInPanel(page)
  await look(page, 'journey-panel')
  await publish(page, agentId)
  const script = await copyScript(page)
  expect(script).toContain(`data-agent="${agentId}"`)
  const site = await stage.hostPage(shopPage(script))
  const visitor = await visit(site.url)
  await readTalk(page, visitor)
})

testAll('a forgotten password is replaced once by a link from the inbox', async () => {
  const owner = await stage.owner()
  const page = await stage.newPage({ allow: [/status of 40[01] .*\/api\/account\/(sign-in|new-password)/] })
  await page.goto(`${stage.url}/login`)
  const signIn = async (password: string) => {
    await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  }
  await signIn('not the password')
  await page.getByRole('alert').getByText('Wrong email or password.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Email' }).inputValue()).toBe(owner.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await heading(page, 'Reset your password')
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await heading(page, 'Check your email')
  await openMailLink(page, owner.email, 'Set a new password')
  await page.getByLabel('New password', { exact: true }).fill('another good sentence')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('Password changed. Sign in with your new one.').waitFor()
  await signIn(OWNER_PASSWORD)
  await page.getByRole('alert').getByText('Wrong email or password.').waitFor()
  await signIn('another good sentence')
  await page.waitForURL('**/app/eu/agents')
  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Log Out' }).click()
  await heading(page, 'Sign in')
  await openMailLink(page, owner.email, 'Set a new password')
  await page.getByLabel('New password', { exact: true }).fill('a third good sentence')
  await page.getByRole('button', { name: 'Save password' }).click()
  await page.getByText('This link was already used. Ask for a new one.').waitFor()
})

testAll('signed out, an address of the app asks to sign in and then leads there', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent(AGENT)
  const page = await stage.newPage()
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/kb`)
  await heading(page, 'Sign in')
  await page.getByRole('textbox', { name: 'Email' }).fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(OWNER_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL(`**/app/eu/agents/${agentId}/kb`)
  await heading(page, 'Knowledge')
})

testAll('an unknown address says so, signed in or not', async () => {
  const owner = await stage.owner()
  const page = await stage.newPage({ allow: [/status of 404/] })
  for (const path of ['/nonsense', '/app/mars/agents', '/404']) {
    await page.goto(`${stage.url}${path}`)
    await heading(page, 'Page not found')
  }
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/nonsense`)
  await heading(page, 'Page not found')
  await page.goto(`${stage.url}/app/eu/agents/AbCdEfGhIjKlMnOp`)
  await page.waitForURL('**/404')
  await heading(page, 'Page not found')
})

testAll('nobody sees another person’s agent', async () => {
  const [owner, other] = [await stage.owner(), await stage.owner()]
  const agentId = await owner.agent('Secret plans')
  const page = await stage.newPage({ allow: [/status of 404/] })
  await other.signIn(page)
  for (const tab of ['overview', 'nodes', 'kb', 'convos', 'settings']) {
    await page.goto(`${stage.url}/app/eu/agents/${agentId}/${tab}`)
    await page.waitForURL('**/app/eu/widgets')
    await page.getByText('This widget does not exist.').waitFor()
    expect(await page.getByText('Secret plans').count()).toBe(0)
  }
  await expect(other.get(`/v2/agents/${agentId}`)).rejects.toMatchObject({ status: 404 })
})
