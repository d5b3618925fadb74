import { expect, test } from 'vitest'
import { pickLanguage } from '../../../../../widget/src/i18n.ts'
import { CHAT_LANGUAGES, languageGroups, VISITORS_LANGUAGE } from './languages.ts'

test('the chat’s languages are those the widget has sentences in', () => {
  const spoken = [...languageGroups('', 'en').others.map(({ value }) => value), ...CHAT_LANGUAGES].filter(
    (code) => pickLanguage(code, []).code === code,
  )
  expect(spoken.toSorted()).toEqual(CHAT_LANGUAGES.toSorted())
})

test('names in the language of the page, in its order, each with its code once', () => {
  const { chat, others } = languageGroups('en', 'en')
  expect(chat.map(({ label }) => label)).toEqual([
    'Arabic (ar)',
    'English (en)',
    'French (fr)',
    'German (de)',
    'Portuguese (pt)',
    'Spanish (es)',
  ])
  const codes = [...chat, ...others].map(({ value }) => value)
  expect(new Set(codes).size).toBe(codes.length)
  expect(languageGroups('en', 'de').chat.map(({ label }) => label)).toContain('Deutsch (de)')
})

test.each([
  ['de-AT', 'Austrian German (de-AT)'],
  ['english', 'english'],
  ['x!', 'x!'],
])('a stored %s can still be chosen, as %s', (stored, label) => {
  expect(languageGroups(stored, 'en').others).toContainEqual({ value: stored, label })
})

test('the visitor’s own language is a choice of its own', () => {
  expect(languageGroups(VISITORS_LANGUAGE, 'en')).toEqual(languageGroups('en', 'en'))
})
