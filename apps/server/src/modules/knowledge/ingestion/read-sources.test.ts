import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { violations } from '../../../../test/helpers/invariants.ts'
import { PageError } from '../pages.ports.ts'
import { page, readingOn, until, watchOn } from './testing.ts'
import { msg } from '@parlance/i18n/messages'

const dbs = await freshDatabases()
const dir = mkdtempSync(join(tmpdir(), 'parlance-reading-'))
afterAll(async () => {
  expect(await violations(dbs)).toEqual([])
  rmSync(dir, { recursive: true, force: true })
})
const setup = () => readingOn(dbs, dir)
const { status, is } = watchOn(dbs)

describe('turns between workspaces', () => {
  it('give a newcomer a place although another has hundreds waiting', async () => {
    const { test, how, knowledge, ctx, agentId, neighbour, later } = await setup()
    const gates: (() => void)[] = []
    how.read = async (url) => {
      if (url.includes('many')) await new Promise<void>((resolve) => gates.push(resolve))
      return page(url, 'Read.')
    }
    const urls = Array.from({ length: 300 }, (_, n) => `https://many.example/${n}`)
    const { items } = await knowledge.addUrls(ctx, { agentId, urls })
    knowledge.readWaiting(ctx)
    await vi.waitFor(() => expect(gates).toHaveLength(3))
    const other = neighbour()
    later(1000)
    const [mine] = (await knowledge.addUrls(other.ctx, { agentId: other.agentId, urls: ['https://few.example/'] }))
      .items
    knowledge.readWaiting(other.ctx)
    await is(mine?.ID ?? '', 'indexing')
    await test.runJobs(other.ctx)
    expect(gates).toHaveLength(3)
    await knowledge.onAgentDeleted(ctx, agentId)
    for (const open of gates) open()
    await vi.waitFor(async () => expect(await status(items[299]?.ID ?? '')).toBeUndefined())
    await knowledge.close()
  })
})

