// Workspaces with several people: inviting, switching, roles, leaving, deleting, and one account in two regions.
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ApiFailure, call, confirmAddress, newEmail, setStage, testAll, type Owner } from './harness.ts'
import { look, publishDraft, expectAccessible, loseAccess } from './pages.ts'
import { SUPPORT_EMAIL } from './product.ts'
import { useSecondFactor } from './second-factor.ts'

const stage = setStage()
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const members = (page: Page) => page.getByRole('list', { name: 'Members' })

async function open(owner: Owner, path: string, options: Parameters<typeof stage.newPage>[0] = {}) {
  const page = await stage.newPage(options)
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu${path}`)
  return page
}
/** Opens the workspace menu in the navigation. */
async function workspaceMenu(page: Page) {
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('button', { name: /^Workspace:/ })
    .click()
  await page.getByRole('menuitem', { name: '+ New Workspace' }).waitFor()
}
async function newWorkspace(page: Page, name: string, region?: string) {
  await workspaceMenu(page)
  await page.getByRole('menuitem', { name: '+ New Workspace' }).click()
  const dialog = page.getByRole('dialog', { name: 'New workspace' })
  const field = dialog.getByRole('textbox', { name: 'Name' })
  expect(await field.inputValue()).toMatch(/^Personal .{5}$/)
  await field.fill('')
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
  await dialog.getByText('Please enter a workspace name.').waitFor()
  await field.fill(name)
  if (region) await dialog.getByRole('radio', { name: region }).click()
  await dialog.getByRole('button', { name: 'Create workspace' }).click()
}
async function invite(page: Page, email: string, role?: string) {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  if (role) {
    await page.getByRole('combobox', { name: 'Role', exact: true }).click()
    await page.getByRole('option', { name: new RegExp(`^${role}`) }).click()
  }
  await button(page, 'Invite').click()
}

test('an owner creates a workspace and invites people, who can do what their role allows', async () => {
  const ada = await stage.owner()
  const bea = await stage.owner()
  const cleo = await stage.owner()
  const page = await open(ada, '/agents')
  await newWorkspace(page, 'The Lumen shop and its stores')
  await page.getByText('The Lumen shop and its stores is ready. You’re the owner.').waitFor()
  await workspaceMenu(page)
  // Twenty letters and an ellipsis.
  await page.getByRole('menuitem', { name: 'The Lumen shop and i…' }).waitFor()
  await page.getByRole('menuitem', { name: '+ New User' }).click()
  await page.waitForURL('**/workspace?tab=members&invite=true')
  await page.getByText('1 of 5 seats').waitFor()
  const field = page.getByRole('textbox', { name: 'Email' })
  await expect.poll(() => field.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
  await invite(page, 'abc')
  await page.getByText('Please enter a valid email').waitFor()
  await invite(page, ada.email)
  await page.getByText("You can't invite yourself lol").waitFor()
  await invite(page, bea.email)
  await page.getByText(`Successfully invited ${bea.email}`).waitFor()
  await invite(page, cleo.email, 'Viewer')
  await page.getByText(`Successfully invited ${cleo.email}`).waitFor()
  await page.getByText('3 of 5 seats').waitFor()
  await expect.poll(() => members(page).getByText('Invited', { exact: true }).count()).toBe(2)
  for (const email of [newEmail(), newEmail()]) {
    await invite(page, email)
    await page.getByText(`Successfully invited ${email}`).waitFor()
  }
  await page.getByText('5 of 5 seats').waitFor()
  await invite(page, 'dora@example.com')
  await page.getByText('You have reached the maximum number of seats').waitFor()
  await expectAccessible(page)
  const uid = String(await page.evaluate("localStorage.getItem('parlance-workspace-eu')"))
  const { agentCreated } = await call<{ agentCreated: { ID: string } }>(
    `${ada.api}/rpc/convertAgentTemplateToAgent`,
    ada.token,
    { agentName: 'Shared', agentTemplate: 'blank-template', workspaceId: uid },
  )

  await confirmAddress(bea)
  const editor = await open(bea, '/agents')
  await workspaceMenu(editor)
  await editor.getByRole('menuitem', { name: 'The Lumen shop and i…' }).click()
  await editor.getByRole('link', { name: 'Open Shared' }).click()
  await editor.getByRole('textbox', { name: 'Title' }).fill('Shared by Bea')
  await publishDraft(editor)
  await editor.goto(`${stage.url}/app/eu/workspace?tab=members`)
  await editor.getByText('Only admins and the owner can do this.').first().waitFor()
  expect(await editor.getByRole('textbox', { name: 'Email' }).count()).toBe(0)
  await editor.goto(`${stage.url}/app/eu/workspace`)
  await editor.getByText('Only admins and the owner can see the secret.').waitFor()
  expect(await editor.getByRole('textbox', { name: 'Name' }).isEditable()).toBe(false)
  expect(await button(editor, 'Save').count()).toBe(0)

  // An agent's link switches to its workspace.
  await confirmAddress(cleo)
  const viewer = await open(cleo, `/agents/${agentCreated.ID}/overview`)
  await viewer
    .getByText('This agent belongs to The Lumen shop and its stores, so we switched to that workspace.')
    .waitFor()
  await viewer.getByText(/^View only/).waitFor()
  expect(await button(viewer, 'New Agent').isDisabled()).toBe(true)
  const title = viewer.getByRole('textbox', { name: 'Title' })
  await viewer.getByText('You can view this agent. Editors can change it.').waitFor()
  await expect.poll(() => title.isEditable()).toBe(false)
  await expect.poll(() => title.inputValue()).toBe('Shared by Bea')
  const refused = await call(`${cleo.api}/v2/agents/${agentCreated.ID}`, cleo.token, { title: 'No' }).catch(
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(ApiFailure)
  expect((refused as ApiFailure).status).toBe(403)

  // Leaves, then is removed.
  await editor.goto(`${stage.url}/app/eu/workspace?tab=danger`)
  await button(editor, 'Leave workspace').click()
  loseAccess(editor)
  await editor.getByRole('dialog').getByRole('button', { name: 'Leave workspace' }).click()
  await editor.getByText('You’ve left The Lumen shop and its stores.').waitFor()
  await editor.waitForURL('**/app/eu/agents')
  // An old link without access says so.
  const left = await open(bea, `/agents/${agentCreated.ID}/nodes`, { allow: [/status of 404/] })
  await left.getByText('This widget does not exist.', { exact: true }).waitFor()
  await left.waitForURL('**/app/eu/widgets')
  await page.reload()
  await page.getByText('4 of 5 seats').waitFor()
  loseAccess(viewer)
  await button(page, `Remove ${cleo.email}`).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText(`${cleo.email} removed.`).waitFor()
  await page.getByText('3 of 5 seats').waitFor()
})

testAll('a workspace is named, gets a logo, and goes when its name is typed; the personal one stays', async () => {
  const ada = await stage.owner()
  const page = await open(ada, '/workspace?tab=danger')
  await page.getByText('This is your personal workspace.').waitFor()
  expect(await button(page, 'Delete workspace').count()).toBe(0)
  await newWorkspace(page, 'Stores')
  await page.getByText('Stores is ready.').waitFor()
  await page.goto(`${stage.url}/app/eu/workspace`)
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill(' ')
  await button(page, 'Save').click()
  await page.getByText('Please enter a workspace name.').waitFor()
  await name.fill('Shops')
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: PIXEL })
  await page.getByRole('img', { name: /Logo/ }).waitFor()
  await button(page, 'Save').click()
  await page.getByText('Successfully saved workspace data.').waitFor()
  await page.reload()
  await expect.poll(() => name.inputValue()).toBe('Shops')
  await page.getByRole('img', { name: /Logo/ }).waitFor()
  const secret = page
    .getByRole('textbox', { name: /Workspace secret/ })
    .or(page.getByLabel(/Workspace secret/))
    .first()
  await expect.poll(() => secret.inputValue()).toMatch(/^vg_.{20}$/)
  await page.getByRole('tab', { name: 'Danger zone' }).click()
  await button(page, 'Delete workspace').click()
  const dialog = page.getByRole('dialog', { name: 'Delete Shops?' })
  await dialog.getByText('THIS ACTION CANNOT BE UNDONE').waitFor()
  const confirmed = dialog.getByRole('button', { name: 'Delete workspace' })
  expect(await confirmed.isDisabled()).toBe(true)
  await dialog.getByRole('textbox', { name: 'Type Shops to confirm' }).fill('Shops')
  await confirmed.click()
  await page.getByText('Successfully deleted workspace.').waitFor()
  await page.waitForURL('**/app/eu/agents')
  await workspaceMenu(page)
  await expect.poll(() => page.getByRole('menuitem', { name: 'Shops' }).count()).toBe(0)
})

testAll('the region switcher and its warning come with a workspace in the other region', async () => {
  const ada = await stage.owner()
  const page = await open(ada, '/agents')
  await page.getByRole('radiogroup', { name: 'Theme' }).waitFor()
  expect(await page.getByRole('button', { name: /^Data region/ }).count()).toBe(0)
  await newWorkspace(page, 'Overseas', 'North America (Virginia)')
  await page.waitForURL('**/app/na/agents')
  const warning = page.getByText(
    'You have the same account on multiple regions - Data will be different between regions',
  )
  await warning.waitFor()
  await button(page, 'Dismiss').click()
  await warning.waitFor({ state: 'hidden' })
  await page.goto(`${stage.url}/app/na/credentials`)
  await page.getByRole('heading', { name: 'Credentials' }).waitFor()
  await page.evaluate('globalThis.sameLoad = true')
  await page.getByRole('button', { name: /^Data region/ }).click()
  await page.getByRole('menuitem', { name: 'Europe (Frankfurt)' }).click()
  await page.waitForURL('**/app/eu/credentials')
  await page.getByRole('button', { name: /^Data region/ }).waitFor()
  expect(await page.evaluate('globalThis.sameLoad')).toBeUndefined()
  expect(await warning.count()).toBe(0)
  // The workspace menu opens the right one too.
  await workspaceMenu(page)
  const menu = page.getByRole('menu')
  for (const name of ['Europe, Frankfurt', 'North America, Virginia']) await menu.getByText(name).waitFor()
  await page.getByRole('menuitem', { name: 'Overseas' }).click()
  await page.waitForURL('**/app/na/credentials')
  await page.getByRole('button', { name: /^Workspace: *Overseas/ }).waitFor()
})

testAll('Ctrl K finds agents, parts, documents and commands by a few letters, with the keyboard alone', async () => {
  const ada = await stage.owner()
  const agentId = await ada.agent('Returns desk')
  await ada.teach(agentId, 'Opening hours', 'We open on Monday at nine.')
  const page = await open(ada, '/credentials')
  await page.getByRole('heading', { name: 'Credentials' }).waitFor()
  const field = page.getByRole('combobox', { name: 'Search and commands' })
  const find = async (text: string, name: RegExp) => {
    await page.keyboard.press('Control+k')
    await field.fill(text)
    await page.getByRole('option', { name, selected: true }).waitFor()
    expect(await field.getAttribute('aria-activedescendant')).toBe(
      await page.getByRole('option', { name, selected: true }).getAttribute('id'),
    )
    await page.keyboard.press('Enter')
    await field.waitFor({ state: 'hidden' })
  }
  await find('retrns', /Returns desk/)
  await page.waitForURL(`**/agents/${agentId}/overview`)
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await find('opening', /Opening hours/)
  await page.waitForURL(`**/agents/${agentId}/kb?doc_id=*`)
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await find('tecnical', /Technical/)
  await page.waitForURL('**/settings?tab=technical')
  await find('invite a mem', /Invite a member/)
  await page.waitForURL('**/workspace?tab=members&invite=true')
  await page.keyboard.press('Control+k')
  await field.fill('qqqqzzzz')
  await page.getByText('Nothing matches “qqqqzzzz”.').waitFor()
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
})

/** A malicious name: markup, a template, bidirectional text, hidden characters. */
const HOSTILE = '<img src=x onerror="globalThis.ran=1"> {{7*7}} \u202Egnp.exe \u200B\u{1F600}'
const FORMULA = '=HYPERLINK("http://x.test","open")'
const hostile = (most: number) => HOSTILE.padEnd(most, 'W').slice(0, most)

/** A workspace in which everything has such a name; returns the agent's id and the invited user. */
async function hostileWorkspace(ada: Owner) {
  const send = <T>(path: string, body: object, method = 'POST') => call<T>(ada.api + path, ada.token, body, method)
  const workspace = `/v2/workspaces/${ada.uid}`
  const tool = { description: hostile(2000), serverUrl: 'https://x.test/' }
  // Refuses names that are too long, and tool names that no model could call.
  for (const refused of [
    () => ada.agent(hostile(10_000)),
    () => send(workspace, { workspaceName: hostile(10_000) }),
    () => send(`${workspace}/keys`, { name: hostile(10_000), scopes: ['agents:read'] }),
    () => send(`${workspace}/tools/hostile`, { ...tool, name: hostile(60) }, 'PUT'),
  ])
    await expect(refused()).rejects.toMatchObject({ status: 400 })
  await call(`${stage.url}/api/account`, ada.token, { name: hostile(100) }, 'PATCH')
  await send(workspace, { workspaceName: hostile(60) })
  const agentId = await ada.agent(hostile(200))
  await send(`/v2/agents/${agentId}/kb`, { name: hostile(300), content: 'We open at nine.', tags: [hostile(50)] })
  await send(`${workspace}/tools/hostile`, { ...tool, name: 'look_up' }, 'PUT')
  await send(`${workspace}/keys`, { name: FORMULA, scopes: ['agents:read'] })
  const invited = newEmail()
  await send(`${workspace}/members`, { email: invited, role: 'viewer' })
  await hostileVisitor(ada, agentId)
  return { agentId, invited }
}
/** A visitor whose site signed such a name sends such a text, which becomes the conversation's title. */
async function hostileVisitor(ada: Owner, agentId: string) {
  const { data } = await ada.get<{ data: { SECRET_API_KEY: string } }>(`/v2/agents/${agentId}`)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { sub: 'eve', exp: Math.floor(Date.now() / 1000) + 600, name: hostile(100) }
  const words = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  const token = `${words}.${createHmac('sha256', data.SECRET_API_KEY).update(words).digest('base64url')}`
  const agent = `${ada.api}/v2/agents/${agentId}`
  const known = await call<{ data: { visitorId: string } }>(`${agent}/identify`, undefined, { token })
  const spoken = await fetch(`${agent}/interact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      visitorId: known.data.visitorId,
      message: { id: crypto.randomUUID(), text: hostile(2000) },
    }),
  })
  await spoken.text()
}
/** No name ran or became an element, and none causes horizontal scrolling. */
async function harmless(page: Page, where: string) {
  const found = await page.evaluate(() => ({
    ran: 'ran' in globalThis,
    pictures: document.querySelectorAll('img[src="x"]').length,
    sideways: [document.documentElement, ...document.querySelectorAll('main')].some(
      (element) => element.scrollWidth > element.clientWidth,
    ),
  }))
  expect(found, where).toEqual({ ran: false, pictures: 0, sideways: false })
}

