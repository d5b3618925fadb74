// Tests of agents: storage, and the checks before Publish.
import type { AgentTest } from '@parlance/contract/evaluations/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { evaluationsOf, says } from '../helpers/evaluations.ts'
import { violations } from '../helpers/invariants.ts'
import { call, type Person } from '../helpers/people.ts'
import { testAll } from '../../../../scripts/test-tier.ts'

const server = await startTestServer()
const { control } = server.model
const { at, post, refused, list, compare, save, run, script, draft, publish, rows } = evaluationsOf(server)
let ada: Person
let bob: Person
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([server.signUp('eu'), server.signUp('eu')])
})
beforeEach(() => control.reset())
afterAll(async () => expect(await violations(server.dbs)).toEqual([]))

describe('tests', () => {
  test('are saved, replaced, listed in the order they were created, and deleted', async () => {
    const agent = await server.makeAgent(ada)
    const first = await save(agent, { steps: says('nine'), protected: true, variables: { city: 'Bern' } })
    const second = await save(agent, { name: 'Second', steps: says('ten') })
    expect(first).toMatchObject({ protected: true, channel: 'test', variables: { city: 'Bern' } })
    const replaced = await save(agent, { name: 'First', steps: says('eleven') }, first.id)
    expect(await list(agent)).toEqual([replaced, second])
    expect(replaced).toMatchObject({ name: 'First', protected: false, variables: {} })
    await server.must('DELETE', at(agent, `/tests/${first.id}`), ada.token)
    expect(await list(agent)).toEqual([second])
    expect(await refused(agent, 'DELETE', `/tests/${first.id}`)).toMatchObject({ status: 404 })
  })

  test('of one agent are hidden from other tenants and other agents', async () => {
    const [agent, foreign] = [await server.makeAgent(ada), await server.makeAgent(bob)]
    const kept = await save(agent, { steps: says('nine') })
    const ran = await run(agent)
    for (const path of ['/tests', `/test-runs/${ran.id}`, '/tests/comparison'])
      expect(await call('GET', at(agent, path), { bearer: bob.token })).toMatchObject({ status: 404 })
    expect(await refused(foreign, 'GET', `/test-runs/${ran.id}`)).toMatchObject({ status: 404 })
    expect(await refused(foreign, 'POST', `/test-runs/${ran.id}/cancel`)).toMatchObject({ status: 404 })
    expect(await refused(foreign, 'DELETE', `/tests/${kept.id}`)).toMatchObject({ status: 404 })
    // The same name there is another test.
    await save(foreign, { name: 'Mine', steps: says('x') }, kept.id)
    expect(await list(agent)).toMatchObject([{ id: kept.id, name: 'Hours' }])
  })

  testAll('are limited to 200, also when many are created at once', async () => {
    const agent = await server.makeAgent(ada)
    const [{ id: first } = { id: '' }] = await Promise.all(
      Array.from({ length: 195 }, () => save(agent, { steps: says('x') })),
    )
    const more = await Promise.all(
      Array.from({ length: 10 }, () =>
        refused(agent, 'PUT', `/tests/${randomId(16)}`, { name: 'More', steps: says('x') }),
      ),
    )
    expect(more.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array(5).fill(200),
      ...Array(5).fill(409),
    ])
    expect(more.find(({ status }) => status === 409)?.message).toBe(
      'An agent can have up to 200 tests. Delete one first.',
    )
    expect(await list(agent)).toHaveLength(200)
    await save(agent, { name: 'Still', steps: says('x') }, first)
  })

  test("with texts that the database can't store are refused", async () => {
    const agent = await server.makeAgent(ada)
    for (const text of ['a\0b', '\ud800'])
      for (const body of [
        { name: text, steps: says('x') },
        { name: 'A', steps: [{ message: text }] },
        { name: 'A', steps: says(text) },
        { name: 'A', steps: says('x', { type: 'callsTool', tool: 't', arguments: { deep: [{ key: text }] } }) },
      ])
        expect(await refused(agent, 'PUT', '/tests/t', body)).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    expect(await list(agent)).toEqual([])
  })

  test('are created from a conversation', async () => {
    const agent = await server.makeAgent(ada)
    const looking = { bearer: ada.token, draft: true }
    const { answer } = await server.turn(agent, { text: 'When do you open?', ...looking })
    const { conversationId = '', visitorId = '' } = answer.metadata ?? {}
    await server.turn(agent, { text: 'And on Sunday?', conversationId, visitorId, ...looking })
    const { data } = await post<{ data: AgentTest }>(agent, '/tests/from-conversation', {
      conversationId,
      name: 'As it was',
    })
    expect(data).toMatchObject({
      name: 'As it was',
      protected: false,
      steps: [{ message: 'When do you open?' }, { message: 'And on Sunday?' }],
    })
    expect(data.steps[0]?.expectations).toMatchObject([{ type: 'reachesNode' }])
    expect(await list(agent)).toEqual([data])
    // The test repeats what the agent did, so it passes.
    expect(await run(agent)).toMatchObject({ status: 'done', passed: 1 })
    const foreign = await server.makeAgent(bob)
    const stolen = await refused(foreign, 'POST', '/tests/from-conversation', { conversationId, name: 'Mine' })
    expect(stolen).toMatchObject({ status: 404 })
    expect(await list(foreign)).toEqual([])
  })

  test('are copied with their agent, and nowhere else', async () => {
    const agent = await server.makeAgent(ada)
    const kept = await save(agent, { steps: says('nine'), protected: true })
    await run(agent)
    const { data } = await post<{ data: { ID: string } }>(agent, '/duplicate')
    const copy = { ...agent, id: data.ID }
    await vi.waitFor(async () => expect(await list(copy)).toHaveLength(1), { timeout: 20_000 })
    expect(await list(copy)).toMatchObject([{ id: kept.id, name: 'Hours', protected: true }])
    // Nobody has run them there.
    expect((await list(copy))[0]?.draftPassed).toBeUndefined()
    await server.must('DELETE', at(agent), ada.token)
    const left = () =>
      rows(
        `select 1 from agent_tests where agent_id = $1 union all select 1 from test_runs where agent_id = $1
         union all select 1 from test_results where agent_id = $1`,
        agent.id,
      )
    await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 20_000 })
    expect(await list(copy)).toHaveLength(1)
  })
})

