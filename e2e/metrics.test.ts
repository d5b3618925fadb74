// Outcomes of conversations for an owner and a client; and a metric that is tested, enabled and reviewed.
import { readFile } from 'node:fs/promises'
import { readTexts } from '@parlance/i18n/read-texts'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { call, newEmail, type Owner, PASSWORD, setStage, testAll } from './harness.ts'
import { look, expectAccessible } from './pages.ts'

const stage = setStage()
const ar = readTexts('ar')
const PHONE = { width: 390, height: 800 }
const DESKTOP = { width: 1280, height: 900 }
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

interface Spoken {
  readonly conversationId: string
  readonly visitorId: string
}
async function say(owner: Owner, agentId: string, text: string): Promise<Spoken> {
  const response = await fetch(`${owner.api}/v2/agents/${agentId}/interact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ message: { id: crypto.randomUUID(), text } }),
  })
  const start = /"messageMetadata":(\{[^}]*\})/.exec(await response.text())?.[1] ?? '{}'
  return JSON.parse(start) as Spoken
}

/** An agent with three conversations; a teammate answered one, which was rated. */
async function workshop() {
  const owner = await stage.owner()
  const agentId = await owner.agent('Lumen helper', { alwaysShowHandoff: true, UIhandoffTitle: 'Talk to us' } as never)
  await owner.teach(agentId, 'Opening hours', 'We open at 9:00 from Monday to Friday and close at 18:00.')
  await say(owner, agentId, 'When do you open?')
  await say(owner, agentId, 'when do you open')
  const { conversationId, visitorId } = await say(owner, agentId, 'My lamp is broken. I want a refund.')
  const base = `${owner.api}/v2/agents/${agentId}`
  const chat = `${base}/conversations/${conversationId}`
  await call(`${base}/handoff`, visitorId, { conversationId })
  await call(`${chat}/take-over`, owner.token, {})
  await call(`${chat}/replies`, owner.token, { id: crypto.randomUUID(), text: 'You get your money back.' })
  await call(`${chat}/hand-back`, owner.token, {})
  await call(`${chat}/rating`, visitorId, { score: 4 })
  return { owner, agentId }
}

test('analytics start with outcomes, and a client sees the figures of their org', async () => {
  const { owner, agentId } = await workshop()
  const page = await stage.newPage(DESKTOP)
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/analytics`)
  const figures = part(page, 'Conversations')
  await figures.getByText('Answered without a human').waitFor()
  await expect.poll(() => figures.locator('dl').innerText()).toContain('67%')
  await expect.poll(() => figures.locator('dl').innerText()).toContain('4 of 5')
  const question = part(page, 'Top questions').locator('tbody tr').first()
  await expect.poll(async () => (await question.innerText()).replaceAll(/\s+/g, ' ')).toBe('When do you open? 2')
  await part(page, 'Hand-off reasons').getByText('Visitor asked for a human').waitFor()
  await part(page, 'Hand-off reasons').getByText('Your team answered 1 of 1 requests').waitFor()
  await part(page, 'Busiest hours').getByRole('table').waitFor()
  await expectAccessible(page)
  await look(page, 'outcomes-light')
  await button(page, 'Show as table').click()
  const day = part(page, 'Conversations by day').locator('tbody tr').first()
  await expect.poll(async () => (await day.innerText()).trim()).toMatch(/2\s+1$/)
  const saved = page.waitForEvent('download')
  await button(page, 'Conversations as CSV').click()
  await page.getByRole('menuitem', { name: 'Summary' }).click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('share answered without a human,0.667')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await look(page, 'outcomes-dark')

  const other = await owner.agent('Second helper')
  const base = `${owner.api}/v2/workspaces/${owner.uid}`
  const org = { name: 'Harbour Lights', widgetIDs: [agentId] }
  const { data } = await call<{ data: { ID: string } }>(`${base}/orgs`, owner.token, org)
  const email = newEmail()
  await call(`${base}/orgs/${data.ID}/clients`, owner.token, { name: 'Mia Lund', email, dashboardPassword: PASSWORD })
  const agency = await call<{ data: { ID: string } }>(`${base}/agency`, owner.token)
  await say(owner, other, 'Not for clients')
  const mia = await stage.newPage(PHONE)
  await mia.goto(`${stage.url}/app/eu/sign-in/${agency.data.ID}`)
  await mia.getByRole('textbox', { name: 'Email' }).fill(email)
  await mia.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await button(mia, 'Sign In').click()
  await mia.waitForURL(`**/app/eu/agents/${agentId}/home`)
  await mia.goto(`${stage.url}/app/eu/agents/${agentId}/analytics`)
  const agents = part(mia, 'Conversations').getByRole('combobox', { name: 'Agents' })
  await expect.poll(() => agents.inputValue()).toBe('All my agents')
  await expect.poll(() => part(mia, 'Conversations').locator('dl').innerText()).toContain('67%')
  await expectAccessible(mia)
  expect(await mia.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBe(0)
  await look(mia, 'outcomes-client-phone')
})

