// The SDK as developers get it: packed, installed offline, compiled strictly, and used against the real server.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { contract } from '@parlance/contract'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import type { Person, TestAgent } from '../helpers/people.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const bin = (name: string) => join(root, 'node_modules', '.bin', name)
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'parlance-sdk-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const server = await sharedTestServer()
let owner: Person
let agent: TestAgent
let sdk: typeof import('../../../../packages/sdk/src/index.js')

const readme = readFileSync(join(root, 'packages', 'sdk', 'README.md'), 'utf8')
const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
const [beginning, answers, lists, files, errors, events] = blocks.map((_, n) => `example-${n}.ts`)

beforeAll(async () => {
  owner = await server.signUp('eu')
  agent = await server.makeAgent(owner)
  const npm = { cwd: folder, env: { ...process.env, npm_config_cache: join(folder, 'cache') } }
  await run('npm', ['pack', join(root, 'packages', 'sdk'), '--pack-destination', folder], npm)
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? ''
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'sample', type: 'module', private: true }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', '--ignore-scripts', `./${tarball}`], npm)
  for (const [n, code] of blocks.entries()) writeFileSync(join(folder, `example-${n}.ts`), code)
  sdk = (await import(pathToFileURL(join(folder, 'node_modules/@parlance/sdk/src/index.js')).href)) as typeof sdk
})

const environment = () => ({
  PATH: process.env['PATH'] ?? '',
  PARLANCE_URL: server.url,
  PARLANCE_TOKEN: owner.workspace.secret,
  PARLANCE_WORKSPACE: owner.workspace.uid,
  PARLANCE_AGENT: agent.id,
})
const example = async (file = '') =>
  (await run(process.execPath, [join(folder, file)], { env: environment() })).stdout.trim().split('\n')

describe('the package', () => {
  test('contains its code, types and readme, and has no dependencies', () => {
    const inside = join(folder, 'node_modules', '@parlance', 'sdk')
    expect(readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['@parlance'])
    expect(readdirSync(inside).toSorted()).toEqual(['README.md', 'package.json', 'src'])
    expect(readdirSync(join(inside, 'src')).every((name) => /\.(js|d\.ts)$/.test(name))).toBe(true)
  })

  test('has a method for every call except internal ones', () => {
    const client = sdk.createParlance({ url: server.url }) as unknown as Record<string, Record<string, unknown>>
    const missing = Object.entries(contract).flatMap(([noun, ops]) =>
      Object.entries(ops)
        .filter(([name, op]) => {
          const { by } = (op['~orpc'].meta as unknown as { access: { by: readonly string[] } }).access
          return !by.includes('sandbox') && typeof client[noun]?.[name] !== 'function'
        })
        .map(([name]) => `${noun}.${name}`),
    )
    expect(missing).toEqual([])
  })

  test('compiles strictly with the examples of its readme, and reports type errors', async () => {
    const wrong = [
      "import { createParlance } from '@parlance/sdk'",
      "const parlance = createParlance({ url: 'https://x.test' })",
      '// @ts-expect-error there is no such call',
      'await parlance.agents.nothing()',
      '// @ts-expect-error the id is missing',
      'await parlance.agents.get({})',
      '// @ts-expect-error not a number',
      "await parlance.agents.save({ agentId: 'x', vg_temperature: 'warm' })",
      "const read = await parlance.agents.get({ agentId: 'x' })",
      '// @ts-expect-error an agent has no such field',
      'read.data.nothing',
      'export const title: string = read.data.title',
    ]
    writeFileSync(join(folder, 'wrong.ts'), wrong.join('\n'))
    const options = {
      compilerOptions: {
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        target: 'es2022',
        module: 'nodenext',
        lib: ['es2022', 'dom', 'dom.iterable', 'dom.asynciterable'],
        types: ['node'],
        typeRoots: [join(root, 'node_modules', '@types')],
      },
      files: ['wrong.ts', ...blocks.map((_, n) => `example-${n}.ts`)],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options))
    const { stdout } = await run(bin('tsc'), ['-p', folder]).catch((error: { stdout: string }) => error)
    expect(stdout.split('\n').filter((line) => !line.includes('node_modules/@types/node'))).toEqual([''])
  })
})

