import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import CreditFlow from './credit-flow.tsx'

const CALL = 'GET /api/eu/v2/workspaces/abcdefghijklmno/credit-flow'
const byAgent = {
  month: '2026-11',
  by: 'agent',
  hasClients: true,
  others: 3,
  flows: [
    { source: 'plan', key: 'a1', label: 'Desk', use: 'answer', credits: 1200.25 },
    { source: 'free', key: '', label: '', use: 'knowledge', credits: 8 },
    { source: 'sale', key: 'a2', label: '', use: 'voice', credits: 2 },
    { source: 'plan', key: null, label: '', use: 'test', credits: 1 },
  ],
}
const byClient = {
  ...byAgent,
  by: 'client',
  others: 0,
  flows: [
    { source: 'plan', key: '', label: '', use: 'answer', credits: 1209.25 },
    { source: 'sale', key: 'org1', label: 'Harbour Hotel', use: 'voice', credits: 2 },
  ],
}
const rows = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

test('shows a month’s flow as a table by agent and by client', async () => {
  const answers = [byAgent, byClient]
  serve({ [CALL]: () => ({ body: answers.shift() }) })
  const user = userEvent.setup()
  renderPage(<CreditFlow />)
  await screen.findByText('1,211.25 credits spent')
  const asTable = screen.getByRole('button', { name: 'Show as table' })
  await user.click(asTable)
  expect(asTable.getAttribute('aria-pressed')).toBe('true')
  expect(rows(await screen.findByRole('table', { name: 'Credit flow' }))).toEqual([
    ['Came from', 'Agent', 'Spent on', 'Credits'],
    ['Included in your plan', 'Desk', 'Chat answers', '1,200.25'],
    ['Free credits', 'No agent', 'Knowledge', '8'],
    ['Bought by clients', 'Deleted agent', 'Voice calls', '2'],
    ['Included in your plan', '3 others', 'Tests and checks', '1'],
    ['Total', '1,211.25'],
  ])
  await user.click(screen.getByRole('radio', { name: 'Client' }))
  await screen.findByText('Harbour Hotel')
  expect(rows(screen.getByRole('table', { name: 'Credit flow' })).slice(0, 3)).toEqual([
    ['Came from', 'Client', 'Spent on', 'Credits'],
    ['Included in your plan', 'Your workspace', 'Chat answers', '1,209.25'],
    ['Bought by clients', 'Harbour Hotel', 'Voice calls', '2'],
  ])
})

test('says of a month without charges that nothing was spent', async () => {
  serve({ [CALL]: () => ({ body: { ...byAgent, flows: [], others: 0, hasClients: false } }) })
  renderPage(<CreditFlow />)
  await screen.findByText('No credits spent in November 2026.')
  expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull()
  expect(screen.queryByRole('radio')).toBeNull()
})
