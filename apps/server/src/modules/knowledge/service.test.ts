import { randomId } from '@parlance/contract/lib/ids'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { rows } from '../../lib/db/sql.ts'
import { testCtx, testKnowledge } from './testing.ts'

const dbs = await freshDatabases()
const setup = async (workspaceId?: string) => {
  const test = await testKnowledge()
  return { test, knowledge: test.knowledge, ctx: testCtx(dbs.eu.db, workspaceId), agentId: randomId(16) }
}
const prose = (count: number, about = 'shop') =>
  Array.from({ length: count }, (_, n) => `Sentence ${n} tells something about the ${about}.`).join(' ')
/** An agent's rows in the database, and whether the counters match them. */
async function stored(agentId: string) {
  const [counts] = await rows<{ chunks: number; vectors: number; documents: number }>(
    dbs.eu.db,
    sql`select (select count(*)::int from chunks where agent_id = ${agentId}) as chunks,
          (select count(*)::int from chunks where agent_id = ${agentId} and embedding is not null) as vectors,
          (select count(*)::int from documents where agent_id = ${agentId}) as documents`,
  )
  const [kept] = await rows<{ chunks: number; vectors: number }>(
    dbs.eu.db,
    sql`select chunks, vectors from collections where agent_id = ${agentId}`,
  )
  const wrong = await rows(
    dbs.eu.db,
    sql`select coalesce(w.word, u.word) from (select word, chunks from words where agent_id = ${agentId}) w
        full join (select lexeme as word, count(*) as n from chunks, unnest(tsv) where agent_id = ${agentId} group by 1) u
        on u.word = w.word where w.chunks is distinct from u.n`,
  )
  expect(wrong).toEqual([])
  if (kept) expect(kept).toEqual({ chunks: counts?.chunks, vectors: counts?.vectors })
  return counts
}

