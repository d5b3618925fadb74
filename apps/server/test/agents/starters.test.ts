// Generated starter questions through the real app: who is offered which, and when they are regenerated.
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
const { control } = server.model
const { starters } = server.running.container.services
let ada: Person
let bob: Person
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([server.signUp('eu'), server.signUp('na')])
})
beforeEach(() => control.reset())
afterAll(async () => expect(await violations(server.dbs)).toEqual([]))

const MINUTE = 60_000
const LAMPS =
  '# Lamps\n\n## Opening hours\nThe lamp shop is open from nine to five.\n\n## How long does a lamp repair take?\nA lamp repair takes one week.'
const CAKES =
  '# Cakes\n\n## Preise\nEin Kuchen kostet zwölf Franken.\n\n## Haben Sie veganen Kuchen?\nJa, veganen Kuchen haben wir am Freitag.'

const at = ({ id, owner }: TestAgent, path: string) => `${server.api(owner.region)}/v2/agents/${id}${path}`
const send = <T>(agent: TestAgent, method: string, path: string, body?: object) =>
  server.must<T>(method, at(agent, path), agent.owner.token, body)
const ctxOf = ({ owner: { region, workspace } }: TestAgent, inMs: number) => ({
  ...server.running.container.contexts.system(region, workspace.uid),
  now: () => new Date(Date.now() + inMs),
})
const row = async ({ id, owner }: TestAgent) =>
  (
    await server.dbs[owner.region].pool.query<{ due: Date | null }>(
      'select starters_due_at as due from agents where id = $1',
      [id],
    )
  ).rows[0]
/** Adds knowledge and waits until questions are due. */
const teach = async (agent: TestAgent, name: string, content: string) => {
  const before = (await row(agent))?.due?.getTime()
  const { data } = await send<{ data: { ID: string } }>(agent, 'POST', '/kb', { name, content })
  await vi.waitFor(
    async () => {
      const { data: document } = await send<{ data: { status: string } }>(agent, 'GET', `/kb/${data.ID}`)
      expect(document.status).toBe('ready')
      const due = (await row(agent))?.due?.getTime()
      expect(due).toBeTypeOf('number')
      expect(due).not.toBe(before)
    },
    { timeout: 20_000, interval: 100 },
  )
}
type Starters = { questions: string[]; madeAt: number | null }
const made = (agent: TestAgent) => send<Starters>(agent, 'GET', '/assistant/starters')
const make = (agent: TestAgent) => starters.make(ctxOf(agent, 2 * MINUTE), agent.id)
const offered = async ({ id, owner }: TestAgent) => {
  // Public reads of an agent are cached for two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2100))
  const url = `${server.api(owner.region)}/public/agents/${id}`
  return (await server.must<{ data: { starterQuestions: string[] } }>('GET', url, undefined)).data.starterQuestions
}

test('offers visitors answerable questions per agent, without a model', async () => {
  const lamps = await server.makeAgent(ada)
  const cakes = await server.makeAgent(bob)
  await teach(lamps, 'Lamps', LAMPS)
  await teach(cakes, 'Cakes', CAKES)
  const asked = control.requests.length
  for (const [agent, questions] of [
    [lamps, ['How long does a lamp repair take?', 'What are your opening hours?']],
    [cakes, ['Haben Sie veganen Kuchen?', 'Welche Preise haben Sie?']],
  ] as const) {
    await make(agent)
    const { questions: kept, madeAt } = await made(agent)
    expect(kept).toEqual(questions)
    expect(madeAt).toBeGreaterThan(0)
    expect(await offered(agent)).toEqual(questions)
    // The owner's own field is unchanged.
    const { data } = await send<{ data: { starterQuestions: string[] } }>(agent, 'GET', '')
    expect(data.starterQuestions).toEqual([])
  }
  expect(control.requests).toHaveLength(asked)
  expect((await call('GET', at(lamps, '/assistant/starters'), { bearer: bob.token })).status).toBe(404)
})

test('drops a question without an answer', async () => {
  const agent = await server.makeAgent(ada)
  await teach(agent, 'Questions', '# Questions\n\n## Do you polish brass handles?\n')
  await make(agent)
  expect((await made(agent)).questions).toEqual([])
})

test('prefers own questions, and can switch generated ones off', async () => {
  const agent = await server.makeAgent(ada)
  await teach(agent, 'Lamps', LAMPS)
  await make(agent)
  const { questions } = await made(agent)
  expect(await offered(agent)).toEqual(questions)
  await send(agent, 'POST', '', { offerGeneratedStarters: false })
  expect(await offered(agent)).toEqual([])
  await send(agent, 'POST', '', { offerGeneratedStarters: true, starterQuestions: ['Where are you?'] })
  expect(await offered(agent)).toEqual(['Where are you?'])
})

test('generates once after many changes, a minute after the last', async () => {
  const agent = await server.makeAgent(bob)
  await teach(agent, 'Cakes', CAKES)
  await teach(agent, 'Brot', '# Brot\n\n## Was kostet ein Brot?\nEin Brot kostet drei Franken.')
  const dueIn = ((await row(agent))?.due?.getTime() ?? Number.NaN) - Date.now()
  expect(dueIn).toBeGreaterThan(MINUTE / 2)
  expect(dueIn).toBeLessThanOrEqual(MINUTE)
  await starters.sweep(ctxOf(agent, 0))
  expect((await row(agent))?.due).not.toBeNull()
  await starters.sweep(ctxOf(agent, 2 * MINUTE))
  expect(await row(agent)).toEqual({ due: null })
  await vi.waitFor(async () => expect((await made(agent)).questions).toContain('Was kostet ein Brot?'), {
    timeout: 20_000,
    interval: 200,
  })
})
