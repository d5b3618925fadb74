import type { DocumentSummary } from '@parlance/contract/knowledge/schemas'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { DocumentRow } from './document-row.tsx'

const HOUR_S = 3600
const nothing = () => undefined
const actions = {
  onOpen: nothing,
  onRefetch: nothing,
  onCancel: nothing,
  onDelete: nothing,
  onTag: nothing,
  onChoose: nothing,
}

test.each([
  ['a page that was checked since it changed', { ts: 72, fetchedAt: 2 }, ['Changed 3 days ago', 'Checked 2 hours ago']],
  ['a page that changed at its last check', { ts: 2, fetchedAt: 2 }, ['Checked 2 hours ago']],
  ['a page that was never read', { ts: 2, fetchedAt: null }, ['2 hours ago']],
  ['a file', { ts: 72, fetchedAt: 2, sourceType: 'file' }, ['3 days ago']],
] as const)('says the times of %s', async (_, { ts, fetchedAt, ...over }, shown) => {
  const now = Math.floor(Date.now() / 1000) - 60
  const document: DocumentSummary = {
    ID: 'doc1',
    name: 'Prices',
    userId: '',
    agentId: 'agent1',
    status: 'ready',
    reason: '',
    warning: '',
    creditsNeeded: null,
    mayRetry: false,
    progress: 100,
    chunkCount: 1,
    sourceType: 'url',
    sourceUrl: 'https://shop.example/prices',
    fileName: '',
    bytes: 900,
    pages: null,
    tags: [],
    refresh: 'never',
    nextFetchAt: null,
    crawlId: '',
    size: 900,
    ...over,
    ts: now - ts * HOUR_S,
    fetchedAt: fetchedAt === null ? null : now - fetchedAt * HOUR_S,
  }
  renderPage(<DocumentRow document={document} actions={actions} />)
  const said = (await screen.findByRole('listitem')).textContent ?? ''
  for (const words of shown) expect(said).toContain(words)
  expect(said.match(/ ago/g)).toHaveLength(shown.length)
})
