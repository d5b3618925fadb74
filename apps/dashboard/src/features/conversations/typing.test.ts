import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isTyping, noteTyping } from './typing.ts'

const of = (conversationId: string) => ({ agentId: 'a', conversationId })
beforeEach(() => void vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('shows a visitor typing for six seconds after each signal, in their conversation only', () => {
  noteTyping({ type: 'typing', ...of('c1'), from: 'user' })
  expect([isTyping('c1'), isTyping('c2')]).toEqual([true, false])
  vi.advanceTimersByTime(4000)
  noteTyping({ type: 'typing', ...of('c1'), from: 'user' })
  vi.advanceTimersByTime(4000)
  expect(isTyping('c1')).toBe(true)
  vi.advanceTimersByTime(2000)
  expect(isTyping('c1')).toBe(false)
})

test("ends with the visitor's message, but not with a teammate's", () => {
  noteTyping({ type: 'typing', ...of('c3'), from: 'human', name: 'Mia' })
  expect(isTyping('c3')).toBe(false)
  noteTyping({ type: 'typing', ...of('c3'), from: 'user' })
  noteTyping({ type: 'message', ...of('c3'), seq: 3, from: 'human' })
  expect(isTyping('c3')).toBe(true)
  noteTyping({ type: 'message', ...of('c3'), seq: 4, from: 'user' })
  expect(isTyping('c3')).toBe(false)
})
