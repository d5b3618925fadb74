import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, describe, expect, test } from 'vitest'
import { createDiskStorage } from './disk.ts'
import { BAD_KEYS, behavesAsStorage, bytes, opensSigned, signedAddresses } from './storage.testing.ts'

const dir = mkdtempSync(join(tmpdir(), 'parlance-disk-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))
const storage = createDiskStorage(join(dir, 'data'), signedAddresses)
const eu = storage.bucket('eu')
const na = storage.bucket('na')

describe('the disk', () => {
  behavesAsStorage(() => storage)
  opensSigned(() => storage, { isTrusting: false })
})

test('reads pieces of at most 64 KB', async () => {
  await eu.put('ws/a/big.png', new Uint8Array(300_000).fill(7))
  const whole = await eu.open('ws/a/big.png')
  const sizes: number[] = []
  for await (const piece of whole?.stream ?? []) sizes.push((piece as Buffer).length)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(65_536)
})

test('creates no folder for an unused bucket', async () => {
  const fresh = createDiskStorage(join(dir, 'fresh'), signedAddresses).bucket('na')
  expect(await fresh.get('ws/a/none.png')).toBeUndefined()
  await fresh.delete('ws/a/none.png')
  expect(existsSync(join(dir, 'fresh'))).toBe(false)
})

test('keeps regions in separate folders', async () => {
  await eu.put('ws/b/y.png', bytes('Europe'))
  await na.put('ws/b/y.png', bytes('America'))
  expect(readFileSync(join(dir, 'data/buckets/eu/ws/b/y.png'), 'utf8')).toBe('Europe')
  expect(readFileSync(join(dir, 'data/buckets/default/ws/b/y.png'), 'utf8')).toBe('America')
})

test('leaves no partial file after concurrent or failed writers', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => eu.put('ws/e/x.png', bytes(String(n).repeat(50_000)))))
  expect(readdirSync(join(dir, 'data/buckets/eu/ws/e'))).toEqual(['x.png'])
  expect(readdirSync(join(dir, 'data/buckets/eu/ws/d')).filter((name) => !/^in\.pdf$/.test(name))).toEqual([])
})

test('sweeps old leftovers of killed writers, and nothing else', async () => {
  await eu.put('ws/f/kept.png', bytes('kept'))
  const folder = join(dir, 'data/buckets/eu/ws/f')
  const left = (name: string, age: number) => {
    writeFileSync(join(folder, name), 'half')
    utimesSync(join(folder, name), new Date(), new Date(Date.now() - age))
  }
  const DAY = 86_400_000
  left(`.${'a'.repeat(16)}.tmp`, 2 * DAY)
  left(`.${'b'.repeat(16)}.tmp`, DAY / 2)
  left('.keep', 2 * DAY)
  left('old.tmp', 2 * DAY)
  expect(await eu.sweep(new Date(Date.now() - DAY))).toBe(1)
  expect(readdirSync(folder).toSorted()).toEqual(['.bbbbbbbbbbbbbbbb.tmp', '.keep', 'kept.png', 'old.tmp'])
  expect(await createDiskStorage(join(dir, 'none'), signedAddresses).bucket('eu').sweep(new Date())).toBe(0)
})

test('clears a killed writer’s leftovers of one key only', async () => {
  const stuck = (key: string) => {
    const source = new PassThrough()
    source.write('half')
    return { source, done: eu.receive(key, source, 1000).catch((error: unknown) => error) }
  }
  const [one, other] = [stuck('ws/g/one.zip'), stuck('ws/g/other.zip')]
  await eu.put('ws/g/whole.zip', bytes('whole'))
  const names = () => readdirSync(join(dir, 'data/buckets/eu/ws/g'))
  await expect.poll(() => names().length).toBe(3)
  await eu.clear('ws/g/one.zip')
  await eu.clear('ws/g/whole.zip')
  await eu.clear('ws/nowhere/one.zip')
  expect(names()).toHaveLength(2)
  await eu.put('ws/g/one.zip', bytes('next'))
  // A writer that was only slow finds its file gone, and leaves the next writer's alone.
  one.source.end()
  expect(await one.done).toBeInstanceOf(Error)
  expect((await eu.get('ws/g/one.zip'))?.toString()).toBe('next')
  other.source.end()
  expect(await other.done).toBe(4)
  expect(names().toSorted()).toEqual(['one.zip', 'other.zip', 'whole.zip'])
  await expect(eu.clear('../x')).rejects.toThrow()
})

describe('never leaves the bucket', () => {
  const outside = join(dir, 'outside.txt')
  writeFileSync(outside, 'secret')
  test('by any key', async () => {
    for (const key of BAD_KEYS) await eu.put(key, bytes('x')).catch(() => undefined)
    expect(readFileSync(outside, 'utf8')).toBe('secret')
  })

  test('or through a link, which is never followed', async () => {
    await eu.put('ws/l/x.png', bytes('inside'))
    symlinkSync(dir, join(dir, 'data/buckets/eu/ws/out'))
    symlinkSync(outside, join(dir, 'data/buckets/eu/ws/l/link.txt'))
    const refusal = 'leads out of it'
    await expect(eu.get('ws/out/outside.txt')).rejects.toThrow(refusal)
    await expect(eu.put('ws/out/outside.txt', bytes('x'))).rejects.toThrow(refusal)
    await expect(eu.delete('ws/out/outside.txt')).rejects.toThrow(refusal)
    await expect(eu.get('ws/l/link.txt')).rejects.toThrow()
    await expect(eu.open('ws/l/link.txt')).rejects.toThrow()
    expect(readFileSync(outside, 'utf8')).toBe('secret')
  })
})
