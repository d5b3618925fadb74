// Deleted things are gone at once for every reader, and can be restored for an hour.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
let ada: Person
let bob: Person
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
})
afterAll(async () => expect(await violations(server.dbs)).toEqual([]))

interface Noun {
  /** The list of these things; the id follows it. */
  readonly path: (agent: TestAgent) => string
  readonly make: (agent: TestAgent, name: string) => Promise<string>
}
const send = <T>(agent: TestAgent, method: string, path: string, body?: object) =>
  server.must<T>(method, path, agent.owner.token, body)
const of = (agent: TestAgent) => `${server.api('eu')}/v2/agents/${agent.id}`
const idOf = ({ data }: { data: { ID?: string; id?: string } }) => data.ID ?? data.id ?? ''
const document: Noun = {
  path: (agent) => `${of(agent)}/kb`,
  make: async (agent, name) =>
    idOf(await send(agent, 'POST', `${of(agent)}/kb`, { name, content: `${name} is open.` })),
}
const NOUNS: Record<string, Noun> = {
  document,
  'golden question': {
    path: (agent) => `${of(agent)}/goldens`,
    make: async (agent, name) =>
      idOf(
        await send(agent, 'POST', `${of(agent)}/goldens`, {
          question: `When is ${name} open?`,
          docId: await document.make(agent, name),
        }),
      ),
  },
  test: {
    path: (agent) => `${of(agent)}/tests`,
    make: async (agent, name) => {
      await send(agent, 'PUT', `${of(agent)}/tests/${name}`, { name, steps: [{ message: 'Hi', expectations: [] }] })
      return name
    },
  },
  theme: {
    path: (agent) => `${server.api('eu')}/v2/workspaces/${agent.owner.workspace.uid}/themes`,
    make: async (agent, name) => {
      const path = `${server.api('eu')}/v2/workspaces/${agent.owner.workspace.uid}/themes`
      return idOf(await send(agent, 'POST', path, { name, themeType: 'light', primary: '#12ab34' }))
    },
  },
}
const listed = (agent: TestAgent, noun: Noun) => send<{ items: unknown[] }>(agent, 'GET', noun.path(agent))
const rows = async (text: string, ...values: unknown[]) => (await server.dbs.eu.pool.query(text, values)).rows

describe.each(Object.entries(NOUNS))('a deleted %s', (_, noun) => {
  test('is gone at once and can be restored in its place, by nobody outside the workspace', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'))
    await noun.make(agent, 'first')
    const id = await noun.make(agent, 'second')
    await noun.make(agent, 'third')
    const before = await listed(agent, noun)
    const path = `${noun.path(agent)}/${id}`
    await send(agent, 'DELETE', path)
    expect((await listed(agent, noun)).items).toHaveLength(before.items.length - 1)
    expect((await call('DELETE', path, { bearer: agent.owner.token })).status).toBe(404)
    expect((await call('POST', `${path}/restore`, { bearer: bob.token })).status).toBe(404)
    expect((await call('POST', `${noun.path(agent)}/nothing/restore`, { bearer: agent.owner.token })).status).toBe(404)
    expect(await send(agent, 'POST', `${path}/restore`)).toEqual({ success: true })
    expect(await listed(agent, noun)).toEqual(before)
    // As another tab does.
    expect(await send(agent, 'POST', `${path}/restore`)).toEqual({ success: true })
    const audit = await send<{ items: { action: string; objectId: string }[] }>(
      agent,
      'GET',
      `${server.api('eu')}/v2/workspaces/${agent.owner.workspace.uid}/audit`,
    )
    const told = audit.items.filter(({ objectId }) => objectId === id).map(({ action }) => action.split('.')[1])
    expect(told).toEqual(expect.arrayContaining(['delete', 'restore']))
  })

  test('is gone for good after an hour', async () => {
    const agent = await server.makeAgent(ada)
    const id = await noun.make(agent, `late${agent.id}`)
    await send(agent, 'DELETE', `${noun.path(agent)}/${id}`)
    await rows(`update trashed_items set deleted_at = deleted_at - interval '1 hour' where item_id = $1`, id)
    expect(await call('POST', `${noun.path(agent)}/${id}/restore`, { bearer: agent.owner.token })).toMatchObject({
      status: 404,
      body: { message: 'This can no longer be restored. Deleted items are kept for one hour.' },
    })
    await server.running.container.services.trash.purgeExpired(server.running.container.contexts.system('eu'))
    expect(await rows('select 1 from trashed_items where item_id = $1', id)).toEqual([])
  })

  test('is deleted with its workspace', async () => {
    const { data } = await server.must<{ data: { uid: string } }>(
      'POST',
      `${server.api('eu')}/v2/workspaces`,
      ada.token,
      {},
    )
    const owner = { ...ada, workspace: { uid: data.uid, secret: '' } }
    const agent = await server.makeAgent(owner)
    await send(agent, 'DELETE', `${noun.path(agent)}/${await noun.make(agent, 'left')}`)
    expect(await rows('select 1 from trashed_items where workspace_id = $1', data.uid)).toHaveLength(1)
    await server.must('DELETE', `${server.api('eu')}/v2/workspaces/${data.uid}`, ada.token)
    await vi.waitFor(
      async () => expect(await rows('select 1 from trashed_items where workspace_id = $1', data.uid)).toEqual([]),
      { timeout: 20_000, interval: 100 },
    )
  })
})

