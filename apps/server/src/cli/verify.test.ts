import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newWorkspaceUid } from '@parlance/contract/lib/ids'
import { expect, test } from 'vitest'
import { openDatabases } from '../lib/db/databases.ts'
import { acquireDataLock } from '../lib/db/lock.ts'
import { quiet } from '../lib/db/log.ts'
import { createLedger } from '../modules/billing/service.ts'
import { fundedWorkspace, testCtx } from '../modules/billing/testing.ts'
import { freshDatabases } from '../../test/helpers/databases.ts'
import { EVENT_HANDLERS } from '../event-handlers.ts'
import { operatorGrant, operatorLimits, operatorPlan, operatorSeats } from './grant.ts'
import { openInstallation } from './installation.ts'
import { collectChecks, verify } from './verify.ts'

const dbs = await freshDatabases()
const settings = { dataDir: '/nowhere', regions: ['eu', 'na'] as const, databases: dbs.urls }
const billing = createLedger()
const na = testCtx(dbs.na.db, { region: 'na' })

test('runs every check in every region, and reports violations with their rows', async () => {
  const uid = await fundedWorkspace(na, billing, 5000)
  const checks = await collectChecks()
  const sound = await verify(settings)
  expect(sound).toHaveLength(checks.length * 2)
  expect(sound.filter((one) => one.rows.length > 0)).toEqual([])
  await dbs.na.pool.query(`insert into ledger_holds (workspace_id, key, amount) values ($1, 'hold:x', 7)`, [uid])
  const broken = (await verify(settings)).filter((one) => one.rows.length > 0)
  expect(broken).toEqual([
    {
      region: 'na',
      check: 'held credits are the sum of the open holds',
      rows: [{ workspace_id: uid, balance: 0, holds: 7 }],
    },
  ])
  await dbs.na.pool.query('delete from ledger_holds')
})

test('grants to a workspace in any region, once per key', async () => {
  const uid = await fundedWorkspace(na, billing, 5000)
  const grant = { workspaceId: uid, credits: 2.5, key: 'ticket-1' }
  expect(await operatorGrant(settings, grant)).toEqual({ region: 'na', granted: true, balance: 7.5 })
  expect(await operatorGrant(settings, grant)).toEqual({ region: 'na', granted: false, balance: 7.5 })
  expect(await operatorGrant(settings, { workspaceId: uid, credits: 1 })).toMatchObject({ balance: 8.5 })
  const { rows } = await dbs.identity.pool.query<{ region: string; job: string }>(
    `select region, job from outbox where data->>'workspaceId' = $1 order by id`,
    [uid],
  )
  const heard = (EVENT_HANDLERS['credits.added'] ?? []).map((job) => ({ region: 'na', job }))
  expect(heard.length).toBeGreaterThan(0)
  expect(rows).toEqual([...heard, ...heard])
  await expect(operatorGrant(settings, { ...grant, region: 'eu' })).rejects.toThrow(
    `There is no workspace ${uid} in eu.`,
  )
  for (const credits of [0, -1, Number.NaN, 1e12])
    await expect(operatorGrant(settings, { workspaceId: uid, credits })).rejects.toThrow('Credits are a number')
  expect((await verify(settings)).filter((one) => one.rows.length > 0)).toEqual([])
})

test('sets only the seats, limits or plan of a workspace, in any region', async () => {
  const uid = newWorkspaceUid()
  await dbs.na.pool.query(
    `insert into workspaces (uid, owner_id, personal, email, owner_verified, joined_at, workspace_name, secret_hash, sealed_secret)
     values ($1, 'o', false, 'o@example.test', true, now(), 'W', $1, '')`,
    [uid],
  )
  const plan = async () => {
    const { rows } = await dbs.na.pool.query<{ internal: unknown }>('select internal from workspaces where uid = $1', [
      uid,
    ])
    return rows[0]?.internal
  }
  await dbs.na.pool.query(
    `update workspaces set internal = '{"countryCode":"DK","customPlan":{"name":"x"}}' where uid = $1`,
    [uid],
  )
  expect(await operatorSeats(settings, { workspaceId: uid, seats: 4 })).toEqual({ region: 'na' })
  expect(await plan()).toEqual({ countryCode: 'DK', customPlan: { name: 'x', limits: { workspaceSeats: 4 } } })
  await operatorSeats(settings, { workspaceId: uid, seats: 0 })
  expect(await plan()).toMatchObject({ customPlan: { limits: { workspaceSeats: 0 } } })
  await expect(operatorSeats(settings, { workspaceId: uid, seats: 4, region: 'eu' })).rejects.toThrow('no workspace')
  for (const seats of [-1, 1.5, Number.NaN, 1e6])
    await expect(operatorSeats(settings, { workspaceId: uid, seats })).rejects.toThrow('Seats are a whole number')
  const agree = (limits: string) => operatorLimits(settings, { workspaceId: uid, limits })
  expect(await agree('{"maxAgents":200,"maxConcurrentCalls":9}')).toEqual({ region: 'na' })
  await agree('{"maxAgents":"infinity"}')
  const limits = { workspaceSeats: 0, maxAgents: 'infinity', maxConcurrentCalls: 9 }
  expect(await plan()).toEqual({ countryCode: 'DK', customPlan: { name: 'x', limits } })
  for (const wrong of [
    'maxAgents',
    '{}',
    '200',
    '{"maxAgents":-1}',
    '{"maxAgents":1,"agents":2}',
    '{"workspaceSeats":3}',
  ])
    await expect(agree(wrong)).rejects.toThrow('for maxAgents, maxKbDocsCharCount')
  expect(await plan()).toMatchObject({ customPlan: { limits } })
  expect(await operatorPlan(settings, { workspaceId: uid, plan: 'enterprise' })).toEqual({ region: 'na' })
  const { rows } = await dbs.na.pool.query('select plan from workspaces where uid = $1', [uid])
  expect(rows).toEqual([{ plan: 'enterprise' }])
})

test('refuses an empty data directory, which stays empty', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-none-'))
  try {
    await expect(openInstallation({ ...settings, dataDir, databases: {} }, 'test')).rejects.toThrow(
      'Start the server once',
    )
    expect(readdirSync(dataDir)).toEqual([])
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

test('verifies the built-in database while its server runs and after it stopped', { timeout: 60_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parlance-verify-'))
  // The database account needs to traverse the directory when run as root.
  chmodSync(dataDir, 0o711)
  const own = { dataDir, regions: ['eu'] as const, databases: {} }
  const lock = await acquireDataLock(dataDir)
  try {
    const server = await openDatabases({ dataDir, regions: own.regions, log: quiet })
    try {
      await fundedWorkspace(testCtx(server.region.eu.db), billing, 5000)
      expect((await verify(own)).filter((one) => one.rows.length > 0)).toEqual([])
    } finally {
      await server.close()
      lock.release()
    }
    expect((await verify(own)).filter((one) => one.rows.length > 0)).toEqual([])
    const again = await acquireDataLock(dataDir)
    again.release()
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
