// An agency and its clients: organisations and their people, sign-in on the agency's page, and what a client sees.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, newEmail, type Owner, PASSWORD, setStage } from './harness.ts'
import { axe, look } from './pages.ts'

const stage = setStage()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** An org with an agent and a client user, and one conversation of the agent. */
async function makeClient(settings: object = {}) {
  const owner = await stage.owner()
  const agentId = await owner.agent('Baker', { vg_initMessages: ['Good morning!'] } as never)
  const base = `${owner.api}/v2/workspaces/${owner.uid}`
  const org = { name: 'Harbour Bakery', widgetIDs: [agentId], ...settings }
  const { data } = await call<{ data: { ID: string } }>(`${base}/orgs`, owner.token, org)
  const email = newEmail()
  await call(`${base}/orgs/${data.ID}/clients`, owner.token, { name: 'Mia Lund', email, dashboardPassword: PASSWORD })
  const agency = await call<{ data: { ID: string } }>(`${base}/agency`, owner.token)
  await call(`${base}/agency`, owner.token, { name: 'Northlight', brandingText: 'Agents for good shops.' }, 'PATCH')
  return { owner, agentId, orgId: data.ID, agencyId: agency.data.ID, email }
}
const signInPage = (agencyId: string) => `${stage.url}/app/eu/sign-in/${agencyId}`
async function signIn(page: Page, { agencyId, email }: { agencyId: string; email: string }) {
  await page.goto(signInPage(agencyId))
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign In').click()
}
const mailTo = async (email: string, pattern: RegExp) => {
  const mails = `${stage.url}/api/sandbox/mails?to=${encodeURIComponent(email)}`
  const { items } = await call<{ items: { text: string }[] }>(mails)
  return items.map(({ text }) => pattern.exec(text)?.[1]).find(Boolean) ?? ''
}
const talk = (owner: Owner, agentId: string, text: string) =>
  fetch(`${owner.api}/v2/agents/${agentId}/interact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: { id: crypto.randomUUID(), text } }),
  }).then((answer) => answer.text())

test('an agency makes an organisation, invites a person, who sets a password and sees their agent', async () => {
  const owner = await stage.owner()
  await owner.agent('Baker')
  const page = await stage.newPage({ width: 1440, height: 900 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/whitelabel/clients`)
  await page.getByRole('heading', { name: 'No organizations yet' }).waitFor()
  expect(await axe(page)).toEqual([])
  await look(page, 'clients-empty-light')
  await button(page, 'New organization').click()
  const drawer = page.getByRole('dialog', { name: 'New Organization' })
  await drawer.getByRole('textbox', { name: 'Name' }).fill('')
  await drawer.getByText('Organization name is required.').waitFor()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Harbour Bakery')
  await drawer.getByRole('combobox', { name: 'Agents' }).click()
  await page.getByRole('option', { name: 'Baker' }).click()
  await page.keyboard.press('Escape')
  expect(await drawer.getByRole('button', { name: 'Move Home up' }).isDisabled()).toBe(true)
  await drawer.getByRole('button', { name: 'Move Chats up' }).click()
  expect(await axe(page)).toEqual([])
  await look(page, 'clients-org-light')
  await drawer.getByRole('button', { name: 'Save & Close' }).click()
  await page.getByText('Organization updated successfully!').waitFor()
  await button(page, 'Harbour Bakery').click()
  const org = page.getByRole('dialog', { name: 'Harbour Bakery' })
  await org.getByRole('tab', { name: '0 users' }).click()
  await org.getByRole('button', { name: 'Add User' }).click()
  const person = page.getByRole('dialog', { name: 'Add User' })
  await person.getByRole('button', { name: 'Add and invite' }).click()
  await page.getByText('Please fill out all fields.').waitFor()
  const email = newEmail()
  await person.getByRole('textbox', { name: 'Name' }).fill('Mia Lund')
  await person.getByRole('textbox', { name: 'Email' }).fill(email)
  expect(await axe(page)).toEqual([])
  await look(page, 'clients-person-light')
  await person.getByRole('button', { name: 'Add and invite' }).click()
  await page.getByText(`Invitation sent to ${email}`).waitFor()
  await org.getByText(email).waitFor()

  await expect.poll(() => mailTo(email, /(http\S+\/password\?token=\w+)/)).toBeTruthy()
  const mia = await stage.newPage({ width: 390, height: 800 })
  await mia.goto(await mailTo(email, /(http\S+\/password\?token=\w+)/))
  await mia.getByLabel('New password').fill('a new password')
  expect(mia.url()).not.toContain('token')
  await button(mia, 'Set password').click()
  // Chats were moved before home.
  await mia.waitForURL(/\/app\/eu\/agents\/\w+\/convos$/)
  await mia.getByRole('heading', { name: 'No chats yet' }).waitFor()
  expect(await axe(mia)).toEqual([])
  await look(mia, 'client-chats-empty-phone')
})

