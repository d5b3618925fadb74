import { expect, test } from 'vitest'
import { actedOn, keyAction, moveOf } from './use-keys.ts'

const press = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

test.each([
  ['Delete', {}, 'remove', undefined],
  ['d', { ctrlKey: true }, 'duplicate', undefined],
  ['a', { metaKey: true }, 'selectAll', 'selectAll'],
  ['A', {}, 'add', undefined],
  ['?', {}, 'help', 'help'],
  ['Enter', {}, 'edit', 'edit'],
  ['ArrowLeft', {}, 'move', undefined],
  ['ArrowLeft', { ctrlKey: true }, undefined, undefined],
  ['c', { ctrlKey: true }, undefined, undefined],
  ['f', { altKey: true }, undefined, undefined],
  ['x', {}, undefined, undefined],
])('%s with %j', (key, more, editing, reading) => {
  expect(keyAction(press(key, more), false)).toBe(editing)
  expect(keyAction(press(key, more), true)).toBe(reading)
})

test.each([
  ['ArrowUp', false, { x: 0, y: -5 }],
  ['ArrowDown', false, { x: 0, y: 5 }],
  ['ArrowLeft', true, { x: -20, y: 0 }],
  ['ArrowRight', true, { x: 20, y: 0 }],
])('%s with Shift %s moves a step by %j', (key, shiftKey, by) => {
  const { x, y } = moveOf({ key, shiftKey })
  expect([x, y].map((part) => part + 0)).toEqual([by.x, by.y])
})

test.each([
  ['the selection, without a focused step', undefined, ['a', 'b'], [], ['a', 'b']],
  ['the selection that has the focused step', 'a', ['a', 'b'], [], ['a', 'b']],
  ['the focused step alone, when others are selected', 'c', ['a', 'b'], [], ['c']],
  ['the focused step, when nothing is selected', 'c', [], [], ['c']],
  ['the selected connection', 'c', [], ['a#0'], []],
])('acts on %s', (_what, focused, nodes, edges, expected) => {
  expect(actedOn(focused, { nodes, edges })).toEqual({ nodes: expected, edges })
})
