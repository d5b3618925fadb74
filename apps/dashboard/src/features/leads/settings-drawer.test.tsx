import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { LeadsBoard } from './leads-board.tsx'
import SettingsDrawer from './settings-drawer.tsx'

const SETTINGS = 'GET /api/eu/v2/agents/agent1/lead-settings'
const LEADS = 'GET /api/eu/v2/agents/agent1/leads'

/** Fails once. */
function serveFailing() {
  let isBroken = true
  return serve({
    [SETTINGS]: () => {
      if (isBroken) {
        isBroken = false
        return { status: 500, body: { success: false, code: 'INTERNAL', message: 'Broken.' } }
      }
      return { body: { data: { rules: [], stages: [{ id: 's-demo', name: 'Demo booked' }], groups: [] } } }
    },
    [LEADS]: () => ({ body: { items: [], nextCursor: null } }),
  })
}

test('edits the stored stages only, never the default ones after a failed read', async () => {
  serveFailing()
  renderPage(<SettingsDrawer agentId="agent1" onClose={() => undefined} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.click(again)
  expect((await screen.findByLabelText<HTMLInputElement>('Name of stage 1')).value).toBe('Demo booked')
})

test('the board shows no default stages after a failed read', async () => {
  const sent = serveFailing()
  renderPage(<LeadsBoard agentId="agent1" filters={{ search: '', stage: '', group: '' }} onOpen={() => undefined} />)
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.queryByText('Contacted')).toBeNull()
  await userEvent.click(again)
  await screen.findByRole('heading', { name: /Demo booked/ })
  expect(sent.filter(({ path }) => path.endsWith('/leads')).map(({ query }) => query.get('stage'))).toEqual(['s-demo'])
})
