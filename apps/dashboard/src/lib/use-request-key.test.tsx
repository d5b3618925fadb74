import { ORPCError } from '@orpc/client'
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useRequestKey } from './use-request-key.ts'

const shown = () => renderHook(() => useRequestKey()).result.current

test('keeps the key of a request that is repeated', () => {
  const { keyOf, renewIfRefused } = shown()
  const first = keyOf({ amount: 5, source: 'org' })
  renewIfRefused(new TypeError('Failed to fetch'))
  renewIfRefused(new ORPCError('UNAVAILABLE', { status: 503 }))
  expect(keyOf({ amount: 5, source: 'org' })).toBe(first)
})

test.each<[string, (known: ReturnType<typeof shown>) => void, unknown]>([
  ['a different request', () => undefined, { amount: 6 }],
  ['the same request after one that succeeded', ({ renew }) => renew(), { amount: 5 }],
  [
    'the same request after one that was refused',
    ({ renewIfRefused }) => renewIfRefused(new ORPCError('CONFLICT', { status: 409 })),
    { amount: 5 },
  ],
])('has another key for %s', (_what, act, next) => {
  const known = shown()
  const first = known.keyOf({ amount: 5 })
  act(known)
  expect(known.keyOf(next)).not.toBe(first)
})
