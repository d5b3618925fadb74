// Exports whose process was killed: a takeover leaves nothing of them in the bucket.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { randomId } from '@parlance/contract/lib/ids'
import { afterAll, expect, test } from 'vitest'
import { createDiskStorage } from '../../src/lib/storage/disk.ts'
import { startTestServer } from '../helpers/app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-copies-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const server = await startTestServer({ settings: { dataDir } })
const { accounts } = server.running.container.services
const inEu = () => server.running.container.contexts.system('eu')
const lying = () => readdirSync(join(dataDir, 'buckets', 'eu', 'exports')).toSorted()

/** An export that was half written when its process was killed. */
async function half(userId: string, tries: number): Promise<{ id: string; key: string }> {
  const [id, key] = [randomId(20), `exports/${randomId(24)}.zip`]
  await server.dbs.eu.pool.query(
    `insert into account_exports (id, user_id, state, key, tries, beat_at, created_at, expires_at)
     values ($1, $2, 'packing', $3, $4, now() - interval '1 minute', now(), now() + interval '7 days')`,
    [id, userId, key, tries],
  )
  const before = lyingCount()
  const source = new PassThrough()
  source.write('half')
  void createDiskStorage(dataDir, { addressOf: () => '' })
    .bucket('eu')
    .receive(key, source, 1000)
    .catch(() => undefined)
  await expect.poll(lyingCount).toBe(before + 1)
  return { id, key }
}
const lyingCount = () => {
  try {
    return lying().length
  } catch {
    return 0
  }
}

test('deletes a partial export once another process made it, gave it up, or found no account', async () => {
  const [ada, eve, gone] = [await server.signUp('eu'), await server.signUp('eu'), await server.signUp('eu')]
  const idOf = async (email: string) =>
    (await server.dbs.identity.pool.query<{ id: string }>('select id from users where email = $1', [email])).rows[0]?.id
  const made = await half((await idOf(ada.email)) ?? '', 1)
  await accounts.packExport(inEu(), made.id)
  expect(lying()).toEqual([made.key.slice('exports/'.length)])

  const given = await half((await idOf(eve.email)) ?? '', 3)
  await accounts.packExport(inEu(), given.id)
  expect(lying()).toEqual([made.key.slice('exports/'.length)])

  const orphan = await half((await idOf(gone.email)) ?? '', 1)
  await server.dbs.identity.pool.query('delete from users where email = $1', [gone.email])
  await accounts.packExport(inEu(), orphan.id)
  expect(lying()).toEqual([made.key.slice('exports/'.length)])
})
