import type { LiveEvent } from '@parlance/contract/conversations/schemas'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Api } from './api.ts'
import { Refusal } from './refusal.ts'
import { followLiveUpdates } from './live-updates.ts'
import { createSharedConnection, type SharedConnection } from './shared-connection.ts'
import type { SessionEvent } from './session/state.ts'

const message = (seq: number): LiveEvent => ({ type: 'message', agentId: 'a', conversationId: 'c', seq, from: 'agent' })

/** A server that identifies streams by the order in which they were opened. */
function server() {
  const streams: { id: string; say: (event: LiveEvent) => void; drop: (error?: Error) => void; signal: AbortSignal }[] =
    []
  const live: Api['live'] = (id, say, signal) =>
    new Promise((resolve, reject) => {
      streams.push({ id, say, drop: (error) => (error ? reject(error) : resolve()), signal })
      signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
  return { api: { live } as Api, streams, open: () => streams.filter(({ signal }) => !signal.aborted) }
}
const alone: SharedConnection = { follow: (_, open, onEvent) => open(onEvent) }

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

describe('one conversation', () => {
  const begin = (connection = alone) => {
    const { api, streams, open } = server()
    const heard: SessionEvent[] = []
    const updates = followLiveUpdates(api, connection, (event) => heard.push(event))
    return { updates, streams, open, heard }
  }

  test('is followed once, however often it is requested', () => {
    const { updates, streams, heard } = begin()
    updates.show(true)
    expect(streams).toEqual([])
    updates.follow('c')
    updates.follow('c')
    updates.show(true)
    expect(streams.map(({ id }) => id)).toEqual(['c'])
    streams[0]?.say(message(2))
    expect(heard).toEqual([{ type: 'live', event: message(2) }])
  })

  test('is left for another one or none', () => {
    const { updates, open } = begin()
    updates.show(true)
    updates.follow('c')
    updates.follow('d')
    expect(open().map(({ id }) => id)).toEqual(['d'])
    updates.follow(undefined)
    expect(open()).toEqual([])
  })

  test('catches up after a break, with growing delays', async () => {
    const { updates, streams, heard } = begin()
    updates.show(true)
    updates.follow('c')
    streams[0]?.drop()
    await vi.advanceTimersByTimeAsync(1300)
    streams[1]?.drop(new TypeError('away'))
    await vi.advanceTimersByTimeAsync(1300)
    expect(streams.length).toBe(2)
    await vi.advanceTimersByTimeAsync(1300)
    streams[2]?.say({ type: 'ready' })
    expect(heard).toEqual([{ type: 'sync' }, { type: 'live', event: { type: 'ready' } }])
  })

  test('connects and catches up at once when the network is back', async () => {
    const { updates, streams, heard } = begin()
    updates.show(true)
    updates.follow('c')
    for (let tries = 0; tries < 8; tries++) {
      streams.at(-1)?.drop(new TypeError('away'))
      await vi.advanceTimersByTimeAsync(75_000)
    }
    streams.at(-1)?.drop(new TypeError('away'))
    await vi.advanceTimersByTimeAsync(0)
    const before = streams.length
    dispatchEvent(new Event('online'))
    expect(streams.length).toBe(before + 1)
    streams.at(-1)?.say({ type: 'ready' })
    expect(heard).toEqual([{ type: 'sync' }, { type: 'live', event: { type: 'ready' } }])
    dispatchEvent(new Event('online'))
    expect(streams.length).toBe(before + 1)
  })

  test('catches up after it was hidden', () => {
    const { updates, open, heard } = begin()
    updates.show(true)
    updates.follow('c')
    updates.show(false)
    open()[0]?.say({ type: 'ready' })
    expect(open().length).toBe(1)
    expect(heard[0]).toEqual({ type: 'sync' })
  })

  test('is read again on the first live event when it was read before, since messages may be missing', () => {
    const { updates, streams, heard } = begin()
    updates.show(true)
    updates.follow('c', true)
    streams[0]?.say({ type: 'ready' })
    streams[0]?.say({ type: 'ready' })
    expect(heard.filter(({ type }) => type === 'sync')).toEqual([{ type: 'sync' }])
  })

  test('is not read again when it begins here', () => {
    const { updates, streams, heard } = begin()
    updates.show(true)
    updates.follow('c')
    streams[0]?.say({ type: 'ready' })
    expect(heard).toEqual([{ type: 'live', event: { type: 'ready' } }])
  })

  test('is given up when the server refuses it', async () => {
    const { updates, streams } = begin()
    updates.show(true)
    updates.follow('c')
    streams[0]?.drop(new Refusal(404, 'NOT_FOUND', 0))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(streams.length).toBe(1)
  })
})

describe('several tabs in the background', () => {
  /** Locks with one holder and a queue, as in browsers. */
  function fakeLocks() {
    const rows = new Map<string, (() => void)[]>()
    const request = (name: string, { signal }: { signal: AbortSignal }, hold: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        const row = rows.get(name) ?? []
        rows.set(name, row)
        const go = () =>
          void hold().then(() => {
            row.shift()
            row[0]?.()
            resolve()
          })
        signal.addEventListener('abort', () => {
          const at = row.indexOf(go)
          if (at > 0) row.splice(at, 1)
          reject(new DOMException('aborted', 'AbortError'))
        })
        row.push(go)
        if (row.length === 1) go()
      })
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: { request } } }))
  }
  beforeEach(() => {
    vi.useRealTimers()
    fakeLocks()
  })
  afterEach(() => vi.unstubAllGlobals())
  const tab = (api: Api, key = 'k') => {
    const heard: SessionEvent[] = []
    const updates = followLiveUpdates(api, createSharedConnection(key), (event) => heard.push(event))
    updates.follow('c')
    return { updates, heard: () => heard.filter(({ type }) => type === 'live').length }
  }

  test('share one connection and all receive its events', async () => {
    const { api, open } = server()
    const tabs = [tab(api), tab(api), tab(api)]
    await vi.waitFor(() => expect(open().length).toBe(1))
    open()[0]?.say(message(2))
    await vi.waitFor(() => expect(tabs.map(({ heard }) => heard())).toEqual([1, 1, 1]))
    expect(open().length).toBe(1)
  })

  test('hand it on when its holder is shown', async () => {
    const { api, open } = server()
    const [first, second] = [tab(api), tab(api)]
    await vi.waitFor(() => expect(open().length).toBe(1))
    first.updates.show(true)
    await vi.waitFor(() => expect(open().length).toBe(2))
    second.updates.follow(undefined)
    await vi.waitFor(() => expect(open().length).toBe(1))
  })

  test('use a connection each when locks are unavailable', async () => {
    const denied = { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) }
    vi.stubGlobal('navigator', Object.create(navigator, { locks: { value: denied } }))
    const { api, open } = server()
    const one = tab(api)
    await vi.waitFor(() => expect(open().length).toBe(1))
    one.updates.follow(undefined)
    expect(open().length).toBe(0)
  })

  test('of other agents share nothing', async () => {
    const { api, open } = server()
    tab(api, 'k')
    tab(api, 'l')
    await vi.waitFor(() => expect(open().length).toBe(2))
  })
})
