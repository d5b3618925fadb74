import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import NotificationWatch from './notification-watch.tsx'

const notification = (ID: string, ageSeconds = 1) => ({
  ID,
  title: `Visitor ${ID}`,
  body: 'asks for a person',
  urlPathname: `/app/eu/agents/a/convos?conversation=${ID}`,
  ts: Date.now() / 1000 - ageSeconds,
  seen: false,
  notificationLevel: 2,
  notifyOnly: [],
})
const settings = { notifyIf: 'all', notifyThrough: 'none', sound: false, quietHours: null }
const BASE = '/api/eu/v2/workspaces/abcdefghijklmno/notifications'

function renderWatch(items: object[]) {
  const list = { items }
  serve({
    [`GET ${BASE}`]: () => ({ body: list }),
    [`GET ${BASE}/settings`]: () => ({ body: { data: settings } }),
    [`POST ${BASE}/seen`]: () => ({ body: { success: true } }),
  })
  const { client } = renderPage(<NotificationWatch />, '/app/eu/agents')
  return async (next: object[]) => {
    list.items = next
    await client.invalidateQueries()
  }
}

test('shows a new notification with its text', async () => {
  renderWatch([notification('1')])
  const toast = await screen.findByRole('alert')
  expect(within(toast).getByRole('link').textContent).toBe('Visitor 1')
  expect(toast.textContent).toContain('asks for a person')
})

test('shows several as one toast with their number and links', async () => {
  renderWatch(['1', '2', '3', '4'].map((ID) => notification(ID)))
  const toast = await screen.findByRole('alert')
  expect(toast.textContent).toContain('4 new notifications')
  expect(within(toast).getAllByRole('link')).toHaveLength(3)
})

test('adds a new one to the shown toast', async () => {
  const change = renderWatch([notification('1')])
  await screen.findByText('Visitor 1')
  await change([notification('2'), { ...notification('1'), seen: true }])
  await screen.findByText('2 new notifications')
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(1))
})
