import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { BillingPage } from './billing-page.tsx'

const UID = 'abcdefghijklmno'
const answers = (freeLTsTS: number, over: object = {}) => ({
  'GET /api/status': () => ({ body: { services: [], creditValueUsd: 0.001 } }),
  'GET /api/account': () => ({
    body: { account: { emailVerified: true, language: 'en', createdAt: '2026-01-01T00:00:00Z' } },
  }),
  [`GET /api/eu/v2/workspaces/${UID}`]: () => ({ body: { data: { freeLTsTS, plan: 'free', ...over } } }),
  [`GET /api/eu/v2/workspaces/${UID}/credit-log`]: () => ({ body: { items: [], nextCursor: null } }),
})
const sentence = /another account with your mailbox already got them\. You can get the next ones on \S+/

test('says why a month brought no free credits', async () => {
  serve(answers(0))
  renderPage(<BillingPage />)
  await screen.findByText(sentence)
})

test.each([
  ['that brought some', answers(Math.floor(Date.now() / 1000))],
  ['of a subscription', answers(0, { plan: 'pay_as_you_go' })],
])('says nothing of a month %s', async (_, served) => {
  const sent = serve(served)
  const { client } = renderPage(<BillingPage />)
  await expect.poll(() => sent.some(({ path }) => path.endsWith(UID))).toBe(true)
  await expect.poll(() => client.isFetching()).toBe(0)
  await screen.findByText('No activity yet')
  expect(screen.queryByText(sentence)).toBeNull()
})

test('explains where the credits of a shared workspace come from', async () => {
  serve({ ...answers(0), 'GET /api/status': () => ({ body: { services: [{ id: 'mail', mode: 'sandbox' }] } }) })
  renderPage(<BillingPage />, '/', { personal: false, loadTokens: 0 })
  await screen.findByText(/Free credits are for personal workspaces/)
  await screen.findByText(`npx node apps/server/src/cli/grant.ts --workspace ${UID} --credits 500 --region eu`)
  expect(screen.queryByText(/resets to/)).toBeNull()
})

test('shows no terminal command when mail is really sent', async () => {
  serve(answers(0))
  renderPage(<BillingPage />, '/', { personal: false })
  await screen.findByText(/Free credits are for personal workspaces/)
  await screen.findByText('No activity yet')
  expect(screen.queryByText(/grant\.ts/)).toBeNull()
})

test('the balance is worth whole cents, as above it', async () => {
  serve(answers(0))
  renderPage(<BillingPage />, '/', { loadTokens: 11_682.4 })
  await screen.findByText('worth $11.68')
})

test('the value of a credit is that of the installation', async () => {
  serve({ ...answers(0), 'GET /api/status': () => ({ body: { services: [], creditValueUsd: 0.01 } }) })
  renderPage(<BillingPage />, '/', { loadTokens: 500 })
  await screen.findByText('worth $5.00')
  await screen.findByText(/1 credit is \$0\.01\./)
})

test.each(['viewer', 'editor'] as const)(
  'shows credits alone to the role of %s, and asks for nothing else',
  async (role) => {
    const sent = serve(answers(0, { plan: 'pay_as_you_go' }))
    const { client } = renderPage(<BillingPage />, '/', { role, loadTokens: 500 })
    await screen.findByText('Only admins and the owner can see the plan, payments, invoices and receipts.')
    await screen.findByText('worth $0.50')
    await screen.findByText('No activity yet')
    await expect.poll(() => client.isFetching()).toBe(0)
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Invoices' })).toBeNull()
    expect(screen.queryByText(/resets to/)).toBeNull()
    const paths = [`/api/eu/v2/workspaces/${UID}`, `/api/eu/v2/workspaces/${UID}/credit-log`]
    expect(sent.map(({ path }) => path).filter((path) => path.startsWith('/api/eu/'))).toEqual(
      expect.arrayContaining(paths),
    )
    expect(sent.filter(({ path }) => path.startsWith('/api/eu/') && !paths.includes(path))).toEqual([])
  },
)
