import { expect, test } from 'vitest'
import { createStickToEnd } from './stick-to-end.ts'

const at = (scrollTop: number, scrollHeight: number) => ({ scrollTop, scrollHeight, clientHeight: 400 })

test('follows the end until the reader scrolls up, and again once they return or ask for it', () => {
  const stickToEnd = createStickToEnd()
  expect(stickToEnd.isFollowing()).toBe(true)
  // A long text arrived before the scroll event.
  expect(stickToEnd.moved(at(600, 3000))).toBe(true)
  expect(stickToEnd.moved(at(2600, 3000))).toBe(true)
  expect(stickToEnd.moved(at(2000, 3000))).toBe(false)
  // A small scroll down is not yet the end.
  expect(stickToEnd.moved(at(2300, 3000))).toBe(false)
  expect(stickToEnd.moved(at(2550, 3000))).toBe(true)
  expect(stickToEnd.moved(at(1000, 3000))).toBe(false)
  stickToEnd.resume()
  expect(stickToEnd.isFollowing()).toBe(true)
})
