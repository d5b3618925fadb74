import type { Agent } from '@parlance/contract/agents/schemas'
import type { FleetCopy, FleetDifference, FleetPush } from '@parlance/contract/fleet/schemas'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { evaluationsOf, says } from '../helpers/evaluations.ts'
import { PIXEL } from '../helpers/operations.ts'
import { makeOrg } from '../helpers/orgs.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const WAIT = { timeout: 20_000, interval: 50 }
const server = await startTestServer()
const { save: saveTest, over } = evaluationsOf(server)
let eu: Person
let na: Person
beforeAll(async () => {
  eu = await server.signUp('eu')
  na = await server.signUp('na')
})
beforeEach(() => server.model.control.reset())

const at = (id: string, path: string, region: 'eu' | 'na' = 'eu') => `${server.api(region)}/v2/agents/${id}${path}`
const get = <T>(id: string, path: string) => server.must<T>('GET', at(id, path), eu.token)
const post = <T>(id: string, path: string, body: object = {}) => server.must<T>('POST', at(id, path), eu.token, body)
const agentOf = async (id: string) => (await get<{ data: Agent }>(id, '')).data
const publish = (id: string, body: object) => post<{ version: number }>(id, '', body)
const listed = (id: string) => get<{ items: FleetCopy[]; total: number }>(id, '/fleet/copies')
const preview = async (id: string) => (await get<{ items: FleetDifference[] }>(id, '/fleet/preview')).items

const node = (id: string, instructions = '') => ({ id, name: id.toUpperCase(), type: 'default', instructions })
const nodes = (...rest: object[]) => [
  { id: 's', name: 'Start', type: 'start', childrenNodes: [{ nodeId: 'a' }] },
  ...rest,
]

async function fleetOf(copies: number, config: object = {}): Promise<{ master: TestAgent; ids: string[] }> {
  const master = await server.makeAgent(eu, { nodes: nodes(node('a', 'base'), node('b', 'base')), ...config } as never)
  const { items } = await post<{ items: FleetCopy[] }>(master.id, '/fleet/copies', {
    copies: Array.from({ length: copies }, (_, n) => ({ title: `Copy ${n}` })),
  })
  return { master, ids: items.map(({ agentId }) => agentId) }
}
const ended = (id: string, pushId: string) =>
  vi.waitFor(async () => {
    const { data } = await get<{ data: FleetPush }>(id, `/fleet/pushes/${pushId}`)
    expect(data.endedAt).not.toBeNull()
    return data
  }, WAIT)
async function push(id: string, body: object = {}): Promise<FleetPush> {
  const { data } = await post<{ data: FleetPush }>(id, '/fleet/pushes', body)
  return ended(id, data.id)
}
const rollBack = async (id: string, pushId: string) => {
  await post(id, `/fleet/pushes/${pushId}/roll-back`)
  return ended(id, pushId)
}

test('creates copies for organisations, with the tests of the master', { timeout: 60_000 }, async () => {
  const master = await server.makeAgent(eu)
  await saveTest(master, { name: 'Hours', protected: true, steps: says('nine') })
  const org = await makeOrg(server, eu, [])
  const { items } = await post<{ items: FleetCopy[] }>(master.id, '/fleet/copies', { copies: [{ orgId: org.orgId }] })
  const [copy] = items
  expect(copy).toMatchObject({ orgId: org.orgId, isCurrent: true, ownChanges: 0 })
  expect(copy?.title).toMatch(/ \(Org .+\)$/)
  const { data } = await server.must<{ data: { widgetIDs: string[] } }>(
    'GET',
    `${server.api('eu')}/v2/workspaces/${eu.workspace.uid}/orgs/${org.orgId}`,
    eu.token,
  )
  expect(data.widgetIDs).toEqual([copy?.agentId])
  await vi.waitFor(
    async () =>
      expect((await get<{ items: object[] }>(copy?.agentId ?? '', '/tests')).items).toMatchObject([{ name: 'Hours' }]),
    WAIT,
  )
  expect(await get(copy?.agentId ?? '', '/fleet/copies')).toMatchObject({ copyOf: { agentId: master.id } })
})

