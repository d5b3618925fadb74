import { expect, test } from 'vitest'
import { FRESH, readMemory, toggleFolded, toggleGroup } from './nav-memory.ts'

test('keeps a closed group closed', () => {
  const stored = JSON.stringify(toggleGroup(FRESH, 'utilities'))
  expect(readMemory(stored)).toEqual({ folded: false, closed: ['utilities'] })
  expect(toggleGroup(readMemory(stored), 'utilities').closed).toEqual([])
})
test('keeps the groups when folding', () => {
  expect(toggleFolded({ folded: false, closed: ['utilities'] })).toEqual({ folded: true, closed: ['utilities'] })
})
test.each([undefined, '', 'nonsense', 'null', '[]', '{"folded":"yes","closed":"all"}'])('%s reads as fresh', (text) => {
  expect(readMemory(text)).toEqual(FRESH)
})
