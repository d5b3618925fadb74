import { describeRule } from '@parlance/engine/rules'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { afterEach, expect, test } from 'vitest'
import { i18n, setLanguage } from './i18n.ts'
import { translateMessage } from './translate-message.ts'

afterEach(() => i18n.changeLanguage('en'))

test('keeps English as it is', () => {
  expect(translateMessage(msg('too_many_tools', { max: 1000 }))).toBe(
    'A workspace can have up to 1000 tools. Delete one first.',
  )
})

test('translates by code and formats numbers for the language', async () => {
  await setLanguage('de')
  expect(translateMessage({ ...msg('too_many_tools', { max: 12_500 }), message: 'Anything.' })).toBe(
    'Ein Workspace hat höchstens 12.500 Tools. Bitte zuerst eines löschen.',
  )
})

test('translates nested messages', async () => {
  await setLanguage('fr')
  const reason = msg('file_content_mismatch', { ending: 'png', content: msg('content_pdf') })
  expect(translateMessage(msg('named', { name: 'a.png', reason }))).toBe(
    'a.png\u00a0: Ce fichier .png contient un document PDF.',
  )
})

const rule = (match: 'all' | 'any') =>
  describeRule({
    match,
    tests: [
      { variable: 'age', operator: 'greaterOrEqual', value: '18 and more or less' },
      { variable: 'plan', operator: 'equals', value: 'pro' },
      { variable: 'mail', operator: 'isNotSet', value: '' },
    ],
  }) as MessageDescriptor

test.each([
  ['en', rule('all'), 'age is at least “18 and more or less” and plan is “pro” and mail is not known'],
  ['de', rule('all'), 'age ist mindestens „18 and more or less“ und plan ist „pro“ und mail ist nicht bekannt'],
  ['de', rule('any'), 'age ist mindestens „18 and more or less“ oder plan ist „pro“ oder mail ist nicht bekannt'],
] as const)('in %s a rule is said with all its tests', async (language, message, words) => {
  await setLanguage(language)
  expect(translateMessage(message)).toBe(words)
})

test('keeps a sentence stored before codes existed', async () => {
  await setLanguage('de')
  expect(translateMessage({ message: 'The router didn’t answer.' })).toBe('The router didn’t answer.')
})

test('isolates interpolated values in Arabic', async () => {
  await setLanguage('ar')
  expect(translateMessage(msg('file_types_allowed', { endings: '.png, .jpg' }))).toBe(
    'ملفات \u2068.png, .jpg\u2069 فقط',
  )
})

test('never reads an interpolated value as a placeholder or reference', async () => {
  await setLanguage('de')
  const name = '{{max}} $t(common.save)'
  expect(translateMessage(msg('theme_name_taken', { name }))).toContain(name)
})

test.each([
  ['without a code', { message: 'From elsewhere.' }],
  ['with a code of a newer server', { code: 'not_yet_known', message: 'From elsewhere.' }],
  ['with a name that every object has', { code: 'toString', message: 'From elsewhere.' }],
])('%s it stays English', async (_, message) => {
  await setLanguage('de')
  expect(translateMessage(message)).toBe('From elsewhere.')
})
