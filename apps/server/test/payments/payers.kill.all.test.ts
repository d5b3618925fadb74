// The credits of an organisation under load, and when the process dies during its turns.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newVisitorId, randomId } from '@parlance/contract/lib/ids'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { afterAll, expect, test } from 'vitest'
import { openInstallation } from '../../src/cli/installation.ts'
import { verify } from '../../src/cli/verify.ts'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'

const TURNS = 60
const SAID = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-payers-'))
// The database account passes through this directory when the tests run as root.
chmodSync(dataDir, 0o711)
const model = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
const env = { RATE_LIMIT_SCALE: '10000', OUTBOUND_ALLOW: new URL(model.url).host }
let running = await startProcess(dataDir, env)
const installation = { dataDir, regions: ['eu', 'na'] as const, databases: {} }
afterAll(async () => {
  await running.stop()
  await model.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** An agency with an organisation that pays, whose turns cost one credit. */
async function newAgency(credits: number) {
  const api = clientOf(running.url, model)
  const owner = await api.signUp('eu')
  await api.useOwnKey(owner)
  const agent = await api.makeAgent(owner, { unavailableMessage: 'Back tomorrow.' })
  const { uid } = owner.workspace
  const base = api.api('eu')
  const post = <T>(path: string, body: object) => api.must<T>('POST', `${base}${path}`, owner.token, body)
  const { data: org } = await post<{ data: { ID: string } }>(`/v2/workspaces/${uid}/orgs`, {
    name: 'Org',
    widgetIDs: [agent.id],
  })
  await post('/rpc/activateWhitelabelTrial', { workspaceId: uid })
  await post('/stripe/connect/create-account', { workspace: uid })
  const { redirectUrl } = await post<{ redirectUrl: string }>('/stripe/connect/account-link', { workspace: uid })
  await fetch(new URL(new URL(redirectUrl).pathname, running.url), { method: 'POST', redirect: 'manual' })
  await api.must('PUT', `${base}/v2/workspaces/${uid}/client-billing`, owner.token, { USDPerToken: 0.003 })
  await api.must('PATCH', `${base}/v2/workspaces/${uid}/orgs/${org.ID}`, owner.token, { allowBilling: true })
  await post(`/v2/workspaces/${uid}/orgs/${org.ID}/credit-transfer`, { source: 'workspace', amount: credits })
  return { owner, agent, orgId: org.ID }
}

async function rowsOf<Row extends Record<string, unknown>>(query: string, params: unknown[]): Promise<Row[]> {
  const stored = await openInstallation(installation, 'parlance payers test')
  try {
    const pool = stored.regions.find(({ region }) => region === 'eu')?.pool
    return (await pool?.query<Row>(query, params))?.rows ?? []
  } finally {
    await stored.close()
  }
}
const balances = async (ids: readonly string[]) => {
  const rows = await rowsOf<{ id: string; balance: string }>(
    'select id, balance from ledger_accounts where id = any($1)',
    [ids.flatMap((id) => [`${id}:available`, `${id}:held`])],
  )
  const of = (id: string) => Number(rows.find((row) => row.id === id)?.balance)
  return ids.map((id) => ({ available: of(`${id}:available`), held: of(`${id}:held`) }))
}

test(
  'five hundred visitors at once share ten credits of an organisation: ten are answered',
  { timeout: 120_000 },
  async () => {
    const { owner, agent, orgId } = await newAgency(10)
    const api = clientOf(running.url, model)
    const all = await Promise.all(Array.from({ length: 500 }, () => api.turn(agent)))
    expect(all.filter(({ status }) => status === 200)).toHaveLength(10)
    const refused = all.filter(({ status }) => status === 402)
    expect(refused).toHaveLength(490)
    expect(refused.every(({ refusal }) => refusal?.message === 'Back tomorrow.')).toBe(true)
    expect(await balances([orgId, owner.workspace.uid])).toEqual([
      { available: 0, held: 0 },
      { available: 990_000, held: 0 },
    ])
  },
)

test(
  'turns that a killed process leaves behind are charged to the organisation once',
  { timeout: 120_000 },
  async () => {
    const { owner, agent, orgId } = await newAgency(200)
    model.control.set({ firstTokenMs: 10, perTokenMs: 60 })
    model.control.script(Array.from({ length: TURNS }, () => ({ text: SAID })))
    const before = clientOf(running.url, model)
    const visits = Array.from({ length: TURNS }, () => ({ id: randomId(16), visitorId: newVisitorId(), heard: 0 }))
    const saying = Promise.all(
      visits.map(async (visit) => {
        try {
          const { id, visitorId } = visit
          const stream = await before.say(agent, { id, visitorId })
          await stream.until(({ text }) => (visit.heard = text.length) > 60)
          await stream.rest()
        } catch {
          // The connection breaks with the process.
        }
      }),
    )
    await expect.poll(() => visits.every(({ heard }) => heard > 60), { timeout: 60_000 }).toBe(true)
    await running.kill()
    await saying
    running = await startProcess(dataDir, env)
    model.control.set({ firstTokenMs: 0, perTokenMs: 0 })
    const after = clientOf(running.url, model)
    const again = await Promise.all(visits.map(({ id, visitorId }) => after.turn(agent, { id, visitorId })))
    expect(again.every(({ status }) => status === 200)).toBe(true)
    const [cost] = await rowsOf<{ milli: number; payers: number }>(
      'select sum(cost)::int as milli, count(*) filter (where payer_id = $2)::int as payers from turns where agent_id = $1',
      [agent.id, orgId],
    )
    expect(cost).toEqual({ milli: TURNS * 1000, payers: TURNS })
    expect(await balances([orgId, owner.workspace.uid])).toEqual([
      { available: 200_000 - TURNS * 1000, held: 0 },
      { available: 800_000, held: 0 },
    ])
    expect((await verify(installation)).filter(({ rows }) => rows.length > 0)).toEqual([])
  },
)
