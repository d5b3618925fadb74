import { randomId } from '@parlance/contract/lib/ids'
import { expect, test } from 'vitest'
import { createVault, sha256 } from '../../../lib/crypto.ts'
import { createLog } from '../../../lib/log.ts'
import { freshDatabases } from '../../../../test/helpers/databases.ts'
import { createAudit } from '../../audit/service.ts'
import { testCtx } from '../../billing/testing.ts'
import { createApiKeys } from './api-keys.ts'

const dbs = await freshDatabases()
const keys = createApiKeys({
  vault: createVault(Buffer.alloc(32, 7)),
  audit: createAudit(),
  log: createLog({ level: 'silent' }),
})
const actor = { kind: 'system', workspaceId: '' } as const
const at = (day: string) => testCtx(dbs.eu.db, { actor, now: () => new Date(`${day}T10:00:00Z`) })
const workspace = async () => {
  const uid = randomId(15)
  await dbs.eu.pool.query(
    `insert into workspaces (uid, owner_id, personal, email, owner_verified, joined_at, workspace_name, secret_hash, sealed_secret)
     values ($1, $1, false, 'ada@example.test', true, now(), 'W', $1, '')`,
    [uid],
  )
  return uid
}
const make = async (uid: string, expiresInDays = 0) =>
  keys.create(at('2026-11-01'), { uid, name: 'K', scopes: ['agents:read'], expiresInDays })
const opens = async (key: string, day: string) => (await keys.findByHash(at(day), sha256(key))) !== undefined

test('accepts a key within its validity, and a rotated one within its grace period', async () => {
  const uid = await workspace()
  const { key, data } = await make(uid, 30)
  expect([await opens(key, '2026-11-01'), await opens(key, '2026-11-30')]).toEqual([true, true])
  expect(await opens(key, '2026-12-01')).toBe(false)
  const next = await keys.rotate(at('2026-11-10'), { uid, keyId: data.id, graceDays: 3 })
  const days = ['2026-11-12', '2026-11-13', '2026-11-20', '2026-12-02']
  expect(await Promise.all(days.map((day) => opens(key, day)))).toEqual([true, false, false, false])
  expect(await Promise.all(days.map((day) => opens(next.key, day)))).toEqual([true, true, true, false])
  expect(await keys.findByHash(testCtx(dbs.na.db, { region: 'na' }), sha256(next.key))).toBeUndefined()
})

test('refuses to rotate an expired key', async () => {
  const uid = await workspace()
  const { data } = await make(uid, 30)
  const rotate = (day: string) => keys.rotate(at(day), { uid, keyId: data.id, graceDays: 0 })
  const { key } = await rotate('2026-11-30')
  await expect(rotate('2026-12-01')).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await opens(key, '2026-11-30')).toBe(true)
})

test('leaves one new and one previous key after two concurrent rotations', async () => {
  const uid = await workspace()
  const { key, data } = await make(uid)
  const made = await Promise.all(
    [1, 2, 3].map(() => keys.rotate(at('2026-11-10'), { uid, keyId: data.id, graceDays: 1 })),
  )
  const open = await Promise.all([key, ...made.map((one) => one.key)].map((one) => opens(one, '2026-11-10')))
  expect(open.filter(Boolean)).toHaveLength(2)
})

test('deletes only revoked keys, after ninety days', async () => {
  const uid = await workspace()
  const [gone, kept] = [await make(uid), await make(uid, 1)]
  await keys.revoke(at('2026-11-10'), uid, gone.data.id)
  const stored = async () =>
    (await dbs.eu.pool.query<{ id: string }>('select id from api_keys where workspace_id = $1', [uid])).rows.length
  await keys.deleteRevoked(at('2027-02-07'))
  expect(await stored()).toBe(2)
  await keys.deleteRevoked(at('2027-02-10'))
  expect((await keys.list(at('2027-02-10'), uid)).map(({ id }) => id)).toEqual([kept.data.id])
  expect(await stored()).toBe(1)
})
