import { setTimeout } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { memoize } from './memoize.ts'

const options = { ttlMs: 60_000, max: 2, key: (id: string) => id }

describe('memoize', () => {
  it('looks a found value up once, also for concurrent callers', async () => {
    const find = vi.fn(async (id: string) => `value of ${id}`)
    const get = memoize(options, find)
    expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual(['value of a', 'value of a', 'value of b'])
    expect(await get('a')).toBe('value of a')
    expect(find).toHaveBeenCalledTimes(2)
  })

  it('looks up again when not found, failed or expired', async () => {
    const answers: (string | undefined | Error)[] = [undefined, new Error('away'), 'there']
    const find = vi.fn(async (): Promise<string | undefined> => {
      const answer = answers.shift()
      if (answer instanceof Error) throw answer
      return answer
    })
    const get = memoize(options, find)
    expect(await get('a')).toBeUndefined()
    await expect(get('a')).rejects.toThrow('away')
    expect(await get('a')).toBe('there')

    const old = memoize(
      { ...options, ttlMs: 5 },
      find.mockImplementation(async () => 'new'),
    )
    await old('a')
    await setTimeout(20)
    await old('a')
    expect(find).toHaveBeenCalledTimes(5)
  })

  it('forgets on request, also during a look-up', async () => {
    const answers = ['first', 'second', 'third']
    const get = memoize(options, async (_id: string) => answers.shift())
    expect(await get('a')).toBe('first')
    get.forget('a')
    const slow = get('a')
    get.forget('a')
    expect(await Promise.all([slow, get('a')])).toEqual(['second', 'third'])
    expect(await get('a')).toBe('third')
  })

  it('never exceeds its limit', async () => {
    const find = vi.fn(async (id: string) => id)
    const get = memoize(options, find)
    for (const id of ['a', 'b', 'c', 'c']) await get(id)
    expect(find).toHaveBeenCalledTimes(3)
  })
})
