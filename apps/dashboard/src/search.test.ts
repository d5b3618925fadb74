import { expect, test } from 'vitest'
import { parseSearch, safeReturnPath, stringifySearch } from './search.ts'

test('values stay text: no numbers, no quotes', () => {
  expect(parseSearch('?vg_id=123&showDebugger=true&q=a%20b')).toEqual({ vg_id: '123', showDebugger: 'true', q: 'a b' })
  expect(stringifySearch({ vg_id: '123', showDebugger: 'true' })).toBe('?vg_id=123&showDebugger=true')
})
test('empty values leave the address', () => {
  expect(stringifySearch({ search: '', tab: undefined })).toBe('')
  expect(parseSearch(stringifySearch({ search: 'ü & =' }))).toEqual({ search: 'ü & =' })
})
test.each([
  ['/app/eu/agents?search=x', '/app/eu/agents?search=x'],
  ['https://evil.example/', undefined],
  ['//evil.example', undefined],
  ['/\\evil.example', undefined],
  ['javascript:alert(1)', undefined],
  ['', undefined],
  [undefined, undefined],
])('[1.24] return path %s becomes %s', (path, safe) => {
  expect(safeReturnPath(path)).toBe(safe)
})
