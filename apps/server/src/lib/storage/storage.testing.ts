// Behaviour that every file store must have.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asAppError } from '../http/errors.ts'
import type { NodeBindings } from '../http/app-types.ts'
import { createVault } from '../crypto.ts'
import { serveStored } from './serve-files.ts'
import { createSignedAddresses } from './signed-urls.ts'
import type { Bucket, Range, Storage } from './storage.ts'

export const signedAddresses = createSignedAddresses(createVault(Buffer.alloc(32, 5)))

export const bytes = (text: string) => new TextEncoder().encode(text)
export const read = async (bucket: Bucket, key: string) => (await bucket.get(key))?.toString()
const poured = async (stream: Readable | undefined): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of stream ?? []) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
const MB = 1_000_000

/** Keys that could lead outside the bucket. */
export const BAD_KEYS = [
  '',
  '/etc/passwd',
  '../outside.txt',
  '../../outside.txt',
  'ws/../../../outside.txt',
  'ws/a/../b.png',
  'ws/a/..',
  'ws/./a.png',
  '.',
  '..',
  'ws//a.png',
  'ws/a.png/',
  'ws/.hidden',
  'ws/a..png',
  'ws\\a.png',
  'C:/x.png',
  'ws/a\0.png',
  'ws/a%2e%2e/b.png',
  'ws/a b.png',
  'ws/a\n.png',
  'ws/a.png\n',
  'ws/é.png',
  'ws/~root.png',
  `ws/${'x'.repeat(400)}.png`,
]

export function behavesAsStorage(storageOf: () => Storage): void {
  keepsFiles(storageOf)
  takesStreams(() => storageOf().bucket('eu'))
  test.each(BAD_KEYS)('refuses the key %j before anything is touched', async (key) => {
    const refusal = 'not a key of a bucket'
    const bucket = storageOf().bucket('eu')
    await expect(bucket.get(key)).rejects.toThrow(refusal)
    await expect(bucket.open(key)).rejects.toThrow(refusal)
    await expect(bucket.put(key, bytes('x'))).rejects.toThrow(refusal)
    await expect(bucket.receive(key, Readable.from([Buffer.from('x')]), 10)).rejects.toThrow(refusal)
    await expect(bucket.delete(key)).rejects.toThrow(refusal)
  })
}

function keepsFiles(storageOf: () => Storage): void {
  const eu = () => storageOf().bucket('eu')

  test('keeps what was put, replaces it, and forgets it', async () => {
    await eu().put('ws/a/one.png', bytes('first'))
    expect(await read(eu(), 'ws/a/one.png')).toBe('first')
    await eu().put('ws/a/one.png', bytes('second'))
    expect(await read(eu(), 'ws/a/one.png')).toBe('second')
    await eu().delete('ws/a/one.png')
    await eu().delete('ws/a/one.png')
    expect(await eu().get('ws/a/one.png')).toBeUndefined()
    expect(await eu().open('ws/a/one.png')).toBeUndefined()
  })

  test('keeps every byte, none at all too', async () => {
    const all = Uint8Array.from({ length: 1024 }, (_, at) => at % 256)
    await eu().put('ws/a/bytes.png', all)
    expect(Buffer.compare((await eu().get('ws/a/bytes.png')) ?? Buffer.alloc(0), all)).toBe(0)
    await eu().put('ws/a/empty.txt', new Uint8Array())
    expect((await eu().get('ws/a/empty.txt'))?.length).toBe(0)
  })

  test('answers nothing for what is not there', async () => {
    expect(await eu().get('ws/never/none.png')).toBeUndefined()
    expect(await eu().open('ws/never/none.png', { start: 0, end: 9 })).toBeUndefined()
    await eu().delete('ws/never/none.png')
  })

  test('keeps regions apart', async () => {
    const na = storageOf().bucket('na')
    await eu().put('ws/b/x.png', bytes('Europe'))
    expect(await na.get('ws/b/x.png')).toBeUndefined()
    await na.put('ws/b/x.png', bytes('America'))
    expect([await read(eu(), 'ws/b/x.png'), await read(na, 'ws/b/x.png')]).toEqual(['Europe', 'America'])
    await na.delete('ws/b/x.png')
    expect(await read(eu(), 'ws/b/x.png')).toBe('Europe')
  })

  test('twenty writers of one key leave one whole file', async () => {
    const texts = Array.from({ length: 20 }, (_, n) => String(n).repeat(5000))
    await Promise.all(texts.map((text) => eu().put('ws/c/x.png', bytes(text))))
    expect(texts).toContain(await read(eu(), 'ws/c/x.png'))
  })
}

