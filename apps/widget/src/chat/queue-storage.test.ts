import { beforeEach, expect, test, vi } from 'vitest'
import { openQueue } from './queue-storage.ts'
import type { QueuedMessage } from './session/state.ts'

const waiting = (id: string): QueuedMessage => ({ id, text: `text of ${id}`, at: '2026-01-01T00:00:00.000Z' })
const local = () => localStorage
const open = (visitor = 'ada', storage: (() => Storage) | undefined = local) => openQueue('k', storage, () => visitor)
const ids = (list: readonly QueuedMessage[]) => list.map(({ id }) => id)
beforeEach(() => localStorage.clear())

test('keeps the waiting messages for the next page, and nothing when none wait', () => {
  const queue = open()
  queue.save([waiting('a'), waiting('b')])
  expect(open().read()).toEqual([waiting('a'), waiting('b')])
  queue.save([waiting('b')])
  expect(ids(open().read())).toEqual(['b'])
  queue.save([])
  expect(localStorage).toHaveLength(0)
})

test('keeps the messages of each tab apart', () => {
  const [one, two] = [open(), open()]
  one.save([waiting('a')])
  two.save([waiting('b')])
  one.save([waiting('a'), waiting('c')])
  two.save([])
  expect(ids(open().read())).toEqual(['a', 'c'])
})

test('hides them from another visitor on this browser, whose messages replace them', () => {
  open('ada').save([waiting('a')])
  expect(open('bob').read()).toEqual([])
  open('bob').save([waiting('b')])
  expect(open('ada').read()).toEqual([])
  expect(localStorage.getItem('k:queue')).not.toContain('text of a')
})

test('learns what another tab has sent or deleted', () => {
  const queue = open()
  const heard = vi.fn()
  queue.onGone(heard)
  queue.save([waiting('a'), waiting('b')])
  const tell = (key: string, newValue: string | null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }))
  tell('other', null)
  expect(heard).not.toHaveBeenCalled()
  tell('k:queue', JSON.stringify({ visitorId: 'ada', waiting: [waiting('b')] }))
  expect(heard).toHaveBeenLastCalledWith(['a'])
})

test('keeps the first messages when there is little room', () => {
  const kept = new Map<string, string>()
  const cookie = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (text.length > 250) throw new DOMException('full', 'QuotaExceededError')
      kept.set(key, text)
    },
    removeItem: (key: string) => void kept.delete(key),
  }
  const queue = openQueue(
    'k',
    () => cookie,
    () => 'ada',
  )
  queue.save(['a', 'b', 'c', 'd'].map(waiting))
  expect(ids(queue.read())).toEqual(['a', 'b', 'c'])
  queue.save([waiting('d')])
  expect(ids(queue.read())).toEqual(['d'])
})

test.each(['', '{', 'null', '7', '{"visitorId":"ada"}', '{"visitorId":"ada","waiting":[null,{},{"id":7}]}'])(
  'a stored %o is nothing',
  (text) => {
    localStorage.setItem('k:queue', text)
    expect(open().read()).toEqual([])
  },
)

test('works without storage, or when it is denied or full', () => {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  for (const queue of [open('ada', denied), openQueue('k', undefined, () => 'ada')]) {
    queue.save([waiting('a')])
    expect(queue.read()).toEqual([])
  }
})
