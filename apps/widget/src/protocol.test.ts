import { expect, test } from 'vitest'
import { frameUrl, readToFrame, readToHost, targetOf, wrap } from './protocol.ts'

const peer = { origin: 'https://chat.example', window: { name: 'frame' } }
const from = (data: unknown, over: Partial<{ origin: string; source: unknown }> = {}) => ({
  origin: peer.origin,
  source: peer.window,
  data,
  ...over,
})

test('believes the right window of the right origin', () => {
  expect(readToHost(from(wrap({ type: 'ready' })), peer)).toEqual({ type: 'ready' })
  const news = wrap({ type: 'event', name: 'new_message' })
  expect(readToHost(from(news), peer)).toEqual({ type: 'event', name: 'new_message' })
  const shown = wrap({ type: 'shown', open: true, phone: false })
  expect(readToFrame(from(shown), peer)).toEqual({ type: 'shown', open: true, phone: false })
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

test('ignores everybody while there is no frame', () => {
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

test('events outside the list and pages without an address are ignored, long ones are cut', () => {
  expect(readToHost(from({ parlance: { type: 'event', name: 'chat_open' } }), peer)).toBeUndefined()
  expect(readToFrame(from({ parlance: { type: 'page', url: 1, title: 't' } }), peer)).toBeUndefined()
  const long = readToFrame(from({ parlance: { type: 'page', url: 'u'.repeat(9000), title: 't'.repeat(9000) } }), peer)
  expect(long).toEqual({ type: 'page', url: 'u'.repeat(2000), title: 't'.repeat(500) })
})

test('the frame address carries the claimed origin; an opaque one is answered without a target', () => {
  expect(frameUrl('https://chat.example', 'eu', 'a/b', 'https://shop.example')).toBe(
    'https://chat.example/widget/frame/eu/a%2Fb#https%3A%2F%2Fshop.example',
  )
  expect(targetOf('null')).toBe('*')
  expect(targetOf('https://shop.example')).toBe('https://shop.example')
})