describe('a page', () => {
  it('costs one credit and its embedding, and nothing when it did not change', async () => {
    const { test, how, knowledge, agentId, ctx, add, get, later } = await setup()
    test.credits.balance = 100_000
    let [text, etag, asked] = ['First words.', '"1"', '']
    how.read = async (url, options) => {
      asked = options.etag ?? ''
      return options.etag === etag ? { kind: 'unchanged', url } : page(url, text, etag)
    }
    const [docId = ''] = await add('https://shop.example/a')
    await knowledge.update(ctx, { agentId, docId, refresh: '6h' })
    knowledge.readWaiting(ctx)
    await is(docId, 'indexing')
    await test.runJobs(ctx)
    expect(await get(docId)).toMatchObject({ status: 'ready', content: text, name: 'Title of https://shop.example/a' })
    expect(test.credits).toMatchObject({ taken: 2000, held: new Map() })
    const first = await get(docId)
    expect((first.nextFetchAt ?? 0) - (first.fetchedAt ?? 0)).toBe(6 * 3600)

    expect(await knowledge.sweep(ctx)).toBe(0)
    later(6 * 3_600_000 + 1)
    expect(await knowledge.sweep(ctx)).toBe(1)
    await vi.waitFor(async () => expect((await get(docId)).fetchedAt).toBe((first.fetchedAt ?? 0) + 6 * 3600))
    expect(asked).toBe('"1"')
    expect(await get(docId)).toMatchObject({ status: 'ready', ts: first.ts })
    expect(test.credits).toMatchObject({ taken: 2000, held: new Map() })

    // The same text under another ETag is unchanged too.
    etag = '"2"'
    later(6 * 3_600_000 + 1)
    await knowledge.sweep(ctx)
    await vi.waitFor(async () => expect((await get(docId)).fetchedAt).toBe((first.fetchedAt ?? 0) + 12 * 3600))
    expect(test.credits.taken).toBe(2000)
    expect((await knowledge.versions(ctx, { agentId, docId })).items).toEqual([])

    ;[text, etag] = ['Other words.', '"3"']
    later(6 * 3_600_000 + 1)
    await knowledge.sweep(ctx)
    await is(docId, 'indexing')
    await test.runJobs(ctx)
    expect(await get(docId)).toMatchObject({ status: 'ready', content: text })
    expect(test.credits).toMatchObject({ taken: 4000, held: new Map() })
    const { items } = await knowledge.versions(ctx, { agentId, docId })
    expect(items).toMatchObject([{ cause: 'refresh', size: 'First words.'.length, userId: '' }])
  })

  it('keeps what people made of it until it changes itself', async () => {
    const { test, how, knowledge, agentId, ctx, add, get, later } = await setup()
    const [docId = ''] = await add('https://shop.example/b')
    knowledge.readWaiting(ctx)
    await is(docId, 'indexing')
    await test.runJobs(ctx)
    await knowledge.update(ctx, { agentId, docId, content: 'Corrected by hand.', name: 'Mine' })
    await knowledge.refetch(ctx, { agentId, docId })
    knowledge.readWaiting(ctx)
    await is(docId, 'ready')
    expect(await get(docId)).toMatchObject({ content: 'Corrected by hand.', name: 'Mine' })
    how.read = async (url) => page(url, 'New on the page.')
    later(1000)
    await knowledge.refetch(ctx, { agentId, docId })
    knowledge.readWaiting(ctx)
    await is(docId, 'indexing')
    expect(await get(docId)).toMatchObject({ content: 'New on the page.', name: 'Mine' })
    const { items } = await knowledge.versions(ctx, { agentId, docId })
    expect(items.map(({ cause }) => cause)).toEqual(['refresh', 'edit'])
  })

  it('is tried three times, waiting longer each time, and costs nothing when it fails', async () => {
    const { test, how, knowledge, ctx, add, get, later } = await setup()
    test.credits.balance = 10_000
    let tries = 0
    how.read = async () => {
      tries += 1
      throw new PageError('server', msg('site_refused', { code: 500 }), { code: 500, retryable: true })
    }
    const [docId = ''] = await add('https://down.example/')
    for (const wait of [20_000, 80_000, 0]) {
      const before = tries
      knowledge.readWaiting(ctx)
      await vi.waitFor(() => expect(tries).toBe(before + 1))
      await is(docId, wait ? 'queued' : 'failed')
      await knowledge.sweep(ctx)
      later(wait - 1)
      knowledge.readWaiting(ctx)
      later(1)
    }
    expect(tries).toBe(3)
    expect(await get(docId)).toMatchObject({ status: 'failed', reason: 'The site refused the request (500).' })
    expect(test.credits).toMatchObject({ taken: 0, balance: 10_000, held: new Map() })
  })

  it('is not tried again when that would not help, and says so without credits', async () => {
    const { test, how, knowledge, agentId, ctx, add, get } = await setup()
    how.read = () => Promise.reject(new PageError('gone', msg('page_missing', { code: 404 }), { code: 404 }))
    const [gone = ''] = await add('https://shop.example/gone')
    knowledge.readWaiting(ctx)
    await is(gone, 'failed')
    expect((await get(gone)).reason).toBe('There’s no page at this address (404).')
    how.read = async (url) => page(url, 'Here it is.')
    test.credits.balance = 999
    const [poor = ''] = await add('https://shop.example/poor')
    knowledge.readWaiting(ctx)
    await vi.waitFor(async () =>
      expect(await get(poor)).toMatchObject({
        status: 'paused',
        reason: expect.stringMatching(/^no credits: /),
        creditsNeeded: 1,
      }),
    )
    test.credits.balance = 5000
    await knowledge.refetch(ctx, { agentId, docId: poor })
    knowledge.readWaiting(ctx)
    await is(poor, 'indexing')
    expect(test.credits.held.size).toBe(0)
  })

  it('keeps what it held when it cannot be read again', async () => {
    const { test, how, knowledge, agentId, ctx, add, get } = await setup()
    const [docId = ''] = await add('https://shop.example/c')
    knowledge.readWaiting(ctx)
    await is(docId, 'indexing')
    await test.runJobs(ctx)
    how.read = () => Promise.reject(new PageError('gone', msg('page_missing', { code: 410 }), { code: 410 }))
    await knowledge.refetch(ctx, { agentId, docId })
    knowledge.readWaiting(ctx)
    await is(docId, 'failed')
    expect(await get(docId)).toMatchObject({ content: 'This is https://shop.example/c.' })
    expect((await get(docId)).reason).toBe('There’s no page at this address (410). What we read before is still there.')
    expect(await knowledge.search(ctx, { agentId, query: 'shop example', limit: 3 })).toHaveLength(1)
  })
})

