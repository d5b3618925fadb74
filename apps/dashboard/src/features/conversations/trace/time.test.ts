import { afterAll, expect, test } from 'vitest'
import { setLanguage } from '../../../i18n/i18n.ts'
import { timeText } from './time.ts'

afterAll(() => setLanguage('en'))

test.each([
  ['en', 1432, '1.4 s'],
  ['fr', 1432, '1,4 s'],
  ['de', 12_345_678, '12.345,7 s'],
  ['ar', 412, '412'],
] as const)('in %s %d ms are %s', async (language, ms, words) => {
  await setLanguage(language)
  expect(timeText(ms).replaceAll(/\s/g, ' ')).toContain(words)
})
