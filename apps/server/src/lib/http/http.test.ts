// The small parts of the request pipeline: addresses, limits, bodies, errors, files.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { voiceApi } from '@parlance/contract/voice/api'
import { embedApi } from '@parlance/contract/widget/api'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import * as fc from 'fast-check'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createLog } from '../log.ts'
import { assertSafe, readJson } from './pipeline/body.ts'
import { clientIp, isLocal, limitKey } from './client-ip.ts'
import { asAppError, errorBody, invalidInput, logError } from './errors.ts'
import { securityHeaders } from './headers.ts'
import { createLimits } from './pipeline/limits.ts'
import { loadAssets } from './files/static.ts'

const request = (from: string, headers: Record<string, string> = {}, chunks: readonly Uint8Array[] = []) =>
  Object.assign(Readable.from(chunks), { socket: { remoteAddress: from }, headers }) as unknown as IncomingMessage

describe('the client’s address', () => {
  test.each<[from: string, forwarded: string, proxies: number, ip: string]>([
    ['10.0.0.1', '1.1.1.1, 2.2.2.2', 0, '10.0.0.1'],
    ['10.0.0.1', '1.1.1.1, 2.2.2.2', 1, '2.2.2.2'],
    ['10.0.0.1', '1.1.1.1, 2.2.2.2', 2, '1.1.1.1'],
    ['10.0.0.1', '9.9.9.9, 1.1.1.1, 2.2.2.2', 2, '1.1.1.1'],
    // With fewer entries than proxies, the header was forged: the socket's address counts.
    ['10.0.0.1', '2.2.2.2', 2, '10.0.0.1'],
    ['10.0.0.1', '', 1, '10.0.0.1'],
    ['10.0.0.1', ' , ,', 1, '10.0.0.1'],
    ['::ffff:10.0.0.1', '', 0, '10.0.0.1'],
    ['10.0.0.1', '::ffff:3.3.3.3', 1, '3.3.3.3'],
  ])('from %s by «%s» behind %i proxies is %s', (from, forwarded, proxies, ip) => {
    expect(clientIp(request(from, { 'x-forwarded-for': forwarded }), proxies)).toBe(ip)
  })

  test.each([
    ['1.2.3.4', '1.2.3.4'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1', 'fe80:0:0:0::/64'],
  ])('%s is limited as %s', (ip, key) => expect(limitKey(ip)).toBe(key))

  test('gives a whole /64 one limit', () => {
    const part = fc.integer({ min: 0, max: 0xff_ff }).map((n) => n.toString(16))
    fc.assert(
      fc.property(fc.array(part, { minLength: 4, maxLength: 4 }), (tail) => {
        expect(limitKey(`2001:db8:7:8:${tail.join(':')}`)).toBe('2001:db8:7:8::/64')
      }),
      { seed: 41 },
    )
  })

  test('accepts only an unforwarded loopback socket as this machine', () => {
    for (const ip of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) expect(isLocal(request(ip))).toBe(true)
    for (const ip of ['10.0.0.1', '::2', '128.0.0.1', '']) expect(isLocal(request(ip))).toBe(false)
    for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip'])
      expect(isLocal(request('127.0.0.1', { [header]: '127.0.0.1' }))).toBe(false)
  })
})

describe('rate limits', () => {
  const used = async (work: () => Promise<void>) => {
    let count = 0
    for (; count < 1000; count++) {
      const error = await work().catch((thrown: unknown) => thrown)
      if (!error) continue
      expect(error).toMatchObject({ code: 'RATE_LIMITED' })
      expect((error as AppError).retryAfter).toBeGreaterThan(0)
      return count
    }
    return count
  }
  test('count each subject separately, at the installation’s scale', async () => {
    const limits = createLimits(0.5)
    expect(await used(() => limits.take('chat', { visitor: 'a', agent: 'x' }))).toBe(10)
    expect(await used(() => limits.take('chat', { visitor: 'b', agent: 'x' }))).toBe(10)
    // One address can't exceed a visitor's limit by pretending to be many visitors.
    let n = 0
    expect(await used(() => limits.take('chat', { visitor: `v${(n += 1)}`, ip: '1.1.1.1' }))).toBe(30)
  })
  test('limit reading other sites’ pages separately', async () => {
    expect(embedApi.check['~orpc'].meta.access.limit).toBe('probe')
    const limits = createLimits(1)
    expect(await used(() => limits.take('probe', { actor: 'a' }))).toBe(20)
    await limits.take('search', { actor: 'a' })
  })
  test('let one service call for many callers', async () => {
    expect(voiceApi.vapiAnswer['~orpc'].meta.access.limit).toBe('hosted')
    const limits = createLimits(0.1)
    expect(await used(() => limits.take('hosted', { ip: '1.1.1.1', actor: '1.1.1.1' }))).toBe(600)
  })
  test('are wider with a factor, and skip missing subjects', async () => {
    const limits = createLimits(0.1)
    expect(await used(() => limits.take('mail', { account: 'x' }, 10))).toBe(3)
    expect(await used(() => limits.take('mail', { account: '', actor: 'x' }))).toBe(1000)
  })
  test('count failures only when they happen', async () => {
    const limits = createLimits(1)
    for (let i = 0; i < 5; i++) {
      await limits.assertFewFailures('signIn', 'a@x')
      await limits.countFailure('signIn', 'a@x')
    }
    await expect(limits.assertFewFailures('signIn', 'a@x')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await limits.assertFewFailures('signIn', 'b@x')
  })
})

describe('bodies', () => {
  const json = { 'content-type': 'application/json' }
  const read = (text: string, headers: Record<string, string> = json, max?: number) =>
    readJson(request('1.1.1.1', headers, text === '' ? [] : [Buffer.from(text)]), max)
  test('are read however they are split, even within a character', async () => {
    const bytes = Buffer.from('{"a":"Grüße 👋"}')
    for (let cut = 1; cut < bytes.length; cut++) {
      const parts = [bytes.subarray(0, cut), bytes.subarray(cut)]
      expect(await readJson(request('1.1.1.1', json, parts))).toEqual({ a: 'Grüße 👋' })
    }
  })
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON',
    'application/cloudevents+json',
  ])('take %s', async (type) => expect(await read('{}', { 'content-type': type })).toEqual({}))
  test.each(['text/json', 'application/jsonx', 'application/x-www-form-urlencoded', 'x application/json', ''])(
    'refuse «%s»',
    async (type) => expect(read('{}', { 'content-type': type })).rejects.toMatchObject({ status: 415 }),
  )
  test('may be missing, whatever their type', async () => expect(await read('', {})).toBeUndefined())
  test('end at their limit, declared or not', async () => {
    await expect(read('{"a":1}', { ...json, 'content-length': '999' }, 100)).rejects.toMatchObject({ status: 413 })
    await expect(read(`"${'x'.repeat(100)}"`, json, 100)).rejects.toMatchObject({ status: 413 })
    expect(await read(`"${'x'.repeat(98)}"`, json, 100)).toHaveLength(98)
  })
  test('are refused unread with millions of empty values', async () => {
    for (const text of [
      `[${'[],'.repeat(1_500_000)}[]]`,
      `[${'0,'.repeat(200_001)}0]`,
      `{"a":${'['.repeat(200_001)}`,
    ]) {
      await expect(read(text, json, 5_000_000)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: 'The body is too complex: it holds more than 200,000 values.',
      })
    }
    expect(await read(`[${'0,'.repeat(150_000)}0]`, json, 5_000_000)).toHaveLength(150_001)
    expect(await read(`"${'[],'.repeat(500_000)}"`, json, 5_000_000)).toHaveLength(1_500_000)
    const keys = Object.fromEntries(Array.from({ length: 10_001 }, (_, n) => [`k${n}`, n]))
    await expect(read(JSON.stringify(keys), json, 5_000_000)).rejects.toThrow('more than 10,000 entries')
  })
  test('can be stored as text and merged once accepted', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
        try {
          assertSafe(value)
        } catch (error) {
          expect(error).toMatchObject({ code: 'INVALID_INPUT' })
          return
        }
        const text = JSON.stringify(value)
        expect(text).not.toMatch(/\\u0000|"__proto__":|\\ud[89a-f]/)
      }),
      { seed: 42 },
    )
    const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
    expect(() => assertSafe(nested(32))).not.toThrow()
    expect(() => assertSafe(nested(33))).toThrow('nested too deeply')
  })
})

