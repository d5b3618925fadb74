import { Org } from '@parlance/contract/orgs/schemas'
import type { WorkspaceSummary } from '@parlance/contract/workspaces/schemas'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { clientApi } from '../../lib/api.ts'
import { ScopeContext } from '../../lib/workspace-scope.tsx'
import { renderPage, serve } from '../../testing/render.tsx'
import OrgDrawer from './org-drawer.tsx'

const WORKSPACE = '/api/eu/v2/workspaces/abcdefghijklmno'
const ORG = Org.parse({
  ID: 'o1',
  name: 'Bakery',
  widgetIDs: [],
  orgUsers: [],
  allowBilling: false,
  loadTokens: 900,
  stripeCustomerId: '',
  subscription: { status: '', id: '', priceId: '' },
  automaticBilling: false,
  autochargeAmount: 0,
  autochargeThreshold: 0,
  lastModified: 1,
  internal: { autochargeCreditAmount: 0, autochargeCreditThreshold: 0 },
})

async function open(
  transfer: () => { status?: number; body: unknown } = () => ({ status: 500, body: {} }),
  org = ORG,
  role: WorkspaceSummary['role'] = 'owner',
) {
  const sent = serve({
    [`GET ${WORKSPACE}/orgs/o1`]: () => ({ body: { data: org } }),
    [`GET ${WORKSPACE}/budgets`]: () => ({ status: 500, body: {} }),
    [`PATCH ${WORKSPACE}/orgs/o1`]: () => ({ body: { success: true, data: ORG } }),
    [`GET ${WORKSPACE}/orgs/o1/clients`]: () => ({ body: { items: [] } }),
    [`GET ${WORKSPACE}/agents`]: () => ({ body: { items: [], nextCursor: null } }),
    [`POST ${WORKSPACE}/orgs/o1/credit-transfer`]: transfer,
    'GET /api/eu/v2/workspaces/abcdefghijklmno/client-billing': () => ({ status: 500, body: {} }),
  })
  const closed = vi.fn()
  renderPage(<OrgDrawer orgId="o1" onClose={closed} />, '/', { role })
  const drawer = within(await screen.findByRole('dialog', { name: 'Bakery' }))
  const name = () => screen.findByLabelText<HTMLInputElement>('Name')
  await name()
  return { drawer, name, sent, closed }
}

test('sends only what was edited', async () => {
  const { drawer, name, sent, closed } = await open()
  await userEvent.type(await name(), ' Lund')
  await userEvent.click(drawer.getByRole('switch', { name: /^Let the agent ask for a human/ }))
  await userEvent.click(drawer.getByRole('button', { name: 'Save & Close' }))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({
    name: 'Bakery Lund',
    settings: { smartHandoff: true },
  })
})

test('saves the automatic recharge with the rest', async () => {
  const paying = { ...ORG, allowBilling: true, stripeCustomerId: 'cus_1' }
  const { drawer, name, sent, closed } = await open(undefined, paying)
  await userEvent.type(await name(), ' Lund')
  await userEvent.click(await drawer.findByRole('switch', { name: /^Buys credits/ }))
  await userEvent.click(drawer.getByRole('button', { name: 'Save & Close' }))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ name: 'Bakery Lund', automaticBilling: true })
})

test('asks before discarding a changed automatic recharge', async () => {
  const { drawer, closed } = await open(undefined, { ...ORG, allowBilling: true, stripeCustomerId: 'cus_1' })
  await userEvent.click(await drawer.findByRole('switch', { name: /^Buys credits/ }))
  await userEvent.click(drawer.getByRole('button', { name: 'Close' }))
  await screen.findByText('Leave without saving?')
  expect(closed).not.toHaveBeenCalled()
  await userEvent.click(screen.getByText('Leave'))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
})

