// An agency and its clients: organizations and their people, sign-in on the agency's page, and the client's view.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, newEmail, type Owner, PASSWORD, setStage, testAll } from './harness.ts'
import { look, expectAccessible, loseAccess } from './pages.ts'

const stage = setStage()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** An org with an agent, a client user and one conversation. */
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
const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
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

test('an agency invites a person, who sets a password, sees a new chat, and is signed out when removed', async () => {
  const owner = await stage.owner()
  const agentId = await owner.agent('Baker')
  const page = await stage.newPage({ width: 1440, height: 900 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/whitelabel/clients`)
  await page.getByRole('heading', { name: 'No clients yet' }).waitFor()
  await expectAccessible(page)
  await look(page, 'clients-empty-light')
  await button(page, 'New client').click()
  const drawer = page.getByRole('dialog', { name: 'New client' })
  await drawer.getByRole('textbox', { name: 'Name' }).waitFor()
  await page.keyboard.press('Escape')
  // Viewing creates nothing.
  await page.getByRole('heading', { name: 'No clients yet' }).waitFor()
  await button(page, 'New client').click()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('')
  await drawer.getByRole('button', { name: 'Create client' }).click()
  await drawer.getByText('Organization name is required.').waitFor()
  await drawer.getByRole('textbox', { name: 'Name' }).fill('Harbour Bakery')
  await drawer.getByRole('combobox', { name: 'Agents' }).click()
  await page.getByRole('option', { name: 'Baker' }).click()
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await look(page, 'clients-org-light')
  await drawer.getByRole('textbox', { name: 'First person’s email' }).fill('nobody')
  await drawer.getByRole('button', { name: 'Create client' }).click()
  await drawer.getByText('Enter a valid email address.').waitFor()
  await drawer.getByRole('textbox', { name: 'First person’s email' }).fill('')
  await drawer.getByRole('button', { name: 'Create client' }).click()
  await page.getByText('Client created.').waitFor()
  await button(page, 'Harbour Bakery').click()
  const org = page.getByRole('dialog', { name: 'Harbour Bakery' })
  expect(await org.getByRole('button', { name: 'Move Home up' }).isDisabled()).toBe(true)
  await org.getByRole('button', { name: 'Move Chats up' }).click()
  await org.getByRole('button', { name: 'Save & Close' }).click()
  await page.getByText('Organization updated successfully!').waitFor()
  await button(page, 'Harbour Bakery').click()
  await org.getByRole('tab', { name: '0 users' }).click()
  await org.getByRole('button', { name: 'Invite User' }).click()
  const person = page.getByRole('dialog', { name: 'Invite User' })
  await person.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText('Please fill out all fields.').waitFor()
  const email = newEmail()
  await person.getByRole('textbox', { name: 'Name' }).fill('Mia Lund')
  await person.getByRole('textbox', { name: 'Email' }).fill(email)
  await expectAccessible(page)
  await look(page, 'clients-invite-light')
  await person.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`Invitation sent to ${email}`).waitFor()
  await org.getByText(email).waitFor()

  await expect.poll(() => mailTo(email, /(http\S+\/password\?token=\w+)/)).toBeTruthy()
  const mia = await stage.newPage({ width: 390, height: 800 })
  await mia.goto(await mailTo(email, /(http\S+\/password\?token=\w+)/))
  await mia.getByLabel('New password').fill('a new password')
  expect(mia.url()).not.toContain('token')
  await button(mia, 'Set password').click()
  // The agency has moved Chats before Home.
  await mia.waitForURL(/\/app\/eu\/agents\/\w+\/convos$/)
  await mia.getByRole('heading', { name: 'No chats yet' }).waitFor()
  await expectAccessible(mia)
  await look(mia, 'client-chats-empty-phone')
  await talk(owner, agentId, 'Do you bake rye bread?')
  await mia.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await mia.getByRole('log').getByText('Do you bake rye bread?').waitFor()

  const base = `${owner.api}/v2/workspaces/${owner.uid}/orgs`
  const orgs = await call<{ items: { ID: string }[] }>(base, owner.token)
  const people = `${base}/${orgs.items[0]?.ID}/clients`
  const { items } = await call<{ items: { ID: string }[] }>(people, owner.token)
  loseAccess(mia)
  await call(`${people}/${items[0]?.ID}`, owner.token, undefined, 'DELETE')
  await mia.getByText('Account data not present.').filter({ visible: true }).first().waitFor()
  await mia.waitForURL(/\/app\/eu\/sign-in\/\w+$/)
})

testAll('a client signs in, sees a new chat, and is signed out when removed', async () => {
  const made = await makeClient()
  const { owner, agentId, orgId } = made
  const page = await stage.newPage({ width: 1280 })
  await page.goto(signInPage(made.agencyId))
  await page.getByRole('heading', { name: 'Northlight' }).waitFor()
  expect(await button(page, 'Sign In').isDisabled()).toBe(true)
  await page.getByRole('textbox', { name: 'Email' }).press('Enter')
  await page.getByText('Please enter your email and password.').waitFor()
  await expectAccessible(page)
  await look(page, 'client-sign-in-light')
  await signIn(page, made)
  await page.getByText('Signed in successfully.').waitFor()
  await page.waitForURL(`**/app/eu/agents/${agentId}/home`)
  await page.getByText('Conversations today').waitFor()
  await expectAccessible(page)
  await look(page, 'client-home-light')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Chats' }).click()
  await page.getByRole('heading', { name: 'No chats yet' }).waitFor()
  await talk(owner, agentId, 'Do you bake rye bread?')
  await page.getByRole('list', { name: 'Conversations' }).getByRole('link').first().click()
  await page.getByRole('log').getByText('Do you bake rye bread?').waitFor()
  expect(await page.getByRole('button', { name: 'More actions' }).count()).toBe(0)
  await expectAccessible(page)
  await look(page, 'client-chat-light')
  await page.getByRole('button', { name: 'Dark mode' }).click()
  await look(page, 'client-chat-dark')
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Analytics' }).click()
  await page.getByRole('heading', { name: 'Analytics' }).waitFor()
  await expectAccessible(page)
  await look(page, 'client-analytics-dark')

  const path = `${owner.api}/v2/workspaces/${owner.uid}/orgs/${orgId}/clients`
  const { items } = await call<{ items: { ID: string }[] }>(path, owner.token)
  loseAccess(page)
  await call(`${path}/${items[0]?.ID}`, owner.token, undefined, 'DELETE')
  await page.getByText('Account data not present.').filter({ visible: true }).first().waitFor()
  await page.waitForURL(signInPage(made.agencyId))
  // A client who returns to the dashboard sees it too.
  await page.goto(`${stage.url}/app/eu`)
  await page.getByText('Account data not present.').waitFor()
})

testAll(
  'a person is added with a password, a language, and an order of their own, and the org set up to the last switch',
  async () => {
    const made = await makeClient()
    const { owner, orgId } = made
    const page = await stage.newPage({ width: 1440, height: 1000 })
    await owner.signIn(page)
    await page.goto(`${stage.url}/app/eu/whitelabel/clients?org=${orgId}`)
    const org = page.getByRole('dialog', { name: 'Harbour Bakery' })
    // Agents are always shown by title.
    await org.getByText('Baker', { exact: true }).waitFor()
    await org.getByRole('switch', { name: 'One continuous thread per visitor' }).check()
    const billing = org.getByRole('switch', { name: 'Enable Billing' })
    expect(await billing.isDisabled()).toBe(true)
    await org.getByText('Connect Stripe account to enable billing features').waitFor()
    await expectAccessible(page)
    await org.getByRole('button', { name: 'Save & Close' }).click()
    await page.getByText('Organization updated successfully!').waitFor()
    const read = () =>
      call<{ data: { settings: object } }>(`${owner.api}/v2/workspaces/${owner.uid}/orgs/${orgId}`, owner.token)
    expect((await read()).data.settings).toMatchObject({ continousSessionUI: true })

    await page.goto(`${stage.url}/app/eu/whitelabel/clients?org=${orgId}&orgTab=people`)
    await org.getByRole('button', { name: 'Add User' }).click()
    const person = page.getByRole('dialog', { name: 'Add User' })
    const email = newEmail()
    await person.getByRole('textbox', { name: 'Name' }).fill('Ada Berg')
    await person.getByRole('textbox', { name: 'Email' }).fill(email)
    await person.getByRole('button', { name: 'Add User' }).click()
    await page.getByText('Please fill out all fields.').waitFor()
    const password = person.getByLabel('Password', { exact: true })
    await password.fill('abc')
    await person.getByText('Use at least 8 characters.').waitFor()
    await person.getByRole('button', { name: 'Generate' }).click()
    expect(await password.inputValue()).toMatch(/^\w{15}$/)
    const generated = await password.inputValue()
    await person.getByRole('button', { name: 'Move Chats up' }).click()
    await person.getByRole('combobox', { name: 'Dashboard language' }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await expectAccessible(page)
    await look(page, 'clients-person-light')
    await person.getByRole('button', { name: 'Add User' }).click()
    await person.getByText(generated, { exact: true }).waitFor()
    await person.getByRole('button', { name: 'Close' }).last().click()

    const ada = await stage.newPage({ width: 390, height: 800 })
    await ada.goto(signInPage(made.agencyId))
    await ada.getByRole('textbox', { name: 'Email' }).fill(email)
    await ada.getByLabel('Password', { exact: true }).fill(generated)
    await button(ada, 'Sign In').click()
    await ada.waitForURL(/\/convos$/)
    await ada.getByRole('link', { name: 'Statistik' }).waitFor()

    await page.goto(`${stage.url}/app/eu/whitelabel/clients`)
    await page.getByRole('button', { name: 'More actions for Harbour Bakery' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    const lost = page.getByRole('dialog', { name: 'Delete Harbour Bakery?' })
    for (const part of [/^2 users/, /teams and notifications/, /Its agent stays/]) await lost.getByText(part).waitFor()
    await expectAccessible(page)
    await look(page, 'clients-delete-light')
  },
)

testAll(
  'a client changes design, settings and knowledge they were given, makes an agent, and is refused the rest',
  async () => {
    const made = await makeClient()
    const { owner, agentId, orgId } = made
    const people = `${owner.api}/v2/workspaces/${owner.uid}/orgs/${orgId}/clients`
    const { items } = await call<{ items: { ID: string }[] }>(people, owner.token)
    const grants = { canAccess: ['/overview', '/kb', '/settings'], allowCreateAgents: true }
    await call(`${people}/${items[0]?.ID}`, owner.token, grants, 'PATCH')
    const page = await stage.newPage({ width: 1440, height: 900 })
    await signIn(page, made)
    await page.waitForURL(`**/app/eu/agents/${agentId}/overview`)
    const pages = page.getByRole('navigation', { name: 'Pages' })
    await pages.getByRole('link', { name: 'Settings' }).waitFor()
    expect(await pages.getByRole('link').allTextContents()).toEqual(['Design', 'Knowledge', 'Settings'])
    const name = page.getByRole('textbox', { name: 'Title' })
    await name.fill('Harbour Baker')
    await page.getByTestId('live-preview').waitFor()
    // Clients get no CSS, branding line or workspace themes.
    expect(await page.getByRole('heading', { name: 'Custom CSS' }).count()).toBe(0)
    await expectAccessible(page)
    await look(page, 'client-design-light')
    await button(page, 'Publish').click()
    await button(page, 'Published').waitFor()
    const read = () =>
      call<{ data: { title: string; UIhandoffTitle: string } }>(`${owner.api}/v2/agents/${agentId}`, owner.token)
    expect((await read()).data.title).toBe('Harbour Baker')

    await pages.getByRole('link', { name: 'Settings' }).click()
    const tabs = page.getByRole('tab')
    await tabs.first().waitFor()
    await expect.poll(() => tabs.count()).toBe(4)
    await look(page, 'client-settings-light')
    await page.getByRole('tab', { name: 'Hand-off' }).click()
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Ask Mia')
    await expectAccessible(page)
    await button(page, 'Publish').click()
    await button(page, 'Published').waitFor()
    expect((await read()).data.UIhandoffTitle).toBe('Ask Mia')

    await pages.getByRole('link', { name: 'Knowledge' }).click()
    await button(page, 'Write text').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('textbox').first().fill('Opening hours')
    await drawer.getByRole('textbox').nth(1).fill('We open at seven.')
    await look(page, 'client-kb-light')
    await drawer.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('list', { name: 'Documents' }).getByText('Opening hours').waitFor()

    for (const part of ['voice', 'channels', 'home', 'convos']) {
      await page.goto(`${stage.url}/app/eu/agents/${agentId}/${part}`)
      await page.getByText('You don’t have access to this page').waitFor()
    }
    await page.goto(`${stage.url}/app/eu/agents/${agentId}/overview`)
    await button(page, '+ New Agent').click()
    await page.getByRole('textbox', { name: /Agent Name/ }).fill('Second shop')
    await button(page, 'Create').click()
    await page.getByRole('combobox', { name: 'Agent', exact: true }).waitFor()
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Second shop')
    const { data } = await call<{ data: { widgetIDs: string[] } }>(people.replace('/clients', ''), owner.token)
    expect(data.widgetIDs).toHaveLength(2)

    const phone = await stage.newPage({ width: 360, height: 740, scheme: 'dark' })
    await signIn(phone, made)
    await phone.waitForURL(/\/overview$/)
    await phone.getByRole('textbox', { name: 'Title' }).waitFor()
    await expectAccessible(phone)
    await look(phone, 'client-design-phone-dark')
  },
)

testAll('a client with channels and voice changes the voice and opens channels', async () => {
  const made = await makeClient()
  const { owner, agentId } = made
  const people = `${owner.api}/v2/workspaces/${owner.uid}/orgs/${made.orgId}/clients`
  const { items } = await call<{ items: { ID: string }[] }>(people, owner.token)
  await call(`${people}/${items[0]?.ID}`, owner.token, { canAccess: ['/channels', '/voice'] }, 'PATCH')
  const page = await stage.newPage({ width: 1440, height: 900 })
  await signIn(page, made)
  await page.waitForURL(`**/app/eu/agents/${agentId}/voice`)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Channels' }).waitFor()
  expect(await pages.getByRole('link').allTextContents()).toEqual(['Voice', 'Channels'])
  await page.getByRole('tab', { name: 'Speech Generation' }).click()
  await page.getByRole('textbox', { name: 'Voice', exact: true }).fill('luna')
  await page.getByRole('tab', { name: 'Advanced' }).click()
  await page.getByRole('switch', { name: 'Web calls' }).waitFor()
  expect(await page.getByRole('tab').count()).toBe(5)
  await expectAccessible(page)
  await look(page, 'client-voice-light')
  await button(page, 'Publish').click()
  await button(page, 'Published').waitFor()
  const { data } = await call<{ data: { voiceConfig: { speechGen: { voiceId: string } } } }>(
    `${owner.api}/v2/agents/${agentId}`,
    owner.token,
  )
  expect(data.voiceConfig.speechGen.voiceId).toBe('luna')

  await pages.getByRole('link', { name: 'Channels' }).click()
  await page.getByRole('heading', { name: 'Channels', level: 1 }).waitFor()
  await look(page, 'client-channels-light')
  for (const channel of ['WhatsApp', 'SMS', 'Messenger', 'Webhook']) {
    await page.getByRole('button', { name: new RegExp(channel) }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByRole('heading', { name: 'What you need' }).waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: /Telegram/ }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'What you need' }).waitFor()
  await expectAccessible(page)
  await look(page, 'client-channel-light')
})

testAll('a client who may make agents without their design comes to the new one', async () => {
  const made = await makeClient()
  const people = `${made.owner.api}/v2/workspaces/${made.owner.uid}/orgs/${made.orgId}/clients`
  const { items } = await call<{ items: { ID: string }[] }>(people, made.owner.token)
  await call(`${people}/${items[0]?.ID}`, made.owner.token, { allowCreateAgents: true }, 'PATCH')
  const page = await stage.newPage({ width: 1280 })
  await signIn(page, made)
  await page.waitForURL(`**/app/eu/agents/${made.agentId}/home`)
  await button(page, '+ New Agent').click()
  await page.getByRole('textbox', { name: /Agent Name/ }).fill('Second shop')
  await button(page, 'Create').click()
  await page.waitForURL((url) => url.pathname.endsWith('/home') && !url.pathname.includes(made.agentId))
  await page.getByRole('heading', { name: 'Second shop' }).first().waitFor()
})

testAll('a wrong address and a wrong password get different messages, and a code by email signs in', async () => {
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
  await page.getByText('Password is incorrect please try again.').first().waitFor()
  await button(page, 'Email Login Code').click()
  const code = page.getByRole('textbox', { name: 'Login Code' })
  await code.waitFor()
  await expectAccessible(page)
  await look(page, 'client-code-dark-phone')
  await button(page, 'Cancel').click()
  await code.waitFor({ state: 'detached' })
  await expect.poll(() => mailTo(made.email, /\b(\d{6})\b/)).toBeTruthy()
})

testAll('a disabled organisation shows its message and nothing else', async () => {
  const made = await makeClient({
    settings: { disableClientAccess: true, disableClientAccessMessage: 'Back on Monday.' },
  })
  const page = await stage.newPage()
  await signIn(page, made)
  await page.getByText('Back on Monday.').waitFor()
  await expectAccessible(page)
  await look(page, 'client-disabled-light')
  await button(page, 'Log Out').click()
  await page.waitForURL(signInPage(made.agencyId))
  const kept = 'Object.keys(localStorage).filter((key) => key.startsWith("parlance-client-"))'
  await expect.poll(() => page.evaluate(kept)).toEqual([])
})

testAll(
  'who looks on while access is disabled sees it at once, asks for nothing then, and goes on when it is back',
  async () => {
    const made = await makeClient()
    const { owner, orgId } = made
    const page = await stage.newPage()
    await page.clock.install()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname.replace('/api/eu', '')))
    await signIn(page, made)
    await page.getByText('Conversations today').waitFor()
    await bell(page).waitFor()
    const disable = (disableClientAccess: boolean) => {
      const path = `${owner.api}/v2/workspaces/${owner.uid}/orgs/${orgId}`
      return call(path, owner.token, { settings: { disableClientAccess } }, 'PATCH')
    }
    loseAccess(page)
    await disable(true)
    await page.getByText('Access is currently disabled. Pleas contact your provider!').waitFor()
    expect(await bell(page).count()).toBe(0)
    asked.length = 0
    // Covers the interval in which a page refreshes its figures and reports that it is open.
    const read = async () => {
      await page.clock.fastForward(60_000)
      return asked.filter((path) => path === '/client/me').length
    }
    await expect.poll(read).toBeGreaterThan(2)
    expect(asked.filter((path) => !['/client/access', '/client/me'].includes(path))).toEqual([])
    await disable(false)
    await page.getByText('Conversations today').waitFor()
    await bell(page).waitFor()
  },
)

testAll('the header of the dashboard names the owner, and says that a person takes requests', async () => {
  const made = await makeClient()
  const page = await stage.newPage()
  await signIn(page, made)
  const logo = page.getByRole('banner').getByText('Powered by Parlance')
  await logo.waitFor({ state: 'attached' })
  await logo.locator('..').hover()
  await page.getByRole('tooltip', { name: 'Powered by Parlance' }).waitFor()
  const status = page.getByRole('switch', { name: 'Online' })
  await status.waitFor()
  await page.getByRole('switch').press('Space')
  await page.getByRole('switch', { name: 'Offline' }).waitFor()
  await page.reload()
  await page.getByRole('switch', { name: 'Offline' }).waitFor()
  expect(await page.getByRole('complementary').count()).toBe(0)

  const phone = await stage.newPage({ width: 360, height: 740 })
  await signIn(phone, made)
  await phone.getByText('Conversations today').waitFor()
  await button(phone, 'Your account').click()
  await phone.getByRole('menuitem', { name: 'Dark mode' }).click()
  await expectAccessible(phone)
  expect(await phone.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBe(0)
  await look(phone, 'client-home-phone-dark')
})

testAll('the agency’s admin comes in by a link, once, and sees the organisations', async () => {
  const made = await makeClient()
  const { owner, agentId } = made
  const link = `${owner.api}/v2/workspaces/${owner.uid}/agency/admin-links`
  const { data } = await call<{ data: { url: string } }>(link, owner.token, {})
  const page = await stage.newPage({ allow: [/401.*client\/me/] })
  await page.goto(data.url)
  await button(page, 'Sign In').click()
  await page.waitForURL(`**/app/eu/agents/${agentId}/home`)
  expect(page.url()).not.toContain('token')
  // An owner who is also signed in as a client keeps their own dashboard in other tabs.
  const both = await stage.newPage({ allow: [/401.*client\/me/] })
  await owner.signIn(both)
  const again = await call<{ data: { url: string } }>(link, owner.token, {})
  await both.goto(again.data.url)
  await button(both, 'Sign In').click()
  await both.getByText('Conversations today').waitFor()
  // Shows the agency's bar, but not next to an agent's own tabs.
  expect(await both.getByText('You’re viewing this dashboard as the agency’s admin.').isVisible()).toBe(false)
  await call(
    `${owner.api}/v2/workspaces/${owner.uid}/orgs/${made.orgId}`,
    owner.token,
    { dashboardLayout: 'horizontal' },
    'PATCH',
  )
  await both.reload()
  await both.getByText('You’re viewing this dashboard as the agency’s admin.').waitFor()
  await expectAccessible(both)
  await look(both, 'client-agency-bar-light')
  expect(await both.getByRole('navigation', { name: 'Main navigation' }).count()).toBe(0)
  const own = await stage.newPage({ context: both.context() })
  await own.goto(`${stage.url}/app/eu/agents`)
  await own.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  await button(both, 'Back to the workspace').click()
  await both.getByRole('navigation', { name: 'Main navigation' }).waitFor()
  const second = await stage.newPage({ allow: [/40[01]/] })
  await second.goto(data.url)
  await button(second, 'Sign In').first().click()
  await second.getByText('This link was already used. Ask for a new one.').first().waitFor()
  await button(second, 'Email Login Code').waitFor()
})
