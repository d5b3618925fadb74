// kill -9 during two hundred answers, then a restart on the same data: nothing twice, nothing lost.
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { FREE_CREDITS, toCredits } from '@parlance/contract/lib/money'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { afterAll, expect, test } from 'vitest'
import { openInstallation } from '../../src/cli/installation.ts'
import { verify } from '../../src/cli/verify.ts'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'
import type { TestAgent } from '../helpers/people.ts'
import type { TurnStream } from '../helpers/streams.ts'

const TURNS = 200
const BROKE_OFF = 'The answer stopped early. You can try again.'
const SAID = Array.from({ length: 300 }, (_, index) => `word${index}`).join(' ')

const dataDir = mkdtempSync(join(tmpdir(), 'parlance-kill-'))
// The database account passes through this directory when the tests run as root.
chmodSync(dataDir, 0o711)
const model = await startOpenAi({ firstTokenMs: 20, perTokenMs: 80 })
const env = { RATE_LIMIT_SCALE: '10000', OPENAI_API_KEY: model.key, OPENAI_BASE_URL: model.url }
let running = await startProcess(dataDir, env)
const installation = { dataDir, regions: ['eu', 'na'] as const, databases: {} }
afterAll(async () => {
  await running.stop()
  await model.close()
  rmSync(dataDir, { recursive: true, force: true })
})

interface Visit {
  readonly id: string
  readonly visitorId: string
  stream?: TurnStream
  /** Set once the server has accepted the message. */
  turnId?: string
}

/** Sends the visit's message and reads on until the server is gone. */
async function say(api: ReturnType<typeof clientOf>, agent: TestAgent, visit: Visit): Promise<void> {
  try {
    const stream = await api.say(agent, { id: visit.id, visitorId: visit.visitorId })
    visit.stream = stream
    const { metadata } = await stream.until((answer) => answer.metadata !== undefined)
    if (metadata) visit.turnId = metadata.turnId
    await stream.rest()
  } catch {
    // The connection broke, as it does for clients when the server dies.
  }
}

test('stores and charges every acknowledged message once, and ends its turn', { timeout: 60_000 }, async () => {
  const before = clientOf(running.url, model)
  const owner = await before.signUp('eu')
  const agent = await before.makeAgent(owner, { vg_defaultModel: 'gpt-4o-mini' })
  model.control.script(Array.from({ length: TURNS }, () => ({ text: SAID })))
  const visits = Array.from({ length: TURNS }, (): Visit => ({ id: randomId(16), visitorId: newVisitorId() }))
  const early = visits.slice(0, TURNS - 40)
  const saying = early.map((visit) => say(before, agent, visit))
  await expect
    .poll(() => early.every(({ stream }) => (stream?.answer().text.length ?? 0) > 40), { timeout: 20_000 })
    .toBe(true)
  // The others are between the socket and the disk when the process dies.
  saying.push(...visits.slice(TURNS - 40).map((visit) => say(before, agent, visit)))
  await expect
    .poll(() => visits.filter(({ turnId }) => turnId).length, { interval: 5, timeout: 20_000 })
    .toBeGreaterThan(TURNS - 40)
  await running.kill()
  await Promise.all(saying)
  expect(early.every(({ stream }) => stream && !stream.done())).toBe(true)

  running = await startProcess(dataDir, env)
  const after = clientOf(running.url, model)
  model.control.set({ firstTokenMs: 0, perTokenMs: 0 })
  model.control.script(Array.from({ length: TURNS }, () => ({ text: SAID })))
  // Also when the killed process left one.
  expect(statSync(join(dataDir, 'server.json')).mode & 0o777).toBe(0o600)
  const again = await Promise.all(
    visits.map(async (visit) => ({
      visit,
      turn: await after.turn(agent, { id: visit.id, visitorId: visit.visitorId }),
    })),
  )
  for (const { visit, turn } of again) {
    expect(turn).toMatchObject({ status: 200, done: true })
    expect(SAID.startsWith(turn.answer.text)).toBe(true)
    if (visit.turnId === undefined) continue
    expect(turn.answer.metadata?.turnId).toBe(visit.turnId)
    // A partial answer that reached the disk stays as interrupted; a turn without one has failed.
    const { text, status, error } = turn.answer
    expect({ status, error }).toEqual({ status: text === '' ? 'failed' : 'interrupted', error: BROKE_OFF })
  }

  expect(again.some(({ turn }) => turn.answer.status === 'interrupted')).toBe(true)

  // Readers who had received more than was stored still learn that it is over.
  for (const { stream, turnId = '', visitorId } of early.slice(0, 20)) {
    const rest = await after.resume(agent, turnId, stream?.parts.at(-1)?.id ?? 0, visitorId)
    await rest.rest()
    expect(rest.parts.at(-1)?.part.type).toBe('finish')
  }

  await expectBooks(after, owner.token, owner.workspace.uid)

  const { metadata } = again[0]?.turn.answer ?? {}
  const { visitorId = '', conversationId = '' } = metadata ?? {}
  const next = await after.turn(agent, { visitorId, conversationId })
  expect(next.answer).toMatchObject({ status: 'complete', metadata: { conversationId } })
})

test('finishes a running answer when an operator stops the server', { timeout: 60_000 }, async () => {
  model.control.reset()
  model.control.set({ firstTokenMs: 0, perTokenMs: 10 })
  model.control.script([{ text: SAID }])
  const api = clientOf(running.url, model)
  const agent = await api.makeAgent(await api.signUp('eu'), { vg_defaultModel: 'gpt-4o-mini' })
  const stream = await api.say(agent, { visitorId: newVisitorId() })
  await stream.until(({ text }) => text !== '')
  const [code, answer] = await Promise.all([running.stop(), stream.rest()])
  expect(code).toBe(0)
  expect(stream.done()).toBe(true)
  expect(answer).toMatchObject({ status: 'complete', text: SAID })
  expect(stream.parts.at(-1)?.part.type).toBe('finish')
})

async function expectBooks(api: ReturnType<typeof clientOf>, token: string, uid: string): Promise<void> {
  const stored = await openInstallation(installation, 'parlance kill test')
  const pool = stored.regions.find(({ region }) => region === 'eu')?.pool
  const one = async (query: string) => (await pool?.query<Record<string, unknown>>(query))?.rows[0]
  try {
    expect(
      await one(`select count(*)::int as turns, count(distinct client_message_id)::int as messages from turns`),
    ).toEqual({ turns: TURNS, messages: TURNS })
    expect(await one(`select count(*)::int as n from messages where author = 'user'`)).toEqual({ n: TURNS })
    expect(await one(`select count(*)::int as n from turns where status = 'running'`)).toEqual({ n: 0 })
    expect(await one(`select count(*)::int as n from turn_chunks`)).toEqual({ n: 0 })
    expect(await one(`select count(*)::int as n from ledger_holds`)).toEqual({ n: 0 })
    // The wallet has paid exactly what the turns cost; retries were free.
    const path = `${api.api('eu')}/v2/workspaces/${uid}`
    const { data } = await api.must<{ data: { loadTokens: number } }>('GET', path, token)
    const cost = await one(`select sum(cost)::int as milli from turns`)
    expect(cost?.['milli']).toBeGreaterThan(0)
    expect(data.loadTokens).toBe(toCredits(FREE_CREDITS - Number(cost?.['milli'])))
    expect(await one(`select count(*)::int as n from turns where cost > hold`)).toEqual({ n: 0 })
  } finally {
    await stored.close()
  }
  expect((await verify(installation)).filter(({ rows }) => rows.length > 0)).toEqual([])
}
