// kill -9 during a crawl, then a restart on the same data: every page is read, and none is paid twice.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Crawl } from '@parlance/contract/crawler/schemas'
import { FREE_CREDITS, MILLI, toCredits } from '@parlance/contract/lib/money'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { startWebsite } from '@parlance/simulators/website/server'
import { afterAll, expect, test } from 'vitest'
import { openInstallation } from '../../src/cli/installation.ts'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'

const PAGES = 120
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-crawl-'))
// The database account passes through this directory when the tests run as root.
chmodSync(dataDir, 0o711)
const model = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
const site = await startWebsite({ pages: PAGES, delayMs: 40 })
const env = {
  RATE_LIMIT_SCALE: '10000',
  OPENAI_API_KEY: model.key,
  OPENAI_BASE_URL: model.url,
  OUTBOUND_ALLOW: site.host,
  CRAWLER_OWN_DELAY_MS: '0',
}
let running = await startProcess(dataDir, env)
afterAll(async () => {
  await running.stop()
  await Promise.all([model.close(), site.close()])
  rmSync(dataDir, { recursive: true, force: true })
})

test('resumes a job where it was when its process died', { timeout: 240_000 }, async () => {
  const before = clientOf(running.url, model)
  const owner = await before.signUp('eu')
  const agent = await before.makeAgent(owner)
  const path = `/v2/workspaces/${owner.workspace.uid}/crawls`
  const { data } = await before.must<{ data: Crawl }>('POST', before.api('eu') + path, owner.token, {
    name: 'Shop',
    startUrls: [`${site.url}/pages/0`],
    agentIds: [agent.id],
    exclude: ['/', '/docs/*', '/about'],
  })
  const crawlOf = async (api: ReturnType<typeof clientOf>) =>
    (await api.must<{ data: Crawl }>('GET', `${api.api('eu')}${path}/${data.id}`, owner.token)).data
  await expect.poll(async () => (await crawlOf(before)).pagesRead, { timeout: 90_000 }).toBeGreaterThan(20)
  await running.kill()
  const asked = site.asked.length
  expect(asked).toBeLessThan(PAGES)

  running = await startProcess(dataDir, env)
  const after = clientOf(running.url, model)
  const crawl = await expect
    .poll(async () => (await crawlOf(after)).status, { timeout: 90_000, interval: 300 })
    .toBe('completed')
    .then(() => crawlOf(after))
  expect(crawl).toMatchObject({ pagesRead: PAGES, pagesFailed: 0 })
  // Only pages in progress when the process died are fetched again.
  const again = site.asked.filter(({ path: page }) => page.startsWith('/pages/')).map(({ path: page }) => page)
  expect(new Set(again).size).toBe(PAGES)
  expect(again.length - PAGES).toBeLessThanOrEqual(8)

  const stored = await openInstallation({ dataDir, regions: ['eu', 'na'], databases: {} }, 'parlance crawl test')
  const pool = stored.regions.find(({ region }) => region === 'eu')?.pool
  const one = async (query: string) => (await pool?.query<Record<string, unknown>>(query))?.rows[0]
  try {
    expect(
      await one(`select count(*)::int as documents, count(distinct source_url)::int as pages from documents`),
    ).toEqual({
      documents: PAGES,
      pages: PAGES,
    })
    const cost = await one(
      `select sum(-amount)::int as milli from ledger_transactions where cause like '%"credit_crawler"%"Shop"%' and key like 'end:%'`,
    )
    expect(cost).toEqual({ milli: PAGES * MILLI })
    // The last pages are embedded after the job has ended.
    const holds = () => one(`select count(*)::int as n from ledger_holds`)
    await expect.poll(holds, { timeout: 30_000, interval: 300 }).toEqual({ n: 0 })
    expect(await one(`select count(*)::int as n from crawls where lease <> '' or hold_key <> ''`)).toEqual({ n: 0 })
  } finally {
    await stored.close()
  }
  expect(toCredits(FREE_CREDITS)).toBeGreaterThan(PAGES)
})
