import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import AutoBillingTab from './auto-billing-tab.tsx'

test('says that the workspace is missing', async () => {
  const missing = { status: 404, body: { success: false, code: 'NOT_FOUND', message: 'Not found.' } }
  serve({ 'GET /api/eu/v2/workspaces/abcdefghijklmno/client-billing': () => missing })
  renderPage(<AutoBillingTab />)
  await screen.findByText('Workspace not found')
  expect(screen.queryByText('Not found.')).toBeNull()
})