function takesStreams(eu: () => Bucket): void {
  test('hands a file on in pieces, or a part of it', async () => {
    const whole = Buffer.from(Array.from({ length: 300_000 }, (_, at) => at % 251))
    await eu().put('ws/a/big.png', whole)
    const all = await eu().open('ws/a/big.png')
    expect(all?.size).toBe(300_000)
    expect(Buffer.compare(await poured(all?.stream), whole)).toBe(0)
    const part = await eu().open('ws/a/big.png', { start: 100, end: 199 })
    expect(part?.size).toBe(300_000)
    expect(Buffer.compare(await poured(part?.stream), whole.subarray(100, 200))).toBe(0)
    const rest = await eu().open('ws/a/big.png', { start: 299_990, end: Number.POSITIVE_INFINITY })
    expect(Buffer.compare(await poured(rest?.stream), whole.subarray(299_990))).toBe(0)
  })

  test('lets a reader leave early', async () => {
    await eu().put('ws/a/left.png', new Uint8Array(300_000).fill(7))
    const left = await eu().open('ws/a/left.png')
    const closed = new Promise((resolve) => left?.stream.once('close', resolve))
    left?.stream.destroy()
    await closed
    expect((await eu().get('ws/a/left.png'))?.length).toBe(300_000)
  })

  test('takes in a stream of any length below the limit, whole', async () => {
    for (const length of [0, 10, 3 * MB, 20 * MB]) {
      const chunk = Buffer.alloc(Math.min(length, 700_001), 5)
      const chunks = function* () {
        for (let left = length; left > 0; left -= chunk.length) yield chunk.subarray(0, Math.min(left, chunk.length))
      }
      expect(await eu().receive('ws/d/in.pdf', Readable.from(chunks()), 20 * MB)).toBe(length)
      expect((await eu().get('ws/d/in.pdf'))?.length).toBe(length)
    }
  })

  test('stores nothing of a stream that is too long or breaks off', async () => {
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(MB)
      })(),
    )
    await expect(eu().receive('ws/d/long.pdf', endless, 12 * MB)).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' })
    const broken = new PassThrough()
    broken.write(Buffer.alloc(MB))
    const received = eu().receive('ws/d/broken.pdf', broken, 12 * MB)
    broken.destroy(new Error('gone'))
    await expect(received).rejects.toMatchObject({ code: 'REQUEST_TIMEOUT' })
    expect(await eu().get('ws/d/long.pdf')).toBeUndefined()
    expect(await eu().get('ws/d/broken.pdf')).toBeUndefined()
  })
}

