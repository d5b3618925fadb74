import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createDiskStorage } from './disk.ts'

const dir = mkdtempSync(join(tmpdir(), 'parlance-disk-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const storage = createDiskStorage(join(dir, 'data'))
const eu = storage.bucket('eu')
const na = storage.bucket('na')
const bytes = (text: string) => new TextEncoder().encode(text)
const read = async (bucket: typeof eu, key: string) => (await bucket.get(key))?.toString()

test('keeps what was put, replaces it, and forgets it', async () => {
  await eu.put('ws/a/one.png', bytes('first'))
  expect(await read(eu, 'ws/a/one.png')).toBe('first')
  await eu.put('ws/a/one.png', bytes('second'))
  expect(await read(eu, 'ws/a/one.png')).toBe('second')
  await eu.delete('ws/a/one.png')
  await eu.delete('ws/a/one.png')
  expect(await eu.get('ws/a/one.png')).toBeUndefined()
  expect(readdirSync(join(dir, 'data/buckets/eu/ws/a'))).toEqual([])
})

test('hands a file on piece by piece, and closes it when the reader leaves early', async () => {
  await eu.put('ws/a/big.png', new Uint8Array(300_000).fill(7))
  const whole = await eu.open('ws/a/big.png')
  const pieces: Buffer[] = []
  for await (const piece of whole?.stream ?? []) pieces.push(piece as Buffer)
  expect([whole?.size, Buffer.concat(pieces).length]).toEqual([300_000, 300_000])
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(65_536)

  const left = await eu.open('ws/a/big.png')
  const closed = new Promise((resolve) => left?.stream.once('close', resolve))
  left?.stream.destroy()
  await closed
  expect(await eu.open('ws/a/none.png')).toBeUndefined()
  await eu.delete('ws/a/big.png')
})

test('answers nothing for what is not there, in a bucket that was never used too', async () => {
  const fresh = createDiskStorage(join(dir, 'fresh')).bucket('na')
  expect(await fresh.get('ws/a/none.png')).toBeUndefined()
  await fresh.delete('ws/a/none.png')
  expect(existsSync(join(dir, 'fresh'))).toBe(false)
})

test('regions are folders of their own', async () => {
  await eu.put('ws/b/x.png', bytes('Europe'))
  await na.put('ws/b/x.png', bytes('America'))
  expect(readFileSync(join(dir, 'data/buckets/eu/ws/b/x.png'), 'utf8')).toBe('Europe')
  expect(readFileSync(join(dir, 'data/buckets/default/ws/b/x.png'), 'utf8')).toBe('America')
  await na.delete('ws/b/x.png')
  expect(await read(eu, 'ws/b/x.png')).toBe('Europe')
})

test('twenty writers of one key leave one whole file and nothing else', async () => {
  const texts = Array.from({ length: 20 }, (_, n) => String(n).repeat(50_000))
  await Promise.all(texts.map((text) => eu.put('ws/c/x.png', bytes(text))))
  expect(texts).toContain(await read(eu, 'ws/c/x.png'))
  expect(readdirSync(join(dir, 'data/buckets/eu/ws/c'))).toEqual(['x.png'])
})

describe('a key that leads elsewhere is refused before the disk is touched', () => {
  const outside = join(dir, 'outside.txt')
  writeFileSync(outside, 'secret')
  test.each([
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
  ])('%j', async (key) => {
    const refusal = 'not a key of a bucket'
    await expect(eu.get(key)).rejects.toThrow(refusal)
    await expect(eu.open(key)).rejects.toThrow(refusal)
    await expect(eu.put(key, bytes('x'))).rejects.toThrow(refusal)
    await expect(eu.delete(key)).rejects.toThrow(refusal)
    expect(readFileSync(outside, 'utf8')).toBe('secret')
  })

  test('so is one through a link that leads out of the bucket, and a link is never followed', async () => {
    await eu.put('ws/d/x.png', bytes('inside'))
    symlinkSync(dir, join(dir, 'data/buckets/eu/ws/out'))
    symlinkSync(outside, join(dir, 'data/buckets/eu/ws/d/link.txt'))
    const refusal = 'leads out of it'
    await expect(eu.get('ws/out/outside.txt')).rejects.toThrow(refusal)
    await expect(eu.put('ws/out/outside.txt', bytes('x'))).rejects.toThrow(refusal)
    await expect(eu.delete('ws/out/outside.txt')).rejects.toThrow(refusal)
    await expect(eu.get('ws/d/link.txt')).rejects.toThrow()
    await expect(eu.open('ws/d/link.txt')).rejects.toThrow()
    expect(readFileSync(outside, 'utf8')).toBe('secret')
  })
})
