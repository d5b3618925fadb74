import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { randomId } from '@parlance/contract/lib/ids'
import { pagesOf } from '@parlance/contract/knowledge/schemas'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Ctx } from '../../../lib/ctx.ts'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { violations } from '../../../../test/helpers/invariants.ts'
import { rows } from '../../../lib/db/sql.ts'
import { ParseError, type ParseInput } from '../parsing.ports.ts'
import { readingOn, watchOn } from './testing.ts'
import { msg } from '@parlance/i18n/messages'
import { testAll } from '../../../../../../scripts/test-tier.ts'

const dbs = await freshDatabases()
const dir = mkdtempSync(join(tmpdir(), 'parlance-reading-'))
afterAll(async () => {
  expect(await violations(dbs)).toEqual([])
  rmSync(dir, { recursive: true, force: true })
})
const setup = () => readingOn(dbs, dir)
const { status, is } = watchOn(dbs)

describe('files', () => {
  it('are parsed from disk, and their bytes go once they are read or can never be', async () => {
    const { test, how, knowledge, agentId, ctx, get, upload, bucket } = await setup()
    const key = async (docId: string) =>
      (await rows<{ key: string }>(dbs.eu.db, sql`select file_key as key from documents where id = ${docId}`))[0]
        ?.key ?? ''
    let seen: ParseInput | undefined
    how.parse = async (input) => {
      seen = input
      return 'What stood in the file.'
    }
    const good = await upload('../secret/Manual.PDF', 'bytes')
    const at = await key(good)
    expect((await bucket.get(at))?.toString()).toBe('bytes')
    knowledge.readWaiting(ctx)
    await is(good, 'indexing')
    await test.runJobs(ctx)
    expect(seen).toMatchObject({ fileName: 'Manual.PDF', source: { path: expect.any(String) } })
    expect(await get(good)).toMatchObject({
      name: 'Manual.PDF',
      pages: 7,
      bytes: 5,
      content: 'What stood in the file.',
    })
    await vi.waitFor(async () => expect(await bucket.get(at)).toBeUndefined())
    expect(await key(good)).toBe('')

    how.parse = () => Promise.reject(new ParseError('encrypted', msg('file_encrypted', { kind: 'PDF' })))
    const locked = await upload('locked.pdf', 'x')
    const lockedAt = await key(locked)
    knowledge.readWaiting(ctx)
    await is(locked, 'failed')
    expect((await get(locked)).reason).toMatch(/^This PDF is password-protected/)
    await vi.waitFor(async () => expect(await bucket.get(lockedAt)).toBeUndefined())
    await vi.waitFor(async () => expect(await key(locked)).toBe(''))
    await expect(knowledge.refetch(ctx, { agentId, docId: locked })).rejects.toMatchObject({ code: 'INVALID_INPUT' })

    how.parse = () => Promise.reject(new ParseError('slow', msg('file_read_timeout', { kind: 'file', seconds: 60 })))
    const slow = await upload('slow.pdf', 'x')
    knowledge.readWaiting(ctx)
    await is(slow, 'failed')
    expect(await bucket.get(await key(slow))).toBeDefined()
    how.parse = async () => 'In time.'
    await knowledge.refetch(ctx, { agentId, docId: slow })
    knowledge.readWaiting(ctx)
    await is(slow, 'indexing')
  })

  it('come along to a duplicate with tags and versions, read or not, and go with the agent', async () => {
    const { test, how, knowledge, agentId, ctx, upload, bucket, later } = await setup()
    how.parse = async () => 'What stood in the file.'
    const waiting = await upload('waiting.pdf', 'bytes')
    later(1000)
    const made = await knowledge.create(ctx, { agentId, name: 'Text', content: 'Old.', tags: ['a', 'b'] })
    await knowledge.update(ctx, { agentId, docId: made.ID, content: 'New.' })
    const copy = randomId(16)
    await knowledge.copyAll(ctx, agentId, copy)
    await knowledge.copyAll(ctx, agentId, copy)
    const { items } = await knowledge.list(ctx, { agentId: copy })
    expect(items.map(({ name, status: state, tags }) => [name, state, tags])).toEqual([
      ['Text', 'ready', ['a', 'b']],
      ['waiting.pdf', 'queued', []],
    ])
    const docId = items[0]?.ID ?? ''
    const versions = (await knowledge.versions(ctx, { agentId: copy, docId })).items
    const version = await knowledge.version(ctx, { agentId: copy, docId, versionId: versions[0]?.id ?? '' })
    expect([versions.length, version.content]).toEqual([1, 'Old.'])
    const keys = await rows<{ key: string }>(
      dbs.eu.db,
      sql`select file_key as key from documents where file_key <> '' and workspace_id = ${ctx.workspaceId}`,
    )
    expect(new Set(keys.map(({ key }) => key)).size).toBe(2)
    await knowledge.onAgentDeleted(ctx, agentId)
    knowledge.readWaiting(ctx)
    await is(items[1]?.ID ?? '', 'indexing')
    expect(await status(waiting)).toBeUndefined()
    await vi.waitFor(async () => {
      for (const { key } of keys) expect(await bucket.get(key)).toBeUndefined()
    })
    await test.runJobs(ctx)
  })

  testAll('of four million characters hold neither the server nor other writers', { timeout: 120_000 }, async () => {
    const { test, how, knowledge, agentId, ctx, get, upload } = await setup()
    const lines: string[] = []
    for (let n = 0, size = 0; size < 3_900_000; n += 1) {
      const line = `${n % 40 === 0 ? `\n## Part ${n}\n\n` : ''}Sentence ${n} tells of parcel ${(n * 7919) % 50_000} and of its way to harbour ${n % 977}.`
      lines.push(line)
      size += line.length + 1
    }
    const text = lines.join('\n')
    how.parse = async () => text
    const docId = await upload('huge.txt', 'x')
    const loop = monitorEventLoopDelay({ resolution: 5 })
    await new Promise((resolve) => setTimeout(resolve, 50))
    loop.enable()
    let longest = 0
    knowledge.readWaiting(ctx)
    while ((await status(docId)) !== 'indexing') {
      const began = performance.now()
      await knowledge.create(ctx, { agentId, name: 'Meanwhile', content: `Written at ${began}.` })
      longest = Math.max(longest, performance.now() - began)
    }
    loop.disable()
    const { chunkCount, progress, size } = { ...(await get(docId)), size: text.length }
    expect(progress).toBe(40)
    expect(chunkCount).toBeGreaterThan(4000)
    console.info(`event loop at most ${Math.round(loop.max / 1e6)} ms, another writer ${Math.round(longest)} ms`)

    // The model fails after a few parts and recovers: finished parts are kept and charged once.
    const before = [test.credits.taken, test.embedded.length] as const
    let parts = 0
    const spare = test.queue.splice(0)
    const flaky: Ctx = {
      ...ctx,
      tx: (work) => ((parts += 1) > 12 ? Promise.reject(new Error('broke off')) : ctx.tx(work)),
    }
    await expect(knowledge.index(flaky, docId)).rejects.toThrow('broke off')
    const done = test.embedded.length - before[1]
    expect(done).toBeGreaterThan(64)
    expect(done).toBeLessThan(chunkCount)
    expect((await get(docId)).progress).toBeGreaterThan(40)
    test.queue.push(...spare)
    for (let turn = 0; (await status(docId)) !== 'ready' && turn < 60; turn += 1) {
      await test.runJobs(ctx)
      if (test.queue.length === 0) await knowledge.index(ctx, docId)
    }
    expect(await status(docId)).toBe('ready')
    expect(test.embedded.length - before[1] - chunkCount).toBeLessThanOrEqual(64)
    expect(test.credits.taken - before[0]).toBe(pagesOf(size) * 1000)
    expect(test.credits.held.size).toBe(0)
  })
})

