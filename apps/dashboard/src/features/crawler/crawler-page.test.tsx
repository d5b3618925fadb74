import type { Crawl, CrawlPage } from '@parlance/contract/crawler/schemas'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage, serve } from '../../testing/render.tsx'
import { CrawlerPage } from './crawler-page.tsx'

const UID = 'abcdefghijklmno'
const CRAWLS = `/api/eu/v2/workspaces/${UID}/crawls`
const crawl: Crawl = {
  id: 'job1',
  name: 'Help centre',
  kind: 'site',
  startUrls: ['https://help.example.com/'],
  include: [],
  exclude: [],
  maxDepth: 3,
  maxPages: 200,
  stayOnDomain: true,
  refresh: '6h',
  agentIds: ['agent1'],
  tags: [],
  status: 'completed',
  reason: '',
  pagesFound: 9,
  pagesRead: 6,
  pagesFailed: 2,
  pagesSkipped: 1,
  ts: 1_790_000_000,
  startedAt: 1_790_000_000,
  endedAt: 1_790_000_100,
  nextRunAt: 1_790_021_700,
}
const page: CrawlPage = {
  url: 'https://help.example.com/app',
  title: '',
  depth: 1,
  status: 'failed',
  reason: 'The page has no text of its own.',
  code: 200,
  bytes: 900,
  ms: 130,
  fetchedAt: 1_790_000_050,
}

const answers = (items: readonly Crawl[]) => ({
  [`GET ${CRAWLS}`]: () => ({ body: { items, nextCursor: null } }),
  [`GET ${CRAWLS}/job1`]: () => ({ body: { data: items[0] ?? crawl } }),
  [`GET ${CRAWLS}/job1/pages`]: () => ({ body: { items: [page], nextCursor: null } }),
  [`POST ${CRAWLS}`]: () => ({ body: { data: { ...crawl, status: 'queued' } } }),
  [`POST ${CRAWLS}/job1/run`]: () => ({ body: { data: { ...crawl, status: 'queued' } } }),
  [`POST ${CRAWLS}/job1/cancel`]: () => ({ body: { data: { ...crawl, status: 'cancelled' } } }),
  [`DELETE ${CRAWLS}/job1`]: () => ({ body: { success: true } }),
  [`GET /api/eu/v2/workspaces/${UID}/agent-summaries`]: () => ({
    body: {
      items: [
        {
          ID: 'agent1',
          title: 'Shop helper',
          description: '',
          roundedImageURL: '',
          lastModified: 1,
          ownerID: UID,
          ts: 1,
          userId: 'u',
        },
      ],
    },
  }),
})

test('leads to a first job with sensible settings when there is none', async () => {
  const sent = serve(answers([]))
  renderPage(<CrawlerPage />)
  await screen.findByText('Let your agents read a website')
  await userEvent.click(screen.getByRole('button', { name: 'New job' }))
  const drawer = within(await screen.findByRole('dialog', { name: 'New crawler job' }))
  await userEvent.click(drawer.getByRole('button', { name: 'Start job' }))
  drawer.getByText('Enter at least one address.')
  expect(document.activeElement).toBe(drawer.getByLabelText(/^Start URLs/))
  await userEvent.type(drawer.getByLabelText(/^Start URLs/), 'www.example.com')
  await userEvent.click(drawer.getByRole('button', { name: 'Start job' }))
  await screen.findByText('Help centre started.')
  const asked = sent.find(({ method }) => method === 'POST')
  expect(asked?.body).toMatchObject({
    name: 'example.com',
    startUrls: ['www.example.com'],
    agentIds: ['agent1'],
    maxPages: 200,
    maxDepth: 3,
    stayOnDomain: true,
    refresh: 'never',
  })
})

