import { expect, test } from 'vitest'
import { pgError } from '../../lib/db/pool.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { verifyLedger } from './invariants.ts'
import { createLedger } from './service.ts'
import { fundedWorkspace, testCtx } from './testing.ts'

const dbs = await freshDatabases()
const billing = createLedger()
const ctx = testCtx(dbs.eu.db)
const [mine, other] = [await fundedWorkspace(ctx, billing, 5000), await fundedWorkspace(ctx, billing, 5000)]

const refused = async (statement: string): Promise<string | undefined> => {
  const error: unknown = await dbs.eu.pool.query(statement).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return pgError(error)?.constraint
}
const bare = async () => {
  const { rows } = await dbs.eu.pool.query<{ id: number }>(
    `insert into ledger_transactions (workspace_id, key, kind, cause, amount)
     values ($1, gen_random_uuid()::text, 'grant', 'Guard', 1) returning id`,
    [mine],
  )
  return rows[0]?.id
}
const entries = (id: number | undefined, ...list: [string, number | string][]) =>
  refused(
    `insert into ledger_entries (transaction_id, account_id, amount)
     values ${list.map(([account, amount]) => `(${id}, '${account}', ${amount})`).join(', ')}`,
  )

test('refuses entries that do not balance, go elsewhere or break a floor', async () => {
  const id = await bare()
  expect(await entries(id, [`${mine}:available`, 5])).toBe('ledger_entries_balanced')
  expect(await entries(id, [`${mine}:available`, 5], [`${mine}:granted`, -4])).toBe('ledger_entries_balanced')
  expect(await entries(id, [`${mine}:available`, 5], [`${other}:available`, -5])).toBe('ledger_entries_workspace')
  expect(await entries(id, [`${mine}:available`, 5], [`${mine}:pocket`, -5])).toBe('ledger_entries_workspace')
  expect(await entries(987_654_321, [`${mine}:available`, 5], [`${mine}:granted`, -5])).toBe('ledger_entries_workspace')
  expect(await entries(id, [`${mine}:available`, -5001], [`${mine}:granted`, 5001])).toBe('ledger_accounts_floor')
  expect(await billing.balance(ctx, mine)).toEqual({ available: 5000, held: 0 })
  expect(await entries(id, [`${mine}:available`, 5], [`${mine}:granted`, -5])).toBeUndefined()
  expect(await billing.balance(ctx, mine)).toEqual({ available: 5005, held: 0 })
  expect(await verifyLedger(dbs.eu.pool)).toEqual([])
})

test.each([
  'update ledger_entries set amount = 0',
  'delete from ledger_entries',
  'truncate ledger_entries',
  'update ledger_transactions set amount = 0',
  'delete from ledger_transactions',
  'truncate ledger_transactions',
  'update ledger_accounts set balance = balance + 1',
  'delete from ledger_accounts',
  'truncate ledger_accounts',
  `insert into ledger_accounts (id, workspace_id, kind, balance) values ('x:available', 'x', 'available', 10)`,
])('the database refuses: %s', async (statement) => {
  expect(await refused(statement)).toBe('ledger_append_only')
})

test('detects violations that bypass the guards', async () => {
  const broken = await dbs.na.pool.connect()
  const naCtx = testCtx(dbs.na.db, { region: 'na' })
  const id = await fundedWorkspace(naCtx, billing, 5000)
  await broken.query('alter table ledger_accounts disable trigger user')
  await broken.query('alter table ledger_entries disable trigger user')
  await broken.query('alter table ledger_accounts drop constraint ledger_accounts_floor')
  await broken.query(`update ledger_accounts set balance = -1 where id = $1`, [`${id}:available`])
  await broken.query(`insert into ledger_entries values ((select min(id) from ledger_transactions), 'nobody', 3)`)
  await broken.query(`insert into ledger_holds (workspace_id, key, amount) values ($1, 'hold:lost', 10)`, [id])
  await broken.query(
    `insert into ledger_transactions (workspace_id, key, kind, cause, amount) values ($1, 'hold:gone', 'hold', '', 10)`,
    [id],
  )
  broken.release()
  expect((await verifyLedger(dbs.na.pool)).map((one) => one.check)).toEqual([
    'each ledger transaction sums to zero',
    'all ledger accounts sum to zero',
    'each workspace sums to zero',
    'balances are the sums of their entries',
    'entries belong to a transaction and an account of one workspace',
    'no ledger account is below its floor',
    'held credits are the sum of the open holds',
    'every hold is either open or ended',
  ])
  expect(await verifyLedger(dbs.eu.pool)).toEqual([])
})
