// Paying for a plan: from the free plan with a test card to credits, an invoice and a saved card.
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { setStage, testAll } from './harness.ts'
import { complete, expectAccessible, walk } from './pages.ts'

const stage = setStage()
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function fillCard(page: Page): Promise<void> {
  const form = page.getByRole('dialog', { name: 'Payment' })
  await form.getByLabel('Card number').fill('4242 4242 4242 4242')
  await form.getByLabel('Expiry date').fill('12 / 40')
  await form.getByLabel('CVC').fill('123')
  await form.getByLabel('Name on card').fill('Ada Example')
  await form.getByRole('textbox', { name: 'Address', exact: true }).fill('1 Harbour Street')
  await form.getByLabel('City').fill('Berlin')
  await form.getByLabel('Postal code').fill('10115')
  await form.getByLabel('Country').fill('DE')
}

test('an owner on the free plan subscribes by card and sees the plan, its credits and the invoice', async () => {
  const owner = await stage.owner()
  await owner.teach(await owner.agent('Lumen helper'), 'Opening hours', 'Lumen is open from nine to five.')
  const flow = () => owner.get<{ flows: unknown[] }>(`/v2/workspaces/${owner.uid}/credit-flow`)
  await expect.poll(async () => (await flow()).flows.length).toBe(1)
  const page = await stage.newPage({ width: 1280, height: 900 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/account/billing`)
  const plan = page.getByTestId('plan')
  await plan.getByText('Free', { exact: true }).waitFor()
  await page.getByText('No invoices yet. They appear after your first payment.').waitFor()
  const balance = await page.getByTestId('usd-balance').textContent()
  await complete(page)
  await walk(page, 'billing-free')
  await button(page, 'Show as table').click()
  await page.getByRole('row', { name: 'Free credits Lumen helper Knowledge 1' }).waitFor()

  await button(page, 'Upgrade plan').click()
  await page.getByRole('dialog', { name: 'Confirm subscription' }).getByText('Total today').waitFor()
  await walk(page, 'billing-subscribe')
  await button(page, 'Continue to payment').click()
  await page.getByLabel('Card number').waitFor()
  expect(await button(page, 'Continue').isDisabled()).toBe(true)
  await fillCard(page)
  // Tax of the card's address, shown before the charge.
  await page.getByRole('region', { name: 'Summary' }).getByText('VAT (27%)').waitFor()
  await walk(page, 'billing-payment')
  await button(page, 'Continue').click()
  const done = page.getByRole('dialog', { name: 'Subscription Created!' })
  await done.waitFor()
  await expectAccessible(page)
  await done.getByRole('button', { name: 'Done' }).click()

  await plan.getByText('Pay as you go', { exact: true }).waitFor()
  await plan.getByText(/^Next billing date: /).waitFor()
  await expect.poll(() => page.getByTestId('usd-balance').textContent()).not.toBe(balance)
  const invoices = page.getByRole('table', { name: 'Invoices' })
  await invoices.getByText('Paid', { exact: true }).waitFor()
  await invoices.getByText('€22.86').waitFor()
  await complete(page)
  await walk(page, 'billing-paid')

  // The invoice page belongs to the payment provider.
  const [invoice] = await Promise.all([page.context().waitForEvent('page'), invoices.getByRole('link').first().click()])
  await invoice
    .getByText(/invoice/i)
    .first()
    .waitFor()
  await invoice.close()
  // The saved card pays the next purchase.
  await button(page, 'Add to balance').click()
  await button(page, 'Confirm').click()
  await page.getByRole('radio', { name: /^VISA ending in 4242/ }).waitFor()
})

testAll('an owner sets a monthly budget for an agent and changes what happens when it is used up', async () => {
  const owner = await stage.owner()
  await owner.agent('Lumen helper')
  const page = await stage.newPage({ width: 1280, height: 900 })
  await owner.signIn(page)
  await page.goto(`${stage.url}/app/eu/account/billing`)
  await page.getByText('No budgets yet. Agents use as many credits as your balance allows.').waitFor()
  await button(page, 'Add budget').click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Credits a month').fill('500')
  await form.getByText('Worth $0.50 a month.').waitFor()
  await walk(page, 'billing-budget')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('0 of 500 credits ($0.00 of $0.50)').waitFor()
  await page.getByText('Notifies you at 50%, 80%, and 100%.').waitFor()
  await button(page, 'Edit budget of Lumen helper').click()
  await form.getByRole('radio', { name: 'Stop answering' }).check()
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Notifies you at 50%, 80%, and 100%, then stops answering.').waitFor()
  await complete(page)
  await walk(page, 'billing-budgets')
})
