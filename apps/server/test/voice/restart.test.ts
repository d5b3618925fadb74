// Calls whose process died, on the built-in database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { rows } from '../../src/lib/db/sql.ts'
import { createLog } from '../../src/lib/log.ts'
import { startServer } from '../../src/server.ts'
import { startTestServer } from '../helpers/app.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-calls-'))
const databases = {}
const app = await startTestServer({ settings: { dataDir, databases } })
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

test('starts again although a call was going on when the process died, and ends it', { timeout: 180_000 }, async () => {
  const owner = await app.signUp('eu')
  const agent = await app.makeAgent(owner)
  const before = app.running.container.contexts.system('eu', owner.workspace.uid)
  await before.db
    .execute(sql`insert into calls (id, workspace_id, agent_id, kind, state, created_at, answered_at, beat_at)
    values ('lost', ${owner.workspace.uid}, ${agent.id}, 'web', 'live', now(), now(), now())`)
  const settings = await app.handOver(dataDir)
  const server = await startServer(settings, createLog({ level: 'silent' }))
  try {
    const { db } = server.container.contexts.system('eu', owner.workspace.uid)
    const found = await rows(db, sql`select state, end_reason from calls where id = 'lost'`)
    expect(found).toEqual([{ state: 'ended', end_reason: 'server_restart' }])
  } finally {
    await server.close()
  }
})
