import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import WhatIf from './what-if.tsx'

const UID = 'abcdefghijklmno'
const real = { credits: 1000, clientCredits: 1000, base: 0.5, worth: 1, clientPrice: 4, fee: 0.2, margin: 2.8 }

test('shows a month at another price next to its actual figures', async () => {
  serve({
    [`GET /api/eu/v2/workspaces/${UID}/receipt-what-if`]: () => ({
      body: {
        month: '2026-10',
        count: 3,
        prices: { usdPerToken: 0.003, markup: 30 },
        assumed: { input: 15, output: 75 },
        real,
        whatIf: { ...real, clientPrice: 6, fee: 0.3, margin: 4.7 },
      },
    }),
    [`GET /api/eu/v2/workspaces/${UID}/models`]: () => ({ body: { items: [], unlisted: [] } }),
  })
  renderPage(<WhatIf />)
  const table = await screen.findByRole('table', { name: 'What if' })
  const row = (name: string) => within(within(table).getByRole('row', { name: new RegExp(`^${name}`) }))
  expect(row('Clients pay').getByText('$4.00')).toBeTruthy()
  expect(row('Clients pay').getByText('$6.00')).toBeTruthy()
  expect(row('Clients pay').getByText('+50%')).toBeTruthy()
  await screen.findByText(/^This model has no list price\. We assume \$15\.00 per million tokens in and \$75\.00/)
  expect(row('Credits used').getByText('–')).toBeTruthy()
  expect(screen.getByLabelText('USD per credit').getAttribute('placeholder')).toBe('0.003')
  await userEvent.type(screen.getByLabelText('USD per credit'), '0.005')
  expect(await screen.findByRole('table', { name: 'What if' })).toBeTruthy()
})
