import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import DeleteDialog from './delete-dialog.tsx'
import GeneralTab from './general-tab.tsx'
import MembersTab from './members/members-tab.tsx'

const UID = 'abcdefghijklmno'
const BASE = `/api/eu/v2/workspaces/${UID}`
const me = {
  account: {
    id: '1',
    email: 'owner@example.com',
    name: '',
    language: 'en',
    emailVerified: true,
    region: 'eu',
    createdAt: '',
  },
}
const whole = {
  uid: UID,
  workspaceName: 'Shops',
  workspacePhotoURL: '',
  workspaceSecret: `vg_${'a'.repeat(20)}`,
}
const refused = {
  status: 500,
  body: { success: false, code: 'INTERNAL', message: 'The disk is full.', requestId: 'r1' },
}
const member = (email: string, role: string, state = 'joined') => ({
  email,
  role,
  state,
  invitedBy: '',
  invitedAt: '2026-01-02T03:04:05Z',
  joinedAt: '2026-01-02T03:04:05Z',
})
const listed = (used: number, limit: number) => () => ({
  body: { items: [member('owner@example.com', 'owner'), member('bea@example.com', 'editor')], seats: { used, limit } },
})

test('reports a failed save and keeps what was typed', async () => {
  serve({ [`GET ${BASE}`]: () => ({ body: { data: whole } }), [`POST ${BASE}`]: () => refused })
  renderPage(<GeneralTab />)
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.clear(name)
  await userEvent.type(name, 'Stores')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Failed to save workspace.')).toBeTruthy()
  expect(screen.getByText(/The disk is full\./)).toBeTruthy()
  expect((name as HTMLInputElement).value).toBe('Stores')
})

test('reports a failed invitation with its address, and the reason at the field', async () => {
  serve({
    'GET /api/account': () => ({ body: me }),
    [`GET ${BASE}/members`]: listed(2, 5),
    [`POST ${BASE}/members`]: () => ({
      status: 409,
      body: { success: false, code: 'CONFLICT', message: 'They belong to it already.' },
    }),
  })
  renderPage(<MembersTab />)
  await userEvent.type(await screen.findByRole('textbox', { name: 'Email' }), 'bea@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Invite' }))
  expect(await screen.findByText('Failed to invite bea@example.com')).toBeTruthy()
  expect(await screen.findByText('They belong to it already.')).toBeTruthy()
})

test('keeps the chosen role for the next invitation, but not the address', async () => {
  const sent = serve({
    'GET /api/account': () => ({ body: me }),
    [`GET ${BASE}/members`]: listed(2, 5),
    [`POST ${BASE}/members`]: () => ({ body: { data: member('bea@example.com', 'viewer', 'invited') } }),
  })
  renderPage(<MembersTab />)
  const email = (await screen.findByRole('textbox', { name: 'Email' })) as HTMLInputElement
  const role = screen.getByRole('combobox', { name: 'Role' }) as HTMLInputElement
  await userEvent.click(role)
  await userEvent.click(await screen.findByRole('option', { name: /^Viewer/ }))
  await userEvent.type(email, 'bea@example.com{Enter}')
  await waitFor(() => expect(email.value).toBe(''))
  expect(role.value).toBe('Viewer')
  expect(sent.findLast(({ method }) => method === 'POST')?.body).toMatchObject({ role: 'viewer' })
})

test('sends no invitation when all seats are taken', async () => {
  const sent = serve({ 'GET /api/account': () => ({ body: me }), [`GET ${BASE}/members`]: listed(2, 2) })
  renderPage(<MembersTab />)
  await screen.findByText('2 of 2 seats')
  await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'cleo@example.com{Enter}')
  expect(await screen.findByText('You have reached the maximum number of seats')).toBeTruthy()
  expect(sent.filter(({ method }) => method === 'POST')).toEqual([])
})

test.each([
  [2, /All seats are taken\. Remove a member or invitation/],
  [1, /You only have one seat\./],
])('with all of %i seats taken it says what one can do, and sells more', async (seats, advice) => {
  serve({ 'GET /api/account': () => ({ body: me }), [`GET ${BASE}/members`]: listed(seats, seats) })
  renderPage(<MembersTab />)
  expect(await screen.findByText(advice)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Add seats' })).toBeTruthy()
})

test("says in one's own row why it stays, and keeps the list", async () => {
  const account = { account: { ...me.account, email: 'bea@example.com' } }
  const sent = serve({ 'GET /api/account': () => ({ body: account }), [`GET ${BASE}/members`]: listed(2, 5) })
  renderPage(<MembersTab />)
  await screen.findByText('You')
  await userEvent.click(screen.getByRole('button', { name: 'Remove bea@example.com' }))
  await waitFor(() =>
    expect(screen.getAllByText('You cannot remove yourself from the workspace.').length).toBeGreaterThan(0),
  )
  expect(sent.filter(({ method }) => method === 'DELETE')).toEqual([])
})

test('requires the name for deletion, and reports a failure', async () => {
  serve({ [`DELETE ${BASE}`]: () => refused })
  const { workspace } = renderPage(<DeleteDialog onClose={() => undefined} />)
  expect(await screen.findByText('THIS ACTION CANNOT BE UNDONE')).toBeTruthy()
  const button = screen.getByRole('button', { name: 'Delete workspace' }) as HTMLButtonElement
  expect(button.disabled).toBe(true)
  await userEvent.type(screen.getByRole('textbox'), workspace.workspaceName)
  await userEvent.click(button)
  expect(await screen.findByText('Failed to delete workspace.')).toBeTruthy()
})
