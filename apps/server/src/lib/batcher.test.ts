import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBatcher } from './batcher.ts'

const tick = () => new Promise((resolve) => setImmediate(resolve))

test('writes a single item at once, and items arriving meanwhile as the next batch', async () => {
  const written: number[][] = []
  let open = () => {}
  const batcher = createBatcher<number, number>(async (_, items) => {
    written.push([...items])
    await new Promise<void>((resolve) => (open = resolve))
    return items.map((item) => item * 2)
  })
  const answers = [batcher.add('k', 1)]
  expect(written).toEqual([[1]])
  answers.push(batcher.add('k', 2), batcher.add('k', 3))
  open()
  await tick()
  expect(written).toEqual([[1], [2, 3]])
  open()
  expect(await Promise.all(answers)).toEqual([2, 4, 6])
})

test('keys do not wait for each other', async () => {
  const stuck = createBatcher<string, string>(async (key, items) => (key === 'slow' ? new Promise(() => {}) : items))
  void stuck.add('slow', 'x')
  expect(await stuck.add('fast', 'y')).toBe('y')
})

test('fails only the bad items of a failed batch, writes the others in order, and continues', async () => {
  const tried: number[][] = []
  const batcher = createBatcher<number, number>(async (_, items) => {
    tried.push([...items])
    await tick()
    if (items.includes(2)) throw new Error('two')
    return items
  })
  const all = await Promise.allSettled([batcher.add('k', 1), batcher.add('k', 2), batcher.add('k', 3)])
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(tried).toEqual([[1], [2, 3], [2], [3]])
  expect(await batcher.add('k', 4)).toBe(4)
})

test('fails the whole batch at once for an error that no item caused', async () => {
  const tried: number[][] = []
  const away = new Error('away')
  const batcher = createBatcher<number, number>(
    async (_, items) => {
      tried.push([...items])
      await tick()
      throw away
    },
    100,
    (error) => error !== away,
  )
  const all = await Promise.allSettled([batcher.add('k', 1), batcher.add('k', 2), batcher.add('k', 3)])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(tried).toEqual([[1], [2, 3]])
})

test('writes every item once, in order, in batches within the limit', async () => {
  const item = fc.record({ key: fc.constantFrom('a', 'b'), pause: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 40 }), fc.integer({ min: 1, max: 5 }), async (items, max) => {
      const written: Record<string, number[]> = { a: [], b: [] }
      const busy = new Set<string>()
      const batcher = createBatcher<number, string>(async (key, batch) => {
        expect(busy.has(key)).toBe(false)
        expect(batch.length).toBeLessThanOrEqual(max)
        busy.add(key)
        await tick()
        written[key]?.push(...batch)
        busy.delete(key)
        return batch.map((n) => `${key}${n}`)
      }, max)
      const answers: Promise<string>[] = []
      for (const [index, { key, pause }] of items.entries()) {
        answers.push(batcher.add(key, index))
        if (pause) await tick()
      }
      expect(await Promise.all(answers)).toEqual(items.map(({ key }, index) => `${key}${index}`))
      for (const key of ['a', 'b'])
        expect(written[key]).toEqual(items.flatMap((one, index) => (one.key === key ? [index] : [])))
    }),
    { seed: 51, numRuns: 50 },
  )
})
