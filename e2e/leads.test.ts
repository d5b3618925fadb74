// Leads: captured in a chat, managed in table and board, imported and exported.
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openChat, scriptTag } from './chat.ts'
import { call, newEmail, type Owner, PASSWORD, setStage, testAll } from './harness.ts'
import { inspect, look, expectAccessible } from './pages.ts'
import { shopPage } from './sites.ts'

const stage = setStage()
const TITLE = 'Lumen helper'
const PHONE = { width: 390, height: 800 }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const CSV = [
  'Full name,E-mail,Phone,Company,Stage',
  'Grace Hopper,grace@example.org,+1 212 555 0100,Navy,Qualified',
  'Nobody,not an address,,,',
  'Alan Turing,alan@example.org,,Bletchley,asleep',
  '"=HYPERLINK(""https://evil.example"")",formula@example.org,,,',
  'Ada King,ada@example.org,,Analytical,',
].join('\r\n')

async function askingAgent(owner: Owner): Promise<string> {
  const made = await call<{ agentCreated: { ID: string } }>(
    `${owner.api}/rpc/convertAgentTemplateToAgent`,
    owner.token,
    { agentName: TITLE, agentTemplate: 'confirm-email', workspaceId: owner.uid },
  )
  return made.agentCreated.ID
}

test('a lead gets from a chat to table and board, and leads are imported with invalid lines and exported', async () => {
  const owner = await stage.owner()
  const agentId = await askingAgent(owner)
  const page = await stage.newPage({ width: 1440, height: 900 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/leads`)
  await page.getByText('No leads yet').waitFor()
  await inspect(page, 'leads-empty')

  const site = await stage.hostPage(shopPage(scriptTag(stage.url, agentId)))
  const visitor = await stage.newPage({ width: 1280, height: 800 })
  await visitor.goto(site.url)
  const chat = await openChat(visitor, TITLE)
  await chat.send('ada@example.org')
  await chat.frame.getByRole('button', { name: 'Send' }).waitFor()
  const table = page.getByRole('table', { name: 'Leads' })
  await expect
    .poll(
      async () => {
        await page.reload()
        await table.or(page.getByText('No leads yet')).first().waitFor()
        return table.getByRole('button', { name: 'ada@example.org' }).count()
      },
      { timeout: 30_000, interval: 1000 },
    )
    .toBe(1)

  await table.getByRole('button', { name: 'ada@example.org' }).click()
  const drawer = page.getByRole('dialog', { name: 'ada@example.org' })
  await drawer.getByText('Captured in a chat').waitFor()
  await drawer.getByRole('textbox', { name: 'Email', exact: true }).fill('nobody')
  await drawer.getByRole('button', { name: 'Close' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await drawer.getByRole('button', { name: 'Save' }).click()
  await drawer.getByText('Enter a valid email address.').waitFor()
  await drawer.getByRole('textbox', { name: 'Email', exact: true }).fill('ada@example.org')
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Ada Lovelace')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Lead saved.').waitFor()
  const named = page.getByRole('dialog', { name: 'Ada Lovelace' })
  await named.getByRole('textbox', { name: 'New note' }).fill('Call on Monday')
  await named.getByRole('button', { name: 'Add note' }).click()
  await named.getByText('Call on Monday', { exact: true }).waitFor()
  await inspect(page, 'leads-drawer')
  await named.getByRole('link', { name: 'Open conversation' }).click()
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('link', { name: 'Ada Lovelace' }).click()
  await named.waitFor()
  await named.getByRole('button', { name: 'Close' }).click()

  await button(page, 'Import').click()
  const dialog = page.getByRole('dialog', { name: 'Import leads' })
  await expectAccessible(page)
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
  await dialog.getByRole('combobox', { name: 'Field for Company' }).waitFor()
  expect(await dialog.getByRole('combobox', { name: 'Field for E-mail' }).inputValue()).toBe('Email')
  await expectAccessible(page)
  await look(page, 'leads-import-columns-light')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('2 leads will be added. 1 will be updated.').waitFor()
  const broken = dialog.getByRole('list', { name: 'Lines that can’t be imported' })
  expect(await broken.getByRole('listitem').allInnerTexts()).toEqual([
    'Line 3: Enter a valid email address.',
    'Line 4: There’s no stage called “asleep”.',
  ])
  await inspect(page, 'leads-import-preview')
  await dialog.getByRole('button', { name: 'Import 3 rows' }).click()
  await dialog.getByText('2 leads added. 1 updated.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await table.getByRole('button', { name: 'Grace Hopper' }).waitFor()

  await button(page, 'Import').click()
  await dialog.getByText('Pasted text').click()
  await dialog.getByRole('textbox', { name: 'Text to import' }).fill('Hello\nKay McNulty <kay@example.org>')
  await dialog.getByRole('combobox', { name: 'Group' }).fill('Fair')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('button', { name: 'Import 1 row' }).click()
  await dialog.getByText('1 lead added.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await table.getByRole('button', { name: 'Kay McNulty' }).waitFor()
  await inspect(page, 'leads-table')

  await page.getByText('Board', { exact: true }).click()
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  const card = (name: string, title: string) => column(name).getByRole('button', { name: title, exact: true })
  await card('Qualified', 'Grace Hopper').waitFor()
  await card('New', 'Kay McNulty').dragTo(column('Contacted'))
  await card('Contacted', 'Kay McNulty').waitFor()
  await button(page, 'Move Grace Hopper').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Won' }).focus()
  await page.keyboard.press('Enter')
  await card('Won', 'Grace Hopper').waitFor()
  await inspect(page, 'leads-board')
  expect(page.url()).toContain('view=board')

  await button(page, 'Capture rules and stages').click()
  const rules = page.getByRole('dialog', { name: 'Capture rules and stages' })
  await rules.getByRole('textbox', { name: 'Name of stage 2' }).fill('Called')
  await rules.getByRole('button', { name: 'Add rule' }).click()
  await rules.getByRole('combobox', { name: 'Variables of rule 1' }).fill('email')
  await rules.getByRole('combobox', { name: 'Variables of rule 1' }).press('Enter')
  await page.keyboard.press('Tab')
  await inspect(page, 'leads-settings')
  await rules.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Rules and stages saved.').waitFor()
  await card('Called', 'Kay McNulty').waitFor()

  await page.getByText('Table', { exact: true }).click()
  const saving = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  const csv = await readFile(await (await saving).path(), 'utf8')
  expect(csv).toContain('Kay McNulty,kay@example.org,,Called,Fair,import,')
  expect(csv).toContain(`"'=HYPERLINK(""https://evil.example"")",formula@example.org`)

  await page.getByRole('checkbox', { name: 'Select Kay McNulty' }).check()
  const bulk = page.getByRole('region', { name: 'Selected leads' })
  await expectAccessible(page)
  await bulk.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog', { name: 'Delete 1 lead?' }).getByRole('button', { name: 'Delete' }).click()
  await table.getByRole('button', { name: 'Kay McNulty' }).waitFor({ state: 'detached' })
  await button(page, 'Undo').click()
  await table.getByRole('button', { name: 'Kay McNulty' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search leads' }).fill('grace')
  await table.getByRole('button', { name: 'Kay McNulty' }).waitFor({ state: 'detached' })
  await page.reload()
  await table.getByRole('button', { name: 'Grace Hopper' }).waitFor()
  await table.getByRole('button', { name: 'Kay McNulty' }).waitFor({ state: 'detached' })
})

testAll('a client works the leads of their agents alone, on a phone and in Arabic', async () => {
  const owner = await stage.owner()
  const [agentId, other] = [await owner.agent(TITLE), await owner.agent('Elsewhere')]
  const add = (id: string, lead: object) => call(`${owner.api}/v2/agents/${id}/leads`, owner.token, lead)
  await add(agentId, { name: 'Ada Lovelace', email: 'ada@example.org', group: 'Fair' })
  await add(agentId, { name: 'A. Lovelace', email: 'ADA@example.org', phone: '+44 20 7946 0958' })
  await add(other, { name: 'Zoe Elsewhere', email: 'zoe@example.org' })
  const base = `${owner.api}/v2/workspaces/${owner.uid}`
  const org = { name: 'Harbour Lights', widgetIDs: [agentId] }
  const { data } = await call<{ data: { ID: string } }>(`${base}/orgs`, owner.token, org)
  const email = newEmail()
  await call(`${base}/orgs/${data.ID}/clients`, owner.token, { name: 'Mia Lund', email, dashboardPassword: PASSWORD })
  const agency = await call<{ data: { ID: string } }>(`${base}/agency`, owner.token)
  const page = await stage.newPage(PHONE)
  await page.goto(`${stage.url}/app/eu/sign-in/${agency.data.ID}`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(page, 'Sign In').click()
  await page.waitForURL(`**/app/eu/agents/${agentId}/home`)
  await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Leads' }).click()
  const table = page.getByRole('table', { name: 'Leads' })
  await table.getByRole('button', { name: 'Ada Lovelace', exact: true }).waitFor()
  expect(await page.getByText('Zoe Elsewhere').count()).toBe(0)
  expect(await button(page, 'Capture rules and stages').count()).toBe(0)
  await inspect(page, 'leads-client-phone')

  await table.getByRole('button', { name: 'Ada Lovelace' }).click()
  const drawer = page.getByRole('dialog', { name: 'Ada Lovelace' })
  await drawer.getByText('Another lead looks like the same person').waitFor()
  await inspect(page, 'leads-client-duplicate-phone')
  await drawer.getByRole('button', { name: 'Merge A. Lovelace into this lead' }).click()
  await page
    .getByRole('dialog', { name: 'Merge A. Lovelace into this lead?' })
    .getByRole('button', { name: 'Merge' })
    .click()
  await page.getByText('Leads merged.').waitFor()
  await expect
    .poll(() => drawer.getByRole('textbox', { name: 'Phone', exact: true }).inputValue())
    .toBe('+44 20 7946 0958')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await page.getByText('Board', { exact: true }).click()
  await page
    .getByRole('region', { name: 'New', exact: true })
    .getByRole('button', { name: 'Ada Lovelace', exact: true })
    .waitFor()
  await inspect(page, 'leads-client-board-phone')

  await call(`${stage.url}/api/account/language`, owner.token, { language: 'ar' }, 'PUT')
  const arabic = await stage.newPage({ width: 1280, height: 800 })
  await owner.signIn(arabic)
  await arabic.goto(`${stage.url}/app/eu/agents/${agentId}/leads`)
  await arabic.getByRole('button', { name: 'Ada Lovelace', exact: true }).waitFor()
  await arabic.getByRole('heading', { name: 'العملاء المحتملون', level: 1 }).waitFor()
  await inspect(arabic, 'leads-arabic')
})