test("shows a job's progress, and in its log why pages were skipped", async () => {
  serve(answers([crawl]))
  renderPage(<CrawlerPage />)
  const row = within(await screen.findByRole('listitem'))
  for (const text of ['6 pages read', '2 failed', '1 skipped', '1 agent', 'Completed']) row.getByText(text)
  await userEvent.click(row.getByRole('button', { name: 'Help centre' }))
  const log = within(await screen.findByRole('dialog', { name: 'Help centre' }))
  await log.findByText('The page has no text of its own.')
  log.getByRole('link', { name: 'Open https://help.example.com/app in a new tab' })
  log.getByRole('link', { name: 'Documents in Shop helper' })
})

test('reads the pages again once the job has ended, however late a response from before comes', async () => {
  let status: Crawl['status'] = 'processing'
  const state = () => (status === 'completed' ? 'read' : 'waiting')
  const known = Promise.withResolvers<void>()
  const sent = serve({
    ...answers([crawl]),
    [`GET ${CRAWLS}/job1`]: () => ({ body: { data: { ...crawl, status } } }),
    [`GET ${CRAWLS}/job1/pages`]: () => ({
      body: { items: [{ ...page, reason: '', status: state() }], nextCursor: null },
    }),
  })
  const respond = fetch
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const response = await respond(...request)
    const last = sent.at(-1)
    if (last?.path.endsWith('/pages') && status === 'processing') {
      status = 'completed'
      await known.promise
    }
    return response
  })
  renderPage(<CrawlerPage />, '/?job=job1')
  const log = within(await screen.findByRole('dialog', { name: 'Help centre' }))
  await log.findByText('Completed', {}, { timeout: 10_000 })
  known.resolve()
  const pages = within(await log.findByRole('list', { name: 'Pages' }))
  await pages.findByText('Read')
})

test('runs a job again, and deletes it with its documents', async () => {
  const sent = serve(answers([crawl]))
  renderPage(<CrawlerPage />)
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Help centre' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Run now' }))
  await screen.findByText('Help centre started.')
  await userEvent.click(screen.getByRole('button', { name: 'More actions for Help centre' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Help centre?' }))
  await userEvent.click(dialog.getByLabelText('Delete its documents too'))
  await userEvent.click(dialog.getByRole('button', { name: 'Delete job' }))
  await screen.findByText('Help centre deleted. Its documents are being removed.')
  expect(sent.find(({ method }) => method === 'DELETE')?.body).toEqual({ documents: true })
})

test('shows a job that waits for credits, which can be continued or stopped', async () => {
  const reason = 'Paused: not enough credits. Continues when credits are added.'
  const sent = serve(answers([{ ...crawl, status: 'paused', reason, endedAt: null }]))
  renderPage(<CrawlerPage />)
  const row = within(await screen.findByRole('listitem'))
  row.getByText('Paused')
  row.getByText(reason)
  await userEvent.click(row.getByRole('button', { name: 'Help centre' }))
  const log = within(await screen.findByRole('dialog', { name: 'Help centre' }))
  await userEvent.click(await log.findByRole('button', { name: 'Continue' }))
  await screen.findByText('Help centre resumed.')
  await userEvent.click(log.getByRole('button', { name: 'Stop' }))
  await screen.findByText('Help centre stopped. Pages it already read are kept.')
  expect(sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    `${CRAWLS}/job1/run`,
    `${CRAWLS}/job1/cancel`,
  ])
})

test('lets viewers read the log without actions', async () => {
  serve(answers([crawl]))
  renderPage(<CrawlerPage />, '/?edit=job1', { role: 'viewer' })
  const row = within(await screen.findByRole('listitem'))
  expect(screen.getByRole('button', { name: 'New job' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: 'More actions for Help centre' })).toBeNull()
  await userEvent.click(row.getByRole('button', { name: 'Help centre' }))
  const log = within(await screen.findByRole('dialog', { name: 'Help centre' }))
  await log.findByText('The page has no text of its own.')
  expect(log.getAllByRole('button').map((button) => button.textContent || button.getAttribute('aria-label'))).toEqual([
    'Close',
  ])
})
