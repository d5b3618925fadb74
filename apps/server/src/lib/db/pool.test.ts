import { sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { expect, onTestFinished, test } from 'vitest'
import { startProxy } from '../../../test/helpers/database-proxy.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { inTx, openDb, openPool, PG, pgError } from './pool.ts'
import type { Db } from './pool.ts'

const { eu } = await freshDatabases()
const things = pgTable('things', {
  id: integer().primaryKey(),
  name: text().notNull(),
  big: bigint({ mode: 'bigint' }).default(0n),
})
await eu.pool.query(
  `create table things (id int primary key, name text not null, big bigint default 0, constraint name_once unique (name))`,
)

const insert = (db: Db, id: number, name: string) => db.insert(things).values({ id, name })
const names = async () => (await eu.db.select({ name: things.name }).from(things)).map((row) => row.name)

test('returns int8 as a number unless it loses digits', async () => {
  const query = 'select 9007199254740991::int8 as fits, 9007199254740993::int8 as over, count(*) as n from things'
  const expected = { fits: Number.MAX_SAFE_INTEGER, over: '9007199254740993' }
  expect((await eu.pool.query(query)).rows[0]).toMatchObject(expected)
  expect((await eu.db.execute<Record<string, unknown>>(query)).rows[0]).toMatchObject(expected)
})

test('runs all or nothing of a transaction, and nests as a savepoint', async () => {
  const failed = inTx(eu.db, async (tx) => {
    await insert(tx, 1, 'lost')
    throw new Error('stop')
  })
  await expect(failed).rejects.toThrow('stop')
  await inTx(eu.db, async (tx) => {
    await insert(tx, 2, 'kept')
    await inTx(tx, async (inner) => {
      await insert(inner, 3, 'undone')
      throw new Error('inner')
    }).catch(() => {})
  })
  expect(await names()).toEqual(['kept'])
})

test('exposes code and constraint of a wrapped error, without values', async () => {
  await insert(eu.db, 10, 'secret-name')
  const error: unknown = await insert(eu.db, 11, 'secret-name').catch((e: unknown) => e)
  expect(pgError(error)).toMatchObject({ code: PG.uniqueViolation, constraint: 'name_once' })
  expect(String(error)).not.toContain('secret-name')
  expect(pgError(new Error('other'))).toBeUndefined()
  expect(pgError(undefined)).toBeUndefined()
})

test('keeps every digit of bigint columns', async () => {
  const big = 9_007_199_254_740_993n
  await eu.db.insert(things).values({ id: 20, name: 'big', big })
  const [row] = await eu.db
    .select()
    .from(things)
    .where(sql`id = 20`)
  expect(row?.big).toBe(big)
})

test('replaces a connection that breaks while idle', async () => {
  const broken: Error[] = []
  const pool = openPool(eu.url, { max: 1, applicationName: 'idle', onIdleError: (error) => broken.push(error) })
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  await eu.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await expect.poll(() => broken.length).toBe(1)
  const again = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  expect(again.rows[0]?.pid).not.toBe(rows[0]?.pid)
  await pool.end()
})

test('drops a connection whose transaction got no answer', { timeout: 30_000 }, async () => {
  const proxy = await startProxy(eu.url)
  const pool = openPool(proxy.url, { max: 1, applicationName: 'silent', statementTimeoutMs: 100, answerMs: 200 })
  onTestFinished(() => pool.end())
  const db = openDb(pool)
  const one = () => inTx(db, async (tx) => tx.select({ one: sql`1` }).from(sql`(values (1)) v`))
  expect(await one()).toEqual([{ one: 1 }])
  proxy.fallSilent()
  await expect(one()).rejects.toThrow()
  expect(await one()).toEqual([{ one: 1 }])
})
