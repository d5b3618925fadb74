// Gaps: questions of visitors that an agent could not answer, grouped, answered, dismissed and deleted.
import type { Gap } from '@parlance/contract/gaps/schemas'
import { newVisitorId } from '@parlance/contract/lib/ids'
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

const { gaps } = server.running.container.services
const at = ({ id }: Pick<TestAgent, 'id'>, path: string) => `${server.api('eu')}/v2/agents/${id}${path}`
const send = <T>(agent: TestAgent, method: string, path: string, body?: object) =>
  server.must<T>(method, at(agent, path), agent.owner.token, body)
const refused = async (agent: TestAgent, method: string, path: string, body?: object, bearer = agent.owner.token) => {
  const answer = await call<{ code: string }>(method, at(agent, path), { bearer, ...(body ? { body } : {}) })
  return { status: answer.status, code: answer.body.code }
}
const list = (agent: TestAgent, query = '') =>
  send<{ items: Gap[]; nextCursor: string | null }>(agent, 'GET', `/gaps${query}`)
const rows = async (sql: string, ...params: unknown[]) =>
  (await server.dbs.eu.pool.query(sql, params)).rows as Record<string, unknown>[]
const ctxOf = ({ owner }: TestAgent) => server.running.container.contexts.system('eu', owner.workspace.uid)

/** An agent that knows only when the museum opens. */
async function museum(owner: Person, config: object = {}) {
  const agent = await server.makeAgent(owner, { vg_kbEnabled: true, ...config })
  await send(agent, 'POST', '/kb', { name: 'Hours', content: 'The museum opens at nine.' })
  return agent
}

/** Asks each question in a new conversation; returns the conversations. */
async function ask(agent: TestAgent, ...questions: string[]): Promise<string[]> {
  const asked: string[] = []
  for (const text of questions) {
    const { answer, done } = await server.turn(agent, { text, visitorId: newVisitorId() })
    expect(done).toBe(true)
    asked.push(answer.metadata?.conversationId ?? '')
  }
  return asked
}

/** Stores and groups the questions so far. */
async function grouped(agent: TestAgent, query = '') {
  await gaps.settle()
  await gaps.group(ctxOf(agent), agent.id)
  return (await list(agent, query)).items
}
const questionsOf = (agent: TestAgent) => rows('select * from gap_questions where agent_id = $1', agent.id)

describe('a recorded question', () => {
  test('is one that the knowledge does not cover, with its conversation', async () => {
    const agent = await museum(ada)
    const [conversationId] = await ask(agent, 'Do you rent kayaks?')
    const [gap] = await grouped(agent)
    expect(gap).toMatchObject({ question: 'Do you rent kayaks?', count: 1, status: 'open', docId: '' })
    expect(gap?.examples).toEqual([
      { question: 'Do you rent kayaks?', conversationId, ts: expect.any(Number), similarity: expect.any(Number) },
    ])
    expect(gap?.examples[0]?.similarity).toBeLessThan(0.3)
  })

  test('is stored on its own, shortly after the turn', async () => {
    const agent = await museum(ada)
    await ask(agent, 'Do you rent kayaks?')
    await vi.waitFor(async () => expect((await list(agent)).items).toHaveLength(1), { timeout: 20_000, interval: 100 })
  })

  test('is never answered, a courtesy, a name, a test or a draft, and needs a knowledge base', async () => {
    const agent = await museum(ada)
    await ask(agent, 'When does the museum open?', 'hello', 'thank you', 'My name is Anna', '+49 170 1234567')
    await server.turn(agent, { text: 'Do you rent kayaks?', bearer: ada.token })
    await server.turn(agent, { text: 'Do you rent kayaks?', bearer: ada.token, draft: true })
    expect(await grouped(agent)).toEqual([])
    const blank = await server.makeAgent(ada)
    await ask(blank, 'Do you rent kayaks?')
    expect(await grouped(blank)).toEqual([])
  })

  test('is never from an agent that keeps no history', async () => {
    const agent = await museum(ada, { recordChatHistory: false })
    await ask(agent, 'Do you rent kayaks?')
    expect(await grouped(agent)).toEqual([])
    expect(await questionsOf(agent)).toEqual([])
  })

  test('is one whose best passage is below the agent’s threshold', async () => {
    const agent = await museum(ada, { vg_kbThreshold: 0.95 })
    await ask(agent, 'What does the museum cost?')
    expect((await grouped(agent)).map(({ question }) => question)).toEqual(['What does the museum cost?'])
  })

  test('is one that the answer does not know although something was found', async () => {
    const agent = await museum(ada)
    server.model.control.script([{ text: 'I do not know what a ticket to the museum costs.', purpose: 'answer' }])
    await ask(agent, 'What does the museum cost?')
    expect((await grouped(agent)).map(({ question }) => question)).toEqual(['What does the museum cost?'])
  })
})

