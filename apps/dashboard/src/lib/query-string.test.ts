import { expect, test } from 'vitest'
import { parseSearch, stringifySearch } from './query-string.ts'

test('keeps values as text without numbers or quotes', () => {
  expect(parseSearch('?vg_id=123&showDebugger=true&q=a%20b')).toEqual({ vg_id: '123', showDebugger: 'true', q: 'a b' })
  expect(stringifySearch({ vg_id: '123', showDebugger: 'true' })).toBe('?vg_id=123&showDebugger=true')
})
test('drops empty values', () => {
  expect(stringifySearch({ search: '', tab: undefined })).toBe('')
  expect(parseSearch(stringifySearch({ search: 'ü & =' }))).toEqual({ search: 'ü & =' })
})
