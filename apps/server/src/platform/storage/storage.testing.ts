// What every store of files has to do alike.
import { PassThrough, Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { Bucket, Storage } from './storage.ts'

export const bytes = (text: string) => new TextEncoder().encode(text)
export const read = async (bucket: Bucket, key: string) => (await bucket.get(key))?.toString()
const poured = async (stream: Readable | undefined): Promise<Buffer> => {
  const pieces: Buffer[] = []
  for await (const piece of stream ?? []) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}
const MB = 1_000_000

/** Keys that lead elsewhere, or could. */
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

/** Declares the tests; `storageOf` is asked in each of them. */
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
