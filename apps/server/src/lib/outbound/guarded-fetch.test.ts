import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { isPublicAddress } from './addresses.ts'
import { checkAddress, createGuardedFetch, OutboundError, type Resolve } from './guarded-fetch.ts'

const hits: { path: string; headers: IncomingMessage['headers']; method: string }[] = []
let answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
  response.end('secret')
const server = createServer((request, response) => {
  hits.push({ path: request.url ?? '', headers: request.headers, method: request.method ?? '' })
  answer(request, response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.address() as AddressInfo
const canary = `127.0.0.1:${port}`
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  hits.length = 0
  answer = (_request, response) => response.end('secret')
})
const names =
  (table: Record<string, string[]>): Resolve =>
  async (host) =>
    (table[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
const refused = async (promise: Promise<unknown>) => {
  const error: unknown = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(OutboundError)
  expect((error as Error).message).toBe('This address could not be reached.')
}

describe('addresses', () => {
  it.each(['1.1.1.1', '93.184.215.14', '172.15.0.1', '172.32.0.1', '2606:4700:4700::1111', '::ffff:1.1.1.1'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    '198.18.0.1',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:1::',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'ff02::1',
    'no address',
    '',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))
})

describe('recognises addresses in any notation', () => {
  const guarded = createGuardedFetch({ allow: [], resolve: names({}) })
  const hosts = [
    '127.1',
    '127.0.0.1',
    '0x7f000001',
    '2130706433',
    '0177.0.0.1',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::7f00:1]',
    '①②⑦.⓪.⓪.①',
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.localhost',
    'printer.local',
    'metadata.google.internal',
    '169.254.169.254',
    '[::ffff:a9fe:a9fe]',
    'unknown.example',
  ]
  it.each(hosts)('[1.1a] refuses %s on the open ports', async (host) => {
    await refused(guarded(`http://${host}/`))
    await refused(guarded(`https://${host}/`))
    await refused(checkAddress(`http://${host}/`, { allow: [], resolve: names({}) }))
  })
  it.each([
    `http://${canary}/`,
    'file:///etc/passwd',
    'ftp://1.1.1.1/',
    'data:text/plain,x',
    'http://u:p@1.1.1.1/',
    'http://u@1.1.1.1/',
    'http://1.1.1.1:22/',
    'https://1.1.1.1:8443/',
    'gopher://1.1.1.1',
    'http://',
    'nonsense',
    `http://1.1.1.1/${'a'.repeat(5000)}`,
  ])('%s is refused', async (address) => {
    await refused(guarded(address))
    await refused(checkAddress(address, { allow: [] }))
    expect(hits).toEqual([])
  })
})

describe('names', () => {
  it('are refused when any of their addresses is private', async () => {
    const resolve = names({
      'mixed.example': ['1.1.1.1', '127.0.0.1'],
      'inside.example': ['10.0.0.1'],
      'six.example': ['::ffff:7f00:1'],
    })
    const guarded = createGuardedFetch({ allow: [], resolve })
    for (const host of ['mixed.example', 'inside.example', 'six.example']) {
      await refused(guarded(`http://${host}/`))
      await refused(checkAddress(`http://${host}/`, { allow: [], resolve }))
    }
    await checkAddress('https://fine.example/', { allow: [], resolve: names({ 'fine.example': ['1.1.1.1'] }) })
  })
  it('[1.1c] cannot change between the check and the connection', async () => {
    const answers = [['1.1.1.1'], ['127.0.0.1']]
    const resolve: Resolve = async () => (answers.shift() ?? ['127.0.0.1']).map((address) => ({ address, family: 4 }))
    await checkAddress('http://rebind.example/', { allow: [], resolve })
    await refused(createGuardedFetch({ allow: [], resolve })('http://rebind.example/'))
  })
  it('log the reason, and hide it from the caller', async () => {
    const reasons: string[] = []
    const guarded = createGuardedFetch({
      allow: [],
      resolve: names({ 'in.example': ['10.9.8.7'] }),
      onRefused: (reason) => reasons.push(reason),
    })
    const error: unknown = await guarded('http://in.example/').catch((thrown: unknown) => thrown)
    expect((error as Error).message).not.toMatch(/10\.9|refused|example/)
    expect(reasons.join()).toContain('address')
  })
})

describe('operator permissions', () => {
  const guarded = createGuardedFetch({
    allow: [canary, '[::1]:9', ' LocalHost:1 '],
    maxBytes: 100_000,
    timeoutMs: 1500,
  })
  const base = `http://${canary}`

  it('open that address, and nothing else of its host', async () => {
    const response = await guarded(`${base}/path?q=1`, {
      method: 'POST',
      body: 'hello',
      headers: { authorization: 'Bearer x', host: 'evil.test' },
    })
    expect([response.status, await response.text()]).toEqual([200, 'secret'])
    expect(hits[0]).toMatchObject({
      path: '/path?q=1',
      method: 'POST',
      headers: { authorization: 'Bearer x', host: canary },
    })
    await refused(guarded(`http://127.0.0.1:${port + 1}/`))
    await refused(guarded(`http://localhost:${port}/`))
    await refused(guarded('http://127.0.0.1/'))
  })
  it('[1.1b] cannot lead inside by a redirect', async () => {
    for (const [status, location] of [
      [302, 'http://127.0.0.1:1/'],
      [301, 'http://[::1]/'],
      [307, 'http://localhost/x'],
      [308, 'file:///etc/passwd'],
      [303, 'http://169.254.169.254/latest'],
    ] as const) {
      answer = (_request, response) => response.writeHead(status, { location }).end()
      hits.length = 0
      await refused(guarded(`${base}/start`))
      expect(hits.map(({ path }) => path)).toEqual(['/start'])
    }
  })
  it('follows three redirects, and turns POST into GET when the status requires it', async () => {
    answer = (request, response) => {
      const n = Number(request.url?.slice(1))
      if (n < 3) response.writeHead(303, { location: `/${n + 1}` }).end()
      else response.end(`at ${n}`)
    }
    const response = await guarded(`${base}/0`, { method: 'POST', body: 'x', headers: { cookie: 'a=b' } })
    expect(await response.text()).toBe('at 3')
    expect(hits.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET'])
    expect(hits[3]?.headers['cookie']).toBe('a=b')
    await refused(guarded(`${base}/-1`))
    expect((await guarded(`${base}/0`, { redirect: 'manual' })).status).toBe(303)
    await refused(guarded(`${base}/0`, { redirect: 'error' }))
  })
  it('sends no secret or body to another origin', async () => {
    const other = createServer((request, response) => response.end(JSON.stringify(request.headers)))
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const elsewhere = `127.0.0.1:${(other.address() as AddressInfo).port}`
    const both = createGuardedFetch({ allow: [canary, elsewhere] })
    answer = (request, response) =>
      response.writeHead(request.method === 'GET' ? 302 : 307, { location: `http://${elsewhere}/` }).end()
    const headers = { authorization: 'Bearer x', cookie: 'a=b', 'x-api-key': 'k', 'x-other': 'stays' }
    const seen: unknown = await (await both(`${base}/`, { headers })).json()
    expect(seen).toMatchObject({ 'x-other': 'stays' })
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(seen).not.toHaveProperty(name)
    await refused(both(`${base}/`, { method: 'POST', body: 'private' }))
    other.closeAllConnections()
    other.close()
  })
  it('is cut off when the response is too large, declared, undeclared or unpacked', async () => {
    answer = (_request, response) => response.end('x'.repeat(200_000))
    await refused(guarded(`${base}/`))
    answer = (_request, response) => {
      response.writeHead(200)
      response.write('x'.repeat(60_000))
      response.end('x'.repeat(60_000))
    }
    await refused(guarded(`${base}/`).then((response) => response.text()))
    const bomb = gzipSync(Buffer.alloc(20_000_000))
    expect(bomb.length).toBeLessThan(100_000)
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    await refused(guarded(`${base}/`).then((response) => response.text()))
    answer = (_request, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('fine'))
    expect(await (await guarded(`${base}/`)).text()).toBe('fine')
  })
  it('times out in headers or body', async () => {
    answer = () => undefined
    await refused(guarded(`${base}/`))
    answer = (_request, response) => void response.writeHead(200).write('some')
    await refused(guarded(`${base}/`).then((response) => response.text()))
  })
  it('aborts with the caller’s reason', async () => {
    answer = () => undefined
    const controller = new AbortController()
    const asked = guarded(`${base}/`, { signal: controller.signal })
    const reason = new Error('enough')
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })
  it('refuses endless headers and single-use bodies', async () => {
    answer = (_request, response) => response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end()
    await refused(guarded(`${base}/`))
    await refused(guarded(`${base}/`, { method: 'POST', body: new ReadableStream() }))
  })
  it('streams the body as it arrives', async () => {
    let end: () => void = () => undefined
    answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('first')
      end = () => void response.end('last')
    }
    const reader = (await guarded(`${base}/`)).body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('first')
    end()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('last')
    expect((await reader?.read())?.done).toBe(true)
  })
})

describe('concurrency', () => {
  it('limits connections per origin and total exchanges', async () => {
    const waiting: ServerResponse[] = []
    answer = (_request, response) => void waiting.push(response)
    const reasons: string[] = []
    const client = createGuardedFetch({ allow: [canary], maxExchanges: 3, onRefused: (reason) => reasons.push(reason) })
    const asked = Array.from({ length: 3 }, () => client(`http://${canary}/`))
    await expect.poll(() => waiting.length).toBe(3)
    await refused(client(`http://${canary}/`))
    expect(reasons).toEqual(['too many exchanges at once'])
    expect(hits).toHaveLength(3)
    for (const response of waiting) response.end('done')
    const [read, left, unread] = await Promise.all(asked)
    // A connection returns to the pool when its body was read or cancelled, not before.
    await read?.text()
    await left?.body?.cancel()
    answer = (_request, response) => response.end('again')
    expect(await (await client(`http://${canary}/`)).text()).toBe('again')
    const third = await client(`http://${canary}/`)
    const fourth = await client(`http://${canary}/`)
    await refused(client(`http://${canary}/`))
    for (const one of [unread, third, fourth]) await one?.text()
    const failing = createGuardedFetch({ allow: [], maxExchanges: 1 })
    for (let times = 0; times < 3; times += 1) await refused(failing(`http://${canary}/`))
  })

  it('frees the slot of an unread response eventually', async () => {
    const client = createGuardedFetch({ allow: [canary], maxExchanges: 1, timeoutMs: 200 })
    await client(`http://${canary}/`)
    await refused(client(`http://${canary}/`))
    await expect.poll(() => client(`http://${canary}/`).then((r) => r.text())).toBe('secret')
  })

  it('allows sixteen connections to a typed address', async () => {
    const lookups: string[] = []
    // Every connection starts with a DNS lookup; none of these ends.
    const resolve: Resolve = (host) => new Promise(() => void lookups.push(host))
    const client = createGuardedFetch({ allow: [], resolve, timeoutMs: 300 })
    const asked = Array.from({ length: 40 }, (_, index) =>
      client(`http://in${index % 2}.example/`).catch(() => 'refused'),
    )
    expect(await Promise.all(asked)).toEqual(Array(40).fill('refused'))
    expect(lookups.filter((host) => host === 'in0.example')).toHaveLength(16)
    expect(lookups).toHaveLength(32)
  })
})
