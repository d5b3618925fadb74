import { addOnsOnSale } from '@parlance/contract/billing/plans'
import { taxOf } from '@parlance/contract/billing/tax'
import type { Client, Org } from '@parlance/contract/orgs/schemas'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { clientApi } from '../../lib/api.ts'
import { ScopeContext } from '../../lib/workspace-scope.tsx'
import { renderPage, serve } from '../../testing/render.tsx'
import { type Editing, PersonDrawer } from './person-drawer.tsx'

const PEOPLE = '/api/eu/v2/workspaces/abcdefghijklmno/orgs/o1/clients'
const ORG = {
  ID: 'o1',
  widgetIDs: ['agent1'],
  defaultClientAccess: ['/convos'],
  defaultClientTabOrder: [],
  preferredLanguage: 'en',
} as unknown as Org
const PERSON = {
  ID: 'c1',
  orgId: 'o1',
  name: 'Mia',
  email: 'mia@example.org',
  widgetIDs: ['agent1'],
  canAccess: ['/convos'],
  clientTabOrder: [],
  preferredLanguage: 'de',
  isOrgAdmin: false,
  allowCreateAgents: false,
} as unknown as Client

function open(editing: Editing) {
  const sent = serve({
    'GET /api/eu/v2/workspaces/abcdefghijklmno/agents': () => ({ body: { items: [], nextCursor: null } }),
    [`PATCH ${PEOPLE}/c1`]: () => ({ body: { success: true, data: PERSON } }),
    [`POST ${PEOPLE}`]: () => ({ body: { success: true, data: PERSON } }),
  })
  const closed = vi.fn()
  renderPage(<PersonDrawer org={ORG} editing={editing} onClose={closed} />)
  const submitted = async () => {
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
    return sent.find(({ method }) => method !== 'GET')?.body
  }
  return { closed, submitted }
}

test('sends only what was edited of a known person', async () => {
  const { submitted } = open({ person: PERSON })
  await userEvent.type(await screen.findByLabelText('Name'), ' Lund')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await submitted()).toEqual({ name: 'Mia Lund' })
})

test('sends everything of a new person', async () => {
  const { submitted } = open({ invite: true })
  await userEvent.type(await screen.findByLabelText('Name'), 'Ben')
  await userEvent.type(screen.getByLabelText('Email'), 'ben@example.org')
  await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
  expect(await submitted()).toMatchObject({
    name: 'Ben',
    email: 'ben@example.org',
    widgetIDs: ['agent1'],
    canAccess: ['/convos'],
    preferredLanguage: 'en',
  })
})

test('offers an admin of the organization only pages that they may grant', async () => {
  serve({ 'GET /api/eu/client/tabs': () => ({ body: { items: [] } }) })
  const admin = { client: { ID: 'c2', isAdmin: false, canAccess: ['/home', '/kb'] }, agents: [] }
  const scope = { region: 'eu', api: clientApi('eu'), workspace: { uid: 'abcdefghijklmno' }, client: admin }
  const person = { ...PERSON, canAccess: ['/convos', '/leads'] } as Client
  renderPage(
    <ScopeContext value={scope as never}>
      <PersonDrawer org={ORG} editing={{ person }} onClose={() => undefined} />
    </ScopeContext>,
  )
  const offered = await screen.findAllByRole('checkbox')
  expect(offered.map((box) => box.closest('.mantine-Checkbox-root')?.textContent)).toEqual([
    'Home',
    'Knowledge',
    'Chats',
    'Leads',
  ])
})

test('asks before discarding what was typed', async () => {
  const { closed } = open({ invite: true })
  await userEvent.type(await screen.findByLabelText('Name'), 'Ben')
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await screen.findByText('Leave without saving?')
  expect(closed).not.toHaveBeenCalled()
  await userEvent.click(screen.getByText('Leave'))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
})

test('shows why more seats can’t be bought, and adds the person only when asked again', async () => {
  const workspace = '/api/eu/v2/workspaces/abcdefghijklmno'
  const sent = serve({
    [`GET ${workspace}/agents`]: () => ({ body: { items: [], nextCursor: null } }),
    [`POST ${PEOPLE}`]: () => ({ status: 402, body: { success: false, code: 'PLAN_LIMIT', message: 'No seat left.' } }),
    [`GET ${workspace}/billing`]: () => ({
      body: {
        currentPlan: { id: 'pay_as_you_go', hasSubscription: true },
        tax: taxOf('US'),
        addOns: addOnsOnSale().map((one) => ({ ...one, prices: [...one.prices], quantity: 0, currentQuantity: 0 })),
      },
    }),
    [`PUT ${workspace}/add-ons`]: () => ({
      status: 402,
      body: { success: false, code: 'PAYMENT_FAILED', message: 'Your card was declined.' },
    }),
  })
  renderPage(<PersonDrawer org={ORG} editing={{ invite: true }} onClose={() => undefined} />)
  await userEvent.type(await screen.findByLabelText('Name'), 'Ben')
  await userEvent.type(screen.getByLabelText('Email'), 'ben@example.org{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Add seats' }))
  await userEvent.type(await screen.findByLabelText('How many more'), '{Enter}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Client seat' }))
  await dialog.findByText('Your card was declined.')
  expect(sent.map(({ method }) => method).filter((method) => method !== 'GET')).toEqual(['POST', 'PUT'])
})
