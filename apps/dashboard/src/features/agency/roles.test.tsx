import type { Agency } from '@parlance/contract/agencies/schemas'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { AgencyDraftProvider } from './agency-draft.tsx'
import AutoBillingTab from './auto-billing/auto-billing-tab.tsx'
import DomainsTab from './domains/domains-tab.tsx'
import EmailTab from './email/email-tab.tsx'

const WORKSPACE = '/api/eu/v2/workspaces/abcdefghijklmno'
const AGENCY = {
  ID: 'a1',
  settings: {},
  VGsubDomain: 'northlight.parlance.test',
  isVerifiedSubDomain: true,
  customDomain: 'chat.northlight.example',
  isVerifiedCustomDomain: false,
  resendEmailDomainId: 'd1',
  resendEmailDomain: 'mail.northlight.example',
  resendEmailDomainStatus: 'pending',
  resendEmailDomainRecords_JSON_STRING: '[]',
} as unknown as Agency

/** Serves neither domains nor billing: only admins may ask for them. */
function renderAsEditor(tab: 'domains' | 'email' | 'autoBilling') {
  const entitlements = { customDomain: true, autoBilling: true, whitelabelTrial: { state: 'never', endsAt: 0 } }
  const sent = serve({
    [`GET ${WORKSPACE}`]: () => ({ body: { data: { entitlements } } }),
    'GET /api/status': () => ({ body: { addOnsOnSale: [], simulatorPages: [] } }),
  })
  renderPage(
    <AgencyDraftProvider saved={AGENCY} version={1}>
      {tab === 'domains' ? <DomainsTab /> : tab === 'email' ? <EmailTab /> : <AutoBillingTab />}
    </AgencyDraftProvider>,
    '/',
    { role: 'editor' },
  )
  return sent
}
const foreign = (sent: readonly { path: string }[]) =>
  sent.map(({ path }) => path).filter((path) => path !== WORKSPACE && path !== '/api/status')

test('an editor sees the stored domains, and nothing to change or to wait for', async () => {
  const sent = renderAsEditor('domains')
  await screen.findByText('northlight.parlance.test')
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain(WORKSPACE))
  expect(screen.getByText('Domain verified successfully.')).toBeTruthy()
  expect(screen.getByText('Domain not verified.')).toBeTruthy()
  expect(screen.queryByText('Generating SSL certificate.')).toBeNull()
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(foreign(sent)).toEqual([])
})

test('an editor sees the stored mail domain, and nothing to change', async () => {
  const sent = renderAsEditor('email')
  await screen.findByText('mail.northlight.example')
  await waitFor(() => expect(sent.map(({ path }) => path)).toContain(WORKSPACE))
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(foreign(sent)).toEqual([])
})

test('an editor reads who may see Auto Billing', async () => {
  const sent = renderAsEditor('autoBilling')
  await screen.findByText('Only admins and the owner can see the payment account, prices and plans for clients.')
  expect(foreign(sent)).toEqual([])
})