describe('groups', () => {
  test('contain questions about the same thing, most asked first, and are found by any of them', async () => {
    const agent = await museum(ada)
    await ask(agent, 'Is there parking?', 'Do you rent kayaks?', 'Can I rent a kayak?', 'do you rent kayaks')
    const items = await grouped(agent)
    expect(items.map(({ count }) => count)).toEqual([3, 1])
    expect(items[0]?.examples.map(({ question }) => question)).toEqual([
      'do you rent kayaks',
      'Can I rent a kayak?',
      'Do you rent kayaks?',
    ])
    expect(items[0]?.examples.map(({ question }) => question)).toContain(items[0]?.question)
    expect((await list(agent, '?search=a KAYAK')).items.map(({ id }) => id)).toEqual([items[0]?.id])
    expect((await list(agent, '?search=parking')).items.map(({ id }) => id)).toEqual([items[1]?.id])
    const first = await list(agent, '?limit=1')
    expect(first.items.map(({ id }) => id)).toEqual([items[0]?.id])
    const second = await list(agent, `?limit=1&cursor=${first.nextCursor}`)
    expect(second).toMatchObject({ items: [{ id: items[1]?.id }], nextCursor: null })
    expect(await refused(agent, 'GET', '/gaps?cursor=nonsense')).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    await ask(agent, 'Is there parking?', 'parking?', 'Is there any parking?')
    expect((await grouped(agent)).map(({ count }) => count)).toEqual([4, 3])
  })

  test('compare letters only while nothing can be embedded', async () => {
    const agent = await museum(ada)
    await ask(agent, 'Is there parking?', 'parking?')
    await gaps.settle()
    const { knowledge } = server.running.container.services
    const embed = vi.spyOn(knowledge, 'embed').mockResolvedValue(undefined)
    expect((await grouped(agent)).map(({ count }) => count)).toEqual([2])
    expect(embed).toHaveBeenCalled()
    embed.mockRestore()
    await ask(agent, 'Is there parking?')
    expect((await grouped(agent)).map(({ count }) => count)).toEqual([3])
  })

  test('lose the questions of deleted conversations, and disappear with their last one', async () => {
    const agent = await museum(ada)
    const [, second, third] = await ask(agent, 'Is there parking?', 'Do you rent kayaks?', 'Can I rent a kayak?')
    expect((await grouped(agent)).map(({ count }) => count)).toEqual([2, 1])
    await send(agent, 'DELETE', `/conversations/${second}`)
    await vi.waitFor(async () => expect((await list(agent)).items.map(({ count }) => count)).toEqual([1, 1]), 20_000)
    expect((await list(agent, '?search=kayak')).items.map(({ question }) => question)).toEqual(['Can I rent a kayak?'])
    await send(agent, 'DELETE', `/conversations/${third}`)
    await vi.waitFor(async () => expect((await list(agent)).items).toHaveLength(1), 20_000)
    expect((await list(agent, '?search=kayak')).items).toEqual([])
  })

  test('never get a question whose conversation was deleted before it was stored', async () => {
    const agent = await museum(ada)
    const [conversationId] = await ask(agent, 'Do you rent kayaks?')
    await send(agent, 'DELETE', `/conversations/${conversationId}`)
    await vi.waitFor(async () => expect(await untold('gaps.conversations-deleted')).toEqual([]), 20_000)
    expect(await grouped(agent)).toEqual([])
    expect(await questionsOf(agent)).toEqual([])
  })

  test('are deleted with their agent', async () => {
    const agent = await museum(ada)
    await ask(agent, 'Do you rent kayaks?')
    expect(await grouped(agent)).toHaveLength(1)
    await send(agent, 'DELETE', '')
    await vi.waitFor(async () => expect(await questionsOf(agent)).toEqual([]), { timeout: 20_000, interval: 100 })
    await vi.waitFor(async () => expect(await rows('select 1 from gaps where agent_id = $1', agent.id)).toEqual([]))
  })
})

/** Events that no handler has processed yet. */
const untold = (name: string) =>
  rows(`select 1 from pgboss.job where name = $1 and state in ('created', 'retry', 'active')`, name)

