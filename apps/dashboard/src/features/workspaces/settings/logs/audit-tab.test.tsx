import type { AuditEntry } from '@parlance/contract/audit/schemas'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../../testing/render.tsx'
import AuditTab from './audit-tab.tsx'

const BASE = '/api/eu/v2/workspaces/abcdefghijklmno'
const entry = (seq: number, of: Partial<AuditEntry>): AuditEntry => ({
  seq,
  at: '2026-01-01T00:00:00Z',
  actorKind: 'session',
  actorName: 'ada@example.com',
  ip: '',
  action: 'agents.saveDraft',
  objectType: 'agent',
  objectId: 'agent1',
  detail: {},
  requestId: 'r',
  ...of,
})
const member = { objectType: 'member', objectId: 'bea@example.com', detail: { after: 'editor' } }

test('names existing agents, and the roles of new members', async () => {
  const items = [
    entry(5, { ...member, actorName: 'bea@example.com', action: 'workspaces.joined' }),
    entry(4, { ...member, action: 'workspaces.invite' }),
    entry(3, { action: 'knowledge.create', objectType: 'document', objectId: 'doc1', detail: { agent: 'agent1' } }),
    entry(2, {}),
    entry(1, { objectId: 'gone' }),
  ]
  const agent = { description: '', roundedImageURL: '', lastModified: 1, ownerID: 'w', ts: 1, userId: 'u' }
  serve({
    [`GET ${BASE}/audit`]: () => ({ body: { items, nextCursor: null } }),
    [`GET ${BASE}/members`]: () => ({ body: { items: [], seats: { used: 1, limit: 2 } } }),
    [`GET ${BASE}/agent-summaries`]: () => ({ body: { items: [{ ID: 'agent1', title: 'Tea shop', ...agent }] } }),
  })
  renderPage(<AuditTab />)
  await screen.findByRole('link', { name: 'Tea shop' })
  screen.getByRole('link', { name: 'gone' })
  const rows = screen.getAllByRole('listitem').map((row) => within(row).queryAllByRole('paragraph'))
  expect(rows.filter((parts) => parts.length > 0).map((parts) => parts.map(({ textContent }) => textContent))).toEqual([
    ['bea@example.com joined the workspace', 'Editor'],
    ['ada@example.com invited a member bea@example.com', 'Editor'],
    ['ada@example.com added a document doc1', 'Tea shop'],
    ['ada@example.com edited an agent’s draft Tea shop', ''],
    ['ada@example.com edited an agent’s draft gone', ''],
  ])
})
