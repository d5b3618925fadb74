// How agents use their knowledge, end to end: numbered sources, tags, follow-up questions, unknown answers and
// reranking.
import type { AgentPatch } from '@parlance/contract/agents/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { knowledgeOf } from '../helpers/knowledge.ts'
import { openStream } from '../helpers/streams.ts'
import { testConversationsOf } from '../helpers/test-conversations.ts'
import type { TestAgent } from '../helpers/people.ts'

const server = await sharedTestServer()
const owner = await server.signUp('eu')
const stranger = await server.signUp('eu')
await server.setCredits(owner, 10_000_000)
await server.setCredits(stranger, 10_000_000)
const { talk, withNodes } = testConversationsOf(server, owner)
const api = server.api('eu')

const PLAIN = { vg_kbEnabled: true, enableNodes: false }
const DOCUMENTS = [
  {
    name: 'Shipping',
    content: 'Shipping a chair to Norway takes six days. Shipping a chair to Sweden takes four days.',
  },
  { name: 'Returns', content: 'A chair can be sent back within thirty days. The refund is paid to the same card.' },
  { name: 'Opening', content: 'The shop in Leipzig opens at nine. On Sundays it stays closed.' },
]
async function agentWith(config: AgentPatch, documents = DOCUMENTS): Promise<TestAgent> {
  const agent = await withNodes([], { ...PLAIN, ...config })
  for (const document of documents) await server.must('POST', `${api}/v2/agents/${agent.id}/kb`, owner.token, document)
  return agent
}
const prompts = () =>
  server.model.control.requests.flatMap(({ path, body }) => {
    const { messages = [] } = body as { messages?: { role: string; content: string }[] }
    return path.endsWith('/chat/completions') ? messages.filter(({ role }) => role === 'system') : []
  })
const answersPrompt = () => prompts().findLast(({ content }) => content.startsWith('<agent>'))?.content ?? ''
afterEach(() => server.model.control.reset())

describe('sources', () => {
  it('are cited by number, shown to the reader, and stored as cited', async () => {
    const agent = await agentWith({})
    const { answer } = await talk(agent)('How long does shipping a chair to Norway take?')
    expect(answer.text).toMatch(/six days.* \[\d\]\.$/)
    const n = Number(/\[(\d)\]/.exec(answer.text)?.[1])
    expect(answer.sources.find((source) => source.n === n)).toMatchObject({ title: 'Shipping' })
    const { conversationId } = answer.metadata ?? {}
    const { messages } = await server.must<{ messages: { sources: { n: number; title: string }[] }[] }>(
      'GET',
      `${api}/v2/agents/${agent.id}/conversations/${conversationId}`,
      owner.token,
    )
    expect(messages.at(-1)?.sources.map((source) => [source.n, source.title])).toEqual([[n, 'Shipping']])
  })
  it('keep only existing numbers, however a model cites', async () => {
    const agent = await agentWith({})
    server.model.control.script([{ text: 'Six days [7], or four [1] [12]. `x[9]`', purpose: 'answer' }])
    const { answer } = await talk(agent)('How long does shipping a chair take?')
    expect(answer.text).toBe('Six days, or four [1]. `x[9]`')
  })
  it('are hidden with their numbers when the owner wants it', async () => {
    const agent = await agentWith({ vg_kbShowSources: false })
    const { answer, trace } = await talk(agent)('How long does shipping a chair to Norway take?')
    expect(answer.text).toMatch(/six days\.$/)
    expect(answer.sources).toEqual([])
    expect(answersPrompt()).not.toContain('Cite your sources')
    expect(trace.some((entry) => entry.type === 'retrieval' && entry.passages.length > 0)).toBe(true)
    server.model.control.script([{ text: 'Six days [1].', purpose: 'answer' }])
    expect((await talk(agent)('How long does shipping a chair to Norway take?')).answer.text).toBe('Six days.')
  })
})

describe('a long table', () => {
  it('names its columns in passages from its middle, and no table of another section', async () => {
    const rows = Array.from({ length: 200 }, (_, n) => `| Article Q${n}Z | ${n + 300} | ${n + 700} |`).join('\n')
    const prices = '| Article | Purchase price | Sale price |\n| --- | --- | --- |'
    const content = `# Stock\n\n| Shelf | Room |\n| --- | --- |\n| 1 | 2 |\n\n# Prices\n\n${prices}\n${rows}`
    const agent = await agentWith({ vg_kbTopChunks: 1 }, [{ name: 'Prices', content }])
    await vi.waitFor(async () => expect((await knowledgeOf(server, agent).list())[0]?.status).toBe('ready'), {
      timeout: 20_000,
    })
    const { trace } = await talk(agent)('What does article Q150Z cost?')
    const passages = trace.flatMap((entry) => (entry.type === 'retrieval' ? entry.passages : []))
    expect(passages.map(({ text }) => text)).toEqual([expect.stringContaining('| Article Q150Z | 450 | 850 |')])
    expect(passages[0]?.text.split(prices)).toHaveLength(2)
    expect(passages[0]?.text).not.toContain('Shelf')
    expect(answersPrompt()).toContain('| Purchase price | Sale price |')
  })
})