testAll(
  '[1.13] names that want to be more than names run nowhere, and break nothing',
  { timeout: 240_000 },
  async () => {
    const ada = await stage.owner()
    const { agentId, invited } = await hostileWorkspace(ada)
    const places: [path: string, shows: string][] = [
      ['/agents', '{{7*7}}'],
      [`/agents/${agentId}/overview`, 'Description'],
      [`/agents/${agentId}/kb`, '{{7*7}}'],
      [`/agents/${agentId}/convos`, '{{7*7}}'],
      ['/sessions', '{{7*7}}'],
      ['/integrations', '{{7*7}}'],
      ['/workspace?tab=members', invited],
      ['/workspace?tab=keys', FORMULA],
      ['/workspace?tab=audit', FORMULA],
      ['/account/billing', 'Credit log'],
    ]
    for (const width of [1280, 390]) {
      const page = await open(ada, '/agents', { width, height: 844 })
      for (const [path, shows] of places) {
        await page.goto(`${stage.url}/app/eu${path}`)
        const main = page.getByRole('main')
        await main.getByText(shows).first().waitFor({ state: 'attached' })
        await harmless(page, `${path} at ${width}`)
      }
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox', { name: 'Search and commands' }).fill('img src')
      await page.getByRole('option', { name: /7\*7/ }).first().waitFor()
      await harmless(page, `palette at ${width}`)
    }
    const csv = await fetch(`${ada.api}/v2/workspaces/${ada.uid}/audit.csv`, {
      headers: { authorization: `Bearer ${ada.token}` },
    })
    const table = await csv.text()
    expect(table).toContain('HYPERLINK')
    // No cell starts like a formula.
    expect(table).not.toMatch(/(^|,)"?[=+@-]/m)
    const { items } = await call<{ items: { subject: string; html: string }[] }>(
      `${stage.url}/api/sandbox/mails?to=${encodeURIComponent(invited)}`,
    )
    expect(items).toHaveLength(1)
    expect(items[0]?.html).toContain('&lt;img src=x')
    expect(items[0]?.html).not.toContain('<img src=x')
    expect(items[0]?.subject).not.toMatch(/[\r\n\u202E]/)
  },
)

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

testAll(
  'support is let in for hours, sees what it may in a group of its own, and is out once that is ended',
  async () => {
    const [ada, help] = [await stage.owner(), await stage.owner('eu', SUPPORT_EMAIL)]
    const workspace = `${ada.api}/v2/workspaces/${ada.uid}`
    await call(workspace, ada.token, { workspaceName: 'Lumen' })
    const agentId = await ada.agent('Lamp desk')
    await confirmAddress(help)
    const helper = await open(help, '/agents')
    const needs = helper.getByText('You’re listed as support.', { exact: false })
    await needs.getByRole('link', { name: 'Account → Security' }).waitFor()
    await look(helper, 'support-needs')
    await useSecondFactor(helper, stage.url)
    const page = await open(ada, '/workspace?tab=members')
    const access = page.getByRole('region', { name: 'Support access' })
    await access.getByRole('button', { name: 'Grant access' }).click()
    await access.getByText(/^Support has access until .+ as Viewer\.$/).waitFor()
    await look(page, 'support-let-in')
    await expectAccessible(page)

    await helper.reload()
    await workspaceMenu(helper)
    const menu = helper.getByRole('menu')
    await menu.getByText('Support', { exact: true }).waitFor()
    await look(helper, 'support-menu')
    await menu.getByRole('menuitem', { name: /^Lumen/ }).click()
    const line = helper.getByRole('region', { name: 'Support', exact: true })
    await line.getByText(/^Support access until /).waitFor()
    await look(helper, 'support-inside')
    await expectAccessible(helper)
    await helper.goto(`${stage.url}/app/eu/workspace?tab=danger`)
    await helper.getByText('You’re here as support.', { exact: false }).waitFor()
    await call(`${workspace}/support`, ada.token, { role: 'editor', hours: 1 })
    await helper.goto(`${stage.url}/app/eu/agents/${agentId}/settings?tab=technical`)
    await helper.getByText('The commands contain a placeholder', { exact: false }).waitFor()
    await look(helper, 'support-editor')

    loseAccess(helper)
    await access.getByRole('button', { name: 'End now' }).click()
    await access.getByRole('button', { name: 'Grant access' }).waitFor()
    // A support user sees it at once and returns to their own agents.
    await helper.getByText('Support access to Lumen has ended.').waitFor()
    await expect.poll(() => new URL(helper.url()).pathname).toBe('/app/eu/agents')
    await look(helper, 'support-ended')
    await line.waitFor({ state: 'detached' })
    await workspaceMenu(helper)
    await expect.poll(() => menu.getByRole('menuitem', { name: /^Lumen/ }).count()).toBe(0)
    await page.goto(`${stage.url}/app/eu/workspace?tab=audit`)
    await page.getByText(`${help.email} (support) opened the workspace as support`).first().waitFor()
  },
)
