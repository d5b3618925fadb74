// Crawler jobs on a real site: what they read and skip, what they cost, and who owns them.
import type { Crawl } from '@parlance/contract/crawler/schemas'
import { MILLI } from '@parlance/contract/lib/money'
import { html, prose } from '@parlance/simulators/website/pages'
import { startWebsite, type Website } from '@parlance/simulators/website/server'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { crawls } from '../helpers/crawls.ts'
import { violations } from '../helpers/invariants.ts'
import type { Person } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const site: Website = await startWebsite({ pages: 12 })
const slow = await startWebsite({ pages: 400, delayMs: 30 })
const server = await startTestServer({ settings: { outboundAllow: [site.host, slow.host], crawlerOwnDelayMs: 0 } })
const base = server.api('eu')
let ada: Person
let bob: Person
beforeAll(async () => {
  ada = await server.signUp('eu')
  bob = await server.signUp('eu')
})
beforeEach(() => {
  site.asked.length = 0
})
afterAll(async () => {
  await Promise.all([site.close(), slow.close()])
  expect(await violations(server.dbs)).toEqual([])
})

const { at, jobs, create, get, over, again, log, documents, titles, refused } = crawls(server, site, () => ada)
const rows = async (sql: string, ...params: unknown[]) => (await server.dbs.eu.pool.query(sql, params)).rows