test('a client signs in, watches a chat come in, and is signed out when removed', async () => {
  const made = await makeClient()
  const { owner, agentId, orgId } = made
  const page = await stage.newPage({ width: 1280, allow: [/401/] })
  await page.goto(signInPage(made.agencyId))
  await page.getByRole('heading', { name: 'Northlight' }).waitFor()
  expect(await button(page, 'Sign In').isDisabled()).toBe(true)
  expect(await axe(page)).toEqual([])
  await look(page, 'client-sign-in-light')
  await signIn(page, made)
  await page.getByText('Signed in successfully.').waitFor()
  await page.waitForURL(`**/app/eu/agents/${agentId}/home`)
  await page.getByText('Conversations today').waitFor()
  expect(await axe(page)).toEqual([])
  await look(page, 'client-home-light')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Chats' }).click()
  await page.getByRole('heading', { name: 'No chats yet' }).waitFor()
  await talk(owner, agentId, 'Do you bake rye bread?')
  await page.getByRole('link', { name: /Do you bake rye bread/ }).click()
  await page.getByRole('log').getByText('Do you bake rye bread?').waitFor()
  expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0)
  expect(await axe(page)).toEqual([])
  await look(page, 'client-chat-light')
  await page.getByRole('button', { name: 'Dark mode' }).click()
  await look(page, 'client-chat-dark')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Analytics' }).click()
  await page.getByRole('heading', { name: 'Analytics' }).waitFor()
  expect(await axe(page)).toEqual([])
  await look(page, 'client-analytics-dark')

  const path = `${owner.api}/v2/workspaces/${owner.uid}/orgs/${orgId}/clients`
  const { items } = await call<{ items: { ID: string }[] }>(path, owner.token)
  await call(`${path}/${items[0]?.ID}`, owner.token, undefined, 'DELETE')
  await page.getByText('Please login again.').waitFor()
  await page.waitForURL(signInPage(made.agencyId))
})

test('a wrong address and a wrong password are told apart, and a code by mail gets in', async () => {
  const made = await makeClient()
  const page = await stage.newPage({ scheme: 'dark', width: 390, height: 800, allow: [/401|404/] })
  await page.goto(signInPage(made.agencyId))
  const email = page.getByRole('textbox', { name: 'Email' })
  await email.fill('nobody@example.com')
  await page.getByLabel('Password', { exact: true }).fill('wrong password')
  await button(page, 'Sign In').click()
  await page.getByText("This email doesn't exist.").first().waitFor()
  expect(await email.getAttribute('aria-invalid')).toBe('true')
  await email.fill(made.email)
  await button(page, 'Sign In').click()
  await page.getByRole('alert').getByText('Password is incorrect please try again.').first().waitFor()
  await button(page, 'Email Login Code').click()
  const code = page.getByRole('textbox', { name: 'Login Code' })
  await code.waitFor()
  expect(await axe(page)).toEqual([])
  await look(page, 'client-code-dark-phone')
  await button(page, 'Cancel').click()
  await code.waitFor({ state: 'detached' })
  await expect.poll(() => mailTo(made.email, /\b(\d{6})\b/)).toBeTruthy()
})

test('a disabled organisation shows its message and nothing else', async () => {
  const made = await makeClient({
    settings: { disableClientAccess: true, disableClientAccessMessage: 'Back on Monday.' },
  })
  const page = await stage.newPage({ allow: [/403/] })
  await signIn(page, made)
  await page.getByText('Back on Monday.').waitFor()
  await look(page, 'client-disabled-light')
  await button(page, 'Log Out').click()
  await page.waitForURL(signInPage(made.agencyId))
})

test('the agency’s admin comes in by a link, once, and sees the organisations', async () => {
  const made = await makeClient()
  const { owner, agentId } = made
  const link = `${owner.api}/v2/workspaces/${owner.uid}/agency/admin-links`
  const { data } = await call<{ data: { url: string } }>(link, owner.token, {})
  const page = await stage.newPage()
  await page.goto(data.url)
  await page.waitForURL(`**/app/eu/agents/${agentId}/home`)
  expect(page.url()).not.toContain('token')
  // Whoever is signed in as the owner too keeps their own dashboard in other tabs.
  const both = await stage.newPage()
  await owner.signIn(both)
  const again = await call<{ data: { url: string } }>(link, owner.token, {})
  await both.goto(again.data.url)
  await both.getByText('Conversations today').waitFor()
  expect(await both.getByRole('navigation', { name: 'Main navigation' }).count()).toBe(0)
  const own = await stage.newPage({ context: both.context() })
  await own.goto(`${stage.url}/app/eu/agents`)
  await own.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  const second = await stage.newPage({ allow: [/400/] })
  await second.goto(data.url)
  await second.getByText('This link is not valid any more. Request a new one.').first().waitFor()
  expect(await button(second, 'Email Login Code').isVisible()).toBe(true)
})
