import { expect, test, vi } from 'vitest'
import { wrap } from '../protocol.ts'
import { openHost, type FrameWindow } from './host.ts'

function frameIn() {
  const target = new EventTarget()
  const parent = { postMessage: vi.fn() }
  const own = {
    addEventListener: target.addEventListener.bind(target),
    parent,
  } as unknown as FrameWindow
  const hear = (data: unknown, origin = 'https://shop.example', source: unknown = parent) =>
    target.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }))
  return { own, parent, hear, target }
}
const CLAIM = encodeURIComponent('https://shop.example')

test('talks only to the claimed origin', () => {
  const { own, parent, hear } = frameIn()
  const host = openHost(own, CLAIM)
  const changed = vi.fn()
  host.subscribe(changed)
  expect(parent.postMessage).toHaveBeenCalledWith(wrap({ type: 'ready' }), 'https://shop.example')
  hear(wrap({ type: 'shown', open: true, phone: true, closable: true, focus: false }), 'https://evil.example')
  hear(wrap({ type: 'shown', open: true, phone: true, closable: true, focus: false }), 'https://shop.example', {})
  expect(host.state()).toEqual({ open: false, phone: false, closable: false, focus: true })
  hear(wrap({ type: 'shown', open: true, phone: true, closable: true, focus: false }))
  hear(wrap({ type: 'page', url: 'https://shop.example/a', title: 'A' }))
  expect(host.state()).toEqual({ open: true, phone: true, closable: true, focus: false })
  expect(host.page()).toEqual({ url: 'https://shop.example/a', title: 'A' })
  expect(changed).toHaveBeenCalledOnce()
})

test('closes on Escape unless an inner element handled it', () => {
  const { own, parent, target } = frameIn()
  openHost(own, CLAIM)
  const press = () => Object.assign(new Event('keydown', { cancelable: true }), { key: 'Escape' })
  const taken = press()
  taken.preventDefault()
  target.dispatchEvent(taken)
  expect(parent.postMessage).toHaveBeenCalledTimes(1)
  target.dispatchEvent(press())
  expect(parent.postMessage).toHaveBeenLastCalledWith(wrap({ type: 'close' }), 'https://shop.example')
})

test.each(['', '%E0%A4%A'])('without a host (%o) it is a page of its own, open and silent', async (fragment) => {
  const { own, parent } = frameIn()
  const host = openHost(own, fragment)
  expect(host.framed).toBe(false)
  expect(host.state().open).toBe(true)
  await host.settled
  host.tell('new_message')
  expect(parent.postMessage).not.toHaveBeenCalled()
})

test('keeps what the page says until there is a listener, then delivers it in order', async () => {
  const { own, hear } = frameIn()
  const host = openHost(own, CLAIM)
  const heard: unknown[] = []
  hear(wrap({ type: 'user', token: 'first' }))
  hear(wrap({ type: 'user', token: 'second' }))
  hear(wrap({ type: 'push', text: 'one' }))
  hear(wrap({ type: 'push', text: 'two' }))
  host.onUser((token) => heard.push(token))
  host.onPush((text) => heard.push(text))
  host.onRestart(() => heard.push('restart'))
  expect(heard).toEqual(['second', 'one', 'two'])
  hear(wrap({ type: 'restart' }))
  hear(wrap({ type: 'push', text: 'three' }))
  hear(wrap({ type: 'user', token: null }))
  hear(wrap({ type: 'user', token: 'forged' }), 'https://evil.example')
  expect(heard).toEqual(['second', 'one', 'two', 'restart', 'three', null])
})

test('settles with the first message about visibility, and reports what the visitor should notice', async () => {
  const { own, parent, hear } = frameIn()
  const host = openHost(own, CLAIM)
  const settled = vi.fn()
  void host.settled.then(settled)
  hear(wrap({ type: 'user', token: 't' }))
  await Promise.resolve()
  expect(settled).not.toHaveBeenCalled()
  hear(wrap({ type: 'shown', open: false, phone: false, closable: false, focus: true }))
  await host.settled
  host.unread(2)
  host.talking(true)
  expect(parent.postMessage.mock.calls.slice(1)).toEqual([
    [wrap({ type: 'unread', count: 2 }), 'https://shop.example'],
    [wrap({ type: 'talking', yes: true }), 'https://shop.example'],
  ])
})
