import type { Document } from '@parlance/contract/knowledge/schemas'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage, serve } from '../../../testing/render.tsx'
import DocumentDrawer from './document-drawer.tsx'

const KB = '/api/eu/v2/agents/agent1/kb'
const HOUR_S = 3600
const now = Math.floor(Date.now() / 1000)
const page: Document = {
  ID: 'doc1',
  name: 'Prices',
  content: 'A lamp costs 40 euros.',
  ts: now - 72 * HOUR_S - 60,
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
  refresh: '24h',
  fetchedAt: now - 2 * HOUR_S - 60,
  nextFetchAt: now + 22 * HOUR_S + 60,
  crawlId: '',
}

async function open(over: Partial<Document>, crawl?: { status: number; body: unknown }) {
  const sent = serve({
    [`GET ${KB}/doc1`]: () => ({ body: { data: { ...page, ...over } } }),
    [`GET ${KB}/tags`]: () => ({ body: { items: [] } }),
    'GET /api/eu/v2/workspaces/abcdefghijklmno/crawls/job1': () => crawl ?? { status: 500, body: {} },
  })
  renderPage(<DocumentDrawer agentId="agent1" docId="doc1" onClose={() => undefined} />)
  const drawer = within(await screen.findByRole('dialog', { name: 'Prices' }))
  return { drawer, sent }
}

test('says when a page changed, when it was last checked, and when it is checked next', async () => {
  const { drawer } = await open({})
  await drawer.findByText(/^Changed/)
  expect(drawer.getByText(/^Changed/).textContent).toBe('Changed 3 days ago')
  expect(drawer.getByText(/^Checked/).textContent).toBe('Checked 2 hours ago')
  expect(drawer.getByText(/^Next check/).textContent).toBe('Next check in 22 hours')
  expect(drawer.getByRole<HTMLInputElement>('combobox', { name: 'Refresh' }).disabled).toBe(false)
})

test('shows what reading the file left out', async () => {
  const { drawer } = await open({
    warning: '2 of 3 pages have no text. They may be scans.',
    warningMessage: { code: 'pages_without_text', params: { blank: 2, count: 3 } },
  })
  await drawer.findByText('2 of 3 pages have no text. They may be scans.')
})

test('shows the schedule of the crawler job that reads the page, and leads there to change it', async () => {
  const crawl = {
    id: 'job1',
    name: 'Shop',
    kind: 'site',
    startUrls: ['https://shop.example/'],
    include: [],
    exclude: [],
    maxDepth: 2,
    maxPages: 20,
    stayOnDomain: true,
    refresh: '12h',
    agentIds: ['agent1'],
    tags: [],
    status: 'completed',
    reason: '',
    pagesFound: 1,
    pagesRead: 1,
    pagesFailed: 0,
    pagesSkipped: 0,
    ts: now,
    startedAt: now,
    endedAt: now,
    nextRunAt: now + 10 * HOUR_S + 60,
  }
  const { drawer } = await open(
    { crawlId: 'job1', refresh: 'never', nextFetchAt: null },
    { status: 200, body: { data: crawl } },
  )
  const link = await drawer.findByRole('link', { name: 'Shop' })
  expect(link.getAttribute('href')).toBe('/app/eu/automations?job=job1')
  expect(drawer.getByText(/^Next check/).textContent).toBe('Next check in 10 hours')
  const field = drawer.getByRole<HTMLInputElement>('combobox', { name: 'Refresh' })
  expect([field.value, field.disabled]).toEqual(['Every 12 hours', true])
})

test('offers no schedule for a page whose crawler job was deleted', async () => {
  const gone = { status: 404, body: { success: false, code: 'NOT_FOUND', message: 'Not found.' } }
  const { drawer } = await open({ crawlId: 'job1', refresh: 'never', nextFetchAt: null }, gone)
  await drawer.findByRole('textbox', { name: 'Text' })
  await expect.poll(() => drawer.queryByRole('combobox', { name: 'Refresh' })).toBeNull()
  expect(drawer.queryByText(/^Next check/)).toBeNull()
})
