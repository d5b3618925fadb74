import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import NotificationPanel from './notification-panel.tsx'
import { NotificationSettings } from './notification-settings.tsx'

const BASE = '/api/eu/v2/workspaces/abcdefghijklmno/notifications'
const NONE = 'No Unread Notifications'
const broken = { status: 500, body: { success: false, code: 'INTERNAL', message: 'Broken.' } }

test('says that there are no notifications only when that is known', async () => {
  const first = Promise.withResolvers<typeof broken>()
  let reads = 0
  serve({
    [`GET ${BASE}`]: () => {
      reads += 1
      return reads === 1 ? first.promise : { body: { items: [] } }
    },
  })
  renderPage(<NotificationPanel titleId="title" onClose={() => undefined} />)
  await screen.findByLabelText('Loading')
  expect(screen.queryByText(NONE)).toBeNull()
  first.resolve(broken)
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByText(NONE)
})

test('offers to read the settings again after a failure', async () => {
  const settings = { notifyIf: 'all', notifyThrough: 'all', sound: true, quietHours: null }
  let reads = 0
  serve({
    [`GET ${BASE}/settings`]: () => {
      reads += 1
      return reads === 1 ? broken : { body: { data: settings } }
    },
  })
  renderPage(<NotificationSettings />)
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByLabelText('Play a sound')
})
