import type { RequestLogEntry } from '@parlance/contract/request-log/schemas'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../../testing/render.tsx'
import RequestsTab from './requests-tab.tsx'

const BASE = '/api/eu/v2/workspaces/abcdefghijklmno'
const entry = (seq: number, of: Partial<RequestLogEntry>): RequestLogEntry => ({
  seq,
  at: '2026-01-01T00:00:00Z',
  requestId: `request-${seq}`,
  actorKind: 'key',
  actorId: 'k1',
  actorName: 'Nightly',
  method: 'GET',
  operation: 'agents.list',
  path: '/v2/workspaces/w/agents',
  status: 200,
  code: '',
  durationMs: 12,
  ...of,
})

const pages = (items: RequestLogEntry[]) => ({
  [`GET ${BASE}/requests`]: () => ({ body: { items, nextCursor: null } }),
  [`GET ${BASE}/keys`]: () => ({ body: { items: [] } }),
})

test('shows who made requests, their results and durations', async () => {
  serve(
    pages([
      entry(2, { actorKind: 'workspace', actorName: '', method: 'POST', status: 404, code: 'NOT_FOUND' }),
      entry(1, {}),
    ]),
  )
  renderPage(<RequestsTab />)
  await screen.findByText('NOT_FOUND')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^404POST \/v2\/workspaces\/w\/agentsWorkspace secretagents\.listNOT_FOUNDrequest-212 ms/),
    expect.stringMatching(/^200GET \/v2\/workspaces\/w\/agentsNightlyagents\.listrequest-112 ms/),
  ])
})

test('explains how to make a request when there are none, and clears filters without matches', async () => {
  serve(pages([]))
  renderPage(<RequestsTab />)
  await screen.findByText('No requests yet')
  fireEvent.change(screen.getByLabelText('From day'), { target: { value: '2026-01-01' } })
  await screen.findByText('No requests match these filters')
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await screen.findByText('No requests yet')
})
