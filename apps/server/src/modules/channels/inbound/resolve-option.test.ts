import { expect, test } from 'vitest'
import { resolveOption } from './resolve-option.ts'

const OPTIONS = [
  { id: 'c:4:0', label: 'Small', says: 'the small one' },
  { id: 'c:4:1', label: 'Delivery to the door', says: 'delivery' },
]

test.each([
  ['a pressed option', 'c:4:0', 'Small', 'the small one'],
  ['one whose label the provider does not report', 'c:4:0', '', 'the small one'],
  ['one whose label was shortened', 'c:4:1', 'Delivery to…', 'delivery'],
  ['one whose label lost its spaces and capitals', 'c:4:1', ' delivery  to the door', 'delivery'],
  ['an option of an earlier message with the same id', 'c:4:0', 'Red', undefined],
  ['one whose label only starts alike', 'c:4:1', 'Delivery', undefined],
  ['an unknown option', 'c:4:2', 'Small', undefined],
  ['a typed number', undefined, '2.', 'delivery'],
  ['a typed label', undefined, 'small ', 'the small one'],
  ['other text', undefined, 'What else?', undefined],
])('resolves %s', (_what, optionId, text, says) => {
  expect(resolveOption({ optionId, text }, OPTIONS)).toBe(says)
})
