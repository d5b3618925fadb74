import { expect, test } from 'vitest'
import { readToHost } from './host-messages.ts'
import { frameUrl, readToFrame, targetOf, wrap, type ToFrame, type ToHost } from './protocol.ts'

const peer = { origin: 'https://chat.example', window: { name: 'frame' } }
const from = (data: unknown, over: Partial<{ origin: string; source: unknown }> = {}) => ({
  origin: peer.origin,
  source: peer.window,
  data,
  ...over,
})

test('accepts the right window of the right origin only', () => {
  expect(readToHost(from(wrap({ type: 'ready' })), peer)).toEqual({ type: 'ready' })
  const news = wrap({ type: 'event', name: 'new_message' })
  expect(readToHost(from(news), peer)).toEqual({ type: 'event', name: 'new_message' })
})

const TO_FRAME: readonly ToFrame[] = [
  { type: 'shown', open: true, phone: false, closable: true, focus: false },
  { type: 'page', url: 'https://shop.example/a', title: 'A' },
  { type: 'user', token: 'a.b.c' },
  { type: 'user', token: null },
  { type: 'push', text: 'Where is my order?' },
  { type: 'restart' },
]
test.each(TO_FRAME)('lets only the frame parse %o', (message) => {
  expect(readToFrame(from(wrap(message)), peer)).toEqual(message)
  expect(readToHost(from(wrap(message)), peer)).toBeUndefined()
})

const TO_HOST: readonly ToHost[] = [
  { type: 'ready' },
  { type: 'close' },
  { type: 'event', name: 'new_turn' },
  { type: 'event', name: 'chat_restart' },
  { type: 'event', name: 'handoff_requested' },
  { type: 'event', name: 'chat_ended' },
  { type: 'unread', count: 3 },
  { type: 'talking', yes: true },
  { type: 'talking', yes: false },
]
test.each(TO_HOST)('lets only the host parse %o', (message) => {
  expect(readToHost(from(wrap(message)), peer)).toEqual(message)
  expect(readToFrame(from(wrap(message)), peer)).toBeUndefined()
})

test('requires bounded integers as counts, non-empty trimmed texts and string tokens', () => {
  const unread = (count: unknown) => readToHost(from({ parlance: { type: 'unread', count } }), peer)
  expect(unread(2.7)).toEqual({ type: 'unread', count: 2 })
  expect(unread(1e9)).toEqual({ type: 'unread', count: 999 })
  for (const wrong of [-1, 'many', undefined, NaN]) expect(unread(wrong)).toBeUndefined()
  const push = (text: unknown) => readToFrame(from({ parlance: { type: 'push', text } }), peer)
  expect(push('  hello ')).toEqual({ type: 'push', text: 'hello' })
  for (const wrong of ['  ', 7, undefined]) expect(push(wrong)).toBeUndefined()
  const user = (token: unknown) => readToFrame(from({ parlance: { type: 'user', token } }), peer)
  expect(user('')).toEqual({ type: 'user', token: null })
  for (const wrong of [undefined, 7, {}, 'x'.repeat(10_001)]) expect(user(wrong)).toBeUndefined()
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['an origin that only begins alike', { origin: 'https://chat.example.evil.test' }],
  ['an opaque origin', { origin: 'null' }],
  ['another window', { source: { name: 'frame' } }],
  ['no window', { source: null }],
])('ignores %s', (_who, over) => {
  expect(readToHost(from(wrap({ type: 'close' }), over), peer)).toBeUndefined()
  expect(readToFrame(from(wrap({ type: 'page', url: 'u', title: 't' }), over), peer)).toBeUndefined()
})

test('ignores all messages while there is no frame', () => {
  const message = { origin: peer.origin, source: null, data: wrap({ type: 'close' }) }
  expect(readToHost(message, { origin: peer.origin, window: undefined })).toBeUndefined()
  expect(readToHost(message, { origin: peer.origin, window: null })).toBeUndefined()
})

test.each([
  null,
  undefined,
  'close',
  7,
  [],
  {},
  { type: 'close' },
  { parlance: null },
  { parlance: 'close' },
  { parlance: { type: 'nothing' } },
])('ignores %o', (data) => {
  expect(readToHost(from(data), peer)).toBeUndefined()
  expect(readToFrame(from(data), peer)).toBeUndefined()
})

test('ignores unknown events and pages without an address, and cuts long ones', () => {
  expect(readToHost(from({ parlance: { type: 'event', name: 'chat_open' } }), peer)).toBeUndefined()
  expect(readToFrame(from({ parlance: { type: 'page', url: 1, title: 't' } }), peer)).toBeUndefined()
  const long = readToFrame(from({ parlance: { type: 'page', url: 'u'.repeat(9000), title: 't'.repeat(9000) } }), peer)
  expect(long).toEqual({ type: 'page', url: 'u'.repeat(2000), title: 't'.repeat(500) })
})

test("puts the claimed origin in the frame's address, and answers an opaque one without a target", () => {
  expect(frameUrl('https://chat.example', 'eu', 'a/b', 'https://shop.example')).toBe(
    'https://chat.example/widget/frame/eu/a%2Fb#https%3A%2F%2Fshop.example',
  )
  expect(targetOf('null')).toBe('*')
  expect(targetOf('https://shop.example')).toBe('https://shop.example')
})
