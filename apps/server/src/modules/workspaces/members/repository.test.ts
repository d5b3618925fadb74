// Actions and membership changes are serialised, on a real database.
import { randomId } from '@parlance/contract/lib/ids'
import { expect, test, vi } from 'vitest'
import type { Db } from '../../../lib/db/pool.ts'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { shareLockMembers, lockWorkspace } from './repository.ts'

const dbs = await freshDatabases()
const { db, pool } = dbs.eu

/** A transaction that takes a lock and holds it until it is released. */
function begin(name: string, take: (tx: Db) => Promise<unknown>, order: string[]) {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  const done = db.transaction(async (tx) => {
    await take(tx as Db)
    order.push(name)
    await ended
  })
  return { end, done }
}
/** Number of connections that wait for an advisory lock in this database. */
const waiting = async (): Promise<number> => {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
       and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0]?.n ?? 0
}

test('does not let shared locks overtake a waiting writer', async () => {
  const uid = randomId(15)
  const order: string[] = []
  const first = begin('first', (tx) => shareLockMembers(tx, uid), order)
  await vi.waitFor(() => expect(order).toEqual(['first']))
  const beside = begin('beside', (tx) => shareLockMembers(tx, uid), order)
  await vi.waitFor(() => expect(order).toEqual(['first', 'beside']))
  const change = begin('change', (tx) => lockWorkspace(tx, uid), order)
  await vi.waitFor(async () => expect(await waiting()).toBe(1))
  const late = begin('late', (tx) => shareLockMembers(tx, uid), order)
  const other = begin('another workspace', (tx) => shareLockMembers(tx, randomId(15)), order)
  await vi.waitFor(async () => expect(await waiting()).toBe(2))
  await vi.waitFor(() => expect(order).toEqual(['first', 'beside', 'another workspace']))
  for (const { end } of [first, beside, other]) end()
  await vi.waitFor(() => expect(order.at(-1)).toBe('change'))
  for (const { end } of [change, late]) end()
  await Promise.all([first, beside, change, late, other].map(({ done }) => done))
  expect(order.slice(3)).toEqual(['change', 'late'])
})