describe('Publish', () => {
  const guarded = async (publishGuard: 'off' | 'warn' | 'refuse') => {
    const agent = await server.makeAgent(ada, { publishGuard, vg_systemPrompt: 'Published.' })
    await save(agent, { name: 'Hours', protected: true, steps: says('nine') })
    await save(agent, { name: 'Loose', steps: says('x') })
    script('At nine.', 'x')
    await run(agent, { copy: 'published' })
    await draft(agent, { vg_systemPrompt: 'Draft.' })
    return agent
  }
  const change = { vg_systemPrompt: 'Draft.' }

  test('accepts the results of tests that were renamed or made required since', async () => {
    const agent = await guarded('refuse')
    script('At nine.', 'x')
    await run(agent)
    const [hours, loose] = await list(agent)
    await save(agent, { name: 'Opening hours', protected: true, steps: hours?.steps ?? [] }, hours?.id)
    await save(agent, { name: 'Loose', protected: true, steps: loose?.steps ?? [] }, loose?.id)
    expect(await list(agent)).toMatchObject([
      { name: 'Opening hours', draftPassed: true, publishedPassed: true },
      { protected: true, draftPassed: true, publishedPassed: true },
    ])
    await save(agent, { name: 'Loose', protected: true, steps: says('x'), channel: 'whatsapp' }, loose?.id)
    expect(await compare(agent)).toMatchObject({ missing: ['Loose'] })
    await save(agent, { name: 'Loose', protected: true, steps: says('x') }, loose?.id)
    expect(await publish(agent, change)).toMatchObject({ status: 200 })
  })

  test('is refused until the required tests were run on the draft and pass', async () => {
    const agent = await guarded('refuse')
    expect(await compare(agent)).toMatchObject({ worse: [], missing: ['Hours'] })
    expect(await publish(agent, change)).toEqual({
      status: 409,
      code: 'CONFLICT',
      message: 'Not published. Run the required tests on this draft first: “Hours”.',
    })
    script('At ten.', 'x')
    await run(agent)
    expect(await compare(agent)).toEqual({
      items: [
        expect.objectContaining({ name: 'Hours', protected: true, published: true, draft: false }),
        expect.objectContaining({ name: 'Loose', protected: false, published: true, draft: true }),
      ],
      worse: ['Hours'],
      missing: [],
    })
    const worse = await publish(agent, change)
    expect(worse).toMatchObject({ status: 409, message: 'Not published. Required tests are failing: “Hours”.' })
    script('At nine.', 'y')
    await run(agent)
    expect(await publish(agent, change)).toMatchObject({ status: 200 })
  })

  test.each(['warn', 'off'] as const)('is not held back by «%s»', async (guard) => {
    const agent = await guarded(guard)
    script('At ten.', 'x')
    await run(agent)
    expect(await compare(agent)).toMatchObject({ worse: ['Hours'] })
    expect(await publish(agent, change)).toMatchObject({ status: 200 })
  })

  const LOOK = { theme: 'pink-dark', allowedDomains: ['shop.example'] }

  test('of the look needs no tests, whatever else is in the draft', async () => {
    const agent = await guarded('refuse')
    await draft(agent, LOOK)
    expect(await publish(agent, LOOK)).toMatchObject({ status: 200 })
    expect(await publish(agent, change)).toMatchObject({ status: 409 })
  })

  test('of all but the look counts the tests that ran on the draft', async () => {
    const agent = await guarded('refuse')
    await draft(agent, LOOK)
    script('At nine.', 'x')
    await run(agent)
    expect(await publish(agent, change)).toMatchObject({ status: 200 })
  })

  test('of a part that no test can run on says what to do', async () => {
    const agent = await guarded('refuse')
    await draft(agent, { vg_temperature: 0.1 })
    script('At nine.', 'x')
    await run(agent)
    expect(await publish(agent, change)).toEqual({
      status: 409,
      code: 'CONFLICT',
      message:
        'Not published. The required tests can only check the whole draft: “Hours”. Publish all changes together, or discard the others first.',
    })
    expect(await publish(agent, { ...change, vg_temperature: 0.1 })).toMatchObject({ status: 200 })
  })

  test('needs no tests when the draft is already published', async () => {
    const agent = await guarded('refuse')
    expect(await publish(agent, { vg_systemPrompt: 'Published.' })).toMatchObject({ status: 200 })
  })
})
