import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { i18n, setLanguage } from '../../../i18n/i18n.ts'
import { renderPage, serve } from '../../../testing/render.tsx'
import AutoBillingTab from './auto-billing-tab.tsx'

const WORKSPACE = '/api/eu/v2/workspaces/abcdefghijklmno'
const billing = {
  accountId: 'acct_1',
  email: 'ada@example.org',
  isConnected: true,
  payouts_enabled: true,
  allowPlans: true,
  USDPerToken: 0.003,
  creditValueUsd: 0.001,
  plans: [],
}
afterEach(() => i18n.changeLanguage('en'))

test('says that the workspace is missing', async () => {
  const missing = { status: 404, body: { success: false, code: 'NOT_FOUND', message: 'Not found.' } }
  serve({ [`GET ${WORKSPACE}/client-billing`]: () => missing })
  renderPage(<AutoBillingTab />)
  await screen.findByText('Workspace not found')
  expect(screen.queryByText('Not found.')).toBeNull()
})

test('saves a price with a decimal comma on Enter', async () => {
  const sent = serve({
    [`GET ${WORKSPACE}/client-billing`]: () => ({ body: billing }),
    [`PUT ${WORKSPACE}/client-billing`]: () => ({ body: { ...billing, USDPerToken: 0.0055 } }),
    [`GET ${WORKSPACE}/models`]: () => ({ body: { items: [], unlisted: [] } }),
  })
  await act(() => setLanguage('de'))
  renderPage(<AutoBillingTab />)
  const step = within(await screen.findByRole('region', { name: '3. Preis festlegen' }))
  const field = step.getByLabelText<HTMLInputElement>('USD pro Credit')
  expect(field.value).toBe('0,003')
  await userEvent.clear(field)
  await userEvent.type(field, '0,0055{Enter}')
  await expect.poll(() => sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({ USDPerToken: 0.0055 })
})

test.each([
  ['while payouts are disabled', false, 1],
  ['no more once payouts are enabled', true, 0],
])('leads a connected account to Stripe %s', async (_when, payouts_enabled, count) => {
  serve({
    [`GET ${WORKSPACE}/client-billing`]: () => ({ body: { ...billing, payouts_enabled } }),
    [`GET ${WORKSPACE}/models`]: () => ({ body: { items: [], unlisted: [] } }),
  })
  renderPage(<AutoBillingTab />)
  await screen.findByText('Account Connected')
  expect(screen.queryAllByRole('button', { name: 'Complete on Stripe' })).toHaveLength(count)
})
