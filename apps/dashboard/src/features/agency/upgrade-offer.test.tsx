import { type AddOnId, entitlements, type PlanId } from '@parlance/contract/billing/entitlements'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { UpgradeOffer } from './upgrade-offer.tsx'

const UID = 'abcdefghijklmno'

function renderOffer(plan: PlanId, addOnsOnSale: readonly AddOnId[] = ['workspace-seat']) {
  const allowed = entitlements({
    plan,
    addOns: {},
    trial: { whitelabel_trial: false, whitelabelTrialEndsAt: 0 },
    customPlan: { limits: { workspaceSeats: 0 } },
    now: new Date(),
  })
  serve({
    'GET /api/status': () => ({ body: { services: [], addOnsOnSale } }),
    [`GET /api/eu/v2/workspaces/${UID}`]: () => ({ body: { data: { entitlements: allowed } } }),
  })
  renderPage(<UpgradeOffer needs="whitelabel" />)
}

test('offers the plan to a workspace on the free plan', async () => {
  renderOffer('free')
  await screen.findByText(/upgrade to Pay as you go for \$20 a month/)
})

test('offers the add-on to a workspace that pays already', async () => {
  renderOffer('pay_as_you_go', ['workspace-seat', 'mini-whitelabel'])
  await screen.findByText(/Add it to your plan\.$/)
  expect(screen.queryByText(/upgrade to Pay as you go/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Start 14-day trial' })).toBeTruthy()
})

test('names Enterprise where the add-on is not sold', async () => {
  renderOffer('pay_as_you_go')
  await screen.findByText(/It’s part of the Enterprise plan: ask for it under Billing\.$/)
  expect(screen.queryByText(/Add it to your plan/)).toBeNull()
})
