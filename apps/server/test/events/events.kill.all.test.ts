// kill -9 while events are being sent, then a restart on the same data: none is lost, and each keeps its id.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Delivery } from '@parlance/contract/events/schemas'
import { startOpenAi } from '@parlance/simulators/openai/server'
import { afterAll, expect, test } from 'vitest'
import { clientOf } from '../helpers/app.ts'
import { startProcess } from '../helpers/child.ts'
import { startReceiver } from '../helpers/receiver.ts'

const AGENTS = 5
const receiver = await startReceiver()
const dataDir = mkdtempSync(join(tmpdir(), 'parlance-kill-'))
// The database account passes through this directory when the tests run as root.
chmodSync(dataDir, 0o711)
const model = await startOpenAi({ firstTokenMs: 0, perTokenMs: 0 })
const env = {
  RATE_LIMIT_SCALE: '10000',
  OPENAI_API_KEY: model.key,
  OPENAI_BASE_URL: model.url,
  OUTBOUND_ALLOW: receiver.host,
}
let running = await startProcess(dataDir, env)
afterAll(async () => {
  await running.stop()
  await Promise.all([model.close(), receiver.close()])
  rmSync(dataDir, { recursive: true, force: true })
})

test('resends deliveries in progress at once, under the same id', { timeout: 90_000 }, async () => {
  const before = clientOf(running.url, model)
  const owner = await before.signUp('eu')
  const path = `/v2/workspaces/${owner.workspace.uid}/events`
  const choice = { endpoint: receiver.url, subscribedEvents: ['agent_created'] }
  await before.must('PUT', before.api('eu') + path, owner.token, choice)
  const { data } = await before.must<{ data: { secret: string } }>(
    'GET',
    `${before.api('eu')}${path}/secret`,
    owner.token,
  )
  receiver.trust(data.secret)
  // The receiver does not answer: some events are being sent, others wait.
  receiver.behave(() => {})
  const agents: string[] = []
  for (let made = 0; made < AGENTS; made += 1) agents.push((await before.makeAgent(owner)).id)
  await expect.poll(() => receiver.received.length, { timeout: 20_000, interval: 20 }).toBe(4)
  const hanging = receiver.received.map(({ id }) => id)
  await running.kill()

  receiver.behave()
  running = await startProcess(dataDir, env)
  const after = clientOf(running.url, model)
  const told = () => new Set(receiver.received.map(({ payload }) => payload['agentId']))
  await expect.poll(() => told().size, { timeout: 20_000, interval: 50 }).toBe(AGENTS)
  expect(told()).toEqual(new Set(agents))
  const list = () =>
    after.must<{ items: Delivery[] }>('GET', `${after.api('eu')}${path}/deliveries?limit=100`, owner.token)
  await expect
    .poll(async () => (await list()).items.filter(({ state }) => state === 'delivered').length, { timeout: 20_000 })
    .toBe(AGENTS)
  const { items } = await list()
  expect(items).toHaveLength(AGENTS)
  // Receivers recognize the event by its id: those four came twice, the others once.
  const times = (id: string) => receiver.received.filter((one) => one.id === id).length
  for (const { id, attempts } of items) {
    expect(times(id)).toBe(hanging.includes(id) ? 2 : 1)
    expect(attempts).toBe(times(id))
  }
  expect(receiver.refused).toEqual([])
})
