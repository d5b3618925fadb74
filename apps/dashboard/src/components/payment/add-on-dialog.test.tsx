import type { PlanId } from '@parlance/contract/billing/entitlements'
import type { BillingOverview } from '@parlance/contract/billing/payments'
import { addOnsOnSale } from '@parlance/contract/billing/plans'
import { taxOf } from '@parlance/contract/billing/tax'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { LimitNotice } from './limit-notice.tsx'

const BASE = '/api/eu/v2/workspaces/abcdefghijklmno'
const overview = (plan: PlanId) =>
  ({
    currentPlan: { id: plan, hasSubscription: plan === 'pay_as_you_go' },
    tax: taxOf('US'),
    addOns: addOnsOnSale().map((one) => ({ ...one, prices: [...one.prices], quantity: 2, currentQuantity: 2 })),
  }) as Partial<BillingOverview>
const notice = <LimitNotice text="All seats are taken." addOn="workspace-seat" buy="Add seats" />

test('buys more of one add-on next to the existing ones', async () => {
  const sent = serve({
    [`GET ${BASE}/billing`]: () => ({ body: overview('pay_as_you_go') }),
    [`PUT ${BASE}/add-ons`]: () => ({ body: { success: true, errors: [] } }),
  })
  renderPage(notice)
  await userEvent.click(await screen.findByRole('button', { name: 'Add seats' }))
  expect(await screen.findByRole('dialog', { name: 'Workspace seat' })).toBeTruthy()
  const quantity = await screen.findByLabelText('How many more')
  const buy = screen.getByRole('button', { name: 'Buy' })
  await userEvent.clear(quantity)
  expect(buy.matches(':disabled')).toBe(true)
  await userEvent.type(quantity, '3')
  expect(screen.getByText('$30 more a month')).toBeTruthy()
  await userEvent.click(buy)
  expect(await screen.findByText('Addons updated successfully')).toBeTruthy()
  const put = sent.find(({ method }) => method === 'PUT')?.body
  expect(put).toMatchObject({ addOns: { 'workspace-seat': 5, client_seat: 2 } })
})

test('leads to the plans from the free one', async () => {
  serve({ [`GET ${BASE}/billing`]: () => ({ body: overview('free') }) })
  renderPage(notice)
  await userEvent.click(await screen.findByRole('button', { name: 'Add seats' }))
  expect(await screen.findByText('You need an active subscription to add addons')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/app/eu/account/billing')
})

test('sells nothing to a plan set by the operator', async () => {
  serve({ [`GET ${BASE}/billing`]: () => ({ body: overview('enterprise') }) })
  renderPage(notice)
  await userEvent.click(await screen.findByRole('button', { name: 'Add seats' }))
  expect(await screen.findByText(/^This plan was agreed with us individually/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Billing' }).getAttribute('href')).toBe('/app/eu/account/billing')
})

test('offers nothing to buy without permission', async () => {
  serve({})
  renderPage(notice, '/', { role: 'editor' })
  await screen.findByText('All seats are taken.')
  expect(screen.queryByRole('button', { name: 'Add seats' })).toBeNull()
})

test('says that a price comes before tax where there is tax', async () => {
  serve({ [`GET ${BASE}/billing`]: () => ({ body: { ...overview('pay_as_you_go'), tax: taxOf('DE') } }) })
  renderPage(notice)
  await userEvent.click(await screen.findByRole('button', { name: 'Add seats' }))
  await screen.findByText('€10 more a month, before tax')
})
