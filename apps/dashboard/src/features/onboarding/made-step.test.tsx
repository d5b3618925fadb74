import type { Crawl } from '@parlance/contract/crawler/schemas'
import { Onboarding } from '@parlance/contract/onboarding/schemas'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { regionalApi } from '../../lib/api.ts'
import { renderPage, serve } from '../../testing/render.tsx'
import { MadeStep } from './made-step.tsx'
import type { Steps } from './use-steps.ts'

const UID = 'abcdefghijklmno'
const OF = `/api/eu/v2/workspaces/${UID}`

async function show(crawl: Partial<Crawl>) {
  const state = Onboarding.parse({ agentId: 'agent1', crawlId: 'job1', website: 'https://shop.example/' })
  serve({
    [`GET ${OF}/onboarding`]: () => ({ body: { data: { ...state, showOnboarding: false } } }),
    [`GET ${OF}/agent-summaries`]: () => ({ body: { items: [] } }),
    [`GET ${OF}/models`]: () => ({ status: 500, body: {} }),
    [`GET ${OF}/crawls/job1`]: () => ({
      body: {
        data: {
          id: 'job1',
          name: 'shop.example',
          kind: 'site',
          startUrls: ['https://shop.example/'],
          include: [],
          exclude: [],
          maxDepth: 2,
          maxPages: 20,
          stayOnDomain: true,
          refresh: '24h',
          agentIds: ['agent1'],
          tags: [],
          reason: '',
          pagesSkipped: 0,
          ts: 1_790_000_000,
          startedAt: 1_790_000_000,
          endedAt: null,
          nextRunAt: null,
          ...crawl,
        },
      },
    }),
  })
  const steps = { api: regionalApi('eu'), uid: UID, region: 'eu', wanted: undefined, workspace: undefined }
  renderPage(<MadeStep steps={steps as unknown as Steps} />)
}

test('shows how far the site was read when reading it broke off', async () => {
  await show({ status: 'cancelled', pagesFound: 10, pagesRead: 5, pagesFailed: 1 })
  const part = within(await screen.findByRole('region', { name: 'We couldn’t finish reading shop.example' }))
  expect(part.getByRole('progressbar', { name: 'Pages read' }).getAttribute('aria-valuenow')).toBe('50')
  part.getByText('5 pages read')
  part.getByText('1 couldn’t be read')
})

test('says why, without an empty bar, when nothing could be read', async () => {
  const reason = 'We couldn’t read any page. The site didn’t answer in time.'
  await show({ status: 'failed', pagesFound: 1, pagesRead: 0, pagesFailed: 1, reason })
  const part = within(await screen.findByRole('region', { name: 'We couldn’t finish reading shop.example' }))
  part.getByText(reason)
  expect(part.queryByRole('progressbar')).toBeNull()
  expect(part.queryByText('0 pages read')).toBeNull()
  expect(screen.getByRole('link', { name: 'Add another address' })).toBeTruthy()
})
