import { expect, test } from 'vitest'
import { isListedAt, newestOfEach, withOlder } from './newest.ts'

const about = (ID: string, conversation: string, agent = 'a') => ({
  ID,
  urlPathname: `/app/eu/agents/${agent}/convos?conversation=${conversation}`,
})
const nowhere = (ID: string) => ({ ID, urlPathname: '/' })
const items = [about('1', 'x'), about('2', 'y'), about('3', 'x'), nowhere('4'), nowhere('5'), about('6', 'x', 'b')]
const ids = (found: readonly { ID: string }[]) => found.map(({ ID }) => ID)

test('shows the newest of several about one conversation, and all that name none', () => {
  expect(ids(newestOfEach(items))).toEqual(['1', '2', '4', '5', '6'])
  expect(newestOfEach([])).toEqual([])
})

test('applies actions to all notifications the shown one represents', () => {
  expect(withOlder(items, ['1'])).toEqual(['1', '3'])
  expect(withOlder(items, ['2', '4'])).toEqual(['2', '4'])
  expect(withOlder(items, ['gone'])).toEqual(['gone'])
})

test.each([
  ['/app/eu/agents/a/home', true],
  ['/app/eu/agents/a/convos', true],
  ['/app/eu/agents/b/home', false],
  ['/app/na/agents/a/home', false],
  ['/app/eu/agents/a/analytics', false],
  ['/app/eu/agents', false],
])('a page at %s lists it: %s', (pathname, expected) => {
  expect(isListedAt(pathname, about('1', 'x'))).toBe(expected)
  expect(isListedAt(pathname, nowhere('1'))).toBe(false)
})
