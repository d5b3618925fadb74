// Which model answers and which ones are offered, depending on the keys of the installation and the workspace.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KeyTest } from '@parlance/contract/workspaces/key-test'
import type { Credential, OfferedModels } from '@parlance/contract/workspaces/schemas'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { startTestServer } from '../helpers/app.ts'
import { call, type Person } from '../helpers/people.ts'

/** Speaks enough of OpenAI's and Anthropic's protocol for one answer, and returns this list of models. */
let listing: { status: number; body: string } = { status: 200, body: '{}' }
/** Runs before the list is returned. */
let meanwhile = async (): Promise<unknown> => undefined
const asked: { path: string; model?: string; key: string }[] = []
const provider = createServer((request, response) => {
  let body = ''
  request.on('data', (chunk) => (body += String(chunk)))
  request.on('end', () => {
    const path = request.url ?? ''
    const key = String(request.headers.authorization ?? request.headers['x-api-key'])
    const sent = body ? (JSON.parse(body) as { model: string; stream?: boolean }) : undefined
    asked.push({ path, key, ...(sent && { model: sent.model }) })
    if (/\/models(\?|$)/.test(path))
      return void meanwhile().then(() => response.writeHead(listing.status).end(listing.body))
    if (!sent?.stream) return void response.writeHead(200).end(JSON.stringify({ choices: [{}], content: [{}] }))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const event = (data: { type: string }) => response.write(`event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`)
    const usage = { input_tokens: 9, output_tokens: 2 }
    const message = { id: 'm', type: 'message', role: 'assistant', model: 'x', content: [], stop_reason: null, usage }
    event({ type: 'message_start', message } as never)
    event({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } } as never)
    event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'I stand in.' } } as never)
    event({ type: 'content_block_stop', index: 0 } as never)
    event({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage } as never)
    event({ type: 'message_stop' })
    return response.end()
  })
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
const host = `127.0.0.1:${(provider.address() as AddressInfo).port}`
const baseUrl = `http://${host}/v1`
afterAll(() => {
  provider.closeAllConnections()
  provider.close()
})

const anthropic = { apiKey: 'sk-platform', baseUrl }
const server = await startTestServer({ settings: { models: { anthropic }, outboundAllow: [host] } })
const models = async ({ region, workspace, token }: Person) =>
  server.must<OfferedModels>('GET', `${server.api(region)}/v2/workspaces/${workspace.uid}/models`, token)
const store = ({ region, workspace, token }: Person, name: string, body: object) =>
  server.must('PUT', `${server.api(region)}/v2/workspaces/${workspace.uid}/credentials/${name}`, token, body)

describe('with only a platform key of Anthropic', () => {
  test('uses its best model for an agent without a chosen model, and names it in the answer', async () => {
    const owner = await server.signUp('eu')
    const agent = await server.makeAgent(owner)
    const { answer, status } = await server.turn(agent)
    expect(status).toBe(200)
    expect(answer).toMatchObject({ text: 'I stand in.', status: 'complete', metadata: { model: 'claude-sonnet-4-5' } })
    expect(asked.at(-1)).toMatchObject({ model: 'claude-sonnet-4-5', key: 'sk-platform' })
    const offered = await models(owner)
    expect(offered.default).toMatchObject({
      asked: 'gpt-4o',
      answers: { id: 'claude-sonnet-4-5', provider: 'anthropic', paidBy: 'platform' },
    })
    expect(new Set(offered.items.map((one) => one.provider))).toEqual(new Set(['anthropic']))
    expect(offered.items[0]?.price).toEqual({ input: 3.9, output: 19.5, turn: 0 })
  })

  test('says that the agent can continue only while the credits cover a first message', async () => {
    const owner = await server.signUp('eu')
    const agent = await server.makeAgent(owner)
    const usage = async () => (await call('GET', `${server.api('eu')}/v2/public/agents/${agent.id}/usage`)).body
    await server.setCredits(owner, 2000)
    expect((await server.turn(agent)).status).toBe(402)
    expect(await usage()).toMatchObject({ data: { shouldContinue: false } })
    await server.setCredits(owner, 500_000)
    await vi.waitFor(async () => expect(await usage()).toMatchObject({ data: { shouldContinue: true } }), 10_000)
    expect((await server.turn(agent)).status).toBe(200)
  })

  test('does not replace a chosen model', async () => {
    const agent = await server.makeAgent(await server.signUp('eu'), { vg_defaultModel: 'gpt-4.1' })
    const { status, refusal } = await server.turn(agent)
    expect([status, refusal?.code]).toEqual([502, 'MODEL_UNAVAILABLE'])
  })

  test('[1.6] offers keys of a workspace only to that workspace', async () => {
    const [owner, other] = [await server.signUp('eu'), await server.signUp('eu')]
    await store(owner, 'openai', { apiKey: 'sk-mine-alone', baseUrl: '' })
    const mine = await models(owner)
    expect(mine.default.answers).toMatchObject({ id: 'gpt-4o', paidBy: 'ownKey', price: { turn: 1 } })
    expect((await models(other)).items.some((one) => one.provider === 'openai')).toBe(false)
    const path = `${server.api('eu')}/v2/workspaces/${owner.workspace.uid}/models`
    expect((await call('GET', path, { bearer: other.token })).status).toBe(404)
    expect((await call('GET', path)).status).toBe(401)
  })
})

