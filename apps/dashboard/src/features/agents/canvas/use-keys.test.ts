import { expect, test } from 'vitest'
import { keyAction } from './use-keys.ts'

const press = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, ...more })

test.each([
  ['Delete', {}, 'remove', undefined],
  ['d', { ctrlKey: true }, 'duplicate', undefined],
  ['a', { metaKey: true }, 'selectAll', 'selectAll'],
  ['A', {}, 'add', undefined],
  ['?', {}, 'help', 'help'],
  ['Enter', {}, 'edit', 'edit'],
  ['c', { ctrlKey: true }, undefined, undefined],
  ['f', { altKey: true }, undefined, undefined],
  ['x', {}, undefined, undefined],
])('%s with %j', (key, more, editing, reading) => {
  expect(keyAction(press(key, more), false)).toBe(editing)
  expect(keyAction(press(key, more), true)).toBe(reading)
})
