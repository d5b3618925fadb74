import type { Problem } from '@parlance/engine/graph/problems'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { edgeKey, useSettledProblems } from './use-settled-problems.ts'

const problem = (name: string): Problem => ({ code: 'edgeToUnknown', level: 'error', nodeId: 'a', name })
const settle = (list: readonly Problem[]) =>
  renderHook((props) => useSettledProblems(props.list), { initialProps: { list } })
const field = { target: document.createElement('input') }

test('shows a new problem after blur, and hides a solved one at once', () => {
  const before = [problem('old')]
  const { result, rerender } = settle(before)
  expect(result.current.settled).toEqual(before)
  act(() => result.current.onFocus({ target: document.createElement('button') }))
  rerender({ list: before })
  act(() => result.current.onFocus(field))
  rerender({ list: [problem('old'), problem('new')] })
  expect(result.current.settled).toEqual([problem('old')])
  rerender({ list: [problem('new')] })
  expect(result.current.settled).toEqual([])
  act(() => result.current.onBlur(field))
  expect(result.current.settled).toEqual([problem('new')])
})

test('reports a new step as unfinished only after it was left, but invalid input at once', () => {
  const empty: Problem = { code: 'collectWithoutVariables', level: 'error', nodeId: 'b', name: '' }
  const typed: Problem = { code: 'unknownVariable', level: 'warning', nodeId: 'b', name: 'x' }
  const { result, rerender } = settle([])
  act(() => result.current.begin(['b']))
  rerender({ list: [empty] })
  expect(result.current.settled).toEqual([])
  act(() => result.current.onFocus(field))
  rerender({ list: [empty, typed] })
  act(() => result.current.onBlur(field))
  expect(result.current.settled).toEqual([typed])
  act(() => result.current.stay(['b', 'c']))
  expect(result.current.settled).toEqual([typed])
  act(() => result.current.stay(['c']))
  expect(result.current.settled).toEqual([empty, typed])
})

test('waits for a new connection until its condition was left', () => {
  const second: Problem = { code: 'severalOtherwise', level: 'error', nodeId: 'a', edge: 1, name: 'b' }
  const { result, rerender } = settle([])
  act(() => result.current.begin([edgeKey('a', 1)]))
  rerender({ list: [second] })
  expect(result.current.settled).toEqual([])
  act(() => result.current.onFocus(field))
  act(() => result.current.onBlur(field))
  expect(result.current.settled).toEqual([second])
})