describe('a custom server', () => {
  const listCalls = () => asked.filter(({ path }) => path.endsWith('/models')).length

  test('lists its models once, through the guarded client', async () => {
    const owner = await server.signUp('na')
    listing = {
      status: 200,
      body: JSON.stringify({ data: [{ id: 'llama3.2' }, { id: 'google/gemma' }, { id: 'llama3.2' }, 7] }),
    }
    await store(owner, 'openai-compatible', { apiKey: 'sk-of-the-server', baseUrl })
    const before = listCalls()
    for (let times = 0; times < 3; times += 1) {
      const own = (await models(owner)).items.filter((one) => one.provider === 'openai-compatible')
      expect(own.map(({ id, name, paidBy }) => [id, name, paidBy])).toEqual([
        ['openai-compatible/llama3.2', 'llama3.2', 'ownKey'],
        ['openai-compatible/google/gemma', 'google/gemma', 'ownKey'],
      ])
    }
    expect(listCalls() - before).toBe(1)
    expect(asked.at(-1)?.key).toBe('Bearer sk-of-the-server')
  })

  test.each([
    ['an error', 500, '{}'],
    ['no JSON', 200, '<html>'],
    ['another shape', 200, '{"models":[]}'],
    ['names that are none', 200, JSON.stringify({ data: [{ id: '' }, { id: 'a\nb' }, { id: 'x'.repeat(151) }, null] })],
  ])('that answers %s does not block the rest', async (what, status, body) => {
    const owner = await server.signUp('na')
    listing = { status, body }
    await store(owner, 'openai-compatible', { apiKey: `sk-${what.replace(/ /g, '-')}`, baseUrl })
    const { items, unlisted } = await models(owner)
    expect(items.map((one) => one.provider)).toEqual(['anthropic', 'anthropic'])
    expect(unlisted).toEqual(what.startsWith('names') ? [] : ['openai-compatible'])
  })
})

