// A simulated phone number: imported, answered by an agent, called, and shown in the inbox.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setStage } from './harness.ts'
import { walk } from './pages.ts'

const stage = setStage()
const LONG = 240_000
const FAQ = 'You answer for a bakery. Opening hours: we open at seven and close at six.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const shownAs = async (page: Page, name: string) =>
  (await page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]').textContent()) ?? ''

test(
  'an agent answers a number that somebody calls, and a number is bought once its price was shown',
  async () => {
    const owner = await stage.owner()
    const agentId = await owner.agent('Bakery', {
      enableNodes: false,
      vg_systemPrompt: FAQ,
      vg_initMessages: ['Bakery, hello.'],
    })
    const page = await stage.newPage()
    await owner.signIn(page)
    const phone = await stage.newPage()
    await phone.goto(`${stage.url}/sandbox/sms`)
    await expect.poll(() => shownAs(phone, 'Account SID'), { timeout: 20_000 }).toMatch(/^AC/)
    const account = await shownAs(phone, 'Account SID')
    const token = await shownAs(phone, 'Auth token')
    const number = await shownAs(phone, 'Phone number')

    await page.goto(`${stage.url}/app/eu/agents/${agentId}/voice?tab=phoneNumbers`)
    await page.getByText('No numbers yet').waitFor()
    await walk(page, 'phone-numbers-empty')
    await button(page, 'Buy number').click()
    const shop = page.getByRole('dialog', { name: 'Buy number' })
    await shop.getByLabel('Account SID').fill(account)
    await shop.getByLabel('Auth token', { exact: true }).fill(token)
    await shop.getByLabel('Area code').fill('415')
    await button(page, 'Search').click()
    await shop.getByText('$1.15 a month for each number', { exact: false }).waitFor()
    await shop.getByRole('radio').first().check()
    await button(page, 'Buy for $1.15 a month').waitFor()
    await walk(page, 'phone-numbers-buy')
    await shop.getByRole('button', { name: 'Cancel' }).click()

    await button(page, 'Import number').click()
    const dialog = page.getByRole('dialog', { name: 'Import number' })
    await dialog.getByLabel('Account SID').fill(account)
    await dialog.getByLabel('Auth token', { exact: true }).fill(token)
    await dialog.getByLabel('Phone number').fill(number)
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('No one answers calls', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Answer calls' }).click()
    await page.getByText('Answers for this agent', { exact: true }).waitFor()
    await walk(page, 'phone-numbers')

    await phone.goto(`${stage.url}/sandbox/phone`)
    await phone.locator('#number').selectOption(number)
    await button(phone, 'Call').click()
    await phone.getByText(/^in-progress · heard \d/).waitFor({ timeout: 60_000 })
    await phone.getByLabel('Say something').fill('When do you open?')
    await button(phone, 'Say').click()
    await walk(phone, 'sandbox-phone')
    const conversation = page.getByRole('list', { name: 'Conversations' }).getByRole('link').first()
    await page.goto(`${stage.url}/app/eu/agents/${agentId}/convos`)
    await conversation.click({ timeout: 60_000 })
    await page.getByText('When do you open?').first().waitFor()
    await button(phone, 'Hang up').click()
    await phone.getByText('completed', { exact: false }).first().waitFor({ timeout: 30_000 })
    await walk(page, 'inbox-phone-call')
  },
  LONG,
)
