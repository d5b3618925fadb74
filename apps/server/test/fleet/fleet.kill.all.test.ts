// A push to 500 copies within 30 s and its rollback within 60 s; a push resumes after kill -9.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agent } from '@parlance/contract/agents/schemas'
import type { FleetPush } from '@parlance/contract/fleet/schemas'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { afterAll, expect, test } from 'vitest'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'

const COPIES = 500
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-fleet-kill-'))
// The database account passes through this directory when the tests run as root.
chmodSync(dataDir, 0o711)
const model = await startOpenAi()
const env = {
  RATE_LIMIT_SCALE: '10000',
  OPENAI_API_KEY: model.key,
  OPENAI_BASE_URL: model.url,
  PLAN_LIMITS: JSON.stringify({ free: { maxAgents: 'infinity' } }),
}
let running = await startProcess(dataDir, env)
afterAll(async () => {
  await running.stop()
  await model.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Steps with texts of a typical length, one of which changes with each push. */
const nodes = (text: string) => [
  { id: 's', name: 'Start', type: 'start', childrenNodes: [{ nodeId: 'n0' }] },
  ...Array.from({ length: 20 }, (_, n) => ({
    id: `n${n}`,
    name: `Step ${n}`,
    type: 'default',
    instructions: n === 7 ? text : 'Answer briefly and kindly. '.repeat(20),
  })),
]

test('pushes to 500 copies, also across a kill -9, and rolls back', { timeout: 900_000 }, async () => {
  let client = clientOf(running.url, model)
  const owner = await client.signUp('eu')
  const master = await client.makeAgent(owner, { nodes: nodes('first') } as never)
  const at = (path: string, id = master.id) => `${client.api('eu')}/v2/agents/${id}${path}`
  const post = <T>(path: string, body: object = {}) => client.must<T>('POST', at(path), owner.token, body)
  const ids: string[] = []
  for (let made = 0; made < COPIES; made += 50) {
    const copies = Array.from({ length: 50 }, (_, n) => ({ title: `Copy ${made + n}` }))
    const { items } = await post<{ items: { agentId: string }[] }>('/fleet/copies', { copies })
    ids.push(...items.map(({ agentId }) => agentId))
  }
  const pushOf = async (id: string) =>
    (await client.must<{ data: FleetPush }>('GET', at(`/fleet/pushes/${id}`), owner.token)).data
  const until = async (id: string, state: FleetPush['state'], timeout: number) => {
    await expect.poll(async () => (await pushOf(id)).state, { timeout, interval: 200 }).toBe(state)
    return pushOf(id)
  }
  const took = ({ startedAt, endedAt }: FleetPush) => new Date(endedAt ?? 0).getTime() - new Date(startedAt).getTime()
  const textOf = async (id: string) =>
    (await client.must<{ data: Agent }>('GET', at('', id), owner.token)).data.nodes[8]?.instructions

  await post('', { nodes: nodes('second') })
  const first = (await post<{ data: FleetPush }>('/fleet/pushes')).data
  const done = await until(first.id, 'done', 300_000)
  expect(done).toMatchObject({ pushed: COPIES, failed: 0, conflicts: 0 })
  console.info(`pushed to ${COPIES} copies in ${(took(done) / 1000).toFixed(1)} s`)
  expect(took(done)).toBeLessThan(30_000)

  await post('', { nodes: nodes('third') })
  const second = (await post<{ data: FleetPush }>('/fleet/pushes')).data
  await expect.poll(async () => (await pushOf(second.id)).pushed, { timeout: 60_000, interval: 50 }).toBeGreaterThan(60)
  await running.kill()
  running = await startProcess(dataDir, env)
  client = clientOf(running.url, model)
  expect((await pushOf(second.id)).pushed).toBeLessThan(COPIES)
  expect(await until(second.id, 'done', 300_000)).toMatchObject({ pushed: COPIES, failed: 0, conflicts: 0 })
  for (const id of [ids[0], ids[250], ids[499]]) expect(await textOf(id ?? '')).toBe('third')

  const since = performance.now()
  await post(`/fleet/pushes/${second.id}/roll-back`)
  expect(await until(second.id, 'rolled_back', 300_000)).toMatchObject({ rolledBack: COPIES })
  const rolledBackMs = performance.now() - since
  console.info(`rolled ${COPIES} copies back in ${(rolledBackMs / 1000).toFixed(1)} s`)
  expect(rolledBackMs).toBeLessThan(60_000)
  for (const id of [ids[0], ids[250], ids[499]]) expect(await textOf(id ?? '')).toBe('second')
})