describe('an answer', () => {
  const body = { question: 'Do you rent kayaks?', answer: 'Yes, for 20 euros an hour.', tags: ['boats'] }

  test('becomes a document; the question opens a gap again when it still fails', async () => {
    const agent = await museum(ada)
    await ask(agent, 'Can I rent a kayak?')
    const [before] = await grouped(agent)
    const { gap, document } = await send<{
      gap: Gap
      document: { ID: string; name: string; sourceType: string; tags: string[] }
    }>(agent, 'POST', `/gaps/${before?.id}/answer`, body)
    expect(document).toMatchObject({ name: body.question, sourceType: 'qa', tags: ['boats'] })
    expect(gap).toMatchObject({ id: before?.id, status: 'answered', docId: document.ID, count: 1 })
    expect((await list(agent)).items).toEqual([])
    expect((await list(agent, '?status=answered')).items).toEqual([gap])
    await ask(agent, 'Do you rent kayaks?')
    expect(await grouped(agent)).toEqual([])
    await send(agent, 'POST', '', { vg_kbThreshold: 0.99 })
    await ask(agent, 'Is it possible to rent a kayak?')
    const [again] = await grouped(agent)
    expect(again).toMatchObject({ question: 'Is it possible to rent a kayak?', count: 1, status: 'open' })
    expect(again?.id).not.toBe(gap.id)
  })

  test('is given once', async () => {
    const agent = await museum(ada)
    await ask(agent, 'Can I rent a kayak?')
    const [gap] = await grouped(agent)
    const path = `/gaps/${gap?.id}/answer`
    const both = await Promise.all([1, 2].map(() => refused(agent, 'POST', path, body)))
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(await rows(`select 1 from documents where agent_id = $1 and source_type = 'qa'`, agent.id)).toHaveLength(1)
    expect(await refused(agent, 'POST', path, { ...body, answer: ' ' })).toMatchObject({ status: 400 })
  })

  test('opens the question again when it is deleted, and closes it when it is restored', async () => {
    const agent = await museum(ada)
    await ask(agent, 'Can I rent a kayak?')
    const [gap] = await grouped(agent)
    const { document } = await send<{ document: { ID: string } }>(agent, 'POST', `/gaps/${gap?.id}/answer`, body)
    await send(agent, 'DELETE', `/kb/${document.ID}`)
    await vi.waitFor(async () => expect((await list(agent)).items).toMatchObject([{ id: gap?.id, docId: '' }]), 20_000)
    await send(agent, 'POST', `/kb/${document.ID}/restore`)
    await vi.waitFor(async () => expect((await list(agent)).items).toEqual([]), 20_000)
    expect((await list(agent, '?status=answered')).items).toMatchObject([{ id: gap?.id, docId: document.ID }])
    // Left deleted for the invariants.
    await send(agent, 'DELETE', `/kb/${document.ID}`)
    await vi.waitFor(async () => expect((await list(agent)).items).toMatchObject([{ id: gap?.id, docId: '' }]), 20_000)
  })

  test('stays taken back by a person when its document is deleted and restored', async () => {
    const agent = await museum(ada)
    await ask(agent, 'Can I rent a kayak?')
    const [gap] = await grouped(agent)
    const { document } = await send<{ document: { ID: string } }>(agent, 'POST', `/gaps/${gap?.id}/answer`, body)
    await send(agent, 'DELETE', `/kb/${document.ID}`)
    await vi.waitFor(async () => expect((await list(agent)).items).toHaveLength(1), 20_000)
    await send(agent, 'PATCH', `/gaps/${gap?.id}`, { status: 'open' })
    await send(agent, 'POST', `/kb/${document.ID}/restore`)
    await gaps.onKnowledgeChanged(ctxOf(agent), agent.id)
    expect((await list(agent)).items).toMatchObject([{ id: gap?.id, status: 'open', docId: '' }])
  })
})

test('dismisses a gap however often it is asked, and can reopen it', async () => {
  const agent = await museum(ada)
  await ask(agent, 'Can I rent a kayak?')
  const [gap] = await grouped(agent)
  const path = `/gaps/${gap?.id}`
  expect(await send(agent, 'PATCH', path, { status: 'dismissed' })).toMatchObject({ data: { status: 'dismissed' } })
  await ask(agent, 'Can I rent a kayak?')
  expect(await grouped(agent)).toEqual([])
  expect((await list(agent, '?status=dismissed')).items).toMatchObject([{ id: gap?.id, count: 2 }])
  await send(agent, 'PATCH', path, { status: 'open' })
  expect((await list(agent)).items).toMatchObject([{ id: gap?.id, count: 2, status: 'open' }])
})

test('keeps tenants apart', async () => {
  const [mine, theirs] = [await museum(ada), await museum(bob)]
  await ask(mine, 'Can I rent a kayak?')
  const [gap] = await grouped(mine)
  expect(await grouped(theirs)).toEqual([])
  const path = `/gaps/${gap?.id}`
  const nothing = { status: 404, code: 'NOT_FOUND' }
  expect(await refused(mine, 'GET', '/gaps', undefined, bob.token)).toEqual(nothing)
  expect(await refused(theirs, 'PATCH', path, { status: 'dismissed' })).toEqual(nothing)
  expect(await refused(theirs, 'POST', `${path}/answer`, { question: 'Q', answer: 'A' })).toEqual(nothing)
  expect((await list(mine)).items).toEqual([gap])
})
