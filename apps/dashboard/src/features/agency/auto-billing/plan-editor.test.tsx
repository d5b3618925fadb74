import type { AgencyBilling, ClientPlan } from '@parlance/contract/billing/client-billing'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mayLeaveForms } from '../../../lib/unsaved-guard.tsx'
import { renderPage, serve } from '../../../testing/render.tsx'
import { PlanEditor } from './plan-editor.tsx'

const gold: ClientPlan = {
  name: 'Gold',
  price: 40,
  credits: 10_000,
  features: ['Answers'],
  isPopular: false,
  priceId: 'price_1',
  productId: 'prod_1',
}

const billing: AgencyBilling = {
  accountId: 'acct_1',
  email: 'ada@example.org',
  isConnected: true,
  payouts_enabled: true,
  allowPlans: true,
  USDPerToken: 0.003,
  creditValueUsd: 0.001,
  plans: [],
}

test('takes plans from prices in the Stripe account, each once, and saves them with their ids', async () => {
  const sent = serve({
    'POST /api/eu/rpc/assemblePreBuiltPlansFromStripe': () => ({
      body: { plans: [{ ...gold, stripePrices: [{ id: 'price_1', currency: 'usd', amount: 40, interval: 'month' }] }] },
    }),
    'POST /api/eu/rpc/upsertAgencyPlans': () => ({ body: { success: true, updatedPlans: [gold] } }),
  })
  renderPage(<PlanEditor billing={billing} />)
  const take = await screen.findByRole('button', { name: 'Use prices from Stripe' })
  await userEvent.click(take)
  await screen.findByRole('group', { name: 'Gold' })
  await userEvent.click(take)
  await screen.findByText('Your Stripe account has no other monthly prices in US dollars.')
  expect(screen.getAllByRole('group', { name: 'Gold' })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Save plans' }))
  await screen.findByText('Plans saved successfully')
  expect(sent.find(({ path }) => path.endsWith('/upsertAgencyPlans'))?.body).toMatchObject({ plans: [gold] })
  expect(await mayLeaveForms()).toBe(true)
})

test('says what clients still pay after the price of credits changed, until the plans are saved', async () => {
  serve({
    'POST /api/eu/rpc/upsertAgencyPlans': () => ({ body: { success: true, updatedPlans: [{ ...gold, price: 60 }] } }),
  })
  renderPage(<PlanEditor billing={{ ...billing, USDPerToken: 0.005, plans: [gold] }} />)
  await screen.findByText('Clients pay $40.00 until you save the plans.')
  expect(screen.getByLabelText<HTMLInputElement>('Price a month (USD)').value).toBe('60.00')
  expect(await mayLeaveForms()).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save plans' }))
  await expect.poll(() => screen.queryByText(/Clients pay/)).toBeNull()
})
