import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { createVault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { createDiskStorage } from '../../lib/storage/disk.ts'
import { signedAddresses } from '../../lib/storage/storage.testing.ts'
import { freshDatabases } from '../../../test/helpers/databases.ts'
import { PIXEL } from '../../../test/helpers/operations.ts'
import { testCtx } from '../knowledge/testing.ts'
import { createFiles } from './service.ts'

const dbs = await freshDatabases()
const dir = mkdtempSync(join(tmpdir(), 'parlance-files-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const disk = createDiskStorage(dir, signedAddresses)
const gone = new Set<string>()
const agentExists = async (_: Ctx, agentId: string) => !gone.has(agentId)
const readText = async () => undefined
const redraw = async (bytes: Uint8Array) => bytes
let originals = 0
const elsewhere = async () => originals
const storageQuota = { workspaceBytes: 2_000_000_000, otherBytes: elsewhere }
const signer = createVault(Buffer.alloc(32, 7))
const files = createFiles({ storage: disk, agentExists, readText, redraw, storageQuota, signer })

let clock = new Date('2026-11-21T10:00:00Z')
const later = (ms: number) => (clock = new Date(clock.getTime() + ms))
const HOUR = 3_600_000
let ctx: Ctx
let agentId: string
beforeEach(() => {
  ctx = testCtx(dbs.eu.db, randomId(15), { now: () => clock })
  agentId = randomId(16)
})
const upload = (options: { temporary?: boolean; agentId?: string } = {}) =>
  files.upload(ctx, { agentId, base64Payload: PIXEL, ...options })
const stored = () => readdirSync(join(dir, 'buckets/eu/ws', ctx.workspaceId))
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'fine',
    (error: unknown) => (error instanceof AppError ? error.code : error),
  )
const records = async () => {
  const { rows } = await dbs.eu.pool.query('select id from files where workspace_id = $1', [ctx.workspaceId])
  return rows.length
}

describe('a hundred uploads a day', () => {
  const fill = (n: number) =>
    dbs.eu.pool.query(
      `insert into files (id, workspace_id, agent_id, user_id, key, filename, mime, size, created_at)
       select $1 || n, $1, 'a', '', 'k', 'f', 'image/png', 1, $2 from generate_series(1, $3) n`,
      [ctx.workspaceId, clock, n],
    )

  test('are allowed; the next is refused, and a day later allowed again', async () => {
    await fill(99)
    await upload()
    expect(await codeOf(upload())).toBe('LIMIT_REACHED')
    expect(stored()).toHaveLength(1)
    expect(await records()).toBe(100)
    later(24 * HOUR + 1)
    expect(await codeOf(upload())).toBe('fine')
  })

  test('are counted when concurrent, and per workspace', async () => {
    await fill(97)
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(upload())))
    expect(codes.filter((one) => one === 'fine')).toHaveLength(3)
    expect(codes.filter((one) => one === 'LIMIT_REACHED')).toHaveLength(5)
    ctx = testCtx(dbs.eu.db, randomId(15), { now: () => clock })
    expect(await codeOf(upload())).toBe('fine')
  })
})

describe('the storage quota of a workspace', () => {
  const size = Buffer.from(PIXEL, 'base64').length
  const tight = createFiles({
    storage: disk,
    agentExists,
    readText,
    redraw,
    signer,
    storageQuota: { workspaceBytes: 3 * size, otherBytes: elsewhere },
  })
  const send = {
    picture: () => tight.upload(ctx, { agentId, base64Payload: PIXEL }),
    ofForm: () =>
      tight.receive(ctx, {
        agentId,
        conversationId: 'c1',
        filename: 'a.png',
        base64Payload: PIXEL,
        isStillThere: async () => true,
      }),
    attachment: () =>
      tight.attach(ctx, {
        agentId,
        visitorHash: 'v1',
        filename: 'a.png',
        base64Payload: PIXEL,
        allowed: { files: true, sound: false },
      }),
  }

  test('is shared by pictures and visitors’ files, also concurrently', async () => {
    const all = Object.values(send).flatMap((one) => [one, one, one])
    const codes = await Promise.all(all.map((one) => codeOf(one())))
    expect(codes.filter((one) => one === 'fine')).toHaveLength(3)
    expect(codes.filter((one) => one === 'LIMIT_REACHED')).toHaveLength(6)
    expect(stored()).toHaveLength(3)
    await expect(send.picture()).rejects.toThrow('A workspace can store')
    await expect(send.attachment()).rejects.toThrow('There’s no storage left for files.')
    // Another workspace has its own quota, and deleting makes room.
    const mine = ctx
    ctx = testCtx(dbs.eu.db, randomId(15), { now: () => clock })
    expect(await codeOf(send.picture())).toBe('fine')
    ctx = mine
    await files.onAgentDeleted(ctx, agentId)
    expect(await codeOf(send.picture())).toBe('fine')
  })

  test('includes other modules’ files, to the byte', async () => {
    originals = 2 * size
    expect(await codeOf(send.picture())).toBe('fine')
    for (const one of Object.values(send)) expect(await codeOf(one())).toBe('LIMIT_REACHED')
    originals = 2 * size - 1
    expect(await codeOf(send.ofForm())).toBe('LIMIT_REACHED')
    originals = 0
    expect(await codeOf(send.ofForm())).toBe('fine')
  })
})

