import { describeRule } from '@parlance/engine/rules'
import { afterAll, expect, test } from 'vitest'
import { speak } from '../../../i18n/i18n.ts'
import { ruleText } from './rule-text.ts'
import { timeText } from './time.ts'

afterAll(() => speak('en'))

const both = (match: 'all' | 'any') =>
  describeRule({
    match,
    tests: [
      { variable: 'age', operator: 'greaterOrEqual', value: '18 and more or less' },
      { variable: 'plan', operator: 'equals', value: 'pro' },
    ],
  })
const one = describeRule({ match: 'all', tests: [{ variable: 'mail', operator: 'isNotSet', value: '' }] })

test.each([
  ['en', both('all'), 'age is at least «18 and more or less» and plan is «pro»'],
  ['de', both('all'), 'age ist mindestens „18 and more or less“ und plan ist „pro“'],
  ['de', both('any'), 'age ist mindestens „18 and more or less“ oder plan ist „pro“'],
  ['fr', one, 'mail n’est pas connu'],
  ['de', 'of somebody else', 'of somebody else'],
] as const)('in %s: %s', async (language, reason, words) => {
  await speak(language)
  expect(ruleText(reason)).toBe(words)
})

test.each([
  ['en', 1432, '1.4 s'],
  ['fr', 1432, '1,4 s'],
  ['de', 12_345_678, '12.345,7 s'],
  ['ar', 412, '412'],
] as const)('in %s %d ms are %s', async (language, ms, words) => {
  await speak(language)
  expect(timeText(ms).replaceAll(/\s/g, ' ')).toContain(words)
})
