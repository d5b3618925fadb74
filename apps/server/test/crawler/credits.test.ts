// A crawler job that runs out of credits keeps its place, and continues when credits are added.
import { PAUSED_WITHOUT_CREDITS } from '../../src/modules/billing/priority.ts'
import { MILLI } from '@parlance/contract/lib/money'
import { startWebsite } from '@parlance/simulators/website/server'
import { afterAll, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { crawls } from '../helpers/crawls.ts'
import { violations } from '../helpers/invariants.ts'

const site = await startWebsite({ pages: 12 })
const server = await startTestServer({ settings: { outboundAllow: [site.host], crawlerOwnDelayMs: 0 } })
let poor = await server.signUp('eu')
afterAll(async () => {
  await site.close()
  expect(await violations(server.dbs)).toEqual([])
})

const { jobs, create, get, over, log, documents, refused } = crawls(server, site, () => poor)
const rows = async (sql: string, ...params: unknown[]) => (await server.dbs.eu.pool.query(sql, params)).rows

test('pauses when credits run out, and continues in its place when some are added', async () => {
  poor = await server.signUp('eu')
  const agent = await server.makeAgent(poor)
  await server.setCredits(poor, 2 * MILLI)
  const crawl = await over((await create([agent])).id, poor)
  expect(crawl).toMatchObject({ status: 'paused', reason: PAUSED_WITHOUT_CREDITS.message, endedAt: null })
  // On a busy machine the first document may be paid before the second page.
  expect([1, 2]).toContain(crawl.pagesRead)
  const before = await log(crawl.id, poor)
  expect((await server.balance(poor)).available).toBeLessThan(MILLI)
  expect(await refused('POST', jobs(poor, `/${crawl.id}/run`), poor)).toMatchObject({
    status: 402,
    code: 'CREDITS_EXHAUSTED',
  })
  // A newer job does not overtake it.
  const newer = await rows(
    `insert into crawls select (jsonb_populate_record(c, '{"id": "newer", "status": "queued", "pages_found": 0, "pages_read": 0}'::jsonb
       || jsonb_build_object('started_at', now()))).* from crawls c where id = $1 returning id`,
    crawl.id,
  )
  expect(newer).toEqual([{ id: 'newer' }])
  const { services, contexts } = server.running.container
  await services.crawler.work(contexts.system('eu', poor.workspace.uid), 'newer')
  expect(await get('newer', poor)).toMatchObject({ status: 'paused', pagesFound: 0 })
  site.asked.length = 0

  // Delays payment for the documents of the pages.
  const dear = (milli: number) =>
    rows(`update documents set credits_needed = $1 where agent_id = $2 and credits_needed is not null`, milli, agent.id)
  await vi.waitFor(async () =>
    expect((await documents(agent)).every(({ status }) => status === 'paused' || status === 'ready')).toBe(true),
  )
  await dear(1e9)
  await server.setCredits(poor, MILLI)
  await vi.waitFor(async () => expect((await get(crawl.id, poor)).pagesRead).toBe(crawl.pagesRead + 1), {
    timeout: 20_000,
  })
  expect(await over(crawl.id, poor)).toMatchObject({ status: 'paused' })
  expect(await get('newer', poor)).toMatchObject({ status: 'paused', pagesRead: 0 })
  await server.must('POST', jobs(poor, '/newer/cancel'), poor.token, {})
  expect(await get('newer', poor)).toMatchObject({ status: 'cancelled' })

  await dear(MILLI)
  await server.setCredits(poor, 100 * MILLI)
  await vi.waitFor(async () => expect((await get(crawl.id, poor)).status).toBe('completed'), { timeout: 20_000 })
  const done = await get(crawl.id, poor)
  expect(done).toMatchObject({ reason: '', startedAt: crawl.startedAt })
  expect(done.pagesRead).toBe((await documents(agent)).length)
  // Pages that were read are neither fetched nor paid again.
  for (const [path, { status }] of before)
    if (status === 'read') expect(site.asked.map((one) => one.path)).not.toContain(path)
  const spent = () =>
    rows(
      `select sum(-amount)::int as milli from ledger_transactions where key like $1 and cause like '%"credit_crawler"%'`,
      `end:crawl:${crawl.id}%`,
    )
  await expect.poll(spent).toEqual([{ milli: done.pagesRead * MILLI }])
}, 60_000)
