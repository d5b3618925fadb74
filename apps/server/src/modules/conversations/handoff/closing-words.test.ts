import { expect, test } from 'vitest'
import { isClosing } from './closing-words.ts'

test.each([
  ['Thank you!', true],
  ['Thanks so much for your help, have a nice day 🙂', true],
  ['👍', true],
  ['Vielen Dank!', true],
  ['Merci beaucoup', true],
  ['شكرا جزيلا', true],
  ['', false],
  ['Yes', false],
  ['No', false],
  ['Hello?', false],
  ['Thanks, and where is my order?', false],
  ['Thanks, it is 48213', false],
  ['Thanks but the lamp still flickers', false],
])('tells whether «%s» waits for no answer: %s', (text, closes) => {
  expect(isClosing(text)).toBe(closes)
})