describe('documents', () => {
  it('are created, read, renamed, rewritten and removed', async () => {
    const { knowledge, ctx, agentId } = await setup()
    const made = await knowledge.create(ctx, { agentId, name: 'Returns', content: 'Send it back within 30 days.' })
    expect(made).toMatchObject({ name: 'Returns', agentId, status: 'ready', reason: '', chunkCount: 1 })
    expect(made.ID).toMatch(/^[A-Za-z0-9]{10}$/)
    expect(await knowledge.get(ctx, { agentId, docId: made.ID })).toEqual(made)
    const renamed = await knowledge.update(ctx, { agentId, docId: made.ID, name: 'Refunds' })
    expect(renamed).toMatchObject({ name: 'Refunds', content: made.content, status: 'ready' })
    const rewritten = await knowledge.update(ctx, { agentId, docId: made.ID, content: 'Within 60 days.' })
    expect(rewritten).toMatchObject({ name: 'Refunds', content: 'Within 60 days.', status: 'ready' })
    await knowledge.remove(ctx, { agentId, docId: made.ID })
    await expect(knowledge.get(ctx, { agentId, docId: made.ID })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await stored(agentId)).toEqual({ chunks: 0, vectors: 0, documents: 0 })
  })

  it('are listed newest first, page by page, and found by name and by content', async () => {
    const { test, knowledge, agentId } = await setup()
    test.mode = 'down'
    let clock = Date.UTC(2026, 0, 1)
    const ctx = testCtx(dbs.eu.db, undefined, { now: () => new Date(clock) })
    for (let n = 0; n < 7; n += 1) {
      // Two of them arrive in the same millisecond.
      if (n !== 4) clock += 1
      await knowledge.create(ctx, {
        agentId,
        name: `Café ${n}%`,
        content: n === 3 ? 'Über Zölle und Gebühren' : 'text',
      })
    }
    const names: string[] = []
    for (let cursor: string | undefined; ;) {
      const page = await knowledge.list(ctx, { agentId, limit: 3, cursor })
      names.push(...page.items.map((item) => item.name))
      if (page.nextCursor === null) break
      cursor = page.nextCursor
    }
    expect(names).toHaveLength(7)
    expect(new Set(names).size).toBe(7)
    expect(names[0]).toBe('Café 6%')
    const search = async (text: string) =>
      (await knowledge.list(ctx, { agentId, search: text })).items.map((item) => item.name)
    expect(await search('cafe 3')).toEqual(['Café 3%'])
    expect(await search('%')).toHaveLength(7)
    expect(await search('zoll')).toEqual(['Café 3%'])
    expect(await search('geb zoll')).toEqual([])
    expect(await search('zolle geb')).toEqual(['Café 3%'])
    for (const odd of ["'", '"a b" or -"c d"', '\\', ':*', '<->', '!', ')']) await search(odd)
    await expect(knowledge.list(ctx, { agentId, cursor: 'x' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })

  it('keep to the chunk size of the agent, and cover the text', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    test.settings.maxChunkSize = 1200
    const made = await knowledge.create(ctx, { agentId, name: 'Long', content: prose(300) })
    expect(made.chunkCount).toBeGreaterThan(9)
    const sizes = await rows<{ size: number; n: number }>(
      dbs.eu.db,
      sql`select length(text) as size, n from chunks where document_id = ${made.ID} order by n`,
    )
    expect(sizes.map(({ n }) => n)).toEqual(sizes.map((_, n) => n))
    expect(sizes).toHaveLength(made.chunkCount)
    for (const { size } of sizes) expect(size).toBeLessThanOrEqual(1200)
  })

  it('hold what PostgreSQL cannot: NUL, halves of characters; and emoji whole', async () => {
    const { knowledge, ctx, agentId } = await setup()
    const made = await knowledge.create(ctx, {
      agentId,
      name: 'Odd \u0000name \uD83D',
      content: `a\u0000b 👩‍👩‍👧‍👦 \uDC00 cafe\u0301 ${'😀'.repeat(2000)}`,
    })
    expect(made.name).toBe('Odd name \uFFFD')
    expect(made.content).toContain('ab 👩‍👩‍👧‍👦 \uFFFD café 😀')
    expect((await knowledge.search(ctx, { agentId, query: 'CAFÉ \u0000\uD83D', limit: 3 }))[0]?.docId).toBe(made.ID)
    await stored(agentId)
  })
})

describe('rewriting', () => {
  it('splits only changed sections again, and embeds only new chunks', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    const parts = ['alpha', 'beta', 'gamma'].map((about) => `# ${about}\n\n${prose(15, about)}`)
    const made = await knowledge.create(ctx, { agentId, name: 'Parts', content: parts.join('\n\n') })
    const first = test.embedded.length
    await knowledge.update(ctx, { agentId, docId: made.ID, name: 'Renamed', content: made.content })
    expect(test.embedded).toHaveLength(first)
    const content = `${parts[0]}\n\n${parts[1]}\n\n# delta\n\nSomething else.`
    const changed = await knowledge.update(ctx, { agentId, docId: made.ID, content })
    expect(changed.status).toBe('ready')
    expect(test.embedded.length - first).toBeLessThan(changed.chunkCount)
    expect(await stored(agentId)).toEqual({ chunks: changed.chunkCount, vectors: changed.chunkCount, documents: 1 })
    const search = async (query: string) =>
      (await knowledge.search(ctx, { agentId, query, limit: 5 })).map(({ text }) => text).join()
    expect(await search('delta something')).toContain('delta')
    expect(await search('gamma')).not.toContain('gamma')
    expect(await search('Renamed')).toContain('alpha')
  })
  it('survives several writers at once', async () => {
    const { knowledge, ctx, agentId } = await setup()
    const made = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        knowledge.create(ctx, { agentId, name: `D${n}`, content: prose(40, `thing${n}`) }),
      ),
    )
    const change = made.flatMap(({ ID: docId }, n) => [
      knowledge.update(ctx, { agentId, docId, content: prose(30, `other${n}`) }),
      n % 2 ? knowledge.remove(ctx, { agentId, docId }) : knowledge.update(ctx, { agentId, docId, name: 'New' }),
    ])
    for (const result of await Promise.allSettled(change))
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'NOT_FOUND' })
    expect((await stored(agentId))?.documents).toBe(3)
  })
})