describe('errors', () => {
  test.each<[name: string, thrown: unknown, code: string]>([
    ['ours', new AppError('STALE'), 'STALE'],
    ['a schema’s', z.object({ a: z.string() }).safeParse({}).error, 'INVALID_INPUT'],
    ['a database that is away', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'UNAVAILABLE'],
    [
      'a database that is full, wrapped',
      new Error('query', { cause: Object.assign(new Error('x'), { code: '53100' }) }),
      'UNAVAILABLE',
    ],
    ...['40P01', '57P01', '57P03', '53300', '25006', '58030', 'ENOSPC', 'EDQUOT', 'EAI_AGAIN'].map(
      (code): [string, unknown, string] => [code, Object.assign(new Error('x'), { code }), 'UNAVAILABLE'],
    ),
    ...['Connection terminated unexpectedly', 'Client has encountered a connection error and is not queryable'].map(
      (message): [string, unknown, string] => [
        `${message}, wrapped`,
        new Error('Failed query', { cause: new Error(message) }),
        'UNAVAILABLE',
      ],
    ),
    ['a pool without a free place', new Error('timeout exceeded when trying to connect'), 'UNAVAILABLE'],
    ['a wrong query', Object.assign(new Error('x'), { code: '42601' }), 'INTERNAL'],
    ['no error at all', 'oops', 'INTERNAL'],
    ['nothing', undefined, 'INTERNAL'],
  ])('%s', (_, thrown, code) => expect(asAppError(thrown).code).toBe(code))

  test('hide and log internal errors', () => {
    const error = asAppError(new Error('password=hunter2 at /srv/app.ts:1'))
    expect(JSON.stringify(errorBody(error, 'r1'))).not.toMatch(/hunter2|app\.ts/)
    const lines: unknown[] = []
    const log = createLog({ level: 'silent' })
    Object.assign(log, { error: (line: unknown) => lines.push(line), debug: () => lines.push('debug') })
    logError(log, error, { op: 'x', requestId: 'r1' })
    logError(log, new AppError('NOT_FOUND'), { op: 'x', requestId: 'r1' })
    expect(lines).toEqual([expect.objectContaining({ code: 'INTERNAL', op: 'x' }), 'debug'])
  })
  test.each<[name: string, thrown: unknown, level: string, reason: string | undefined]>([
    [
      'a service that is away',
      new AppError('UPSTREAM_FAILED', untranslated('It is away.'), {
        cause: new Error('It is away.', { cause: new Error('mcp.example', { cause: new Error('ECONNREFUSED') }) }),
      }),
      'warn',
      'It is away: mcp.example: ECONNREFUSED',
    ],
    ['a model without a key', new AppError('MODEL_UNAVAILABLE', untranslated('No key.')), 'warn', 'No key'],
    ['too much at once', new AppError('UNAVAILABLE', untranslated('Busy.')), 'warn', 'Busy'],
    ['our database that is away', Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), 'error', undefined],
    ['a mistake of ours', new Error('x'), 'error', undefined],
    ['a mistake of theirs', new AppError('CONFLICT', untranslated('Taken.')), 'debug', 'Taken.'],
  ])('of %s are logged where they can be mended', (_, thrown, level, reason) => {
    const lines: [level: string, line: Record<string, unknown>][] = []
    const to = (name: string) => (line: Record<string, unknown>) => lines.push([name, line])
    const log = Object.assign(createLog({ level: 'silent' }), {
      error: to('error'),
      warn: to('warn'),
      debug: to('debug'),
    })
    logError(log, asAppError(thrown), { op: 'x', requestId: 'r1' })
    expect(lines).toEqual([[level, expect.objectContaining({ requestId: 'r1', ...(reason ? { reason } : {}) })]])
    // Only failures that we have to fix are logged with a stack.
    expect('err' in (lines[0]?.[1] ?? {})).toBe(level === 'error')
  })
  test('name a field unless the sentence stands alone, and list at most twenty', () => {
    const issue = (message: string) => ({ message, path: ['nodes', 0, 'id'] })
    expect(invalidInput([issue('Too small')]).message).toBe('Nodes 1, ID: Too small')
    expect(invalidInput([issue('Write a message.')]).message).toBe('Write a message.')
    expect((invalidInput(Array(50).fill(issue('x'))).data as { fields: unknown[] }).fields).toHaveLength(20)
    expect(invalidInput([]).message).toBe('Some of the input isn’t valid.')
  })
})