describe('its readme', () => {
  test('creates, publishes and teaches an agent, chats with it and reads the conversation', async () => {
    server.model.control.script([{ text: 'We open at nine.' }])
    expect(await example(beginning)).toEqual([
      expect.stringMatching(/^answer We open at nine\./),
      'messages user agent',
    ])
    const { items } = await sdk
      .createParlance({ url: server.url, token: owner.workspace.secret })
      .agents.list({ uid: owner.workspace.uid, search: 'Lamp shop' })
    expect(items).toMatchObject([{ title: 'Lamp shop', hasUnpublishedDraft: false }])
  })

  test('streams an answer without a key', async () => {
    server.model.control.script([{ text: 'Yes, we do.' }])
    expect(await example(answers)).toEqual(['finished complete', expect.stringContaining('Yes, we do.')])
  })

  test('reads lists to the end', async () => {
    const before = Number((await example(lists))[0]?.split(' ')[1])
    await server.makeAgent(owner)
    expect(await example(lists)).toEqual([`agents ${before + 1}`])
  })

  test('uploads a file, and reports refusals', async () => {
    expect(await example(files)).toEqual([expect.stringMatching(/^file (queued|reading|indexing|ready)$/)])
    expect(await example(errors)).toEqual(['refused 404 NOT_FOUND true'])
  })

  test('accepts only signed events', async () => {
    const secret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`
    const env = { ...environment(), PORT: '0', PARLANCE_SIGNING_SECRET: secret }
    const child = spawn(process.execPath, [join(folder, events ?? '')], { env })
    try {
      let written = ''
      child.stdout.on('data', (data: Buffer) => (written += data.toString()))
      while (!written.includes('\n')) await once(child.stdout, 'data')
      const { port } = JSON.parse(written.slice('listening '.length)) as { port: number }
      const body = JSON.stringify({ type: 'new_lead', timestamp: new Date().toISOString(), payload: { createdAt: 1 } })
      const headers = {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': new Webhook(secret).sign('msg_1', new Date(), body),
      }
      const send = async (text: string) =>
        (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status
      expect([await send(body), await send(body.replace('new', 'old'))]).toEqual([204, 401])
      expect(written).toContain('event new_lead')
    } finally {
      child.kill()
    }
  })
})

describe('collect', () => {
  const start = { type: 'start', messageMetadata: { conversationId: 'c1' } }
  const text = { type: 'text-delta', id: 'answer', delta: 'Choose one.' }
  const choice = { type: 'choice', buttons: [{ name: 'Small', request: { type: 'text' } }] }
  const item = { type: 'data-item', id: 'r1-1', data: choice }
  const collected = (...parts: object[]) =>
    sdk.collect(ReadableStream.from(parts) as unknown as Parameters<typeof sdk.collect>[0])

  test('returns text and items', async () => {
    const finish = { type: 'finish', messageMetadata: { status: 'complete' } }
    expect(await collected(start, text, item, finish)).toMatchObject({
      conversationId: 'c1',
      text: 'Choose one.',
      items: [choice],
      status: 'complete',
    })
  })

  test('throws what it has read when the answer breaks off', async () => {
    await expect(collected(start, text, item)).rejects.toMatchObject({
      name: 'ParlanceError',
      code: 'NETWORK',
      message: 'The answer broke off.',
      data: { conversationId: 'c1', text: 'Choose one.', items: [choice] },
    })
  })
})

describe('signed events', () => {
  const secret = `whsec_${Buffer.from('another secret, also long enough').toString('base64')}`
  const other = `whsec_${Buffer.from('the secret that was there before').toString('base64')}`
  const now = Date.now()
  const payload = '{"type":"new_lead","timestamp":"2026-01-01T00:00:00.000Z","payload":{"createdAt":1,"name":"Ünï"}}'
  const sign = (by: string, at = now, id = 'msg_2') => new Webhook(by).sign(id, new Date(at), payload)
  const headers = (signature: string, at = now) => ({
    'Webhook-Id': 'msg_2',
    'Webhook-Timestamp': String(Math.floor(at / 1000)),
    'Webhook-Signature': signature,
  })
  const verify = (of: Record<string, string> | Headers, more: object = {}) =>
    sdk.verifyEvent({ payload, headers: of, secret, now, ...more })

  test.each([
    ['signed', () => headers(sign(secret))],
    ['signed by both secrets of a change', () => headers(`${sign(other)} ${sign(secret)}`)],
    ['next to signatures of another kind', () => headers(`v1a,abc ${sign(secret)}`)],
    ['almost five minutes ago', () => headers(sign(secret, now - 299_000), now - 299_000)],
    ['in the headers of fetch', () => new Headers(headers(sign(secret)))],
  ])('%s', async (_, of) => {
    expect(await verify(of())).toMatchObject({ type: 'new_lead', payload: { name: 'Ünï' } })
  })

  test.each([
    ['by another secret', () => headers(sign(other))],
    ['for another id', () => headers(sign(secret, now, 'msg_3'))],
    ['too long ago', () => headers(sign(secret, now - 301_000), now - 301_000)],
    ['ahead of time', () => headers(sign(secret, now + 301_000), now + 301_000)],
    ['at no time', () => ({ ...headers(sign(secret)), 'Webhook-Timestamp': 'now' })],
    ['with nothing', () => headers('v1,')],
    ['with no base64', () => headers('v1,%%%')],
    ['not at all', () => ({})],
  ])('are refused when signed %s', async (_, of) => {
    await expect(verify(of())).rejects.toMatchObject({ name: 'ParlanceError', code: 'EVENT_INVALID' })
  })

  test('are refused without a usable secret', async () => {
    await expect(verify(headers(sign(secret)), { secret: '%%' })).rejects.toMatchObject({ code: 'EVENT_INVALID' })
    await expect(verify(headers(sign(secret)), { secret: '' })).rejects.toMatchObject({ code: 'EVENT_INVALID' })
  })
})

describe('a server that is busy', () => {
  const asked: string[] = []
  const keys: (string | undefined)[] = []
  let refusals: { status: number; headers?: Record<string, string>; body?: string }[] = []
  const busy = createServer((request, response) => {
    asked.push(request.method ?? '')
    keys.push(request.headers['idempotency-key'] as string | undefined)
    const refusal = refusals.shift()
    const body = '{"items":[],"nextCursor":null,"code":"RATE_LIMITED","message":"Wait.","requestId":"r1"}'
    response.writeHead(refusal?.status ?? 200, { 'content-type': 'application/json', ...refusal?.headers })
    response.end(refusal?.body ?? body)
  })
  beforeAll(async () => {
    busy.listen(0, '127.0.0.1')
    await once(busy, 'listening')
  })
  afterAll(() => void busy.close())
  const client = (retries?: number) =>
    sdk.createParlance({
      url: `http://127.0.0.1:${(busy.address() as AddressInfo).port}/`,
      ...(retries === undefined ? {} : { retries }),
    })
  const later = { status: 429, headers: { 'retry-after': '0' } }
  const tries = async (given: typeof refusals, work: () => Promise<unknown>) => {
    refusals = given
    asked.length = 0
    const outcome = await work().then(
      () => 'done',
      ({ code, status }: { code: string; status: number }) => `${status} ${code}`,
    )
    return [outcome, asked.length]
  }
  const list = () => client().agents.list({ uid: 'x' })

  test('gets reads again, up to the retry limit', async () => {
    expect(await tries([later, { ...later, status: 503 }], list)).toEqual(['done', 3])
    expect(await tries([later, later, later], list)).toEqual(['429 RATE_LIMITED', 3])
    expect(await tries([later], () => client(0).agents.list({ uid: 'x' }))).toEqual(['429 RATE_LIMITED', 1])
  })
  const create = (token?: string, options?: { idempotencyKey?: string }) =>
    sdk
      .createParlance({ url: `http://127.0.0.1:${(busy.address() as AddressInfo).port}/`, ...(token ? { token } : {}) })
      .knowledge.create({ agentId: 'x', name: 'x', content: 'x' }, options)

  test('gets writes again with the same idempotency key', async () => {
    keys.length = 0
    const running = { status: 409, headers: { 'retry-after': '0' }, body: '{"code":"IDEMPOTENCY_KEY_IN_USE"}' }
    expect(await tries([later, running], () => create('pk_x'))).toEqual(['done', 3])
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
    expect(new Set(keys).size).toBe(1)
    expect(await tries([{ status: 500 }], () => create('pk_x', { idempotencyKey: 'mine' }))).toEqual(['done', 2])
    expect(keys.slice(3)).toEqual(['mine', 'mine'])
    expect(await tries([{ status: 409 }], () => create('pk_x'))).toEqual(['409 RATE_LIMITED', 1])
  })
  test('gets writes only once without a token, or when it names no time or too long a time', async () => {
    keys.length = 0
    expect(await tries([later], () => create())).toEqual(['429 RATE_LIMITED', 1])
    expect(keys).toEqual([undefined])
    expect(await tries([{ status: 429 }], list)).toEqual(['429 RATE_LIMITED', 1])
    expect(await tries([{ status: 429, headers: { 'retry-after': '3600' } }], list)).toEqual(['429 RATE_LIMITED', 1])
    expect(await tries([{ status: 500 }], list)).toEqual(['done', 2])
    expect(await tries([{ status: 404 }], list)).toEqual(['404 RATE_LIMITED', 1])
  })
  test('may answer without JSON, or not at all', async () => {
    expect(await tries([{ status: 502, body: '<html>' }], () => client(0).agents.list({ uid: 'x' }))).toEqual([
      '502 UNKNOWN',
      1,
    ])
    const nowhere = sdk.createParlance({ url: 'http://127.0.0.1:1', retries: 1 })
    await expect(nowhere.agents.list({ uid: 'x' })).rejects.toMatchObject({ status: 0, code: 'NETWORK' })
    for (const uid of ['', '.', '..'])
      await expect(client().agents.list({ uid })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(list()).resolves.toMatchObject({ items: [] })
    const gone = client().agents.list({ uid: 'x' }, { signal: AbortSignal.abort() })
    await expect(gone).rejects.toMatchObject({ name: 'AbortError' })
  })
})
