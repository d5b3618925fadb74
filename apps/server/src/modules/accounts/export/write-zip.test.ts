import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { testAll } from '../../../../../../scripts/test-tier.ts'
import { writeZip, type ZipEntry } from './write-zip.ts'

const at = new Date('2026-11-30T12:00:00Z')
const text = (value: string) => new TextEncoder().encode(value)

async function written(entries: Iterable<ZipEntry>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of writeZip(entries, at)) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('writes compressed and stored entries with their names', async () => {
  const entries = [
    { name: 'größe/a.json', pieces: [text('a'.repeat(50_000)), text('b'.repeat(50_000))] },
    { name: 'photo.webp', isPacked: true, pieces: [text('pixels')] },
    { name: 'empty.json', pieces: [] },
  ]
  const archive = await written(entries)
  expect(archive.length).toBeLessThan(2000)
  const read = Object.entries(unzipSync(archive)).map(([name, bytes]) => [name, Buffer.from(bytes).toString()])
  expect(read).toEqual([
    ['größe/a.json', 'a'.repeat(50_000) + 'b'.repeat(50_000)],
    ['photo.webp', 'pixels'],
    ['empty.json', ''],
  ])
})

test('lists every entry when there are more than 65,535', { timeout: 60_000 }, async () => {
  const entries = Array.from({ length: 70_000 }, (_, n) => ({ name: `${n}.json`, isPacked: true, pieces: [] }))
  expect(Object.keys(unzipSync(await written(entries)))).toHaveLength(70_000)
})

test('fails when an entry cannot be read', async () => {
  const pieces = (function* () {
    yield text('half')
    throw new Error('the file is gone')
  })()
  await expect(written([{ name: 'a.json', pieces }])).rejects.toThrow('the file is gone')
})

testAll('records sizes and places beyond 4 GiB', { timeout: 300_000 }, async () => {
  const [block, blocks] = [Buffer.alloc(2 ** 26), 65]
  const size = block.length * blocks
  const entries = [
    { name: 'large', isPacked: true, pieces: Array.from({ length: blocks }, () => block) },
    { name: 'later', isPacked: true, pieces: [text('[]')] },
  ]
  let end = Buffer.alloc(0)
  for await (const piece of writeZip(entries, at)) end = Buffer.concat([end, piece]).subarray(-1000)
  const recordOf = (name: string) => {
    const start = end.lastIndexOf(name) - 46
    expect(end.readUInt32LE(start)).toBe(0x02_01_4b_50)
    return { start, extra: start + 46 + name.length }
  }
  const [large, later] = [recordOf('large'), recordOf('later')]
  expect([20, 24].map((field) => end.readUInt32LE(large.start + field))).toEqual([0xff_ff_ff_ff, 0xff_ff_ff_ff])
  expect([4, 12].map((field) => Number(end.readBigUInt64LE(large.extra + field)))).toEqual([size, size])
  // Behind the header, the data and the 24 bytes of sizes of the first entry.
  expect(Number(end.readBigUInt64LE(later.extra + 4))).toBe(30 + 5 + size + 24)
})