describe('tags', () => {
  it('limit the search to documents with one of them', async () => {
    const agent = await agentWith({ vg_kbTags: ['public'] }, [])
    const add = (name: string, content: string, tags: string[]) =>
      server.must('POST', `${api}/v2/agents/${agent.id}/kb`, owner.token, { name, content, tags })
    await add('Prices', 'The blue lamp costs ninety euros.', ['Public', 'shop'])
    await add('Purchase', 'The blue lamp costs us twenty euros.', ['internal'])
    const { answer } = await talk(agent)('What does the blue lamp cost?')
    expect(answer.text).toContain('ninety')
    expect(answersPrompt()).toContain('ninety euros')
    expect(answersPrompt()).not.toContain('twenty euros')
  })
})

describe('a question without an answer', () => {
  it('finds nothing below the threshold, whatever words match', async () => {
    const asked = 'Does the chair win the chess game on Sundays?'
    await talk(await agentWith({}))(asked)
    expect(answersPrompt()).toContain('<passages>')
    await talk(await agentWith({ vg_kbThreshold: 0.95 }))(asked)
    expect(answersPrompt()).not.toContain('<passages>')
    expect(answersPrompt()).toContain('say that you do not know')
  })
})

describe('a follow-up question', () => {
  const searched = (trace: Awaited<ReturnType<ReturnType<typeof talk>>>['trace']) =>
    trace.flatMap((entry) => (entry.type === 'retrieval' ? [entry.query] : []))
  it('is rewritten for the search, which is charged', async () => {
    const say = talk(await agentWith({ vg_kbSmartSearch: true }))
    const first = await say('How long does shipping a chair to Norway take?')
    expect(first.trace.filter((entry) => entry.type === 'model' && entry.purpose === 'search')).toEqual([])
    const second = await say('And to Sweden?')
    expect(searched(second.trace)).toEqual(['How long does shipping a chair to Norway take? And to Sweden?'])
    const models = second.trace.flatMap((entry) => (entry.type === 'model' ? [entry.purpose] : []))
    expect(models).toEqual(['search', 'answer'])
    expect(second.answer.text).toContain('four days')
  })
  it('is what a «yes» to the agent’s question asks; thanks ask nothing', async () => {
    const say = talk(await agentWith({ vg_kbSmartSearch: true }))
    server.model.control.script([{ text: 'Six days. Do you want to know about Sweden too?', purpose: 'answer' }])
    await say('How long does shipping a chair to Norway take?')
    server.model.control.script([{ text: '{"question":"How long does shipping a chair to Sweden take?"}' }])
    const { trace } = await say('Yes please')
    expect(searched(trace)).toEqual(['How long does shipping a chair to Sweden take?'])
    expect(answersPrompt()).toContain('four days')
    server.model.control.script(
      Array.from({ length: 3 }, () => ({ text: 'Can I help with anything else?', purpose: 'answer' as const })),
    )
    await say('How long does shipping a chair to Norway take?')
    expect(searched((await say('No, thanks')).trace)).toEqual([])
    expect(searched((await say('Thank you!')).trace)).toEqual([])
  })
  it('is searched as it is when rewriting is off or fails', async () => {
    const plain = talk(await agentWith({}))
    await plain('How long does shipping a chair to Norway take?')
    expect(searched((await plain('And to Sweden?')).trace)).toEqual(['And to Sweden?'])
    const say = talk(await agentWith({ vg_kbSmartSearch: true }))
    await say('How long does shipping a chair to Norway take?')
    server.model.control.script([{ text: 'I can not say.' }])
    expect(searched((await say('And to Sweden?')).trace)).toEqual(['And to Sweden?'])
  })
})

describe('reranked passages', () => {
  it('come in the model’s order, or in their own when it gives none', async () => {
    const agent = await agentWith({ vg_kbRerank: true, vg_kbTopChunks: 1 })
    const titles = () => [...answersPrompt().matchAll(/<passage n="\d+" title="([^"]*)">/g)].map(([, title]) => title)
    const question = 'Can I send the chair back within thirty days after shipping?'
    server.model.control.script([{ text: '{"order":[2]}' }])
    await talk(agent)(question)
    const [second] = titles()
    server.model.control.reset()
    server.model.control.script([{ text: 'no order' }])
    const { trace } = await talk(agent)(question)
    expect(titles()).toEqual(['Returns'])
    expect(second).not.toBe('Returns')
    expect(trace.filter((entry) => entry.type === 'model').map((entry) => entry.purpose)).toEqual(['search', 'answer'])
  })
})

it('[1.28] hides knowledge from strangers', async () => {
  await agentWith({})
  const other = testConversationsOf(server, stranger)
  const agent = await other.withNodes([], PLAIN)
  const stream = await openStream(`${api}/v2/agents/${agent.id}/interact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${stranger.token}` },
    body: JSON.stringify({ message: { id: randomId(16), text: 'How long does shipping a chair to Norway take?' } }),
  })
  expect((await stream.rest()).sources).toEqual([])
})
