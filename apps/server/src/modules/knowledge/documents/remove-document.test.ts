import { HOUR_MS } from '@parlance/contract/lib/time'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, it } from 'vitest'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { createTrash } from '../../trash/service.ts'
import { rows } from '../../../lib/db/sql.ts'
import { readingOn, until, watchOn } from '../ingestion/testing.ts'

const dir = mkdtempSync(join(tmpdir(), 'parlance-removing-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const dbs = await freshDatabases()
const setup = async () => {
  const reading = await readingOn(dbs, dir)
  const { ctx, agentId, knowledge, bucket } = reading
  const trash = createTrash({ storage: { bucket: () => bucket } })
  return {
    ...reading,
    sweep: () => trash.purgeExpired(ctx),
    create: (name: string, content: string) => knowledge.create(ctx, { agentId, name, content }),
    remove: (docId: string) => knowledge.remove(ctx, { agentId, docId }),
    restore: (docId: string) => knowledge.restore(ctx, { agentId, docId }),
    names: async () => (await knowledge.list(ctx, { agentId })).items.map(({ name }) => name),
    found: async (query: string) =>
      (await knowledge.search(ctx, { agentId, query, limit: 5 })).map(({ docId, vectorRank }) => ({
        docId,
        vectorRank,
      })),
  }
}
const { is } = watchOn(dbs)
const GONE = { code: 'NOT_FOUND', message: 'This can no longer be restored. Deleted items are kept for one hour.' }

/** Counters and words of the agent's collection that don't match their documents. */
async function miscounted(agentId: string): Promise<unknown[]> {
  const words = await rows(
    dbs.eu.db,
    sql`select coalesce(w.word, u.word) from (select word, chunks from words where agent_id = ${agentId}) w
        full join (select lexeme as word, count(*) as n from chunks, unnest(tsv) where agent_id = ${agentId} group by 1) u
        on u.word = w.word where w.chunks is distinct from u.n`,
  )
  const collections = await rows(
    dbs.eu.db,
    sql`select 1 from collections k where agent_id = ${agentId} and array[chunks, vectors] is distinct from
        (select array[count(*)::int, count(c.embedding)::int] from chunks c where c.agent_id = k.agent_id)`,
  )
  return [...words, ...collections]
}

describe('a deleted document', () => {
  it('is not found from then on, and comes back with its versions and vectors, free of charge', async () => {
    const { test, ctx, agentId, knowledge, create, remove, restore, names, found, get, later } = await setup()
    await create('Hours', 'The shop opens at nine.')
    later(1000)
    const made = await create('Returns', 'Send it back within 30 days.')
    later(1000)
    await create('Prices', 'A lamp costs ten francs.')
    await knowledge.update(ctx, { agentId, docId: made.ID, content: 'Send it back within 60 days.' })
    const before = await get(made.ID)
    const embedded = () => test.embedded.filter((text) => text.startsWith('Send it')).length
    const paid = [embedded(), test.credits.taken]
    expect((await found('How many days to send it back?'))[0]).toEqual({ docId: made.ID, vectorRank: 1 })

    await remove(made.ID)
    expect(await names()).toEqual(['Prices', 'Hours'])
    expect((await found('How many days to send it back?')).map(({ docId }) => docId)).not.toContain(made.ID)
    expect(await miscounted(agentId)).toEqual([])

    await restore(made.ID)
    expect(await names()).toEqual(['Prices', 'Returns', 'Hours'])
    expect(await get(made.ID)).toEqual(before)
    expect((await knowledge.versions(ctx, { agentId, docId: made.ID })).items).toHaveLength(1)
    expect((await found('How many days to send it back?'))[0]).toEqual({ docId: made.ID, vectorRank: 1 })
    expect(await miscounted(agentId)).toEqual([])
    expect([embedded(), test.credits.taken]).toEqual(paid)
    expect(test.queue).toEqual([])
    // Another tab was first, or a double click.
    await restore(made.ID)
  })

  it('can be restored for an hour, whether it was swept by then or not', async () => {
    const { create, remove, restore, later, sweep, names } = await setup()
    const made = await create('Hours', 'The shop opens at nine.')
    await remove(made.ID)
    later(HOUR_MS - 1)
    expect(await sweep()).toBe(0)
    await restore(made.ID)
    expect(await names()).toEqual(['Hours'])
    await remove(made.ID)
    later(HOUR_MS)
    await expect(restore(made.ID)).rejects.toMatchObject(GONE)
    expect(await sweep()).toBe(1)
    await expect(restore(made.ID)).rejects.toMatchObject(GONE)
    expect(await rows(dbs.eu.db, sql`select 1 from trashed_rows`)).toEqual([])
  })

  it('is restored in its own agent and workspace alone', async () => {
    const { create, remove, knowledge, ctx, agentId, neighbour } = await setup()
    const made = await create('Hours', 'The shop opens at nine.')
    await remove(made.ID)
    const other = neighbour()
    for (const [whose, agent] of [
      [other.ctx, agentId],
      [ctx, other.agentId],
    ] as const)
      await expect(knowledge.restore(whose, { agentId: agent, docId: made.ID })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    await knowledge.restore(ctx, { agentId, docId: made.ID })
  })

  it('is deleted and restored once, however many ask at once', async () => {
    const { create, remove, restore, names, agentId } = await setup()
    const made = await create('Hours', 'The shop opens at nine.')
    const removed = await Promise.allSettled([remove(made.ID), remove(made.ID), remove(made.ID)])
    expect(removed.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await Promise.all([restore(made.ID), restore(made.ID)])
    expect(await names()).toEqual(['Hours'])
    expect(await miscounted(agentId)).toEqual([])
  })

  it('gets vectors of the model that is used by now', async () => {
    const { test, ctx, create, remove, restore, get } = await setup()
    const made = await create('Hours', 'The shop opens at nine.')
    await remove(made.ID)
    test.model = 'another'
    await restore(made.ID)
    expect(await get(made.ID)).toMatchObject({ status: 'indexing' })
    await test.runJobs(ctx)
    expect(await get(made.ID)).toMatchObject({ status: 'ready' })
  })
})

describe('a deleted source', () => {
  it('is not restored when it was added again meanwhile', async () => {
    const { add, remove, restore, knowledge, ctx, names } = await setup()
    const [first = ''] = await add('https://shop.test/hours')
    await remove(first)
    const [second = ''] = await add('https://shop.test/hours')
    expect(second).not.toBe(first)
    await expect(restore(first)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This page was added again in the meantime. Delete it first to restore the old one.',
    })
    await remove(second)
    await restore(first)
    expect(await names()).toHaveLength(1)
    knowledge.readWaiting(ctx)
    await is(first, 'indexing')
  })

  it('keeps its file until it is gone for good, and is read where it was not', async () => {
    const { how, upload, remove, restore, knowledge, ctx, agentId, bucket, later, sweep } = await setup()
    how.parse = ({ signal }) => until(signal)
    const id = await upload('manual.pdf', 'bytes of a manual')
    knowledge.readWaiting(ctx)
    await is(id, 'reading')
    const [{ key } = { key: '' }] = await rows<{ key: string }>(
      dbs.eu.db,
      sql`select file_key as key from documents where id = ${id}`,
    )
    await remove(id)
    expect(await bucket.get(key)).toBeDefined()
    how.parse = async () => 'The manual says: press once.'
    await restore(id)
    knowledge.readWaiting(ctx)
    await is(id, 'indexing')
    const other = await upload('second.pdf', 'bytes of another')
    const [kept] = await rows<{ key: string }>(
      dbs.eu.db,
      sql`select file_key as key from documents where id = ${other} and agent_id = ${agentId}`,
    )
    await remove(other)
    later(HOUR_MS)
    await sweep()
    expect(await bucket.get(kept?.key ?? '')).toBeUndefined()
  })
})
