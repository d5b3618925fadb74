import { beforeEach, expect, test, vi } from 'vitest'
import { VISITOR_KEY } from '@parlance/core/kit/ids'
import { openIdentity, storageKey } from './identity.ts'

const local = () => localStorage
beforeEach(() => localStorage.clear())

test('one visitor per agent and region, kept over reloads', () => {
  const here = openIdentity(storageKey('eu', 'one'), local)
  here.remember('conv')
  expect(here.visitorId).toMatch(VISITOR_KEY)
  const again = openIdentity(storageKey('eu', 'one'), local)
  expect([again.visitorId, again.conversationId()]).toEqual([here.visitorId, 'conv'])
  for (const key of [storageKey('eu', 'two'), storageKey('na', 'one')]) {
    const other = openIdentity(key, local)
    expect(other.visitorId).not.toBe(here.visitorId)
    expect(other.conversationId()).toBeUndefined()
  }
  again.remember(undefined)
  expect(openIdentity(storageKey('eu', 'one'), local).conversationId()).toBeUndefined()
})

test('storage denied: kept in memory', () => {
  const denied = openIdentity('k', () => {
    throw new DOMException('denied', 'SecurityError')
  })
  denied.remember('conv')
  expect(denied.visitorId).toMatch(VISITOR_KEY)
  expect(denied.conversationId()).toBe('conv')
})

test('storage full: goes on in memory', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  const identity = openIdentity('k', () => full as unknown as Storage)
  identity.remember('conv')
  expect(identity.conversationId()).toBe('conv')
})

test.each(['', '{', 'null', '7', '{}', '{"visitorId":"short"}', '{"visitorId":7,"conversationId":"c"}'])(
  'a stored %o makes a new visitor',
  (text) => {
    localStorage.setItem('k', text)
    const identity = openIdentity('k', local)
    expect(identity.visitorId).toMatch(VISITOR_KEY)
    expect(identity.conversationId()).toBeUndefined()
  },
)

test('hears of a conversation another tab began, as the same visitor only', () => {
  const identity = openIdentity('k', local)
  const heard = vi.fn()
  identity.onOther(heard)
  const tell = (key: string, value: unknown) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: JSON.stringify(value) }))
  tell('other', { visitorId: identity.visitorId, conversationId: 'c' })
  tell('k', { visitorId: 'vis_' + 'x'.repeat(28), conversationId: 'c' })
  expect(heard).not.toHaveBeenCalled()
  tell('k', { visitorId: identity.visitorId, conversationId: 'c' })
  expect(heard).toHaveBeenCalledWith('c')
  expect(identity.conversationId()).toBe('c')
})