testAll('a metric is tried with its cost said first, switched on, read and checked', async () => {
  const { owner, agentId } = await workshop()
  const page = await stage.newPage(DESKTOP)
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/metrics`)
  await page.getByRole('heading', { name: 'No metrics yet' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('main').getByRole('button', { name: 'New metric' }).click()
  const form = page.getByRole('dialog', { name: 'New metric' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Refunds')
  await form.getByRole('textbox', { name: 'Question for the model' }).fill('Did the visitor ask for a refund?')
  await form.getByRole('radio', { name: 'Category' }).check()
  await button(page, 'Save').click()
  await form.getByText('Enter at least two different choices.').waitFor()
  await form.getByRole('radio', { name: 'Yes or no' }).check()
  await expectAccessible(page)
  await look(page, 'metric-form-light')
  await button(page, 'Save').click()

  await page.getByRole('heading', { name: 'Refunds', level: 1 }).waitFor()
  await button(page, 'Try and turn on').click()
  const trial = page.getByRole('dialog', { name: 'Try “Refunds”' })
  await trial.getByText('Try it on the last 3 conversations. That costs at most 3 credits.').waitFor()
  expect(await trial.getByRole('button', { name: 'Turn on' }).isDisabled()).toBe(true)
  await trial.getByRole('button', { name: 'Try it' }).click()
  await trial.getByText('I want a refund.', { exact: true }).waitFor()
  await expectAccessible(page)
  await look(page, 'metric-trial-light')
  await trial.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('On', { exact: true }).waitFor()
  await page.getByText('3 of 500 credits this month').waitFor()

  const judged = part(page, 'Evaluated conversations')
  const refund = judged.getByRole('listitem').filter({ hasText: 'I want a refund.' }).first()
  await refund.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Yes', exact: true }).click()
  const wrong = judged.getByRole('listitem').filter({ hasText: 'When do you open?' }).first()
  await wrong.getByRole('combobox').click()
  await page.getByRole('option', { name: 'Unclear', exact: true }).click()
  await page.getByText('1 of 2 reviewed answers match', { exact: false }).waitFor()
  await page.getByText('33%', { exact: true }).waitFor()
  await button(page, 'Show as table').click()
  await part(page, 'Answers by day').getByRole('columnheader', { name: 'Unclear' }).waitFor()
  await button(page, 'Show as table').click()
  await expectAccessible(page)
  await look(page, 'metric-light')
  const saved = page.waitForEvent('download')
  await button(page, 'Evaluations as CSV').click()
  expect(await readFile(await (await saved).path(), 'utf8')).toContain('I want a refund.')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
  await look(page, 'metric-dark')
  await refund.getByRole('link').click()
  await page.waitForURL('**/convos?conversation=*')

  await page.emulateMedia({ colorScheme: 'light' })
  await call(`${stage.url}/api/account/language`, owner.token, { language: 'ar' }, 'PUT')
  await page.setViewportSize(PHONE)
  await page.goto(`${stage.url}/app/eu/agents/${agentId}/metrics`)
  await page.getByRole('heading', { name: ar.metrics.title, level: 1 }).waitFor()
  await page.getByRole('button', { name: /Refunds/ }).click()
  await page.getByRole('region', { name: ar.metrics.judgements }).getByText('I want a refund.').first().waitFor()
  await expectAccessible(page)
  expect(await page.evaluate('document.scrollingElement.scrollWidth - innerWidth')).toBe(0)
  await look(page, 'metric-arabic-phone')
})
