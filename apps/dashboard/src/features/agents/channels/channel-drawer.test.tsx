// The drawer of a connected channel.
import type { Agent } from '@parlance/contract/agents/schemas'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import { DraftContext } from '../draft/draft.tsx'
import type { DraftStore } from '../draft/draft-store.ts'
import ChannelDrawer from './channel-drawer.tsx'

const ID = 'abcdefghijklmnop'
const state = { config: { agentPlatform: 'vg' } }
const store = { subscribe: () => () => undefined, getState: () => state } as unknown as DraftStore

const connection = (channel: string) => ({
  channel,
  status: 'active',
  name: 'Desk',
  settings: {},
  lastError: '',
  lastErrorMessage: { code: '', params: {} },
  lastErrorAt: null,
  connectedAt: new Date().toISOString(),
})

const open = (channel: 'telegram' | 'webhook', role: 'viewer' | 'editor') => {
  const of = (path: string) => `GET /api/eu/agents/${ID}/channels${path}`
  const items = [connection(channel)]
  const list = { status: 200, body: { items, available: [{ channel, sandbox: false }] } }
  serve({
    [of('')]: () => list,
    [`DELETE /api/eu/agents/${ID}/channels/${channel}`]: () => {
      items.pop()
      return { body: { success: true } }
    },
    [of(`/${channel}/losses`)]: () => ({ body: { items: [] } }),
    [of(`/${channel}/log`)]: () => ({ body: { items: [] } }),
    [of(`/${channel}/threads`)]: () => ({ body: { items: [{ id: 't1', name: 'Ann', isBlocked: false }] } }),
  })
  renderDrawer(channel, role)
}
const renderDrawer = (channel: 'telegram' | 'webhook', role: 'viewer' | 'editor') =>
  renderPage(
    <DraftContext value={{ agent: { ID } as Agent, store }}>
      <ChannelDrawer channel={channel} onClose={() => undefined} />
    </DraftContext>,
    '/',
    { role },
  )
const buttons = (drawer: HTMLElement) =>
  within(drawer)
    .queryAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)

test.each([
  ['telegram', 'New bot token'],
  ['webhook', 'Channel name'],
] as const)('shows a viewer %s without offering a change', async (channel, label) => {
  open(channel, 'viewer')
  const drawer = await screen.findByRole('dialog')
  expect(await within(drawer).findByLabelText<HTMLInputElement>(label)).toHaveProperty('readOnly', true)
  await within(drawer).findByText('You can view this agent. Editors can change it.')
  await within(drawer).findByText('Log')
  expect(buttons(drawer).filter((name) => /connect|send|save|secret|replace/i.test(name))).toEqual([])
})

test('offers an editor the connection and a test message', async () => {
  open('telegram', 'editor')
  const drawer = await screen.findByRole('dialog')
  await within(drawer).findByRole('button', { name: 'Send a test message' })
  await within(drawer).findByRole('button', { name: 'Disconnect' })
})

test('makes a secret for a custom channel that was disconnected', async () => {
  open('webhook', 'editor')
  const drawer = await screen.findByRole('dialog')
  await userEvent.click(await within(drawer).findByRole('button', { name: 'Disconnect' }))
  const question = await screen.findByRole('dialog', { name: /^Disconnect/ })
  await userEvent.click(within(question).getByRole('button', { name: 'Disconnect' }))
  const secret = await within(drawer).findByLabelText<HTMLInputElement>('Signing secret')
  expect(secret.value).toMatch(/^whsec_/)
})

test('says why the channel can’t be shown, and tries again', async () => {
  const list = `GET /api/eu/agents/${ID}/channels`
  const failure = { success: false, code: 'INTERNAL', message: 'The database is away.', requestId: 'r1' }
  let isDown = true
  serve({
    [list]: () => (isDown ? { status: 500, body: failure } : { body: { items: [], available: [] } }),
  })
  renderDrawer('telegram', 'editor')
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  isDown = false
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText('What you need')
})
