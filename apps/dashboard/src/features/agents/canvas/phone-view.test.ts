import { expect, test } from 'vitest'
import { shownOnPhone } from './phone-view.ts'

const step = (id: string, x: number, y = 0) => ({ id, position: { x, y } })

test.each([
  ['nothing', [], []],
  ['the start alone', [step('start', 0)], ['start']],
  ['what comes right of the start is for a swipe', [step('start', 0), step('next', 420)], ['start']],
  ['one column left of it', [step('start', 420), step('note', 0, 168), step('next', 840)], ['start', 'note']],
  ['two columns left of it', [step('start', 840), step('b', 420), step('a', 0)], ['start', 'b', 'a']],
  [
    'not what is too far left to be read next to it',
    [step('start', 840), step('far', -1), step('a', 0)],
    ['start', 'a'],
  ],
  ['not what stands on another screen', [step('start', 420), step('low', 0, 481), step('a', 0, -480)], ['start', 'a']],
  ['not what stands right below it', [step('start', 0), step('below', 0, 168)], ['start']],
])('%s', (_, steps, shown) => {
  expect(shownOnPhone(steps).map(({ id }) => id)).toEqual(shown)
})