describe('a job', () => {
  test('reads a site page by page, and records the outcome for each', async () => {
    const agent = await server.makeAgent(ada)
    const made = await create([agent], { tags: ['Shop', 'shop'] })
    expect(made).toMatchObject({
      status: 'queued',
      startUrls: [at('/')],
      tags: ['shop'],
      pagesRead: 0,
      refresh: 'never',
    })
    const crawl = await over(made.id)
    expect(crawl).toMatchObject({ status: 'completed', reason: '', nextRunAt: null })
    const pages = await log(made.id)
    const told = Object.fromEntries([...pages].map(([path, { status, code }]) => [path, `${status} ${code}`]))
    expect(told).toMatchObject({
      '/': 'read 200',
      '/about': 'read 200',
      '/docs/': 'read 200',
      '/docs/a': 'read 200',
      '/docs/b': 'read 200',
      '/docs/moved': 'duplicate 200',
      '/copy?from=home': 'duplicate 200',
      '/pages/0': 'read 200',
      '/pages/10': 'read 200',
      '/text.txt': 'read 200',
      '/app': 'failed 200',
      '/missing': 'failed 404',
      '/private/plan': 'skipped 0',
    })
    expect(pages.get('/app')?.reason).toMatch(/built by JavaScript/)
    expect(pages.get('/private/plan')?.reason).toMatch(/robots\.txt/)
    expect(pages.get('/docs/a')).toMatchObject({ title: 'Doc A', depth: 2, bytes: expect.any(Number) })
    // Nothing of another site, and nothing forbidden by robots.txt.
    expect(site.asked.some(({ path }) => path.startsWith('/private'))).toBe(false)
    expect(crawl.pagesRead).toBe((await documents(agent)).length)
    expect(crawl.pagesFound).toBe(crawl.pagesRead + crawl.pagesFailed + crawl.pagesSkipped)
    const [doc] = (await documents(agent)).filter(({ name }) => name === 'Doc A')
    expect(doc).toMatchObject({ sourceUrl: at('/docs/a'), sourceType: 'url', crawlId: made.id, tags: ['shop'] })
  })

  test('stores a page once when its canonical address redirects back to it', async () => {
    const agent = await server.makeAgent(ada)
    const { id } = await create([agent], { startUrls: [at('/circle/one')], maxDepth: 0 })
    await over(id)
    expect(await titles(agent)).toEqual(['One'])
  })

  test('costs a credit for every page that it read, and nothing for others', async () => {
    const agent = await server.makeAgent(ada)
    const { id } = await create([agent], { include: ['/docs/*'], maxPages: 10 })
    const crawl = await over(id)
    expect(await titles(agent)).toEqual(['Doc A', 'Doc B', 'Docs'])
    const spent = async () =>
      (
        await rows(
          `select coalesce(sum(-amount), 0)::int as milli from ledger_transactions where cause like '%"credit_crawler"%"Shop"%' and key like $1`,
          `end:crawl:${id}%`,
        )
      )[0]
    expect(crawl.pagesRead).toBe(3)
    await expect.poll(spent).toEqual({ milli: 3 * MILLI })
    await again(id)
    await expect.poll(spent).toEqual({ milli: 3 * MILLI })
    await vi.waitFor(async () => expect((await server.balance(ada)).held).toBe(0))
  })

  testAll(
    'honors the Retry-After of a busy site, and continues when it answers',
    async () => {
      const agent = await server.makeAgent(ada)
      const { id } = await create([agent], { startUrls: [at('/busy')], maxDepth: 0 })
      const waiting = async () =>
        (
          await rows(
            `select tries, due_at > now() + interval '5 seconds' as later from crawl_pages where crawl_id = $1`,
            id,
          )
        )[0]
      await vi.waitFor(async () => expect(await waiting()).toEqual({ tries: 1, later: true }), { timeout: 20_000 })
      await vi.waitFor(async () =>
        expect((await rows('select lease from crawls where id = $1', id))[0]).toEqual({ lease: '' }),
      )
      expect(await get(id)).toMatchObject({ status: 'processing', pagesFailed: 0 })
      site.set('/busy', {
        body: '<title>Open again</title><main><p>The shop was busy, and is open again now.</p></main>',
      })
      await rows('update crawl_pages set due_at = now() where crawl_id = $1', id)
      const { services, contexts } = server.running.container
      // Busy sites are left alone for a while, on all their pages.
      await vi.waitFor(
        async () => {
          await services.crawler.work(contexts.system('eu', ada.workspace.uid), id)
          expect((await get(id)).status).toBe('completed')
        },
        { timeout: 20_000, interval: 200 },
      )
      site.set('/busy', undefined)
      expect(await titles(agent)).toEqual(['Open again'])
    },
    60_000,
  )

  test('reports that a site forbids robots, and how many pages it skipped', async () => {
    const agent = await server.makeAgent(ada)
    const { id } = await create([agent], { startUrls: [at('/private/plan'), at('/private/more')] })
    expect(await over(id)).toMatchObject({
      status: 'failed',
      pagesSkipped: 2,
      reason: 'This site’s robots.txt doesn’t allow us to read it. Pages skipped: 2.',
      reasonMessage: { code: 'site_robots_disallow', params: { count: 2 } },
    })
  })

  test('respects its limits of pages and depth', async () => {
    const agent = await server.makeAgent(ada)
    const { id } = await create([agent], { maxPages: 2 })
    expect(await over(id)).toMatchObject({ status: 'completed', pagesRead: 2 })
    expect([...(await log(id)).values()].some(({ reason }) => reason === 'This job reads up to 2 pages.')).toBe(true)
    const flat = await create([agent], { maxDepth: 0 })
    expect(await over(flat.id)).toMatchObject({ pagesRead: 1 })
  })

  test('reads the pages of a sitemap, even when only the site is named', async () => {
    const agent = await server.makeAgent(ada)
    const { id } = await create([agent], { kind: 'sitemap', exclude: ['/pages/1*'] })
    const crawl = await over(id)
    expect(crawl).toMatchObject({ status: 'completed', pagesFound: 14, pagesSkipped: 3, pagesRead: 11 })
    const none = await create([agent], { kind: 'sitemap', startUrls: [at('/about')] })
    expect(await over(none.id)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/There’s no sitemap/),
    })
  })

  test('reads a late page that differs only in a parameter when a menu links the others again and again', async () => {
    const agent = await server.makeAgent(ada)
    // Only the last page of the menu links another one, which is found after hundreds of links to known pages.
    const menu = Array.from({ length: 22 }, (_, n) => n + 1)
    const ids = [...menu, 23]
    for (const id of ids)
      site.set(`/shop/?id=${id}`, {
        body: html({
          title: `Item ${id}`,
          text: prose(2_000_000 + id),
          links: (id === 22 ? ids : menu).map((to) => `/shop/?id=${to}`),
        }),
        headers: { 'content-type': 'text/html' },
      })
    const { id } = await create([agent], { startUrls: [at('/shop/?id=1')], include: ['/shop/*'] })
    await over(id)
    const pages = await log(id)
    expect(ids.map((item) => pages.get(`/shop/?id=${item}`)?.status)).toEqual(ids.map(() => 'read'))
  })

  testAll(
    'does not follow endless calendars, loops and traps',
    async () => {
      const agent = await server.makeAgent(ada)
      site.set('/', {
        body:
          ['/calendar', '/deeper', '/loop/a', '/forever', '/inside', '/huge', '/bomb']
            .map((to) => `<a href="${to}">x</a>`)
            .join('') + '<p>Some text.</p>',
        headers: { 'content-type': 'text/html' },
      })
      const { id } = await create([agent], { maxDepth: 20, maxPages: 500 })
      const crawl = await over(id)
      site.set('/', undefined)
      expect(crawl.status).toBe('completed')
      const pages = await log(id)
      expect(
        [...pages.keys()].filter((path) => path.startsWith('/calendar') && pages.get(path)?.status === 'read').length,
      ).toBeLessThan(200)
      expect([...pages.keys()].filter((path) => path.startsWith('/deeper')).length).toBeLessThan(15)
      for (const path of ['/loop/a', '/forever', '/inside', '/huge', '/bomb'])
        expect([path, pages.get(path)?.status, pages.get(path)?.reason]).toEqual([
          path,
          'failed',
          expect.stringMatching(/^The page|^This address/),
        ])
    },
    60_000,
  )
})