describe('deleting an agent', () => {
  test('deletes its files and keeps others’', async () => {
    const mine = await upload()
    const other = await upload({ agentId: randomId(16) })
    await files.onAgentDeleted(ctx, agentId)
    await files.onAgentDeleted(ctx, agentId)
    expect(await files.read(ctx, mine.id)).toBeUndefined()
    expect((await files.read(ctx, other.id))?.mime).toBe('image/png')
    expect(stored()).toHaveLength(1)
    expect(await records()).toBe(1)
  })

  test('deletes nothing of another workspace, whatever agent is named', async () => {
    const mine = await upload()
    await files.onAgentDeleted(testCtx(dbs.eu.db), agentId)
    expect(await files.read(ctx, mine.id)).toBeDefined()
  })

  test('keeps pictures that a duplicate uses', async () => {
    const { id } = await upload()
    const copy = randomId(16)
    await files.onAgentCopied(ctx, agentId, copy)
    await files.onAgentCopied(ctx, agentId, copy)
    await files.onAgentDeleted(ctx, agentId)
    expect(await files.read(ctx, id)).toBeDefined()
    await files.onAgentDeleted(ctx, copy)
    expect(await files.read(ctx, id)).toBeUndefined()
    expect(stored()).toEqual([])
  })

  test('keeps nothing for a copy that is deleted already', async () => {
    const { id } = await upload()
    const copy = randomId(16)
    gone.add(copy)
    await files.onAgentCopied(ctx, agentId, copy)
    await files.onAgentDeleted(ctx, agentId)
    expect(await files.read(ctx, id)).toBeUndefined()
  })

  test('leaves nothing of a concurrent upload', async () => {
    gone.add(agentId)
    expect(await codeOf(upload())).toBe('NOT_FOUND')
    expect(stored()).toEqual([])
    expect(await records()).toBe(0)
  })
})

test('keeps a temporary file for a day', async () => {
  const kept = await upload()
  const { id } = await upload({ temporary: true })
  later(24 * HOUR - 1)
  expect((await files.read(ctx, id))?.expiresAt).toBeDefined()
  expect(await files.sweep(ctx)).toBe(0)
  later(1)
  expect(await files.read(ctx, id)).toBeUndefined()
  expect(await files.sweep(ctx)).toBe(1)
  expect(stored()).toHaveLength(1)
  expect((await files.read(ctx, kept.id))?.expiresAt).toBeUndefined()
})

test('deletes more expired files than one batch', async () => {
  await dbs.eu.pool.query(
    `insert into files (id, workspace_id, agent_id, user_id, key, filename, mime, size, created_at, expires_at)
     select $1 || n, $1, 'a', '', $1 || n, 'f', 'image/png', 1, $2, $2 from generate_series(1, 501) n`,
    [ctx.workspaceId, clock],
  )
  expect(await files.sweep(ctx)).toBe(501)
  expect(await records()).toBe(0)
})

test('leaves no row when the disk fails', async () => {
  const full = createFiles({
    agentExists,
    readText,
    redraw,
    signer,
    storageQuota,
    storage: {
      bucket: (region) => ({ ...disk.bucket(region), put: () => Promise.reject(new Error('no space')) }),
    },
  })
  await expect(full.upload(ctx, { agentId, base64Payload: PIXEL })).rejects.toThrow('no space')
  expect(await records()).toBe(0)
})
