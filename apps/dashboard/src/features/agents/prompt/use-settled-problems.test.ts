import type { Problem } from '@parlance/engine/graph/problems'
import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSettledProblems } from './use-settled-problems.ts'

const problem = (name: string): Problem => ({ code: 'edgeToUnknown', level: 'error', nodeId: 'a', name })

test('a new problem waits until the field is left, and a solved one leaves at once', () => {
  const before = [problem('old')]
  const { result, rerender } = renderHook(({ list }) => useSettledProblems(list), { initialProps: { list: before } })
  expect(result.current.settled).toEqual(before)
  act(() => result.current.onFocus({ target: document.createElement('button') }))
  rerender({ list: before })
  act(() => result.current.onFocus({ target: document.createElement('input') }))
  rerender({ list: [problem('old'), problem('new')] })
  expect(result.current.settled).toEqual([problem('old')])
  rerender({ list: [problem('new')] })
  expect(result.current.settled).toEqual([])
  act(() => result.current.onBlur())
  expect(result.current.settled).toEqual([problem('new')])
})

test('where a field takes the focus as it is shown, nothing is wrong yet', () => {
  const { result } = renderHook(() => useSettledProblems([problem('new')], true))
  expect(result.current.settled).toEqual([])
})
