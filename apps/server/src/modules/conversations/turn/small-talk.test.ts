import { expect, test } from 'vitest'
import { isSmallTalk } from './small-talk.ts'

test.each([
  'hi',
  'Hello!',
  'Guten Tag',
  'vielen Dank',
  'Thanks so much!',
  'ok',
  'ça va ?',
  '¡Buenos días!',
  'شكرا',
  '👋',
  'what’s up',
])('%s is a courtesy', (text) => {
  expect(isSmallTalk(text)).toBe(true)
})
test.each([
  'hi, when are you open?',
  'thanks, and on Sunday?',
  'prices',
  'ok 30 days',
  'hello hello hello hello hello hello hello',
  'Guten Tag, haben Sie offen?',
  '42',
])('%s is not', (text) => {
  expect(isSmallTalk(text)).toBe(false)
})
