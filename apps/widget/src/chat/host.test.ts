import { expect, test, vi } from 'vitest'
import { wrap } from '../protocol.ts'
import { openHost, type FrameWindow } from './host.ts'

function frameIn(hash: string) {
  const target = new EventTarget()
  const parent = { postMessage: vi.fn() }
  const own = {
    addEventListener: target.addEventListener.bind(target),
    parent,
    location: { hash },
  } as unknown as FrameWindow
  const hear = (data: unknown, origin = 'https://shop.example', source: unknown = parent) =>
    target.dispatchEvent(Object.assign(new Event('message'), { data, origin, source }))
  return { own, parent, hear, target }
}
const CLAIM = `#${encodeURIComponent('https://shop.example')}`

test('speaks to the claimed origin only and hears it alone', () => {
  const { own, parent, hear } = frameIn(CLAIM)
  const host = openHost(own)
  const changed = vi.fn()
  host.subscribe(changed)
  expect(parent.postMessage).toHaveBeenCalledWith(wrap({ type: 'ready' }), 'https://shop.example')
  hear(wrap({ type: 'shown', open: true, phone: true }), 'https://evil.example')
  hear(wrap({ type: 'shown', open: true, phone: true }), 'https://shop.example', {})
  expect(host.state()).toEqual({ open: false, phone: false })
  hear(wrap({ type: 'shown', open: true, phone: true }))
  hear(wrap({ type: 'page', url: 'https://shop.example/a', title: 'A' }))
  expect(host.state()).toEqual({ open: true, phone: true })
  expect(host.page()).toEqual({ url: 'https://shop.example/a', title: 'A' })
  expect(changed).toHaveBeenCalledOnce()
})

test('Escape closes unless something inside has taken it', () => {
  const { own, parent, target } = frameIn(CLAIM)
  openHost(own)
  const press = () => Object.assign(new Event('keydown', { cancelable: true }), { key: 'Escape' })
  const taken = press()
  taken.preventDefault()
  target.dispatchEvent(taken)
  expect(parent.postMessage).toHaveBeenCalledTimes(1)
  target.dispatchEvent(press())
  expect(parent.postMessage).toHaveBeenLastCalledWith(wrap({ type: 'close' }), 'https://shop.example')
})

test.each(['', '#', '#%E0%A4%A'])('without a host (%o) it is a page of its own, open and silent', (hash) => {
  const { own, parent } = frameIn(hash)
  const host = openHost(own)
  expect(host.framed).toBe(false)
  expect(host.state().open).toBe(true)
  host.tell('new_message')
  expect(parent.postMessage).not.toHaveBeenCalled()
})