test('shows viewers everything, and nothing to change', async () => {
  const { drawer, name } = await open(undefined, ORG, 'viewer')
  await drawer.findByText(/^You can view everything here/)
  expect((await name()).readOnly).toBe(true)
  expect(drawer.getByRole('switch', { name: /^Let the agent ask for a human/ })).toHaveProperty('disabled', true)
  expect(drawer.queryByRole('button', { name: 'Save & Close' })).toBeNull()
  expect(drawer.queryByRole('button', { name: /^Move / })).toBeNull()
})

test('leaves agents and whether the organization pays to the workspace’s screens when an agency’s admin opens it', async () => {
  const sent = serve({
    [`GET ${WORKSPACE}/orgs/o1`]: () => ({ body: { data: ORG } }),
    'GET /api/eu/client/tabs': () => ({ body: { items: [] } }),
  })
  const admin = { client: { ID: '', isAdmin: true }, agents: [], agency: { ID: 'a', settings: {} } }
  const scope = { region: 'eu', api: clientApi('eu'), workspace: { uid: 'abcdefghijklmno' }, client: admin }
  renderPage(
    <ScopeContext value={scope as never}>
      <OrgDrawer orgId="o1" onClose={() => undefined} />
    </ScopeContext>,
  )
  await screen.findByRole('button', { name: 'Transfer credits' })
  expect(screen.queryByRole('switch', { name: /billing/i })).toBeNull()
  expect(screen.queryByLabelText('Agents')).toBeNull()
  expect(sent.filter(({ path }) => path.endsWith('/client-billing'))).toEqual([])
})

test('keeps edits while a person is invited, and asks before discarding them', async () => {
  const { drawer, name, closed } = await open()
  await userEvent.type(await name(), ' Lund')
  await userEvent.click(drawer.getByRole('tab', { name: '0 users' }))
  await userEvent.click(drawer.getByRole('button', { name: 'Invite User' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
  await userEvent.click(await screen.findByRole('tab', { name: 'Org Info' }))
  expect((await name()).value).toBe('Bakery Lund')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByText('Leave without saving?')
  expect(closed).not.toHaveBeenCalled()
  await userEvent.click(screen.getByText('Leave'))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
})

test('moves credits once when the response was lost and the button is pressed again', async () => {
  const { drawer, sent } = await open()
  await userEvent.type(drawer.getByRole('textbox', { name: 'Credits' }), '500')
  const press = () => userEvent.click(drawer.getByRole('button', { name: 'Transfer credits' }))
  const keys = () =>
    sent.filter(({ path }) => path.endsWith('/credit-transfer')).map(({ headers }) => headers.get('idempotency-key'))
  for (const times of [1, 2]) {
    await press()
    await expect.poll(() => keys().length).toBe(times)
    await expect.poll(() => drawer.getByRole('button', { name: 'Transfer credits' }).dataset['loading']).toBeUndefined()
  }
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys()[1]).toBe(keys()[0])
})

test('transfers credits on Enter, without saving and closing the organization', async () => {
  const { drawer, sent, closed } = await open(() => ({ body: { success: true } }))
  await userEvent.type(drawer.getByRole('textbox', { name: 'Credits' }), '500{Enter}')
  await expect.poll(() => drawer.getByRole<HTMLInputElement>('textbox', { name: 'Credits' }).value).toBe('')
  const changes = sent.filter(({ method }) => method !== 'GET')
  expect(changes.map(({ path, body }) => [path, body])).toEqual([
    [`${WORKSPACE}/orgs/o1/credit-transfer`, { source: 'workspace', amount: 500 }],
  ])
  expect(closed).not.toHaveBeenCalled()
})

test.each(['Close', 'Save & Close'])('asks on %s before discarding credits that are not transferred', async (name) => {
  const { drawer, closed } = await open()
  await userEvent.type(drawer.getByRole('textbox', { name: 'Credits' }), '500')
  await userEvent.click(drawer.getByRole('button', { name }))
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  expect(closed).not.toHaveBeenCalled()
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(drawer.getByRole<HTMLInputElement>('textbox', { name: 'Credits' }).value).toBe('500')
})
