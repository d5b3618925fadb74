import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { clientApi } from '../../lib/api.ts'
import { type Scope, ScopeContext } from '../../lib/workspace-scope.tsx'
import { renderPage, serve } from '../../testing/render.tsx'
import ClientAccountDrawer from './client-account-drawer.tsx'
import FeedbackDrawer from './feedback-drawer.tsx'

const client = { ID: 'c1', name: 'Mia', email: 'mia@example.org', preferredLanguage: 'en', squarePhotoURL: '' } as never
const session = {
  client,
  agency: { ID: 'agency', name: 'Northlight', supportEmail: 'help@example.org', settings: {} },
  workspaceId: 'abcdefghijklmno',
} as unknown as ClientSession
const scope = {
  region: 'eu',
  api: clientApi('eu'),
  workspace: { uid: 'abcdefghijklmno' },
  client: session,
} as never as Scope
const BROKEN = { status: 500, body: { success: false, code: 'INTERNAL', message: 'Something broke.' } }

test.each([
  ['is saved', { body: { data: session } }, 'Updated client data'],
  ['cannot be saved', BROKEN, 'Failed to update client data'],
])('says when the account %s', async (_what, answer, text) => {
  const sent = serve({ 'PATCH /api/eu/client/me': () => answer })
  renderPage(
    <ScopeContext value={scope}>
      <ClientAccountDrawer session={client} onClose={() => undefined} />
    </ScopeContext>,
  )
  await userEvent.type(await screen.findByLabelText('Name'), ' Lund')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText(text)
  expect(sent[0]?.body).toMatchObject({ name: 'Mia Lund' })
})

test('keeps a typed password when the account is saved, and says that it is not', async () => {
  serve({ 'PATCH /api/eu/client/me': () => ({ body: { data: session } }) })
  const closed = vi.fn()
  renderPage(
    <ScopeContext value={scope}>
      <ClientAccountDrawer session={client} onClose={closed} />
    </ScopeContext>,
  )
  await userEvent.type(await screen.findByLabelText('New password'), 'a new password')
  await userEvent.type(screen.getByLabelText('Name'), ' Lund{Enter}')
  await screen.findByText(/^Saved, but not your new password/)
  expect(closed).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('a new password')
})

test.each([
  ['offers a new password', false, 1],
  ['offers no new password when the agency signs in without', true, 0],
])('%s', async (_what, disablePasswordLogin, count) => {
  const agency = { ...session.agency, settings: { disablePasswordLogin } }
  renderPage(
    <ScopeContext value={{ ...scope, client: { ...session, agency } } as never}>
      <ClientAccountDrawer session={client} onClose={() => undefined} />
    </ScopeContext>,
  )
  await screen.findByLabelText('Name')
  expect(screen.queryAllByLabelText('Current password')).toHaveLength(count)
})

test('mails a link to set a new password to people who don’t know theirs', async () => {
  const sent = serve({ 'POST /api/eu/client/password/link': () => ({ body: { success: true } }) })
  renderPage(
    <ScopeContext value={scope}>
      <ClientAccountDrawer session={client} onClose={() => undefined} />
    </ScopeContext>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Email me a link to set a new password' }))
  await screen.findByText('We sent a link to mia@example.org. It’s valid for three days.')
  expect(sent).toHaveLength(1)
})

test('sends feedback to the agency, and says so', async () => {
  const sent = serve({ 'POST /api/eu/agencies/agency/email': () => ({ body: { success: true } }) })
  renderPage(
    <ScopeContext value={scope}>
      <FeedbackDrawer onClose={() => undefined} />
    </ScopeContext>,
  )
  await userEvent.type(await screen.findByLabelText('Message'), 'The <Submit> button & the inbox are great.')
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  await screen.findByText('Feedback sent!')
  expect(sent[0]?.body).toMatchObject({ html: 'The &lt;Submit> button &amp; the inbox are great.' })
  // The server chooses the recipient.
  expect(sent[0]?.body).not.toHaveProperty('to')
})

test.each(['Message', 'Name', 'Current password'])('asks before discarding what was typed as %s', async (label) => {
  const closed = vi.fn()
  renderPage(
    <ScopeContext value={scope}>
      {label === 'Message' ? (
        <FeedbackDrawer onClose={closed} />
      ) : (
        <ClientAccountDrawer session={client} onClose={closed} />
      )}
    </ScopeContext>,
  )
  await userEvent.type(await screen.findByLabelText(label), 'Lund')
  await userEvent.click(screen.getByLabelText('Close'))
  await screen.findByText('Leave without saving?')
  expect(closed).not.toHaveBeenCalled()
  await userEvent.click(screen.getByText('Leave'))
  await vi.waitFor(() => expect(closed).toHaveBeenCalled())
})
