import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { runPrepared } from './prepared-statement.ts'
import { pgError } from './pool.ts'
import { openPipelinedTransactions, type PipelinedTransactions, type PipelinedTx } from './pipelined-transaction.ts'

const dbs = await freshDatabases()
let transactions: PipelinedTransactions
const add = (db: Parameters<Parameters<PipelinedTransactions['tx']>[0]>[0]['db'], n: number) =>
  runPrepared(db, 'quick_add', sql`insert into quick_test (n) values (${n}) returning n`)
const all = async () =>
  (await dbs.eu.pool.query('select n from quick_test order by n')).rows.map(({ n }) => n as number)

beforeAll(async () => {
  await dbs.eu.pool.query('create table quick_test (n int primary key)')
  transactions = openPipelinedTransactions(dbs.urls.eu, { max: 2 })
})
afterAll(() => transactions.close())

describe('pipelined transactions', () => {
  it('commit in order what was started together, with and without an early commit', async () => {
    const read = await transactions.tx(async ({ db }) => {
      const [, rows] = await Promise.all([
        add(db, 1),
        runPrepared<{ n: number }>(db, 'quick_all', sql`select n from quick_test`),
      ])
      return rows.map(({ n }) => n)
    })
    expect(read).toEqual([1])
    await transactions.tx(({ db, commit }) => Promise.all([add(db, 2), add(db, 3), commit()]))
    expect(await all()).toEqual([1, 2, 3])
  })

  it('leave nothing behind when a statement fails, even after the commit was sent', async () => {
    await expect(transactions.tx(({ db, commit }) => Promise.all([add(db, 4), add(db, 1), commit()]))).rejects.toThrow()
    await expect(
      transactions.tx(async ({ db }) => {
        await add(db, 5)
        throw new Error('ours')
      }),
    ).rejects.toThrow('ours')
    expect(await all()).toEqual([1, 2, 3])
  })

  it.each<[name: string, work: (tx: PipelinedTx) => Promise<unknown>]>([
    ['sent with the commit', async ({ db, commit }) => Promise.all([add(db, -1), commit()])],
    ['before other statements', async ({ db }) => Promise.all([add(db, -1), add(db, 7)])],
    ['heard of last', async ({ db }) => Promise.all([add(db, -1).catch(() => add(db, 8)), add(db, 9)])],
  ])('tell what the database refused first, %s', async (_, work) => {
    await dbs.eu.pool.query(`create or replace function refuse() returns trigger language plpgsql as
      $$ begin raise sqlstate '53100' using message = 'No space left on device'; end $$;
      create or replace trigger refuse before insert on quick_test for each row when (new.n < 0) execute function refuse()`)
    const refused = await transactions.tx(work).then(
      () => undefined,
      (error: unknown) => pgError(error)?.code,
    )
    expect(refused).toBe('53100')
    await transactions.tx(({ db }) => runPrepared(db, 'quick_all', sql`select n from quick_test`))
    expect(await all()).toEqual([1, 2, 3])
  })

  it('keep their connections usable after many concurrent failures', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, n) =>
        transactions.tx(({ db, commit }) => Promise.all([add(db, 100 + (n % 20)), commit()])),
      ),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect((await all()).filter((n) => n >= 100)).toHaveLength(20)
  })

  it('survive a connection that the database closed', async () => {
    await expect(
      transactions.tx(({ db }) => runPrepared(db, 'quick_end', sql`select pg_terminate_backend(pg_backend_pid())`)),
    ).rejects.toThrow()
    await transactions.tx(({ db }) => add(db, 200))
    expect(await all()).toContain(200)
  })
})
