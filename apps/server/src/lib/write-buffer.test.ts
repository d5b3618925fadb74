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

test('what is added within the delay is written together, by region', async () => {
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

test('many are written early, in batches no larger than allowed', async () => {
  const { buffer, written } = bufferOf({ flushAt: 3, maxBatch: 2 })
  for (const item of ['a', 'b', 'c', 'd']) buffer.add('eu', item)
  await vi.advanceTimersByTimeAsync(0)
  expect(written).toEqual([
    ['eu', ['a', 'b']],
    ['eu', ['c', 'd']],
  ])
})

test('what does not fit is dropped and said so once', async () => {
  const { buffer, written, logged } = bufferOf()
  for (let n = 0; n < 8; n += 1) buffer.add('eu', String(n))
  await buffer.flush()
  await buffer.flush()
  expect(written).toEqual([['eu', ['0', '1', '2', '3', '4']]])
  expect(logged).toEqual([{ buffer: 'names', region: 'eu', dropped: 3 }])
})

test('items of one key become one, also beyond the limit', async () => {
  const merge = { keyOf: (item: string) => item[0], combine: (earlier: string, later: string) => earlier + later }
  const { buffer, written, logged } = bufferOf({ merge, maxItems: 2 })
  for (const item of ['a1', 'b1', 'a2', 'c1']) buffer.add('eu', item)
  await buffer.flush()
  expect(written).toEqual([['eu', ['a1a2', 'b1']]])
  expect(logged).toEqual([{ buffer: 'names', region: 'eu', dropped: 1 }])
})

test('removed items are not written', async () => {
  const { buffer, written } = bufferOf()
  for (const item of ['a', 'b']) buffer.add('eu', item)
  buffer.remove('eu', (item) => item === 'a')
  buffer.remove('na', () => true)
  await buffer.flush()
  expect(written).toEqual([['eu', ['b']]])
})

test('a flush during a write waits for it and writes what came meanwhile', async () => {
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

test('of what cannot be written one batch is dropped', async () => {
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

test('with a time to retry it is kept, before what comes meanwhile, and early writes wait', async () => {
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
