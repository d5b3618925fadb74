import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from './log.ts'
import { createWriteBuffer, type WriteBufferOptions } from './write-buffer.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function bufferOf(options: Partial<WriteBufferOptions<string>> = {}) {
  const written: [string, string[]][] = []
  const logged: object[] = []
  const buffer = createWriteBuffer<string>({
    name: 'names',
    log: Object.assign(createLog({ level: 'silent' }), { warn: (fields: object) => void logged.push(fields) }),
    write: async (region, items) => void written.push([region, [...items]]),
    delayMs: 1000,
    maxItems: 5,
    ...options,
  })
  return { buffer, written, logged }
}

test('writes items added within the delay together, by region', async () => {
  const { buffer, written } = bufferOf()
  buffer.add('eu', 'a')
  buffer.add('na', 'b')
  buffer.add('eu', 'c')
  await vi.advanceTimersByTimeAsync(999)
  expect(written).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(written).toEqual([
    ['eu', ['a', 'c']],
    ['na', ['b']],
  ])
  await vi.advanceTimersByTimeAsync(5000)
  expect(written).toHaveLength(2)
})

test('writes early when many wait, in batches within the limit', async () => {
  const { buffer, written } = bufferOf({ flushAt: 3, maxBatch: 2 })
  for (const item of ['a', 'b', 'c', 'd']) buffer.add('eu', item)
  await vi.advanceTimersByTimeAsync(0)
  expect(written).toEqual([
    ['eu', ['a', 'b']],
    ['eu', ['c', 'd']],
  ])
})

test('drops items that do not fit, and logs it once', async () => {
  const { buffer, written, logged } = bufferOf()
  for (let n = 0; n < 8; n += 1) buffer.add('eu', String(n))
  await buffer.flush()
  await buffer.flush()
  expect(written).toEqual([['eu', ['0', '1', '2', '3', '4']]])
  expect(logged).toEqual([{ buffer: 'names', region: 'eu', dropped: 3 }])
})

test('merges items of one key, also beyond the limit', async () => {
  const merge = { keyOf: (item: string) => item[0], combine: (earlier: string, later: string) => earlier + later }
  const { buffer, written, logged } = bufferOf({ merge, maxItems: 2 })
  for (const item of ['a1', 'b1', 'a2', 'c1']) buffer.add('eu', item)
  await buffer.flush()
  expect(written).toEqual([['eu', ['a1a2', 'b1']]])
  expect(logged).toEqual([{ buffer: 'names', region: 'eu', dropped: 1 }])
})

test('does not write removed items', async () => {
  const { buffer, written } = bufferOf()
  for (const item of ['a', 'b']) buffer.add('eu', item)
  buffer.remove('eu', (item) => item === 'a')
  buffer.remove('na', () => true)
  await buffer.flush()
  expect(written).toEqual([['eu', ['b']]])
})

test('waits for a running write on flush, and writes what came meanwhile', async () => {
  let finish = () => {}
  let running = 0
  const { buffer, written } = bufferOf({
    async write(region, items) {
      expect((running += 1)).toBe(1)
      await new Promise<void>((resolve) => (finish = resolve))
      written.push([region, [...items]])
      running -= 1
    },
  })
  buffer.add('eu', 'a')
  void buffer.flush()
  await vi.advanceTimersByTimeAsync(0)
  buffer.add('eu', 'b')
  const flushed = buffer.flush()
  finish()
  await vi.advanceTimersByTimeAsync(0)
  finish()
  await flushed
  expect(written).toEqual([
    ['eu', ['a']],
    ['eu', ['b']],
  ])
})

test('drops one batch that cannot be written', async () => {
  const { buffer, written, logged } = bufferOf({
    maxBatch: 1,
    async write(region, [item = '']) {
      if (item === 'bad') throw new Error('no')
      written.push([region, [item]])
    },
  })
  for (const item of ['a', 'bad', 'b']) buffer.add('eu', item)
  await buffer.flush()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(written).toEqual([
    ['eu', ['a']],
    ['eu', ['b']],
  ])
  expect(logged).toMatchObject([{ buffer: 'names', items: 1, isKept: false }])
})

test('keeps it for a retry, before newer items, and delays early writes', async () => {
  let isAway = true
  const tries: string[][] = []
  const { buffer } = bufferOf({
    flushAt: 2,
    retryMs: 3000,
    async write(_, items) {
      tries.push([...items])
      if (isAway) throw new Error('away')
    },
  })
  for (const item of ['a', 'b']) buffer.add('eu', item)
  await vi.advanceTimersByTimeAsync(0)
  buffer.add('eu', 'c')
  await vi.advanceTimersByTimeAsync(2999)
  expect(tries).toEqual([['a', 'b']])
  isAway = false
  await vi.advanceTimersByTimeAsync(1)
  expect(tries).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
  ])
})