describe('collections and agents', () => {
  it('are made by the calls of the specification', async () => {
    const { knowledge, ctx, agentId } = await setup()
    expect(await knowledge.createCollection(ctx, { agentId })).toEqual({ name: agentId })
    expect(await knowledge.createCollection(ctx, { agentId, name: 'My shop' })).toEqual({ name: 'My shop' })
    expect(await knowledge.createCollection(ctx, { agentId })).toEqual({ name: 'My shop' })
    const point = await knowledge.addPoint(ctx, {
      agentId,
      text: '## We deliver on Tuesdays and Fridays between nine and noon, never on holidays.',
    })
    expect(point.points).toBe(1)
    const { name } = await knowledge.get(ctx, { agentId, docId: point.docId })
    expect(name).toBe('We deliver on Tuesdays and Fridays between nine and noon,…')
    expect((await knowledge.search(ctx, { agentId, query: 'tuesday delivery', limit: 1 }))[0]?.docId).toBe(point.docId)
  })
  it('are copied with their vectors, free of charge, and removed with the agent', async () => {
    const { test, knowledge, ctx, agentId } = await setup()
    await knowledge.create(ctx, { agentId, name: 'Returns', content: 'Send it back within 30 days.' })
    const [embedded, taken] = [test.embedded.length, test.credits.taken]
    const copy = randomId(16)
    await knowledge.copyAll(ctx, agentId, copy)
    await knowledge.copyAll(ctx, agentId, copy)
    await knowledge.onAgentDeleted(ctx, agentId)
    expect([test.embedded.length, test.credits.taken]).toEqual([embedded, taken])
    expect(await stored(agentId)).toEqual({ chunks: 0, vectors: 0, documents: 0 })
    expect(await stored(copy)).toEqual({ chunks: 1, vectors: 1, documents: 1 })
    const [hit] = await knowledge.search(ctx, { agentId: copy, query: 'send back', limit: 3 })
    expect(hit).toMatchObject({ textRank: 1, vectorRank: 1 })
    await knowledge.copyAll(ctx, agentId, randomId(16))
  })
})

describe('two tenants, two regions', () => {
  const canary = 'CANARY-7F3A9 the vault opens with four two four two'
  it('never see each other', async () => {
    const a = await setup()
    const b = await setup()
    const made = await b.knowledge.create(b.ctx, { agentId: b.agentId, name: 'Vault', content: canary })
    await a.knowledge.create(a.ctx, { agentId: a.agentId, name: 'Mine', content: 'We sell shoes.' })
    const { knowledge, ctx } = a
    const docId = made.ID
    const seen = async (agentId: string) =>
      JSON.stringify([
        await knowledge.search(ctx, { agentId, query: canary, limit: 20 }),
        await knowledge.list(ctx, { agentId, search: 'vault' }),
      ])
    expect(await seen(b.agentId)).not.toContain('CANARY')
    expect(await seen(a.agentId)).not.toContain('CANARY')
    for (const agentId of [a.agentId, b.agentId]) {
      await expect(knowledge.get(ctx, { agentId, docId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(knowledge.update(ctx, { agentId, docId, content: 'mine' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
      await expect(knowledge.remove(ctx, { agentId, docId })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(knowledge.create(ctx, { agentId: b.agentId, name: 'x', content: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(knowledge.createCollection(ctx, { agentId: b.agentId, name: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await knowledge.copyAll(ctx, b.agentId, a.agentId)
    await knowledge.onAgentDeleted(ctx, b.agentId)
    await knowledge.index(ctx, docId)
    expect(await seen(a.agentId)).not.toContain('CANARY')
    expect(await b.knowledge.get(b.ctx, { agentId: b.agentId, docId })).toEqual(made)
    expect(JSON.stringify(await b.knowledge.search(b.ctx, { agentId: b.agentId, query: 'vault', limit: 1 }))).toContain(
      'CANARY',
    )
  })
  it('keep the same agent of two regions apart', async () => {
    const { knowledge, ctx, agentId } = await setup()
    const na = testCtx(dbs.na.db, ctx.workspaceId, { region: 'na' })
    await knowledge.create(ctx, { agentId, name: 'EU', content: canary })
    expect(await knowledge.search(ctx, { agentId, query: canary, limit: 5 })).toHaveLength(1)
    expect(await knowledge.search(na, { agentId, query: canary, limit: 5 })).toEqual([])
    await knowledge.create(na, { agentId, name: 'NA', content: 'Nothing of that kind.' })
    expect(JSON.stringify(await knowledge.search(na, { agentId, query: canary, limit: 5 }))).not.toContain('CANARY')
    expect((await knowledge.list(na, { agentId })).items.map((item) => item.name)).toEqual(['NA'])
  })
})
