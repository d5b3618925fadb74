import { afterEach, expect, test } from 'vitest'
import { i18n, setLanguage } from '../../i18n/i18n.ts'
import { inOrder } from './name-sequence.ts'

afterEach(() => setLanguage('en'))

test("follows the page's direction and isolates names in other scripts", async () => {
  expect(inOrder(['Start', 'End'])).toBe('Start → End')
  expect(inOrder(['Start', 'وداع', 'شكر'])).toBe('Start → \u2068وداع\u2069 → \u2068شكر\u2069')
  await setLanguage('ar')
  expect(inOrder(['Start', 'شكر'])).toBe('\u2068Start\u2069 ← \u2068شكر\u2069')
})

test('isolates values in Arabic sentences, except plain numbers', async () => {
  await setLanguage('ar')
  expect(i18n.t('common.nothingFound', { search: 'Lamps (Berlin)' })).toContain('\u2068Lamps (Berlin)\u2069')
  expect(i18n.t('common.nothingFound', { search: '1,000' })).not.toContain('\u2068')
})