describe('a later run', () => {
  test('rereads what changed, keeps what did not, and removes what is gone', async () => {
    const agent = await server.makeAgent(ada)
    const { id } = await create([agent], { include: ['/docs/*'] })
    await over(id)
    const before = await documents(agent)
    site.asked.length = 0
    site.set('/docs/b', {
      body: '<title>Doc B anew</title><main><p>It was written again, and says something else than before.</p></main>',
    })
    expect(await again(id)).toMatchObject({ status: 'completed', pagesRead: 3 })
    const pages = await log(id)
    expect(['/docs/', '/docs/a', '/docs/b'].map((path) => pages.get(path)?.status)).toEqual([
      'unchanged',
      'unchanged',
      'read',
    ])
    expect(site.asked.find(({ path }) => path === '/docs/a')?.headers['if-none-match']).toBe('"a1"')
    // The documents keep their ids; only the changed one was indexed again.
    const now = await documents(agent)
    expect(now.map(({ ID }) => ID).toSorted()).toEqual(before.map(({ ID }) => ID).toSorted())
    site.set('/docs/b', { status: 410 })
    await again(id)
    site.set('/docs/b', undefined)
    expect((await log(id)).get('/docs/b')).toMatchObject({
      status: 'failed',
      code: 410,
      reason: expect.stringMatching(/Its document was removed/),
    })
    expect((await documents(agent)).map(({ sourceUrl }) => sourceUrl).toSorted()).toEqual([at('/docs/'), at('/docs/a')])
  })

  test('keeps the document of a page that redirects temporarily, and removes that of one that moved for good', async () => {
    const agent = await server.makeAgent(ada)
    const { id } = await create([agent], { include: ['/docs/*'] })
    await over(id)
    site.set('/docs/', { status: 302, headers: { location: '/maintenance' } })
    site.set('/docs/a', { status: 307, headers: { location: '/private/sign-in' } })
    site.set('/docs/b', { status: 301, headers: { location: '/maintenance' } })
    const noIndex = '<meta name="robots" content="noindex">'
    site.set('/maintenance', { body: html({ title: 'Back soon', text: prose(1_000_030), head: noIndex }) })
    site.set('/private/sign-in', { body: html({ title: 'Sign in', text: prose(1_000_031) }) })
    await again(id)
    const pages = await log(id)
    expect(pages.get('/docs/')).toMatchObject({
      status: 'failed',
      reason: `It temporarily redirects to ${at('/maintenance')}, so we kept its document.`,
    })
    expect(pages.get('/docs/a')).toMatchObject({
      status: 'failed',
      reason: `It temporarily redirects to ${at('/private/sign-in')}, so we kept its document.`,
    })
    expect(pages.get('/docs/b')?.reason).toMatch(/Its document was removed/)
    expect(await titles(agent)).toEqual(['Doc A', 'Docs'])
    for (const path of ['/docs/', '/docs/a', '/docs/b', '/maintenance', '/private/sign-in']) site.set(path, undefined)
    await again(id)
    expect((await log(id)).get('/docs/')).toMatchObject({ status: 'unchanged' })
    expect(await titles(agent)).toEqual(['Doc A', 'Doc B', 'Docs'])
  })

  test('reads where a known page redirects temporarily', async () => {
    const agent = await server.makeAgent(ada)
    const { id } = await create([agent], { include: ['/docs/*'] })
    await over(id)
    site.set('/docs/', { status: 302, headers: { location: '/docs/en/' } })
    site.set('/docs/en/', { body: html({ title: 'English docs', text: prose(1_000_040) }) })
    await again(id)
    expect((await log(id)).get('/docs/')?.status).toBe('failed')
    expect(await titles(agent)).toEqual(['Doc A', 'Doc B', 'Docs', 'English docs'])
    for (const path of ['/docs/', '/docs/en/']) site.set(path, undefined)
  })

  test('costs nothing for unchanged pages, and shows when they were checked', async () => {
    const owner = await server.signUp('eu')
    const agent = await server.makeAgent(owner)
    const { id } = await create([agent], { include: ['/docs/*'] })
    await over(id, owner)
    const settled = async () => {
      expect((await documents(agent)).map(({ status }) => status)).toEqual(['ready', 'ready', 'ready'])
      expect((await server.balance(owner)).held).toBe(0)
    }
    await vi.waitFor(settled, { timeout: 20_000 })
    const chunks = () => rows('select id, version from chunks where agent_id = $1 order by id', agent.id)
    const before = [await server.balance(owner), await chunks()]
    await rows(`update documents set fetched_at = fetched_at - interval '1 day' where agent_id = $1`, agent.id)
    const old = await documents(agent)
    await server.must('POST', jobs(owner, `/${id}/run`), owner.token, {})
    await over(id, owner)
    const pages = await log(id, owner)
    expect(['/docs/', '/docs/a', '/docs/b'].map((path) => pages.get(path)?.status)).toEqual(
      Array.from({ length: 3 }, () => 'unchanged'),
    )
    const now = await documents(agent)
    expect(now).toEqual(old.map((document) => ({ ...document, fetchedAt: expect.any(Number) })))
    for (const [place, { fetchedAt }] of now.entries())
      expect(fetchedAt).toBeGreaterThan((old[place]?.fetchedAt ?? Infinity) + 80_000)
    await vi.waitFor(settled, { timeout: 20_000 })
    expect([await server.balance(owner), await chunks()]).toEqual(before)
  })

  test('starts by itself on schedule', async () => {
    const agent = await server.makeAgent(ada)
    const { id } = await create([agent], { maxDepth: 0, refresh: '6h' })
    const first = await over(id)
    expect(first.nextRunAt).toBeGreaterThanOrEqual((first.endedAt ?? 0) + 6 * 3600 - 1)
    await rows(`update crawls set next_run_at = now() - interval '1 minute' where id = $1`, id)
    const { services, contexts } = server.running.container
    expect(await services.crawler.sweep(contexts.system('eu'))).toBeGreaterThan(0)
    await vi.waitFor(async () => expect((await get(id)).startedAt).not.toBeNull())
    expect(await over(id)).toMatchObject({ status: 'completed', pagesRead: 1 })
    expect((await rows('select run from crawls where id = $1', id))[0]).toEqual({ run: 2 })
  })

  test('adds pages to a newly added agent', async () => {
    const [one, two] = [await server.makeAgent(ada), await server.makeAgent(ada)]
    const { id } = await create([one], { include: ['/docs/*'] })
    await over(id)
    await server.must('PATCH', jobs(ada, `/${id}`), ada.token, { agentIds: [one.id, two.id] })
    await again(id)
    expect(await titles(two)).toEqual(await titles(one))
    expect(await titles(one)).toHaveLength(3)
  })
})

