import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type HostPage, reportPages } from './page-reports.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function begin(first?: HostPage) {
  let page = first
  const own = vi.fn(() => Promise.resolve(undefined))
  const follow = reportPages({ own: own as never }, () => page)
  const goTo = (url: string) => {
    page = { url, title: `At ${url}` }
    dispatchEvent(new MessageEvent('message'))
    vi.runAllTimers()
  }
  return { follow, goTo, told: () => own.mock.calls as unknown[] }
}

test('reports nothing before there is a conversation, then each page once', () => {
  const { follow, goTo, told } = begin({ url: '/a', title: 'A' })
  goTo('/b')
  follow(undefined)
  expect(told()).toEqual([])
  follow('c 1')
  follow('c 1')
  goTo('/b')
  goTo('/c')
  expect(told()).toEqual([
    ['conversations/c%201/page', { url: '/b', title: 'At /b' }],
    ['conversations/c%201/page', { url: '/c', title: 'At /c' }],
  ])
})

test('reports the page to another conversation too, and nothing after it has ended', () => {
  const { follow, goTo, told } = begin({ url: '/a', title: 'A' })
  follow('one')
  follow('two')
  follow(undefined)
  goTo('/b')
  expect(told()).toEqual([
    ['conversations/one/page', { url: '/a', title: 'A' }],
    ['conversations/two/page', { url: '/a', title: 'A' }],
  ])
})

test('reports nothing when the host names no page', () => {
  const { follow, told } = begin()
  follow('one')
  expect(told()).toEqual([])
})
