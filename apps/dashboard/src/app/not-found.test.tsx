import type { ClientSession } from '@parlance/contract/orgs/client-account-api'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { rememberAgency } from '../lib/agency/last-agency.ts'
import { enterClientTab, leaveClientTab } from '../lib/session/client-tab.ts'
import { renderPage, serve } from '../testing/render.tsx'
import { NotFound } from './not-found.tsx'

beforeEach(() => {
  leaveClientTab()
  localStorage.clear()
  history.replaceState(null, '', '/app/eu/agents/abcdefghijklmnop/nonsense')
})

test.each([
  ['in their tab', () => enterClientTab('eu')],
  ['in a new tab', () => rememberAgency('eu', 'agency')],
])('names the agency, not us, when a client user opens an unknown page %s', async (_, enter) => {
  enter()
  const data = { client: { isAdmin: true }, agency: { name: 'Northlight' } } as unknown as ClientSession
  serve({
    'GET /api/account': () => ({ body: { account: null } }),
    'GET /api/eu/client/me': () => ({ body: { data } }),
  })
  renderPage(<NotFound />, '/nowhere')
  await screen.findByText('Page not found')
  await expect.poll(() => document.title, { timeout: 15_000 }).toBe('404 · Northlight')
  expect(document.body.textContent).not.toContain('Parlance')
})