describe('stopping', () => {
  it('ends the fetch; what never held anything goes, what did keeps it', async () => {
    const { test, how, knowledge, agentId, ctx, add, get } = await setup()
    const [kept = ''] = await add('https://slow.example/kept')
    knowledge.readWaiting(ctx)
    await is(kept, 'indexing')
    await test.runJobs(ctx)
    let [begun, ended] = [0, 0]
    how.read = async (_url, { signal }) => {
      begun += 1
      return until(signal).finally(() => (ended += 1))
    }
    const [fresh = ''] = await add('https://slow.example/fresh')
    await knowledge.refetch(ctx, { agentId, docId: kept })
    knowledge.readWaiting(ctx)
    await vi.waitFor(() => expect(begun).toBe(2))
    await knowledge.cancel(ctx, { agentId, docId: fresh })
    await knowledge.cancel(ctx, { agentId, docId: kept })
    await vi.waitFor(() => expect(ended).toBe(2))
    expect(await status(fresh)).toBeUndefined()
    await test.runJobs(ctx)
    expect(await get(kept)).toMatchObject({ status: 'ready', content: 'This is https://slow.example/kept.' })
    await vi.waitFor(() => expect(test.credits.held.size).toBe(0))
    await knowledge.cancel(ctx, { agentId, docId: kept })
    expect(await status(kept)).toBe('ready')
  })

  it('of the server hands back what is being read; a dead one loses it when its lease ends', async () => {
    const { test, how, knowledge, ctx, add, get, later } = await setup()
    how.read = (_url, { signal }) => until(signal)
    const [docId = ''] = await add('https://slow.example/')
    knowledge.readWaiting(ctx)
    await is(docId, 'reading')
    await knowledge.close()
    expect(await status(docId)).toBe('queued')
    expect(test.credits.held.size).toBe(0)

    const next = await setup()
    const [due] = [{ ...ctx }]
    // The state after its process was killed.
    await dbs.eu.db.execute(
      sql`update documents set status = 'reading', lease_until = ${new Date(ctx.now().getTime() + 30_000)},
          due_at = ${new Date(ctx.now().getTime() + 30_000)}, attempts = 1 where id = ${docId}`,
    )
    await next.knowledge.sweep(due)
    expect(await status(docId)).toBe('reading')
    later(31_000)
    await next.knowledge.sweep(due)
    await is(docId, 'indexing')
    expect((await get(docId)).content).toBe('This is https://slow.example/.')
  })

  it('gives up on what ends its process every time', async () => {
    const { how, knowledge, ctx, add, get } = await setup()
    let asked = 0
    how.read = async (url) => page(url, String((asked += 1)))
    const [docId = ''] = await add('https://deadly.example/')
    await dbs.eu.db.execute(sql`update documents set attempts = 3, status = 'reading' where id = ${docId}`)
    knowledge.readWaiting(ctx)
    await is(docId, 'failed')
    expect(asked).toBe(0)
    expect((await get(docId)).reason).toBe('Reading stopped early. Try again later.')
  })

  it('writes nothing when a user edits what is being read', async () => {
    const { test, how, knowledge, agentId, ctx, add, get } = await setup()
    const gate = Promise.withResolvers<void>()
    how.read = async (url) => {
      await gate.promise
      return page(url, 'From the page.')
    }
    const [docId = ''] = await add('https://slow.example/edited')
    knowledge.readWaiting(ctx)
    await is(docId, 'reading')
    await knowledge.update(ctx, { agentId, docId, name: 'Renamed' })
    expect(await status(docId)).toBe('reading')
    await knowledge.update(ctx, { agentId, docId, content: 'By hand.' })
    gate.resolve()
    await vi.waitFor(() => expect(test.credits.held.size).toBe(0))
    expect(await get(docId)).toMatchObject({ content: 'By hand.', name: 'Renamed' })
    await knowledge.close()
  })
})