test('deletes an agent’s deleted parts with it', async () => {
  const agent = await server.makeAgent(ada)
  for (const noun of [NOUNS['document'], NOUNS['test'], NOUNS['golden question']])
    if (noun) await send(agent, 'DELETE', `${noun.path(agent)}/${await noun.make(agent, 'left')}`)
  await server.must('DELETE', of(agent), ada.token)
  await vi.waitFor(
    async () => expect(await rows('select 1 from trashed_items where agent_id = $1', agent.id)).toEqual([]),
    { timeout: 20_000, interval: 100 },
  )
})

test('adds nothing to a deleted agent', async () => {
  const agent = await server.makeAgent(ada)
  await server.must('GET', `${of(agent)}/kb`, ada.token)
  await server.must('DELETE', of(agent), ada.token)
  const late = await call('POST', `${of(agent)}/kb`, {
    bearer: ada.token,
    body: { name: 'Late', content: 'Too late.' },
  })
  expect(late.status).toBe(404)
})

test('does not take back a name or id that was reused in the meantime', async () => {
  const agent = await server.makeAgent(ada)
  const refused = async (path: string) => {
    const { status, body } = await call<{ message: string }>('POST', `${path}/restore`, { bearer: ada.token })
    return { status, message: body.message }
  }
  const { test: aTest, theme } = NOUNS
  if (!aTest || !theme) throw new Error('no such noun')
  await aTest.make(agent, 'same')
  await send(agent, 'DELETE', `${aTest.path(agent)}/same`)
  await aTest.make(agent, 'same')
  expect(await refused(`${aTest.path(agent)}/same`)).toEqual({
    status: 409,
    message: 'A test with this ID was added in the meantime. Delete it first.',
  })
  const id = await theme.make(agent, 'Same name')
  await send(agent, 'DELETE', `${theme.path(agent)}/${id}`)
  await theme.make(agent, 'same NAME')
  expect(await refused(`${theme.path(agent)}/${id}`)).toEqual({
    status: 409,
    message: 'There is already a theme called “Same name”.',
  })
})

test('ignores a deleted required test, and enforces it again once it is restored', async () => {
  const agent = await server.makeAgent(ada)
  const path = `${of(agent)}/tests/needed`
  const steps = [{ message: 'Hi', expectations: [] }]
  await send(agent, 'PUT', path, { name: 'Needed', protected: true, steps })
  const missing = async () => (await send<{ missing: string[] }>(agent, 'GET', `${of(agent)}/tests/comparison`)).missing
  expect(await missing()).toEqual(['Needed'])
  await send(agent, 'DELETE', path)
  expect(await missing()).toEqual([])
  await send(agent, 'POST', `${path}/restore`)
  expect(await missing()).toEqual(['Needed'])
})