describe('testing a key', () => {
  const root = ({ region, workspace }: Person) => `${server.api(region)}/v2/workspaces/${workspace.uid}/credentials`
  const tryKey = (who: Person, name: string, body: object = {}, bearer = who.token) =>
    call<{ code?: string; message?: string; data: KeyTest }>('POST', `${root(who)}/${name}/test`, { bearer, body })
  const stored = async (who: Person) =>
    (await server.must<{ items: Credential[] }>('GET', root(who), who.token)).items.map(({ provider, test }) => [
      provider,
      test?.result ?? null,
    ])
  const good = JSON.stringify({ data: [{ id: 'own-model' }] })

  test('uses the stored one, and the result stays until the key is replaced', async () => {
    const owner = await server.signUp('eu')
    listing = { status: 200, body: good }
    await store(owner, 'anthropic', { apiKey: 'sk-of-anthropic', baseUrl })
    expect(await stored(owner)).toEqual([['anthropic', null]])
    const worked = await tryKey(owner, 'anthropic')
    expect(worked.body.data).toMatchObject({ result: 'works', message: 'The server accepted this key.' })
    expect(asked.at(-1)).toMatchObject({ path: '/v1/messages', key: 'sk-of-anthropic' })
    expect(await stored(owner)).toEqual([['anthropic', 'works']])
    listing = { status: 401, body: '{"error":"You sent sk-of-anthropic"}' }
    const refused = await tryKey(owner, 'anthropic')
    expect(refused.body.data).toMatchObject({
      result: 'refused',
      message: expect.stringContaining('rejected this key'),
    })
    expect(JSON.stringify(refused.body)).not.toContain('sk-of')
    expect(await stored(owner)).toEqual([['anthropic', 'refused']])
    await store(owner, 'anthropic', { apiKey: 'sk-the-next-one', baseUrl })
    expect(await stored(owner)).toEqual([['anthropic', null]])
  })

  test('allows no key at a custom server, but needs one at a provider', async () => {
    const owner = await server.signUp('eu')
    listing = { status: 200, body: good }
    const keyless = { apiKey: '', baseUrl }
    const tried = await tryKey(owner, 'openai-compatible', keyless)
    expect(tried.body.data.message).toBe('The server works without a key.')
    expect(asked.at(-1)?.key).toBe('undefined')
    await store(owner, 'openai-compatible', keyless)
    expect((await tryKey(owner, 'openai-compatible')).body.data.result).toBe('works')
    expect(await stored(owner)).toEqual([['openai-compatible', 'works']])
    expect((await models(owner)).unlisted).toEqual([])
    expect(asked.at(-1)?.key).toBe('undefined')
    for (const [provider, apiKey] of [
      ['openai', ''],
      ['openai-compatible', 'short'],
    ] as const) {
      expect((await tryKey(owner, provider, { apiKey, baseUrl })).body.code).toBe('INVALID_INPUT')
      const put = await call('PUT', `${root(owner)}/${provider}`, { bearer: owner.token, body: { apiKey, baseUrl } })
      expect(put.status).toBe(400)
    }
  })

  test('does not store the result when the key was replaced in the meantime', async () => {
    const owner = await server.signUp('eu')
    listing = { status: 200, body: good }
    await store(owner, 'openai', { apiKey: 'sk-the-old-one', baseUrl })
    meanwhile = () => store(owner, 'openai', { apiKey: 'sk-the-new-one', baseUrl })
    try {
      expect((await tryKey(owner, 'openai')).body.data.result).toBe('works')
    } finally {
      meanwhile = async () => undefined
    }
    expect(await stored(owner)).toEqual([['openai', null]])
  })

  test('stores nothing for an unsaved key, and never sends a stored key elsewhere', async () => {
    const owner = await server.signUp('eu')
    listing = { status: 429, body: '{}' }
    const typed = await tryKey(owner, 'openai', { apiKey: 'sk-typed-one', baseUrl })
    expect(typed.body.data.result).toBe('limited')
    expect(asked.at(-1)?.key).toBe('Bearer sk-typed-one')
    expect((await tryKey(owner, 'openai')).status).toBe(404)
    await store(owner, 'openai', { apiKey: 'sk-stored-one', baseUrl })
    await tryKey(owner, 'openai', { apiKey: 'sk-typed-two', baseUrl })
    expect(await stored(owner)).toEqual([['openai', null]])
    const before = asked.length
    const elsewhere = await tryKey(owner, 'openai', { baseUrl: `http://${host}/elsewhere` })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, 'INVALID_INPUT'])
    expect((await tryKey(owner, 'openai-compatible', { apiKey: 'sk-typed-one' })).status).toBe(400)
    expect(asked).toHaveLength(before)
  })

  test('is open to people who may change it, at allowed addresses', async () => {
    const [owner, other] = [await server.signUp('eu'), await server.signUp('eu')]
    await store(owner, 'openai', { apiKey: 'sk-of-the-owner', baseUrl })
    const before = asked.length
    expect((await tryKey(owner, 'openai', {}, other.token)).status).toBe(404)
    const viewer = await server.join(owner, 'viewer')
    expect((await tryKey(owner, 'openai', {}, viewer.token)).status).toBe(403)
    for (const inside of ['http://127.0.0.1:9/v1', 'http://169.254.169.254/v1'])
      expect((await tryKey(owner, 'openai', { apiKey: 'sk-of-the-owner', baseUrl: inside })).body.data).toMatchObject({
        result: 'unreachable',
        message: expect.stringContaining('Nothing answered at this address.'),
      })
    expect(asked).toHaveLength(before)
  })

  test('is limited to thirty a minute per workspace, across all its people', async () => {
    const strict = await server.anotherNode({ rateLimitScale: 1 / 50 })
    try {
      const owner = await server.signUp('eu')
      const editor = await server.join(owner, 'editor')
      const url = `${strict.api('eu')}/v2/workspaces/${owner.workspace.uid}/credentials/openai/test`
      const answers = []
      // The limit is fifty times higher on this machine in the sandbox.
      for (let times = 0; times < 18; times += 1)
        for (const { token } of [owner, editor])
          answers.push((await call('POST', url, { bearer: token, body: {} })).status)
      expect(answers.filter((status) => status === 404)).toHaveLength(30)
      expect(answers.filter((status) => status === 429)).toHaveLength(6)
    } finally {
      await strict.close()
    }
  })
})
