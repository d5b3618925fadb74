// Channels as client users see them: only what their calls allow.
import type { Agent } from '@parlance/contract/agents/schemas'
import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ScopeContext, useScope } from '../../../lib/workspace-scope.tsx'
import { renderPage, serve } from '../../../testing/render.tsx'
import { DraftContext } from '../draft/draft.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import { ChannelsPage } from './channels-page.tsx'
import { FOREIGN_CHANNELS } from './channels.ts'

const ID = 'abcdefghijklmnop'
const state = { config: { agentPlatform: 'vg' } }
const store = { subscribe: () => () => undefined, getState: () => state } as unknown as DraftStore
const session = { client: { canAccess: ['/channels'] } } as unknown as ClientSession

function AsClient() {
  const scope = useScope()
  return (
    <ScopeContext value={{ ...scope, workspace: { ...scope.workspace, role: 'editor' }, client: session }}>
      <DraftContext value={{ agent: { ID } as Agent, store }}>
        <ChannelsPage />
      </DraftContext>
    </ScopeContext>
  )
}

test('offers client users the messaging channels, by calls that are open to them', async () => {
  const available = FOREIGN_CHANNELS.map((channel) => ({ channel, sandbox: true }))
  const of = (path: string) => `GET /api/eu/agents/${ID}/${path}`
  const sent = serve({
    [of('channels')]: () => ({ body: { items: [], available } }),
    [of('channels/sms/losses')]: () => ({ body: { items: [] } }),
    [of('channels/whatsapp/losses')]: () => ({ body: { items: [] } }),
    'POST /api/eu/rpc/getWhatsappNumbers': () => ({ body: [] }),
  })
  renderPage(<AsClient />)
  const names = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)
  expect(names).toHaveLength(FOREIGN_CHANNELS.length)
  for (const [name, seen] of [
    ['SMS', /Account SID/],
    ['WhatsApp', 'Ask your agency to connect WhatsApp.'],
  ] as const) {
    await userEvent.click(await screen.findByRole('button', { name: `Manage: ${name}` }))
    const drawer = await screen.findByRole('dialog')
    await within(drawer).findByText(seen)
    expect(within(drawer).queryByRole('link')).toBeNull()
    await userEvent.keyboard('{Escape}')
  }
  const made = new Set(sent.map(({ method, path }) => `${method} ${path}`))
  expect([...made].toSorted()).toEqual(
    [
      of('channels'),
      of('channels/sms/losses'),
      of('channels/whatsapp/losses'),
      'POST /api/eu/rpc/getWhatsappNumbers',
    ].toSorted(),
  )
})

test('offers the connection again where the provider refuses the token', async () => {
  const of = (path: string) => `GET /api/eu/agents/${ID}/${path}`
  const failing = {
    channel: 'sms',
    status: 'failing',
    name: '+15550100199',
    settings: { accountSid: 'AC123', phoneNumber: '+15550100199' },
    lastError: 'Twilio: Authenticate',
    lastErrorMessage: { code: 'provider_said', params: { provider: 'Twilio', words: 'Authenticate' } },
    lastErrorAt: new Date().toISOString(),
    connectedAt: new Date().toISOString(),
  }
  serve({
    [of('channels')]: () => ({ body: { items: [failing], available: [{ channel: 'sms', sandbox: true }] } }),
    [of('channels/sms/losses')]: () => ({ body: { items: [] } }),
    [of('channels/sms/threads')]: () => ({ body: { items: [] } }),
    [of('channels/sms/log')]: () => ({ body: { items: [] } }),
  })
  renderPage(<AsClient />)
  await userEvent.click(await screen.findByRole('button', { name: 'Manage: SMS' }))
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByText(/Twilio: Authenticate/)
  expect(await within(drawer).findByLabelText('Account SID')).toHaveProperty('value', 'AC123')
  within(drawer).getByRole('button', { name: 'Connect SMS' })
})

test('shows on its card that a connected channel has a problem', async () => {
  const of = (channel: string, lastError: string) => ({
    channel,
    status: 'active',
    name: 'Lamp shop',
    settings: {},
    lastError,
    lastErrorAt: null,
    connectedAt: new Date().toISOString(),
  })
  const items = [of('email', 'New emails don’t arrive.'), of('telegram', '')]
  serve({ [`GET /api/eu/agents/${ID}/channels`]: () => ({ body: { items, available: [] } }) })
  renderPage(<AsClient />)
  const card = (name: string) => screen.getByRole('heading', { name }).closest('li') as HTMLElement
  await screen.findByRole('heading', { name: 'Email' })
  await within(card('Email')).findByText('Needs attention')
  within(card('Telegram')).getByText('Active')
})
