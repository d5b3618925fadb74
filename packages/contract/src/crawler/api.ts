import { z } from 'zod'
import { page, pageInput, regional, success } from '../lib/operation.ts'
import { Crawl, CRAWL_PAGE_STATES, CRAWL_STARTER, CrawlPage, CrawlSettings } from './schemas.ts'

const tag = 'Crawler'
const access = { by: ['session', 'workspace', 'agency'], workspace: 'uid' } as const
const uid = z.string().max(100)
const crawlId = z.string().max(100)
const shape = CrawlSettings.shape
const one = z.object({ data: Crawl })

export const crawlerApi = {
  list: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/crawls',
    tag,
    access,
    summary: 'List crawls, newest first',
  })
    .input(z.strictObject({ uid, search: z.string().max(200).optional(), ...pageInput }))
    .output(page(Crawl)),
  create: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/crawls',
    tag,
    access,
    errors: ['LIMIT_REACHED', 'CREDITS_EXHAUSTED'],
    summary: 'Create a crawl and start it',
  })
    .input(
      z.strictObject({
        uid,
        ...shape,
        kind: shape.kind.default(CRAWL_STARTER.kind),
        include: shape.include.default([]),
        exclude: shape.exclude.default([]),
        maxDepth: shape.maxDepth.default(CRAWL_STARTER.maxDepth),
        maxPages: shape.maxPages.default(CRAWL_STARTER.maxPages),
        stayOnDomain: shape.stayOnDomain.default(CRAWL_STARTER.stayOnDomain),
        refresh: shape.refresh.default(CRAWL_STARTER.refresh),
        tags: shape.tags.default([]),
      }),
    )
    .output(one),
  get: regional({ method: 'GET', path: '/v2/workspaces/{uid}/crawls/{crawlId}', tag, access, summary: 'Get a crawl' })
    .input(z.strictObject({ uid, crawlId }))
    .output(one),
  update: regional({
    method: 'PATCH',
    path: '/v2/workspaces/{uid}/crawls/{crawlId}',
    tag,
    access,
    summary: 'Update a crawl; its next run uses the new settings',
  })
    .input(z.strictObject({ uid, crawlId, ...CrawlSettings.partial().shape }))
    .output(one),
  run: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/crawls/{crawlId}/run',
    tag,
    access,
    errors: ['CONFLICT', 'CREDITS_EXHAUSTED'],
    summary: 'Run a crawl again now, or resume a paused one',
  })
    .input(z.strictObject({ uid, crawlId }))
    .output(one),
  cancel: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/crawls/{crawlId}/cancel',
    tag,
    access,
    summary: 'Stop a running or paused crawl; pages it has read stay',
  })
    .input(z.strictObject({ uid, crawlId }))
    .output(one),
  delete: regional({
    method: 'DELETE',
    path: '/v2/workspaces/{uid}/crawls/{crawlId}',
    tag,
    access,
    summary: 'Delete a crawl; its documents stay unless `documents` is true',
  })
    .input(z.strictObject({ uid, crawlId, documents: z.boolean().default(false) }))
    .output(success),
  pages: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/crawls/{crawlId}/pages',
    tag,
    access,
    summary: 'List pages of a crawl, newest first',
  })
    .input(z.strictObject({ uid, crawlId, status: z.enum(CRAWL_PAGE_STATES).optional(), ...pageInput }))
    .output(page(CrawlPage)),
}