/** Behaviour of every signed URL. `isTrusting`: a stand-in that checks the expiry but not the signature. */
export function opensSigned(storageOf: () => Storage, { isTrusting }: { readonly isTrusting: boolean }): void {
  if (!isTrusting) opensOnce(storageOf)
  const origin = servesStored(storageOf)
  const KEY = 'ws/s/signed.zip'
  const TEXT = '0123456789'
  const reading = { filename: 'Grüße (1).zip', mime: 'application/zip', expiresAt: new Date(Date.now() + 60_000) }
  const eu = () => storageOf().bucket('eu')
  const address = async (over: Partial<typeof reading> = {}, key = KEY) =>
    new URL(await eu().signedUrl(key, { ...reading, ...over }), origin())
  beforeAll(async () => {
    await eu().put(KEY, bytes(TEXT))
    await eu().put('ws/s/other.zip', bytes('SECRET-OTHER'))
    await storageOf().bucket('na').put(KEY, bytes('SECRET-NA'))
  })

  test('a signed address opens its file, to be saved under the name that was signed', async () => {
    const got = await fetch(await address())
    expect([got.status, await got.text()]).toEqual([200, TEXT])
    expect(got.headers.get('content-type')).toBe('application/zip')
    expect(got.headers.get('content-disposition')).toBe(
      `attachment; filename="Gru_e (1).zip"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%281%29.zip`,
    )
    expect(got.headers.get('cache-control')).toMatch(/^private/)
  })

  test('a part of it too, and its head', async () => {
    const part = await fetch(await address(), { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const head = await fetch(await address(), { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
  })

  test.skipIf(isTrusting)('it opens nothing once it is changed in any part, of another key or region', async () => {
    const right = await address()
    for (const name of right.searchParams.keys()) {
      const wrong = new URL(right)
      const value = wrong.searchParams.get(name) ?? ''
      wrong.searchParams.set(name, value.startsWith('1') ? `2${value.slice(1)}` : `1${value.slice(1)}`)
      const got = await fetch(wrong)
      expect(got.status, name).toBeGreaterThanOrEqual(400)
      expect(await got.text(), name).not.toContain(TEXT)
    }
    const other = new URL(right.href.replace('signed.zip', 'other.zip'))
    const away = new URL(right.href.replace('/eu/', '/na/').replace('parlance-eu', 'parlance-na'))
    const unsigned = new URL(right.pathname, right)
    for (const wrong of [other, away, unsigned]) {
      const got = await fetch(wrong)
      expect(got.status, wrong.href).toBeGreaterThanOrEqual(400)
      expect(await got.text()).not.toMatch(/SECRET|0123/)
    }
  })

  test('nor once its time is over, nor to write or delete', async () => {
    const late = await fetch(await address({ expiresAt: new Date(Date.now() - 1000) }))
    expect(late.status).toBe(403)
    expect(await late.text()).not.toContain(TEXT)
    for (const method of isTrusting ? [] : ['PUT', 'POST', 'DELETE'])
      expect((await fetch(await address(), { method })).status, method).toBeGreaterThanOrEqual(400)
    expect(await read(eu(), KEY)).toBe(TEXT)
    expect((await fetch(await address({}, 'ws/s/none.zip'))).status).toBe(404)
    await expect(eu().signedUrl('../outside.zip', reading)).rejects.toThrow('not a key of a bucket')
  })
}

function opensOnce(storageOf: () => Storage): void {
  const opened: (Range | undefined)[] = []
  const origin = servesStored(storageOf, opened)
  test('requests the whole object once, and only for readers that take all of it', async () => {
    const bucket = storageOf().bucket('eu')
    await bucket.put('ws/s/once.zip', bytes('0123456789'))
    const reading = { filename: 'a.zip', mime: 'application/zip', expiresAt: new Date(Date.now() + 60_000) }
    const address = new URL(await bucket.signedUrl('ws/s/once.zip', reading), origin())
    const asking = async (init: RequestInit) => {
      opened.length = 0
      return { text: await (await fetch(address, init)).text(), opened: [...opened] }
    }
    const byte = { start: 0, end: 0 }
    expect(await asking({})).toEqual({ text: '0123456789', opened: [undefined] })
    expect(await asking({ method: 'HEAD' })).toEqual({ text: '', opened: [byte] })
    const piece = await asking({ headers: { range: 'bytes=2-4' } })
    expect(piece).toEqual({ text: '234', opened: [byte, { start: 2, end: 4 }] })
    const changed = await asking({ headers: { range: 'bytes=2-4', 'if-range': '"another"' } })
    expect(changed).toEqual({ text: '0123456789', opened: [byte, undefined] })
  })
}

/** The origin of a server that serves our own signed URLs. */
function servesStored(storageOf: () => Storage, opened: (Range | undefined)[] = []): () => string {
  const noting: Storage = {
    bucket(region) {
      const bucket = storageOf().bucket(region)
      return { ...bucket, open: (key, range) => (opened.push(range), bucket.open(key, range)) }
    },
  }
  const app = new Hono<NodeBindings>()
  app.get('/stored/*', async (c) => {
    const regions = ['eu', 'na'] as const
    const now = () => new Date()
    const answer = await serveStored(c, { regions, storage: noting, addresses: signedAddresses, https: false, now })
    return answer ?? c.body(null, 404)
  })
  app.onError((error, c) => c.body(null, asAppError(error).status as 403))
  const listener = getRequestListener(app.fetch)
  const http = createServer((request, response) => void listener(request, response))
  beforeAll(() => new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve)))
  afterAll(() => {
    http.closeAllConnections()
    http.close()
  })
  return () => `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}
