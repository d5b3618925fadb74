// Channels without external accounts: a simulated number and server, one agent, one inbox.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setStage } from './harness.ts'
import { walk } from './pages.ts'

const stage = setStage()
const LONG = 240_000
const FAQ = 'You answer for a bakery. Opening hours: we open at seven and close at six.'

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** How a simulator's list shows a name. */
const shownAs = async (page: Page, name: string) =>
  (await page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]').textContent()) ?? ''

test(
  'an agent answers texts to an imported number, and in a channel of a server',
  async () => {
    const owner = await stage.owner()
    const agentId = await owner.agent('Bakery', { enableNodes: false, vg_systemPrompt: FAQ })
    const page = await stage.newPage()
    await owner.signIn(page)

    const phone = await stage.newPage()
    await phone.goto(`${stage.url}/sandbox/sms`)
    await expect.poll(() => shownAs(phone, 'Account SID'), { timeout: 20_000 }).toMatch(/^AC/)
    await page.goto(`${stage.url}/app/eu/twilio-numbers`)
    await page.getByText('No numbers yet').waitFor()
    await walk(page, 'twilio-numbers-empty')
    await button(page, 'Import number').click()
    const dialog = page.getByRole('dialog', { name: 'Import number' })
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await dialog.getByText('Please fill out all fields.').waitFor()
    await dialog.getByLabel('Account SID').fill(await shownAs(phone, 'Account SID'))
    await dialog.getByLabel('Auth token', { exact: true }).fill(await shownAs(phone, 'Auth token'))
    const number = await shownAs(phone, 'Phone number')
    await dialog.getByLabel('Phone number').fill(number)
    await walk(page, 'twilio-numbers-import')
    await dialog.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('No agent', { exact: true }).waitFor()
    await page.locator(`input[aria-label="Agent for ${number}"]`).click()
    await page.getByRole('option', { name: 'Bakery' }).click()
    await page.getByText(`Bakery now answers texts to ${number}`).waitFor()
    await walk(page, 'twilio-numbers')
    await phone.getByLabel('Message', { exact: true }).fill('When do you open?')
    await button(phone, 'Send').click()
    await phone.locator('li.number').first().waitFor({ timeout: 60_000 })
    await walk(phone, 'sandbox-sms')

    const server = await stage.newPage()
    await server.goto(`${stage.url}/sandbox/discord`)
    await expect.poll(() => shownAs(server, 'Channel ID'), { timeout: 20_000 }).toMatch(/^\d{17}/)
    await page.goto(`${stage.url}/app/eu/agents/${agentId}/channels?channel=discord`)
    const drawer = page.getByRole('dialog', { name: 'Discord' })
    await drawer.getByLabel('Channel ID').fill(await shownAs(server, 'Channel ID'))
    await button(page, 'Connect Discord').click()
    await drawer.getByText('Please fill out all fields.').waitFor()
    await walk(page, 'channel-discord')
    await drawer.getByLabel('Webhook URL').fill(await shownAs(server, 'Webhook URL'))
    await button(page, 'Connect Discord').click()
    await drawer.getByText('Active', { exact: true }).waitFor()
    await walk(page, 'channel-discord-connected')
    await server.getByLabel('Message', { exact: true }).fill('When do you close?')
    await button(server, 'Send').click()
    await server.locator('li', { hasText: 'Bakery' }).first().waitFor({ timeout: 60_000 })
    await walk(server, 'sandbox-discord')

    await page.goto(`${stage.url}/app/eu/agents/${agentId}/channels?channel=sms`)
    await page.getByRole('dialog', { name: 'SMS' }).getByText('Active', { exact: true }).waitFor()
    await walk(page, 'channel-sms-connected')
    const other = await owner.agent('Second')
    await page.goto(`${stage.url}/app/eu/agents/${other}/channels?channel=sms`)
    await page.getByRole('dialog', { name: 'SMS' }).getByLabel('Account SID').waitFor()
    await walk(page, 'channel-sms')
    await page.goto(`${stage.url}/app/eu/inbox`)
    await page.getByRole('list', { name: 'Conversations' }).getByRole('link').nth(1).waitFor()
  },
  LONG,
)

test(
  'an agent answers a server of one’s own by signed webhooks',
  async () => {
    const owner = await stage.owner()
    const agentId = await owner.agent('Bakery', { enableNodes: false, vg_systemPrompt: FAQ })
    const page = await stage.newPage()
    await owner.signIn(page)
    const server = await stage.newPage()
    await server.goto(`${stage.url}/sandbox/webhook`)
    await expect.poll(() => shownAs(server, 'Signing secret'), { timeout: 20_000 }).toMatch(/^whsec_/)
    await page.goto(`${stage.url}/app/eu/agents/${agentId}/channels?channel=webhook`)
    const drawer = page.getByRole('dialog', { name: 'Webhook' })
    await button(page, 'Connect Webhook').click()
    await drawer.getByText('Please fill out all fields.').waitFor()
    await walk(page, 'channel-webhook')
    await drawer.getByLabel('Channel name').fill('Shop app')
    await drawer.getByLabel('Your server’s address').fill(await shownAs(server, 'Address'))
    await drawer.getByLabel('Signing secret', { exact: true }).fill(await shownAs(server, 'Signing secret'))
    await drawer.getByLabel('Buttons').check()
    await button(page, 'Connect Webhook').click()
    await drawer.getByText('Active', { exact: true }).waitFor()
    await walk(page, 'channel-webhook-connected')
    const address = drawer.getByLabel('Send messages to')
    await expect.poll(() => address.inputValue()).toMatch(/^http/)
    await server.getByLabel('URL of the channel').fill(await address.inputValue())
    await button(server, 'Save').click()
    await server.getByLabel('Message', { exact: true }).fill('When do you open?')
    await button(server, 'Send').click()
    await server.locator('li.agent').first().waitFor({ timeout: 60_000 })
    await walk(server, 'sandbox-webhook')
  },
  LONG,
)
