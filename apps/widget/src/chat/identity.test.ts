import { beforeEach, expect, test, vi } from 'vitest'
import { VISITOR_KEY } from '@parlance/contract/lib/ids'
import { cookieStorage } from './cookies.ts'
import { openVisitorStorage, openIdentity, storageKey, type VisitorStorage } from './identity.ts'

/** An anonymous visitor who opens a page. */
function nameless(key: string, shelves: readonly (() => VisitorStorage)[]) {
  const identity = openIdentity(key, openVisitorStorage(shelves))
  identity.enterNameless()
  return identity
}
const local = [() => localStorage]
const denied = () => {
  throw new DOMException('denied', 'SecurityError')
}
/** Cookies as a browser keeps them per site: by name and path, and only with all security attributes. */
function jar({ accepts = true } = {}) {
  const kept = new Map<string, string>()
  const set: string[] = []
  const page = (path: string) => ({
    get cookie() {
      const seen = [...kept].filter(([at]) => `${path}/`.startsWith(`${at.split('\n')[0]}/`))
      return ['theme=dark', ...seen.map(([, pair]) => pair)].join('; ')
    },
    set cookie(line: string) {
      set.push(line)
      const [pair = '', ...attributes] = line.split('; ')
      const path = attributes.find((each) => each.startsWith('Path='))?.slice(5) ?? ''
      const at = `${path}\n${pair.split('=')[0]}`
      if (attributes.includes('Max-Age=0')) kept.delete(at)
      else if (accepts) kept.set(at, pair)
    },
  })
  const shelf = (path: string) => () => cookieStorage(page(path), path)
  return { set, shelf }
}
beforeEach(() => localStorage.clear())

test('keeps one visitor per agent and region across reloads', () => {
  const here = nameless(storageKey('eu', 'one'), local)
  here.remember('conv')
  expect(here.visitorId()).toMatch(VISITOR_KEY)
  const again = nameless(storageKey('eu', 'one'), local)
  expect([again.visitorId(), again.conversationId()]).toEqual([here.visitorId(), 'conv'])
  for (const key of [storageKey('eu', 'two'), storageKey('na', 'one')]) {
    const other = nameless(key, local)
    expect(other.visitorId()).not.toBe(here.visitorId())
    expect(other.conversationId()).toBeUndefined()
  }
  again.remember(undefined)
  expect(nameless(storageKey('eu', 'one'), local).conversationId()).toBeUndefined()
})

test("uses a cookie of the frame's path per agent when storage is denied", () => {
  const { shelf, set } = jar()
  const open = (region: string, id: string) =>
    nameless(storageKey(region, id), [denied, shelf(`/widget/frame/${region}/${id}`)])
  const here = open('eu', 'one')
  expect(here.conversationId()).toBeUndefined()
  here.remember('conv')
  const again = open('eu', 'one')
  expect([again.visitorId(), again.conversationId()]).toEqual([here.visitorId(), 'conv'])
  for (const other of [open('eu', 'on'), open('eu', 'one2'), open('na', 'one')])
    expect([other.visitorId() === here.visitorId(), other.conversationId()]).toEqual([false, undefined])
  again.remember(undefined)
  expect([open('eu', 'one').visitorId(), open('eu', 'one').conversationId()]).toEqual([here.visitorId(), undefined])
  for (const line of set) {
    expect(line.split('; ').slice(1)).toEqual([
      expect.stringMatching(/^Path=\/widget\/frame\/(eu|na)\/\w+$/),
      expect.stringMatching(/^Max-Age=(34560000|0)$/),
      'SameSite=None',
      'Secure',
      'Partitioned',
    ])
    // The value can't end or extend the cookie.
    expect(line.split('; ')[0]).toMatch(/^parlance_chat=[\w.%-]+$/)
  }
})

test('treats paths with and without a trailing slash alike', () => {
  const { shelf } = jar()
  nameless('k', [denied, shelf('/widget/frame/eu/a/')]).remember('conv')
  expect(nameless('k', [denied, shelf('/widget/frame/eu/a')]).conversationId()).toBe('conv')
})