test('pushes the changes of the master and keeps the changes of a copy', { timeout: 60_000 }, async () => {
  const { master, ids } = await fleetOf(3)
  const [changed = '', drafted = '', plain = ''] = ids
  await publish(changed, { nodes: nodes(node('a', 'of the copy'), node('b', 'base')), lang: 'fr' })
  await server.must('PUT', at(drafted, '/draft'), eu.token, { nodes: nodes(node('a', 'draft'), node('b', 'base')) })
  await publish(master.id, { nodes: nodes(node('a', 'new'), node('b', 'new')), lang: 'de' })
  expect((await listed(master.id)).items.find(({ agentId }) => agentId === changed)).toMatchObject({
    isCurrent: false,
    ownChanges: 2,
  })
  const before = await Promise.all(ids.map(agentOf))

  const differences = new Map((await preview(master.id)).map((one) => [one.agentId, one]))
  expect(differences.get(changed)).toMatchObject({ changes: 1, conflicts: 2 })
  expect(differences.get(plain)).toMatchObject({ changes: 3, conflicts: 0, isCurrent: false })
  expect(await Promise.all(ids.map(agentOf))).toEqual(before)

  const pushed = await push(master.id)
  expect(pushed).toMatchObject({ state: 'done', total: 3, first: 3, pushed: 3, failed: 0, conflicts: 2 })
  expect(pushed.problems).toMatchObject([
    { agentId: changed, conflicts: [{ path: ['lang'] }, { path: ['nodes', 'a', 'instructions'] }] },
  ])
  // Another push would bring nothing.
  for (const one of await preview(master.id)) expect(one).toMatchObject({ changes: 0, conflicts: 0, isCurrent: true })
  const texts = async (id: string) => {
    const { lang, nodes: steps } = await agentOf(id)
    return [lang, ...steps.slice(1).map(({ instructions }) => instructions)]
  }
  expect(await texts(changed)).toEqual(['fr', 'of the copy', 'new'])
  expect(await texts(plain)).toEqual(['de', 'new', 'new'])
  expect((await agentOf(plain)).title).toBe('Copy 2')
  const { draft } = await get<{ draft: { config: Agent } | null }>(drafted, '')
  expect(draft?.config.nodes.slice(1).map(({ instructions }) => instructions)).toEqual(['draft', 'new'])

  await publish(plain, { description: 'Since then' })
  expect(await rollBack(master.id, pushed.id)).toMatchObject({ state: 'rolled_back', rolledBack: 3 })
  expect(await texts(changed)).toEqual(['fr', 'of the copy', 'base'])
  expect(await texts(plain)).toEqual([before[2]?.lang, 'base', 'base'])
  expect((await agentOf(plain)).description).toBe('Since then')
  expect((await preview(master.id)).find(({ agentId }) => agentId === plain)).toMatchObject({ changes: 3 })
})

test('keeps a pushed picture of the master when the master is deleted', { timeout: 60_000 }, async () => {
  const { master, ids } = await fleetOf(1)
  const [copy = ''] = ids
  const picture = { agentId: master.id, base64Payload: PIXEL }
  const { data } = await server.must<{ data: { url: string } }>(
    'POST',
    `${server.api('eu')}/rpc/uploadFile`,
    eu.token,
    picture,
  )
  await publish(master.id, { avatarImageUrl: data.url })
  expect(await push(master.id)).toMatchObject({ state: 'done', pushed: 1 })
  expect((await agentOf(copy)).avatarImageUrl).toBe(data.url)
  await server.must('DELETE', at(master.id, ''), eu.token)
  const uses = 'select 1 from file_uses where agent_id = $1'
  await vi.waitFor(async () => expect((await server.dbs.eu.pool.query(uses, [master.id])).rowCount).toBe(0), WAIT)
  expect((await fetch(data.url)).status).toBe(200)
})

test('halts a push when a required test of the first copies newly fails', { timeout: 60_000 }, async () => {
  const { master, ids } = await fleetOf(5)
  const guarded = { id: ids[4] ?? '', owner: eu, key: '' } as unknown as TestAgent
  await saveTest(guarded, { name: 'Hours', protected: true, steps: says('nine') })
  await publish(master.id, { description: 'New' })
  server.model.control.script([{ text: 'At ten.' }])
  const halted = await push(master.id)
  expect(halted).toMatchObject({
    state: 'halted',
    first: 3,
    pushed: 3,
    testRuns: 1,
    reason: { code: 'fleet_tests_failing', params: { names: 'Hours' } },
  })
  expect(halted.problems).toMatchObject([{ agentId: guarded.id, failedTests: ['Hours'] }])
  const descriptions = await Promise.all(ids.map(async (id) => (await agentOf(id)).description))
  expect(descriptions.filter((text) => text === 'New')).toHaveLength(3)
  await rollBack(master.id, halted.id)
  expect((await agentOf(guarded.id)).description).toBe('')

  // A test that already failed before the push does not halt it.
  server.model.control.script([{ text: 'At ten.' }])
  const run = await post<{ data: { id: string } }>(guarded.id, '/tests/run', { copy: 'published' })
  await over(guarded, run.data.id)
  server.model.control.script([{ text: 'At ten.' }])
  expect(await push(master.id)).toMatchObject({ state: 'done', pushed: 5, testRuns: 1, testRunsDone: 1 })
})

