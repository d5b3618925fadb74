// The writing assistant through the real app: suggestions, refusals and cost.
import { messageOf } from '../../src/lib/stored-message.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { call, type Person, type TestAgent } from '../helpers/people.ts'

const server = await startTestServer()
const { control } = server.model
let ada: Person
let bob: Person
beforeAll(async () => {
  ;[ada, bob] = await Promise.all([server.signUp('eu'), server.signUp('na')])
})
beforeEach(() => control.reset())
afterAll(async () => expect(await violations(server.dbs)).toEqual([]))

const at = ({ id, owner }: TestAgent, path: string) => `${server.api(owner.region)}/v2/agents/${id}/assistant/${path}`
const post = <T>(agent: TestAgent, path: string, body: object, bearer = agent.owner.token) =>
  call<T>('POST', at(agent, path), { bearer, body })
const answers = (...all: (object | string)[]) =>
  control.script(all.map((one) => ({ text: typeof one === 'string' ? one : JSON.stringify(one) })))
const SUGGESTION = {
  systemPrompt: 'You speak for a bakery in Bern.',
  welcomeMessage: 'Grüezi! What would you like?',
  starterQuestions: ['When are you open?', 'When are you open?', ' Do you deliver? ', 'x'.repeat(200)],
  tests: [
    { question: 'When do you open?', criterion: 'Names the opening time.' },
    { question: '', criterion: 'No question.' },
    { question: 'Who won the match?', criterion: 'Says that it does not know.' },
  ],
}
type Suggested = { data: typeof SUGGESTION; written: { model: string; credits: number } }
const causes = async (agent: TestAgent) =>
  (
    await server.dbs[agent.owner.region].pool.query<{ cause: string }>(
      `select distinct cause from ledger_transactions where workspace_id = $1 and cause like any ($2) order by cause`,
      [agent.owner.workspace.uid, ['%credit_assistant%']],
    )
  ).rows.map(({ cause }) => messageOf(cause).text)

test('turns a description into prompt, welcome, questions and tests, charged and not stored', async () => {
  for (const owner of [ada, bob]) {
    const agent = await server.makeAgent(owner)
    const before = await server.must('GET', `${server.api(owner.region)}/v2/agents/${agent.id}`, owner.token)
    answers(SUGGESTION)
    const { status, body } = await post<Suggested>(agent, 'suggestions', { description: 'A small bakery', lang: 'de' })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...SUGGESTION,
      starterQuestions: ['When are you open?', 'Do you deliver?', 'x'.repeat(120)],
      tests: [SUGGESTION.tests[0], SUGGESTION.tests[2]],
    })
    expect(body.written.credits).toBeGreaterThan(0)
    expect(await server.must('GET', `${server.api(owner.region)}/v2/agents/${agent.id}`, owner.token)).toEqual(before)
    expect(await causes(agent)).toEqual(['Suggestions for an agent'])
    expect(JSON.stringify(control.requests.at(-1))).toContain('Deutsch')
  }
})

test('hides an improved prompt that loses a placeholder', async () => {
  const agent = await server.makeAgent(ada)
  answers({ text: 'Greet {name} <b>warmly</b> & ask for {order}.' })
  const improve = { kind: 'step', text: 'Please say hi to {name}, and {order}', wish: 'warmer' }
  const { body } = await post<{ data: { text: string } }>(agent, 'improvements', improve)
  expect(body.data.text).toBe('Greet {name} <b>warmly</b> & ask for {order}.')
  answers({ text: 'Greet the visitor.' })
  expect(await post(agent, 'improvements', improve)).toMatchObject({ status: 502, body: { code: 'MODEL_UNAVAILABLE' } })
})

test.each(['I would rather not.', '{"systemPrompt": ""}', '{', '[]', ''])('%j is no suggestion', async (text) => {
  const agent = await server.makeAgent(ada)
  answers(text)
  const refused = await post<{ message: string }>(agent, 'suggestions', { description: 'We sell shoes' })
  expect(refused).toMatchObject({ status: 502 })
})

test('explains what to do without a key for the model', async () => {
  const agent = await server.makeAgent(ada, { vg_defaultModel: 'claude-sonnet-4-5' })
  expect(await post(agent, 'suggestions', { description: 'We sell shoes' })).toMatchObject({
    status: 409,
    body: { message: 'Add an API key for the agent’s model first. The demo model can’t write prompts.' },
  })
})

test('needs a sentence, the tenant’s own agent, and credits', async () => {
  const agent = await server.makeAgent(ada)
  answers(SUGGESTION)
  expect(await post(agent, 'suggestions', { description: 'We sell shoes' })).toMatchObject({ status: 200 })
  for (const description of ['', '   ', 'Candles', 'x'.repeat(2001)])
    expect(await post(agent, 'suggestions', { description })).toMatchObject({ status: 400 })
  expect(await post(agent, 'suggestions', { description: 'We sell shoes' }, bob.token)).toMatchObject({ status: 404 })
  const eve = await server.signUp('eu')
  expect(await post(agent, 'suggestions', { description: 'We sell shoes' }, eve.token)).toMatchObject({ status: 404 })
  const poor = await server.makeAgent(eve)
  await server.setCredits(eve, 0)
  const asked = control.requests.length
  expect(await post(poor, 'suggestions', { description: 'We sell shoes' })).toMatchObject({ status: 402 })
  expect(control.requests).toHaveLength(asked)
})