test.each(['', '%', 'k.%E0%A4%A', 'k.%7B', 'k.null'])(
  'a broken cookie %o makes a new visitor, who is kept',
  (value) => {
    const page = { cookie: `parlance_chat=${value}` }
    const open = () => nameless('k', [denied, () => cookieStorage(page, '/p')])
    const identity = open()
    expect(identity.visitorId()).toMatch(VISITOR_KEY)
    expect(identity.conversationId()).toBeUndefined()
    identity.remember('conv')
    expect(open().conversationId()).toBe('conv')
  },
)

test('writes no cookie when storage works', () => {
  const { shelf, set } = jar()
  nameless('k', [...local, shelf('/p')]).remember('conv')
  expect(set).toEqual([])
})

test('keeps the visitor in memory when storage and cookies are denied', () => {
  const { shelf, set } = jar({ accepts: false })
  const open = () => nameless('k', [denied, shelf('/p')])
  const identity = open()
  identity.remember('conv')
  expect(identity.visitorId()).toMatch(VISITOR_KEY)
  expect(identity.conversationId()).toBe('conv')
  expect(open().visitorId).not.toBe(identity.visitorId())
  expect(set.length).toBeGreaterThan(0)
})

test('falls back to memory when storage is full', () => {
  const full = {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => undefined,
  }
  const identity = nameless('k', [() => full])
  identity.remember('conv')
  expect(identity.conversationId()).toBe('conv')
})

test.each(['', '{', 'null', '7', '{}', '{"visitorId":"short"}', '{"visitorId":7,"conversationId":"c"}'])(
  'a stored %o makes a new visitor',
  (text) => {
    localStorage.setItem('k', text)
    const identity = nameless('k', local)
    expect(identity.visitorId()).toMatch(VISITOR_KEY)
    expect(identity.conversationId()).toBeUndefined()
  },
)

test('learns of a conversation begun in another tab of the same visitor', () => {
  const identity = nameless('k', local)
  const heard = vi.fn()
  identity.onOther(heard)
  const tell = (key: string, value: unknown) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: JSON.stringify(value) }))
  tell('other', { visitorId: identity.visitorId(), conversationId: 'c' })
  tell('k', { visitorId: 'vis_' + 'x'.repeat(28), conversationId: 'c' })
  expect(heard).not.toHaveBeenCalled()
  tell('k', { visitorId: identity.visitorId(), conversationId: 'c' })
  expect(heard).toHaveBeenCalledWith('c')
  expect(identity.conversationId()).toBe('c')
})

test('leaves no trace when it only reads, and none of a forgotten visitor', () => {
  const identity = openIdentity('k', openVisitorStorage(local))
  expect([identity.visitorId(), identity.stored(), localStorage.length]).toEqual(['', undefined, 0])
  identity.enterNameless()
  expect(identity.stored()).toEqual({ visitorId: identity.visitorId() })
  identity.forget()
  expect(localStorage.length).toBe(0)
})

test('stores for an identified visitor what their keeper stores, and never the key', () => {
  const identity = nameless('k', local)
  const before = identity.stored()
  const kept = vi.fn()
  identity.enter({ visitorId: `vis_${'a'.repeat(28)}`, conversationId: 'c' }, kept)
  identity.remember('d')
  expect(kept.mock.calls).toEqual([['c'], ['d']])
  expect(identity.stored()).toEqual(before)
  identity.enter({ visitorId: `vis_${'b'.repeat(28)}` })
  identity.remember('e')
  expect(identity.conversationId()).toBe('e')
  expect(JSON.stringify(localStorage)).not.toMatch(/aaaa|bbbb|"[cde]"/)
})

test('returns nothing outdated from a storage that refuses writes', () => {
  const { shelf } = jar()
  nameless('k', local).remember('old')
  const full = () => ({
    getItem: (key: string) => localStorage.getItem(key),
    removeItem: (key: string) => localStorage.removeItem(key),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  const visitorStorage = openVisitorStorage([full, shelf('/p')])
  nameless('k', [full, shelf('/p')]).remember('new')
  expect(nameless('k', [full, shelf('/p')]).conversationId()).toBe('new')
  visitorStorage.setItem('a:b:c:consent', 'x')
  expect(visitorStorage.getItem('a:b:c:consent')).toBe('x')
  expect(nameless('k', [full, shelf('/p')]).conversationId()).toBe('new')
  visitorStorage.removeItem('a:b:c:consent')
  expect(visitorStorage.getItem('a:b:c:consent')).toBeNull()
})
