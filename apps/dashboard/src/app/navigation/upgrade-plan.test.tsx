import type { Role } from '@parlance/contract/lib/roles'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sessionQuery } from '../../lib/session/session.ts'
import { renderPage, serve } from '../../testing/render.tsx'
import UpgradePlan from './upgrade-plan.tsx'

const UID = 'abcdefghijklmno'

async function renderButton(role: Role) {
  serve({
    'GET /api/account': () => ({ body: { account: { language: 'en', createdAt: '2020-01-01T00:00:00Z' } } }),
    [`GET /api/eu/v2/workspaces/${UID}`]: () => ({ body: { data: { plan: 'free', loadTokens: 900 } } }),
  })
  const { client } = renderPage(<UpgradePlan />, '/', { role })
  await client.fetchQuery(sessionQuery)
  await expect.poll(() => client.isFetching()).toBe(0)
}

test('leads an admin to billing', async () => {
  await renderButton('admin')
  const link = await screen.findByRole('link', { name: 'Upgrade Plan' })
  expect(link.getAttribute('href')).toBe('/app/eu/account/billing')
})

test('offers no plan to an editor, who may not buy one', async () => {
  await renderButton('editor')
  expect(screen.queryByRole('link', { name: 'Upgrade Plan' })).toBeNull()
})