describe('a job', () => {
  test('stops on request, and can be run again', async () => {
    const agent = await server.makeAgent(ada)
    const { id } = await create([agent], { name: 'Slow', startUrls: [`${slow.url}/pages/0`] })
    await vi.waitFor(async () => expect((await get(id)).pagesRead).toBeGreaterThan(3), {
      timeout: 20_000,
      interval: 50,
    })
    expect(await refused('POST', jobs(ada, `/${id}/run`), ada)).toMatchObject({ status: 409, code: 'CONFLICT' })
    await server.must('POST', jobs(ada, `/${id}/cancel`), ada.token, {})
    const stopped = await get(id)
    expect(stopped.status).toBe('cancelled')
    await vi.waitFor(
      async () => expect((await rows('select lease from crawls where id = $1', id))[0]).toEqual({ lease: '' }),
      { timeout: 20_000 },
    )
    const after = await get(id)
    expect(after.pagesRead - stopped.pagesRead).toBeLessThanOrEqual(2)
    await vi.waitFor(async () => expect((await server.balance(ada)).held).toBe(0))
  }, 60_000)

  test('can be deleted with or without its documents', async () => {
    const agent = await server.makeAgent(ada)
    const [kept, gone] = [
      await create([agent], { startUrls: [at('/docs/a')], maxDepth: 0 }),
      await create([agent], { startUrls: [at('/docs/b')], maxDepth: 0 }),
    ]
    await over(kept.id)
    await over(gone.id)
    expect(await titles(agent)).toEqual(['Doc A', 'Doc B'])
    await server.must('DELETE', jobs(ada, `/${kept.id}`), ada.token, {})
    await server.must('DELETE', jobs(ada, `/${gone.id}`), ada.token, { documents: true })
    for (const { id } of [kept, gone])
      expect(await refused('GET', jobs(ada, `/${id}`), ada)).toMatchObject({ status: 404 })
    await vi.waitFor(async () => expect(await titles(agent)).toEqual(['Doc A']), { timeout: 20_000 })
    await vi.waitFor(async () => expect(await rows('select 1 from crawls where id = $1', gone.id)).toEqual([]))
  })

  test('goes on without an agent that was deleted, and ends when none is left', async () => {
    const [one, two] = [await server.makeAgent(ada), await server.makeAgent(ada)]
    const { id } = await create([one, two], { maxDepth: 0, refresh: '6h' })
    await over(id)
    await server.must('DELETE', `${base}/v2/agents/${one.id}`, ada.token)
    await vi.waitFor(async () => expect((await get(id)).agentIds).toEqual([two.id]), { timeout: 20_000 })
    await server.must('DELETE', `${base}/v2/agents/${two.id}`, ada.token)
    await vi.waitFor(
      async () => expect(await get(id)).toMatchObject({ agentIds: [], refresh: 'never', nextRunAt: null }),
      { timeout: 20_000 },
    )
    expect(await refused('POST', jobs(ada, `/${id}/run`), ada)).toMatchObject({ status: 409 })
  })
})

