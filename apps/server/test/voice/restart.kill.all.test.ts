// Calls whose process died, on the built-in database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDeepgram } from '@parlance/simulators/deepgram/server'
import { startTwilio } from '@parlance/simulators/twilio/server'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { rows } from '../../src/lib/db/sql.ts'
import { createLog } from '../../src/lib/log.ts'
import { startServer } from '../../src/server.ts'
import { startTestServer } from '../helpers/app.ts'
import type { Person } from '../helpers/people.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-calls-'))
const databases = {}
const [twilio, deepgram] = await Promise.all([startTwilio(), startDeepgram()])
const app = await startTestServer({
  settings: {
    dataDir,
    databases,
    twilioBaseUrl: twilio.url,
    voice: { deepgram: { apiKey: deepgram.key, baseUrl: deepgram.url } },
  },
})
afterAll(() => Promise.all([twilio.close(), deepgram.close()]))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const WAIT = { timeout: 30_000, interval: 50 }
const SALES = '+15550201001'
const VERA = '+15550107777'

/** A call to an agent that was passed on to a person, who talks with the caller. */
async function passedOn(owner: Person) {
  const agent = await app.makeAgent(owner, {
    voiceConfig: {
      config: { transfers: [{ label: 'Sales', number: SALES, mode: 'cold' }] },
      speechGen: { provider: 'flite' },
    },
    vg_initMessages: [],
  })
  const { accountSid, authToken, number } = twilio.makeNumber()
  const path = `${app.api('eu')}/v2/workspaces/${owner.workspace.uid}/twilio-numbers`
  const line = { accountSid, authToken, phoneNumber: number }
  const { data } = await app.must<{ data: { id: string } }>('POST', path, owner.token, line)
  await app.must('POST', `${path}/${data.id}/calls`, owner.token, { agentId: agent.id })
  twilio.voice.behave(SALES, 'answer')
  const asked = { name: 'transfer_call', arguments: JSON.stringify({ to: 'Sales', about: '' }) }
  app.model.control.script([{ toolCalls: [asked] }, { text: 'I am connecting you.' }])
  deepgram.control.hear('Sales please.')
  const caller = twilio.ring(number, VERA)
  await twilio.voice.until(() => caller.stream?.isOpen() === true, 'sound')
  twilio.voice.say(caller, 'Sales please.')
  const { db } = app.running.container.contexts.system('eu', owner.workspace.uid)
  const one = sql`select id from calls where agent_id = ${agent.id} and state = 'ended' and transfer->0->>'state' = 'connected'`
  await expect.poll(() => rows(db, one), WAIT).toHaveLength(1)
  return { caller, id: (await rows<{ id: string }>(db, one))[0]?.id ?? '' }
}

test('ends a call and charges transfers that were under way when the process died', { timeout: 180_000 }, async () => {
  const owner = await app.signUp('eu')
  const agent = await app.makeAgent(owner)
  const before = app.running.container.contexts.system('eu', owner.workspace.uid)
  const { caller, id } = await passedOn(owner)
  // A second one, which ended and was not charged any more.
  await before.db.execute(sql`update calls set transfer = transfer || jsonb_build_array(
      transfer->0 || '{"state": "ended", "durationMs": 60000, "charged": false}'::jsonb) where id = ${id}`)
  await before.db
    .execute(sql`insert into calls (id, workspace_id, agent_id, kind, state, created_at, answered_at, beat_at)
    values ('lost', ${owner.workspace.uid}, ${agent.id}, 'web', 'live', now(), now(), now())`)
  const settings = await app.handOver(dataDir)
  twilio.voice.hangUp(caller)
  await caller.over
  const server = await startServer(settings, createLog({ level: 'silent' }))
  try {
    const { contexts, services } = server.container
    const ctx = contexts.system('eu', owner.workspace.uid)
    const found = await rows(ctx.db, sql`select state, end_reason from calls where id = 'lost'`)
    expect(found).toEqual([{ state: 'ended', end_reason: 'server_restart' }])

    const legs = async () =>
      (await rows<{ transfer: unknown }>(ctx.db, sql`select transfer from calls where id = ${id}`))[0]?.transfer
    const available = async () => (await services.billing.balance(ctx, owner.workspace.uid)).available
    const full = await available()
    await services.phone.settleTransfers(ctx)
    expect(await legs()).toMatchObject([{ state: 'connected' }, { charged: true, cost: 20_000 }])
    const early = sql`update calls set transfer = jsonb_set(transfer, '{0,startedAt}', '"2026-01-01T00:00:00Z"') where id = ${id}`
    await ctx.db.execute(early)
    for (let times = 0; times < 2; times += 1) await services.phone.settleTransfers(ctx)
    const [first] = (await legs()) as { state: string; charged: boolean; cost: number }[]
    expect(first).toMatchObject({ state: 'ended', charged: true, cost: expect.any(Number) })
    expect(first?.cost).toBeGreaterThan(0)
    expect(full - (await available())).toBe(20_000 + (first?.cost ?? 0))
  } finally {
    await server.close()
  }
})
