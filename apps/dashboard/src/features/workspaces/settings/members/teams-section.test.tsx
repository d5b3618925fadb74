import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../../testing/render.tsx'
import { TeamsSection } from './teams-section.tsx'

const BASE = '/api/eu/v2/workspaces/abcdefghijklmno'

test('saves a team on Enter', async () => {
  const sent = serve({
    [`GET ${BASE}/teams`]: () => ({ body: { items: [], people: [] } }),
    [`GET ${BASE}/orgs`]: () => ({ body: { items: [], nextCursor: null } }),
    [`POST ${BASE}/teams`]: () => ({ body: { data: { id: 't1', name: 'Sales', orgId: '', members: [] } } }),
  })
  renderPage(<TeamsSection />)
  await screen.findByText('No teams yet.')
  await userEvent.click(screen.getByRole('button', { name: 'Add team' }))
  await userEvent.type(await screen.findByRole('textbox', { name: 'Name' }), 'Sales{Enter}')
  await screen.findByText('Team saved')
  expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ name: 'Sales', members: [] })
})