describe('access', () => {
  test('is limited to agents of the job’s own workspace', async () => {
    const [own, foreign] = [await server.makeAgent(ada), await server.makeAgent(bob)]
    const body = { name: 'X', startUrls: [at('/')], agentIds: [own.id, foreign.id] }
    expect(await refused('POST', jobs(ada), ada, body)).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    const { id } = await create([own], { maxDepth: 0 })
    await over(id)
    expect(await refused('PATCH', jobs(ada, `/${id}`), ada, { agentIds: [foreign.id] })).toMatchObject({ status: 404 })
    expect(await documents(foreign)).toEqual([])
  })

  test('to a job is refused for other workspaces', async () => {
    const { id } = await create([await server.makeAgent(ada)], { maxDepth: 0 })
    await over(id)
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/pages'],
      ['PATCH', ''],
      ['POST', '/run'],
      ['POST', '/cancel'],
      ['DELETE', ''],
    ] as const) {
      const body = method === 'GET' ? undefined : {}
      expect(await refused(method, jobs(bob, `/${id}${path}`), bob, body)).toMatchObject({ status: 404 })
      expect(await refused(method, jobs(ada, `/${id}${path}`), bob, body)).toMatchObject({ status: 404 })
    }
    const { items } = await server.must<{ items: Crawl[] }>('GET', jobs(bob), bob.token)
    expect(items).toEqual([])
    expect((await get(id)).status).toBe('completed')
  })

  test('to internal or unknown addresses is refused at once', async () => {
    const agent = await server.makeAgent(ada)
    for (const address of [
      'http://127.0.0.1:1/',
      'http://169.254.169.254/',
      'http://[::ffff:7f00:1]/',
      'localhost',
      'file:///etc/passwd',
      'mailto:a@b.c',
      'http://u:p@1.1.1.1/',
      '::',
    ])
      expect(
        await refused('POST', jobs(ada), ada, { name: 'X', startUrls: [address], agentIds: [agent.id] }),
      ).toMatchObject({
        status: 400,
        code: 'INVALID_INPUT',
        message: expect.stringMatching(/^“/),
      })
  })

  test('lets people search jobs by name and address, in pages', async () => {
    const carl = await server.signUp('eu')
    const agent = await server.makeAgent(carl)
    for (const name of ['One', 'Two', 'Three']) await create([agent], { name, maxDepth: 0 })
    type Listed = { items: Crawl[]; nextCursor: string | null }
    const first = await server.must<Listed>('GET', jobs(carl, '?limit=2'), carl.token)
    expect(first.items.map(({ name }) => name)).toEqual(['Three', 'Two'])
    const second = await server.must<Listed>('GET', jobs(carl, `?limit=2&cursor=${first.nextCursor}`), carl.token)
    expect([second.items.map(({ name }) => name), second.nextCursor]).toEqual([['One'], null])
    const named = await server.must<Listed>('GET', jobs(carl, '?search=THREE'), carl.token)
    expect(named.items).toHaveLength(1)
    expect(
      (await server.must<Listed>('GET', jobs(carl, `?search=${encodeURIComponent(site.host)}`), carl.token)).items,
    ).toHaveLength(3)
    expect(await refused('GET', jobs(carl, '?cursor=x'), carl)).toMatchObject({ status: 400 })
  })
})
