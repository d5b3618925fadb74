import { AppError } from '@parlance/contract/lib/errors'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Actor } from '../../ctx.ts'
import { createLog } from '../../log.ts'
import { createStreamLimits } from './stream-limits.ts'
import { createStreamRevalidation, type StreamRevalidation } from './stream-revalidation.ts'

describe('stream limits', () => {
  const visitor = (key: string): Actor => ({ kind: 'visitor', key })
  const full = (work: () => unknown) => {
    try {
      work()
    } catch (error) {
      return error instanceof AppError && error.code === 'RATE_LIMITED'
    }
    return false
  }

  test('allows twenty per visitor, and frees a slot once', () => {
    const limits = createStreamLimits(1)
    const take = (key: string) => limits.take(visitor(key), { ip: key, visitor: key })
    const held = Array.from({ length: 20 }, () => take('a'))
    expect(full(() => take('a'))).toBe(true)
    expect(full(() => take('b'))).toBe(false)
    held[0]?.()
    held[0]?.()
    expect(full(() => take('a'))).toBe(false)
    expect(full(() => take('a'))).toBe(true)
  })

  test('allows two hundred per address, and a refusal takes no slot', () => {
    const limits = createStreamLimits(1)
    const take = (nth: number, ip = '192.0.2.1') => limits.take(visitor(`v${nth}`), { ip, visitor: `v${nth}` })
    for (let nth = 0; nth < 200; nth += 1) take(nth)
    for (let nth = 200; nth < 260; nth += 1) expect(full(() => take(200))).toBe(true)
    expect(full(() => take(200, '192.0.2.2'))).toBe(false)
  })

  test('counts the bearer of a secret separately from the address', () => {
    const limits = createStreamLimits(0.1)
    const take = (agentId: string) =>
      limits.take({ kind: 'agent', agentId, workspaceId: 'w' }, { agent: agentId, actor: `a:${agentId}` })
    for (let nth = 0; nth < 50; nth += 1) take('one')
    expect(full(() => take('one'))).toBe(true)
    expect(full(() => take('two'))).toBe(false)
  })
})

describe('stream revalidation', () => {
  const log = createLog({ level: 'silent' })
  const ending = () => ({ end: vi.fn<() => never>() })
  let revalidation: StreamRevalidation
  afterEach(() => revalidation.stop())

  test('checks streams with one key once, and ends them together', async () => {
    revalidation = createStreamRevalidation(log, 1_000_000)
    const still = vi.fn(async () => true)
    const [one, two, other] = [ending(), ending(), ending()]
    revalidation.add(one, 'k', still)
    revalidation.add(two, 'k', still)
    revalidation.add(other, 'l', async () => true)
    await revalidation.recheck()
    expect(still).toHaveBeenCalledTimes(1)
    still.mockResolvedValue(false)
    await revalidation.recheck()
    await revalidation.recheck()
    expect(still).toHaveBeenCalledTimes(2)
    expect([one, two, other].map(({ end }) => end.mock.calls.length)).toEqual([1, 1, 0])
  })

  test('skips closed streams, and ends none when a check fails', async () => {
    revalidation = createStreamRevalidation(log, 1_000_000)
    const [one, two] = [ending(), ending()]
    const still = vi.fn(async () => Promise.reject(new Error('the database is away')))
    const forget = revalidation.add(one, 'k', still)
    revalidation.add(two, 'k', still)
    await revalidation.recheck()
    forget()
    await revalidation.recheck()
    expect(still).toHaveBeenCalledTimes(2)
    const last = revalidation.add(two, 'l', still)
    last()
    await revalidation.recheck()
    expect(still).toHaveBeenCalledTimes(3)
    expect(one.end).not.toHaveBeenCalled()
    expect(two.end).not.toHaveBeenCalled()
  })

  test('checks again after a change during a check, and periodically', async () => {
    revalidation = createStreamRevalidation(log, 20)
    let allowed = true
    const slow = Promise.withResolvers<void>()
    const one = ending()
    revalidation.add(one, 'k', async () => {
      const answer = allowed
      await slow.promise
      return answer
    })
    const asking = revalidation.recheck()
    allowed = false
    const again = revalidation.recheck()
    slow.resolve()
    await Promise.all([asking, again])
    expect(one.end).toHaveBeenCalledTimes(1)
    const two = ending()
    revalidation.add(two, 'k', async () => false)
    await expect.poll(() => two.end.mock.calls.length).toBe(1)
  })
})
