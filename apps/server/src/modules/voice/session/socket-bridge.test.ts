import { expect, test, vi } from 'vitest'
import type { Bus } from '../../../lib/realtime/bus.ts'
import type { Socket } from './socket.ts'
import { passSocketOn, takeSockets } from './socket-bridge.ts'

/** Two processes' bus: messages are delivered in pairs, the later one first. */
function createTestBus(isReordered = false) {
  const listeners = new Map<string, Set<(news: never) => void>>()
  const held: (() => void)[] = []
  const bus: Bus = {
    publish(_, topic, news) {
      const deliver = () => listeners.get(topic)?.forEach((listener) => listener(structuredClone(news) as never))
      if (!isReordered || topic === 'call-socket-offer') return deliver()
      held.unshift(deliver)
      if (held.length === 2) held.splice(0).forEach((one) => one())
    },
    subscribe(_, topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => void set.delete(listener)
    },
    close: async () => {},
  }
  return {
    bus,
    flush: () => held.splice(0).forEach((one) => one()),
    topics: () => [...listeners].filter(([, set]) => set.size > 0).map(([topic]) => topic),
  }
}
const timers = () => {
  const waiting = new Set<{ act: () => void; ms: number }>()
  return {
    clock: {
      now: () => 0,
      after(ms: number, act: () => void) {
        const timer = { act, ms }
        waiting.add(timer)
        return () => waiting.delete(timer)
      },
    },
    pass: (ms: number) => {
      for (const timer of waiting) if (timer.ms <= ms && waiting.delete(timer)) timer.act()
    },
  }
}

test.each([false, true])('passes texts and audio on both ways, in order (reordered by the bus: %s)', (isReordered) => {
  const { bus, flush } = createTestBus(isReordered)
  const { clock, pass } = timers()
  const deps = { bus, region: 'eu' as const, clock }
  const heard: string[] = []
  let owned: Socket | undefined
  takeSockets(
    deps,
    (callId) => callId === 'mine',
    (_, socket) => {
      owned = socket
      socket.on('message', (data, isBinary) => void heard.push(isBinary ? data.toString('hex') : data.toString('utf8')))
    },
  )
  const sent: (string | Uint8Array)[] = []
  const closed: string[] = []
  const socket = {
    send: (data: string | Uint8Array) => void sent.push(data),
    close: (_: number, why: string) => void closed.push(why),
  }
  const bridge = passSocketOn(deps, socket, { callId: 'mine', kind: 'web', first: Buffer.from('{"t":"hello"}') })
  bridge.push(Buffer.from('00ff10', 'hex'), true)
  bridge.push(Buffer.from('ü'.repeat(5000)), false)
  flush()
  expect(heard).toEqual(['{"t":"hello"}', '00ff10', 'ü'.repeat(5000)])
  const speech = Buffer.alloc(6408, 7)
  owned?.send('ready')
  owned?.send(speech)
  flush()
  pass(10_000)
  expect([sent[0], Buffer.from(sent[1] as Uint8Array).equals(speech)]).toEqual(['ready', true])
  owned?.close(1000, 'call over')
  flush()
  expect(closed).toEqual(['call over'])
})

test('closes a socket that no process takes, and the call’s side once the caller is gone', () => {
  const { bus, topics } = createTestBus()
  const { clock, pass } = timers()
  const deps = { bus, region: 'eu' as const, clock }
  const gone = vi.fn()
  const stop = takeSockets(
    deps,
    (callId) => callId === 'mine',
    (_, socket) => socket.onClose(gone),
  )
  const closed: string[] = []
  const socket = { send: () => {}, close: (_: number, why: string) => void closed.push(why) }
  passSocketOn(deps, socket, { callId: 'other', kind: 'phone', first: Buffer.from('x') })
  pass(3000)
  expect(closed).toEqual(['no_call'])
  passSocketOn(deps, socket, { callId: 'mine', kind: 'phone', first: Buffer.from('x') }).close()
  expect(gone).toHaveBeenCalledOnce()
  stop()
  expect(topics()).toEqual([])
})

test('closes both sides when a message of the bus is lost', () => {
  const { bus } = createTestBus()
  const { clock, pass } = timers()
  const deps = { bus, region: 'eu' as const, clock }
  const gone = vi.fn()
  takeSockets(
    deps,
    () => true,
    (_, socket) => socket.onClose(gone),
  )
  const socket = { send: () => {}, close: vi.fn() }
  const publish = vi.spyOn(bus, 'publish')
  const bridge = passSocketOn(deps, socket, { callId: 'mine', kind: 'web', first: Buffer.from('x') })
  publish.mockImplementationOnce(() => {})
  bridge.push(Buffer.from('lost'), false)
  bridge.push(Buffer.from('next'), false)
  pass(2000)
  expect(gone).toHaveBeenCalledOnce()
})
