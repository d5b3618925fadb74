import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setActiveNode, useIsActiveNode, useShownNode } from './active-node.ts'

test('marks the node of the shown conversation for its agent only, until the conversation is closed', () => {
  const here = renderHook(() => useIsActiveNode('agent', 'book'))
  const elsewhere = renderHook(() => useIsActiveNode('other', 'book'))
  expect(here.result.current).toBe(false)
  const shown = renderHook(({ nodeId }) => useShownNode('agent', nodeId), { initialProps: { nodeId: 'book' } })
  expect([here.result.current, elsewhere.result.current]).toEqual([true, false])
  shown.rerender({ nodeId: 'thanks' })
  expect(here.result.current).toBe(false)
  shown.rerender({ nodeId: 'book' })
  shown.unmount()
  expect(here.result.current).toBe(false)
})

test('re-renders only the nodes that are entered and left', () => {
  let drawn = 0
  renderHook(() => {
    drawn += 1
    return useIsActiveNode('agent', 'far')
  })
  act(() => setActiveNode('agent', 'a'))
  act(() => setActiveNode('agent', 'b'))
  expect(drawn).toBe(1)
  act(() => setActiveNode('agent', 'far'))
  expect(drawn).toBe(2)
  act(() => setActiveNode('agent', undefined))
})
