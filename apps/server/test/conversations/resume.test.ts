// A reader who was cut off gets exactly the rest, from any node, at any point, and after a restart.
import type { Answer } from '@parlance/contract/conversations/answer'
import { randomId } from '@parlance/contract/lib/ids'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { violations } from '../helpers/invariants.ts'
import { call } from '../helpers/people.ts'
import type { HeardPart, TurnStream } from '../helpers/streams.ts'

const server = await startTestServer()
const owner = await server.signUp('eu')
const agent = await server.makeAgent(owner)
const TEXT = 'Grüße! 👩‍👩‍👧 One two three, «naïve» 東京 and 𝒻our.'
const visitor = () => `vis_${randomId(28)}`
type Node = Pick<typeof server, 'resume'>

beforeEach(async () => {
  server.model.control.reset()
  server.model.control.script([{ text: TEXT }])
  await server.setCredits(owner, 1_000_000)
})
afterEach(async () => expect(await violations(server.dbs)).toEqual([]))

const textOf = (parts: readonly HeardPart[]) =>
  parts.map(({ part }) => (part.type === 'text-delta' ? part.delta : '')).join('')
const others = (parts: readonly HeardPart[]) => parts.filter(({ part }) => part.type !== 'text-delta')

/** `whole` is the full stream; `rest` is what a reader got who had received everything up to `cut`. */
function expectTheRest(whole: readonly HeardPart[], cut: number, rest: readonly HeardPart[]) {
  const heard = whole.filter(({ id }) => id <= cut)
  expect(rest.every(({ id }) => id > cut)).toBe(true)
  expect(rest.map(({ id }) => id)).toEqual(rest.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(others([...heard, ...rest])).toEqual(others(whole))
  expect(textOf(heard) + textOf(rest)).toBe(textOf(whole))
}

/** Cuts the stream at every id, on each of the nodes. */
async function expectEveryCut(whole: readonly HeardPart[], nodes: readonly Node[], turnId: string, key: string) {
  for (const cut of [0, ...whole.map(({ id }) => id)]) {
    for (const node of nodes) {
      const stream = await node.resume(agent, turnId, cut, key)
      await stream.rest()
      expect(stream.done()).toBe(true)
      expectTheRest(whole, cut, stream.parts)
    }
  }
}

const begun = async (stream: TurnStream, enough: (answer: Answer) => boolean = ({ metadata }) => !!metadata) => {
  const { metadata } = await stream.until(enough)
  return { turnId: metadata?.turnId ?? '', conversationId: metadata?.conversationId ?? '' }
}

test('replays an ended turn from every cut, here, on another node and after a restart', async () => {
  const [visitorId, node] = [visitor(), await server.anotherNode()]
  const stream = await node.say(agent, { visitorId })
  const { turnId } = await begun(stream)
  const answer = await stream.rest()
  expect(answer).toMatchObject({ text: TEXT, status: 'complete' })
  await expectEveryCut(stream.parts, [server, node], turnId, visitorId)
  await node.close()
  const restarted = await server.anotherNode()
  await expectEveryCut(stream.parts, [restarted], turnId, visitorId)
  await restarted.close()
})

test.each([
  ['stopped', 'interrupted'],
  ['broken off', 'interrupted'],
  ['failed', 'failed'],
  ['cut short by its limit', 'complete'],
] as const)('replays a turn that was %s in the same way', async (how, status) => {
  const visitorId = visitor()
  if (how === 'broken off') server.model.control.set({ fault: { kind: 'cut', afterTokens: 4 } })
  if (how === 'failed') server.model.control.set({ fault: { kind: 'status', status: 400 } })
  if (how === 'stopped') server.model.control.set({ perTokenMs: 60 })
  if (how === 'cut short by its limit') {
    server.model.control.reset()
    server.model.control.script([{ text: TEXT, finishReason: 'length' }])
  }
  const stream = await server.say(agent, { visitorId })
  const { turnId } = await begun(stream, ({ text, status: now }) => text.length > 8 || now === 'failed')
  if (how === 'stopped')
    await server.must('POST', `${server.api('eu')}/v2/agents/${agent.id}/interact/${turnId}/stop`, visitorId)
  expect((await stream.rest()).status).toBe(status)
  await expectEveryCut(stream.parts, [server], turnId, visitorId)
})

test('sends the rest of a running turn as it is written to readers who join at any moment, on both nodes', async () => {
  const node = await server.anotherNode()
  server.model.control.set({ firstTokenMs: 50, perTokenMs: 60 })
  const visitorId = visitor()
  const stream = await server.say(agent, { visitorId })
  const { turnId } = await begun(stream)
  const late: { cut: number; reader: TurnStream; reading: Promise<Answer> }[] = []
  const join = async () => {
    const cut = stream.parts.at(-1)?.id ?? 0
    for (const from of [server, node]) {
      const reader = await from.resume(agent, turnId, cut, visitorId)
      late.push({ cut, reader, reading: reader.rest() })
    }
  }
  for (let heard = 0; stream.answer().status !== 'complete' && heard < TEXT.length; heard += 6) {
    await stream.until(({ text, status }) => text.length > heard || status === 'complete')
    await join()
  }
  await stream.rest()
  await Promise.all(late.map(({ reading }) => reading))
  expect(late.length).toBeGreaterThan(8)
  for (const { cut, reader } of late) {
    expect(reader.done()).toBe(true)
    expectTheRest(stream.parts, cut, reader.parts)
  }
  await node.close()
})

test('keeps the position of sources for readers on another node', async () => {
  const node = await server.anotherNode()
  const wise = await server.makeAgent(owner, { vg_kbEnabled: true })
  const base = `${server.api('eu')}/v2/agents/${wise.id}/kb`
  await server.must('POST', base, owner.token, { name: 'Lamps', content: 'Lamps may be returned within 30 days.' })
  const find = () => server.must<{ items: unknown[] }>('POST', `${base}/search`, owner.token, { query: 'return lamps' })
  await expect.poll(async () => (await find()).items.length, { timeout: 20_000 }).toBeGreaterThan(0)
  server.model.control.set({ perTokenMs: 60 })
  const visitorId = visitor()
  const stream = await server.say(wise, { visitorId, text: 'Can I return lamps?' })
  const { turnId } = await begun(stream, ({ text }) => text.length > 10)
  // Until the answer has ended it may still turn out that the agent does not know.
  expect(stream.answer().sources).toHaveLength(0)
  const cut = stream.parts.at(-1)?.id ?? 0
  const [resumed, again] = [
    await node.resume(wise, turnId, cut, visitorId),
    await node.resume(wise, turnId, 0, visitorId),
  ]
  await Promise.all([stream.rest(), resumed.rest(), again.rest()])
  expect(stream.answer().sources).toHaveLength(1)
  expectTheRest(stream.parts, cut, resumed.parts)
  expectTheRest(stream.parts, 0, again.parts)
  server.model.control.script([{ text: 'I don’t have that in my knowledge.' }])
  const unknown = await server.say(wise, { visitorId, text: 'Can I return lamps that sing?' })
  const { metadata } = await unknown.rest()
  expect(unknown.parts.map(({ part }) => part.type)).not.toContain('source-document')
  const path = `${server.api('eu')}/v2/agents/${wise.id}/conversations/${metadata?.conversationId}`
  const { messages } = await server.must<{ messages: { sources: unknown[] }[] }>('GET', path, visitorId)
  expect(messages.map(({ sources }) => sources.length)).toEqual([0, 0])
  await node.close()
})

test('stops a turn from another node, and treats the same message there as the same turn', async () => {
  const node = await server.anotherNode()
  server.model.control.set({ perTokenMs: 80 })
  const [id, visitorId] = [randomId(16), visitor()]
  const stream = await server.say(agent, { id, visitorId })
  const { turnId } = await begun(stream, ({ text }) => text.length > 3)
  const twin = await node.say(agent, { id, visitorId })
  await node.must('POST', `${node.api('eu')}/v2/agents/${agent.id}/interact/${turnId}/stop`, visitorId)
  const [answer, same] = [await stream.rest(), await twin.rest()]
  expect(answer).toMatchObject({ status: 'interrupted', metadata: { turnId } })
  expect(same).toMatchObject({ text: answer.text, status: 'interrupted', metadata: { turnId } })
  expect(answer.text.length).toBeLessThan(TEXT.length)
  await node.close()
})

test('opens every kind of stream at once, however long nothing is said', async () => {
  const node = await server.anotherNode()
  const hangUp = new AbortController()
  const { signal } = hangUp
  /** The first bytes that arrive. The model is silent for longer than the test may take. */
  const firstOf = async (url: string, bearer?: string, init: RequestInit = {}) => {
    const headers = { ...(bearer ? { authorization: `Bearer ${bearer}` } : {}), ...init.headers }
    const response = await fetch(url, { ...init, headers, signal })
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    return (await reader?.read())?.value ?? ''
  }
  const post = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  server.model.control.set({ firstTokenMs: 600_000 })
  const visitorId = visitor()
  const stream = await server.say(agent, { visitorId })
  const { turnId, conversationId } = await begun(stream)
  await stream.until(() => stream.parts.length === 2)
  const base = (api: typeof server.api) => `${api('eu')}/v2/agents/${agent.id}`
  const last = { headers: { 'last-event-id': String(stream.parts.at(-1)?.id) } }
  const opened = await Promise.all([
    ...[server, node].flatMap(({ api }) => [
      firstOf(`${base(api)}/interact/${turnId}`, visitorId, last),
      firstOf(`${base(api)}/conversations/${conversationId}/live`, visitorId),
      firstOf(`${api('eu')}/v2/workspaces/${owner.workspace.uid}/live`, owner.token),
    ]),
    firstOf(`${base(server.api)}/interact`, undefined, post({ message: { id: randomId(16), text: 'Hello?' } })),
    firstOf(
      `${server.api('eu')}/openai/v1/chat/completions`,
      agent.secret,
      post({ model: agent.id, messages: [{ role: 'user', content: 'Hello?' }], stream: true }),
    ),
  ])
  expect(opened.map((text) => text.slice(0, 8))).toEqual(Array.from({ length: 8 }, () => ': open\n\n'))
  hangUp.abort()
  const { rows } = await server.dbs.eu.pool.query<{ id: string }>(`select id from turns where status = 'running'`)
  for (const { id } of rows) await server.must('POST', `${base(server.api)}/interact/${id}/stop`, owner.token)
  await stream.rest()
  await node.close()
})

test('delivers the events of a conversation to listeners on both nodes', async () => {
  const node = await server.anotherNode()
  const visitorId = visitor()
  const { answer } = await server.turn(agent, { visitorId })
  const { conversationId = '' } = answer.metadata ?? {}
  const heard: string[] = []
  const hangUp = new AbortController()
  const listen = async (url: string, bearer: string) => {
    const init = { headers: { authorization: `Bearer ${bearer}` }, signal: hangUp.signal }
    const reader = (await fetch(url, init)).body?.pipeThrough(new TextDecoderStream()).getReader()
    const index = heard.push('') - 1
    const read = async () => {
      for (let next = await reader?.read(); next?.value; next = await reader?.read()) heard[index] += next.value
    }
    void read().catch(() => undefined)
  }
  for (const { api } of [server, node]) {
    await listen(`${api('eu')}/v2/agents/${agent.id}/conversations/${conversationId}/live`, visitorId)
    await listen(`${api('eu')}/v2/workspaces/${owner.workspace.uid}/live`, owner.token)
  }
  await expect.poll(() => heard.every((text) => text.includes('"ready"'))).toBe(true)
  await server.turn(agent, { visitorId, conversationId })
  await expect
    .poll(() => heard.map((text) => /"from":"user"[^]*"from":"agent"[^]*"done"/.test(text)))
    .toEqual([true, true, true, true])
  hangUp.abort()
  await node.close()
})

test("shows a turn only to its visitor and its owner, and never exposes the visitor's key", async () => {
  const visitorId = visitor()
  server.model.control.set({ perTokenMs: 40 })
  const stream = await server.say(agent, { visitorId })
  const { turnId } = await begun(stream, ({ text }) => text.length > 3)
  const url = `${server.api('eu')}/v2/agents/${agent.id}/interact/${turnId}`
  const expectClosed = async () => {
    expect((await call('GET', url, { bearer: visitor() })).status).toBe(404)
    expect((await call('GET', url)).status).toBe(401)
    const mine = await call<string>('GET', url, { bearer: owner.token })
    expect(mine.status).toBe(200)
    expect(mine.body).not.toContain(visitorId)
  }
  await expectClosed()
  await stream.rest()
  await expectClosed()
})
