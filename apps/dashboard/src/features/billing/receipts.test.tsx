import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { Invoices } from './invoices.tsx'
import Receipts from './receipts.tsx'

const UID = 'abcdefghijklmno'
const sums = { count: 2, credits: 2, base: 0.001, markup: 0.001, clientPrice: 0.008, fee: 0.0004, tax: 0, total: 0.002 }
const receipt = {
  id: 'r1',
  ts: 1_790_000_000,
  kind: 'turn',
  causedBy: 'Front desk',
  agentId: 'a1',
  channel: 'web-chat',
  credits: 1,
  orgId: 'org1',
  client: 'Harbour Hotel',
  units: [{ model: 'gpt-4o', paidBy: 'platform', inputTokens: 1200, outputTokens: 20, base: 0.0005 }],
  base: 0.0005,
  markup: 0.0005,
  clientPrice: 0.004,
  fee: 0.0002,
  tax: 0,
  total: 0.001,
}

test('sums up charges by client and opens the receipts of each total', async () => {
  let asked = 0
  serve({
    [`GET /api/eu/v2/workspaces/${UID}/receipt-totals`]: () => {
      asked += 1
      const days = [{ ...sums, key: '2026-11-29', label: '2026-11-29' }]
      const clients = [
        { ...sums, key: 'org1', label: 'Harbour Hotel' },
        { ...sums, key: '', label: '' },
      ]
      return { body: { items: asked === 1 ? days : clients } }
    },
    [`GET /api/eu/v2/workspaces/${UID}/receipts`]: () => ({ body: { items: [receipt], nextCursor: null } }),
  })
  const user = userEvent.setup()
  renderPage(<Receipts />)
  const table = await screen.findByRole('table', { name: 'Receipts' })
  await within(table).findByRole('button', { name: 'Nov 29, 2026' })
  within(table).getByRole('row', { name: /^Total/ })
  expect(screen.getByRole('button', { name: 'This month' }).getAttribute('aria-pressed')).toBe('true')
  await user.click(screen.getByRole('combobox', { name: 'Group by' }))
  await user.click(await screen.findByRole('option', { name: 'Client' }))
  await screen.findByRole('button', { name: 'Your workspace' })
  await user.click(screen.getByRole('button', { name: 'Harbour Hotel' }))
  const drawer = await screen.findByRole('dialog', { name: 'Harbour Hotel' })
  await within(drawer).findByText('Answer: Front desk')
  within(drawer).getByText(/gpt-4o · 1,200 tokens read, 20 written/)
  within(drawer).getByText('Provider $0.0005 · Markup $0.0005 · Client pays $0.004 · Platform fee $0.0002')
})

test.each([
  ['subscription', 'This invoice paid for your plan and add-ons.'],
  ['topup', 'None of the credits from this invoice have been spent yet.'],
])('says what an invoice of kind %s without receipts paid for', async (kind, text) => {
  const invoice = {
    id: 'in_1',
    number: 'INV-1',
    kind,
    status: 'paid',
    currency: 'usd',
    subtotal: 2000,
    discount: 0,
    tax: 0,
    total: 2000,
    amountRefunded: 0,
    dispute: '',
    created: 1_790_000_000,
    hosted_invoice_url: 'https://example.org/invoice',
    invoice_pdf: '',
  }
  serve({
    [`GET /api/eu/v2/workspaces/${UID}/invoices`]: () => ({ body: { items: [invoice] } }),
    [`GET /api/eu/v2/workspaces/${UID}/receipts`]: () => ({ body: { items: [], nextCursor: null } }),
  })
  renderPage(<Invoices />)
  await userEvent.click(await screen.findByRole('button', { name: 'Receipts' }))
  const drawer = await screen.findByRole('dialog', { name: 'Receipts of invoice INV-1' })
  await within(drawer).findByText(text)
})