describe('pages of the crawler', () => {
  const page = {
    crawlId: 'crawl1',
    url: 'https://docs.example/start',
    title: 'Start',
    markdown: '# Start\n\nBegin here.',
    bytes: 900,
    etag: '"1"',
    lastModified: '',
    tags: ['docs'],
  }

  it('are put once for each agent, job and address, rewritten when they change, and taken away', async () => {
    const { test, knowledge, ctx, agentId, neighbour } = await setup()
    const given = { ...page, agentId }
    const made = await knowledge.putPage(ctx, given)
    expect(made.changed).toBe(true)
    expect(await knowledge.putPage(ctx, given)).toEqual({ docId: made.docId, changed: false })
    expect(test.queue).toHaveLength(1)
    await test.runJobs(ctx)
    const docId = made.docId
    expect(await knowledge.get(ctx, { agentId, docId })).toMatchObject({
      name: 'Start',
      status: 'ready',
      sourceType: 'url',
      sourceUrl: given.url,
      crawlId: 'crawl1',
      tags: ['docs'],
      nextFetchAt: null,
    })
    const again = await knowledge.putPage(ctx, { ...given, markdown: '# Start\n\nBegin there.' })
    expect(again).toEqual({ docId, changed: true })
    expect((await knowledge.versions(ctx, { agentId, docId })).items).toMatchObject([{ cause: 'refresh' }])
    expect((await knowledge.putPage(ctx, { ...given, crawlId: 'crawl2' })).docId).not.toBe(docId)
    expect((await knowledge.list(ctx, { agentId, crawlId: 'crawl1' })).items).toHaveLength(1)

    const other = neighbour()
    await expect(knowledge.putPage(other.ctx, given)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await knowledge.removePage(other.ctx, given)).toBe(false)
    expect(await knowledge.removeCrawl(other.ctx, 'crawl1')).toBe(0)
    expect(await knowledge.removePage(ctx, given)).toBe(true)
    expect(await knowledge.removePage(ctx, given)).toBe(false)
    expect(await knowledge.removeCrawl(ctx, 'crawl2')).toBe(1)
    expect((await knowledge.list(ctx, { agentId })).items).toEqual([])
  })

  it('show when they were last checked, and embed nothing, while they are unchanged', async () => {
    const { test, knowledge, ctx, agentId, neighbour, later } = await setup()
    const { docId } = await knowledge.putPage(ctx, { ...page, agentId })
    await test.runJobs(ctx)
    const before = await knowledge.get(ctx, { agentId, docId })
    const [embedded, taken] = [test.embedded.length, test.credits.taken]
    later(24 * 3_600_000)
    const checked = { agentIds: [agentId], crawlId: page.crawlId, url: page.url }
    await knowledge.confirmPage(neighbour().ctx, checked)
    await knowledge.confirmPage(ctx, { ...checked, crawlId: 'crawl2' })
    expect(await knowledge.get(ctx, { agentId, docId })).toEqual(before)
    await knowledge.confirmPage(ctx, checked)
    const fetchedAt = (before.fetchedAt ?? 0) + 24 * 3600
    expect(await knowledge.get(ctx, { agentId, docId })).toEqual({ ...before, fetchedAt })
    expect(await test.runJobs(ctx)).toBe(0)
    expect([test.embedded.length, test.credits.taken]).toEqual([embedded, taken])
  })
})
