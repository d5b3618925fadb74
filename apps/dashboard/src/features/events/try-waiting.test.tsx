import type { Delivery, DeliveryDetail } from '@parlance/contract/events/schemas'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import DeliveriesTab from './deliveries-tab.tsx'
import EndpointTab from './endpoint-tab.tsx'

const BASE = '/api/eu/v2/workspaces/abcdefghijklmno/events'
const waiting: Delivery = {
  id: 'msg_1',
  endpointId: 'default',
  type: 'agent_created',
  state: 'waiting',
  attempts: 2,
  createdAt: '2026-01-01T00:00:00Z',
  nextAt: '2126-01-01T00:00:00Z',
  finishedAt: null,
  lastStatus: 500,
  lastError: 'The endpoint returned 500.',
  replayOf: '',
}
const detail: DeliveryDetail = { ...waiting, endpoint: 'https://shop.example/', body: '{}', headers: [], tries: [] }
const tested = { ...detail, id: 'msg_2', type: 'webhook_test', lastStatus: 204, lastError: '' } as const

/** A workspace whose deliveries wait until retried. */
function served({ accepts = true } = {}) {
  const left = [waiting]
  const data = {
    id: 'default',
    name: '',
    endpoint: 'https://shop.example/',
    subscribedEvents: ['agent_created'],
    enabled: true,
    stoppedAt: null,
    lastError: '',
  }
  return serve({
    [`GET ${BASE}/endpoints`]: () => ({ body: { items: [data] } }),
    [`PATCH ${BASE}/endpoints/default`]: () => ({ body: { data } }),
    [`GET ${BASE}/endpoints/default/secret`]: () => ({ body: { data: { secret: 'whsec_a', oldUntil: null } } }),
    [`POST ${BASE}/endpoints/default/test`]: () => ({
      body: { data: { ...tested, state: accepts ? 'delivered' : 'failed' } },
    }),
    [`GET ${BASE}/deliveries`]: () => ({ body: { items: left, nextCursor: null } }),
    [`GET ${BASE}/deliveries/msg_1`]: () => ({ body: { data: detail } }),
    [`POST ${BASE}/deliveries/msg_1/replay`]: () => ({ body: { data: waiting } }),
    [`POST ${BASE}/try-waiting`]: () => ({ body: { trying: left.splice(0).length } }),
  })
}
const tryAll = () => screen.findByRole('button', { name: 'Retry all waiting' })

test('offers the waiting deliveries once an endpoint passes a test', async () => {
  const sent = served()
  renderPage(<EndpointTab />)
  await screen.findByRole('textbox', { name: 'URL' })
  expect(screen.queryByRole('button', { name: 'Retry all waiting' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Send test event' }))
  await userEvent.click(await tryAll())
  await screen.findByText('Retrying 1 event now.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry all waiting' })).toBeNull())
  expect(sent.filter(({ path }) => path.endsWith('/try-waiting'))).toHaveLength(1)
})

test('offers nothing for an endpoint that fails the test, and does for a saved one', async () => {
  served({ accepts: false })
  renderPage(<EndpointTab />)
  await userEvent.click(await screen.findByRole('button', { name: 'Send test event' }))
  await screen.findByText('The endpoint rejected the test event.')
  expect(screen.queryByRole('button', { name: 'Retry all waiting' })).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: 'URL' }), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await tryAll()
})

test('offers it in the log too, and retries a single one under its own id', async () => {
  served()
  renderPage(<DeliveriesTab />, '/?delivery=msg_1&state=undelivered')
  await tryAll()
  await userEvent.click(await screen.findByRole('button', { name: 'Retry now' }))
  await screen.findByText('Retrying now.')
})

test.each(['View deliveries', 'View details'])('asks before “%s” discards an edited endpoint', async (name) => {
  served()
  const { router } = renderPage(<EndpointTab />, '/?tab=endpoint')
  await userEvent.click(await screen.findByRole('button', { name: 'Send test event' }))
  await screen.findByRole('button', { name: 'View details' })
  const url = screen.getByRole<HTMLInputElement>('textbox', { name: 'URL' })
  await userEvent.type(url, 'hook')
  if (name === 'View deliveries') await userEvent.click(screen.getByRole('button', { name: /^Actions for/ }))
  await userEvent.click(await screen.findByText(name))
  const question = within(await screen.findByRole('dialog', { name: 'Leave without saving?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(router.state.location.search).toEqual({ tab: 'endpoint' })
  expect(url.value).toBe('https://shop.example/hook')
})
