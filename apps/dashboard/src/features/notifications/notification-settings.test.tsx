import { fireEvent, screen, waitFor } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { NotificationSettings } from './notification-settings.tsx'

const settings = {
  notifyIf: 'all',
  notifyThrough: 'all',
  sound: true,
  quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Vienna' },
}
const BASE = '/api/eu/v2/workspaces/abcdefghijklmno/notifications'

function Panel() {
  const [open, setOpen] = useState(true)
  return (
    <StrictMode>
      <button onClick={() => setOpen(false)}>Close</button>
      {open && <NotificationSettings />}
    </StrictMode>
  )
}

test('saves changed quiet hours when the panel closes while the field has the focus', async () => {
  const sent = serve({
    [`GET ${BASE}/settings`]: () => ({ body: { data: settings } }),
    [`GET ${BASE}`]: () => ({ body: { items: [] } }),
    [`PATCH ${BASE}/settings`]: () => ({ body: { data: settings } }),
  })
  const saved = () => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body)
  renderPage(<Panel />)
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '21:30' } })
  expect(saved()).toEqual([])
  // No blur: the field goes with its panel.
  fireEvent.click(screen.getByText('Close'))
  await waitFor(() => expect(saved()).toMatchObject([{ quietHours: { from: '21:30', to: '07:00' } }]))
})