test('pushes no further after a stop, and rolls back only the latest push', { timeout: 60_000 }, async () => {
  const { master, ids } = await fleetOf(4)
  const guarded = { id: ids[0] ?? '', owner: eu } as unknown as TestAgent
  await saveTest(guarded, { name: 'Hours', protected: true, steps: says('nine') })
  const first = await push(master.id, { copyIds: [ids[1]] })
  expect(first).toMatchObject({ state: 'done', total: 1, unchanged: 1 })
  await publish(master.id, { description: 'New' })
  server.model.control.set({ firstTokenMs: 60_000 })
  const { data } = await post<{ data: FleetPush }>(master.id, '/fleet/pushes')
  const active = { code: 'CONFLICT', reason: 'fleet_push_active' }
  const refused = async (method: string, path: string, body?: object) =>
    (await call<object>(method, at(master.id, path), { bearer: eu.token, ...(body && { body }) })).body
  expect(await refused('POST', '/fleet/pushes', {})).toMatchObject(active)
  expect(await refused('DELETE', `/fleet/copies/${ids[1]}`)).toMatchObject(active)
  await vi.waitFor(async () => {
    const found = await get<{ data: FleetPush }>(master.id, `/fleet/pushes/${data.id}`)
    expect(found.data).toMatchObject({ state: 'testing', pushed: 3 })
  }, WAIT)
  await post(master.id, `/fleet/pushes/${data.id}/stop`)
  expect(await ended(master.id, data.id)).toMatchObject({ state: 'stopped', pushed: 3, total: 4 })
  server.model.control.reset()
  expect(await refused('POST', `/fleet/pushes/${first.id}/roll-back`)).toMatchObject({
    reason: 'fleet_push_not_latest',
  })
  expect(await refused('POST', `/fleet/pushes/${data.id}/stop`)).toMatchObject({ reason: 'fleet_push_ended' })
  expect(await rollBack(master.id, data.id)).toMatchObject({ state: 'rolled_back', rolledBack: 3 })
})

describe('bad input and other tenants', () => {
  test('finds nothing of another tenant or region, and no agent that is not a copy', async () => {
    const { master, ids } = await fleetOf(1)
    const theirs = await server.makeAgent(na)
    const other = await server.makeAgent(eu)
    const status = async (who: Person, method: string, path: string, body?: object) =>
      (await call(method, at(master.id, path, who.region), { bearer: who.token, ...(body && { body }) })).status
    const stranger = await server.signUp('eu')
    for (const who of [na, stranger]) {
      expect(await status(who, 'GET', '/fleet/copies')).toBe(404)
      expect(await status(who, 'POST', '/fleet/pushes', {})).toBe(404)
    }
    for (const id of [theirs.id, other.id, 'unknown', master.id]) {
      expect(await status(eu, 'POST', '/fleet/pushes', { copyIds: [id] }), id).toBe(404)
      expect(await status(eu, 'GET', `/fleet/copies/${id}/preview`), id).toBe(404)
      expect(await status(eu, 'DELETE', `/fleet/copies/${id}`), id).toBe(404)
    }
    const foreign = await makeOrg(server, na, [])
    expect(await status(eu, 'POST', '/fleet/copies', { copies: [{ orgId: foreign.orgId }] })).toBe(404)
    expect((await listed(master.id)).total).toBe(1)
    expect(await status(eu, 'POST', '/fleet/pushes', { masterVersion: 0 })).toBe(409)
    expect(await status(eu, 'DELETE', `/fleet/copies/${ids[0]}`)).toBe(200)
    expect(await status(eu, 'POST', '/fleet/pushes', {})).toBe(409)
  })

  test('removes a deleted copy from the fleet', { timeout: 60_000 }, async () => {
    const { master, ids } = await fleetOf(2)
    await server.must('DELETE', at(ids[0] ?? '', ''), eu.token)
    await vi.waitFor(async () => expect((await listed(master.id)).total).toBe(1), WAIT)
  })
})
