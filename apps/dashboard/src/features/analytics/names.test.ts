import { expect, test } from 'vitest'
import { mergeByName } from './names.ts'

test('adds up rows of the same name, largest first', () => {
  const rows = [
    { label: 'Chrome', count: 4 },
    { label: 'Other', count: 3 },
    { label: 'Other', count: 2 },
    { label: 'Safari', count: 1 },
  ]
  expect(mergeByName(rows)).toEqual([
    { label: 'Other', count: 5 },
    { label: 'Chrome', count: 4 },
    { label: 'Safari', count: 1 },
  ])
  expect(mergeByName([])).toEqual([])
})