test('blocks scripts on all surfaces, and framing except of the frame', () => {
  for (const surface of ['api', 'dashboard', 'frame', 'script', 'docs'] as const) {
    const headers = securityHeaders(surface, true)
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).toContain('default-src')
    expect(policy).not.toMatch(/script-src[^;]*(unsafe|\*|data:)/)
    expect(policy.includes('frame-ancestors')).toBe(surface !== 'frame' && surface !== 'script')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.any(String),
    })
    expect(securityHeaders(surface, false)).not.toHaveProperty('strict-transport-security')
  }
})

describe('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parlance-assets-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const long = 'console.log("hello")\n'.repeat(200)
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  writeFileSync(join(folder, 'apple-touch-icon.png'), 'png')
  writeFileSync(join(folder, 'assets/index-BE12uj7o.js'), long)
  writeFileSync(join(folder, 'assets/index-BE12uj7o.js.map'), '{}')
  for (const name of ['DDh-N5X.js', 'Cx_WTxfn.css', 'picture.png']) writeFileSync(join(folder, 'assets', name), 'x')
  const assets = loadAssets(folder)
  const app = new Hono()
  app.get('*', (c) => assets.serve(c, c.req.path.slice(1), { 'x-test': '1' }) ?? c.text('none', 404))
  const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })

  test('caches hashed files for a year, and revalidates others', async () => {
    const kept = async (path: string) => (await get(path)).headers.get('cache-control')
    for (const path of ['/assets/index-BE12uj7o.js', '/assets/DDh-N5X.js', '/assets/Cx_WTxfn.css'])
      expect(await kept(path)).toBe('public, max-age=31536000, immutable')
    for (const path of ['/index.html', '/apple-touch-icon.png', '/assets/picture.png'])
      expect(await kept(path)).toBe('no-cache')
  })
  test('are compressed as the browser prefers, and decompress to the same', async () => {
    const body = async (accepted: string) => {
      const response = await get('/assets/index-BE12uj7o.js', { 'accept-encoding': accepted })
      return [response.headers.get('content-encoding'), Buffer.from(await response.arrayBuffer())] as const
    }
    const [br, gzip, plain] = [await body('gzip, br'), await body('gzip'), await body('')]
    expect([br[0], gzip[0], plain[0]]).toEqual(['br', 'gzip', null])
    for (const text of [brotliDecompressSync(br[1]), gunzipSync(gzip[1]), plain[1]]) expect(text.toString()).toBe(long)
    expect((await get('/index.html', { 'accept-encoding': 'br' })).headers.get('content-encoding')).toBeNull()
  })
  test('are not sent again to clients that have them', async () => {
    const etag = (await get('/index.html')).headers.get('etag') ?? ''
    const again = await get('/index.html', { 'if-none-match': etag })
    expect([again.status, await again.text(), again.headers.get('x-test')]).toEqual([304, '', '1'])
  })
  test('do not include maps and paths outside the folder', async () => {
    for (const path of [
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/../../x',
      '/assets/index-BE12uj7o.js.map',
      '/__proto__',
      '/assets',
    ])
      expect((await get(path)).status).toBe(404)
    expect(loadAssets(join(folder, 'missing')).serve).toBeTypeOf('function')
  })
})
