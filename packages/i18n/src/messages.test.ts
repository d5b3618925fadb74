import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { isMessageCode, messageFrom, msg, withRef } from './messages.ts'

const LANGUAGES = ['de', 'fr', 'es', 'pt', 'ar']
const textsOf = (language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../locales/${language}/messages.json`), 'utf8')) as Readonly<
    Record<string, string>
  >
const english = textsOf('en')
const placesOf = (text: string) => [...text.matchAll(/\{\{(\w+)(?:, number)?\}\}/g)].map(([, name]) => name)

test('codes are short and in snake case', () => {
  for (const code of Object.keys(english)) expect(code).toMatch(/^[a-z][a-z0-9_]{2,39}$/)
})

test('sentences have one code each', () => {
  const sentences = Object.values(english)
  expect(sentences.filter((sentence, at) => sentences.indexOf(sentence) !== at)).toEqual([])
})

test.each(LANGUAGES)('%s has every message with the placeholders of the English one', (language) => {
  const texts = textsOf(language)
  expect(Object.keys(texts)).toEqual(Object.keys(english))
  for (const [code, text] of Object.entries(texts)) {
    expect(text.trim(), code).not.toBe('')
    expect(placesOf(english[code] ?? ''), code).toEqual(expect.arrayContaining(placesOf(text)))
    expect(text.replaceAll(/\{\{\w+\}\}/g, ''), code).not.toMatch(/[{}]|\$t\(/)
  }
})

test('French has non-breaking spaces before punctuation', () => {
  for (const [code, text] of Object.entries(textsOf('fr'))) expect(text, code).not.toMatch(/\S [:;!?»]|« /)
})

test('a message has its code, params and English sentence', () => {
  expect(msg('too_many_tools', { max: 1000 })).toEqual({
    code: 'too_many_tools',
    params: { max: 1000 },
    message: 'A workspace can have up to 1000 tools. Delete one first.',
  })
  expect(msg('too_many_documents', { max: 1000 }).message).toBe('An agent can hold 1,000 documents.')
  const reason = msg('content_pdf')
  expect(msg('named', { name: 'a.png', reason }).message).toBe('a.png: a PDF document')
  expect(msg('theme_name_taken', { name: '$& {{name}}' }).message).toContain('$& {{name}}')
})

test('a response has the sentence, and the code if it is ours', () => {
  expect(withRef('error', msg('content_pdf'))).toEqual({
    error: 'a PDF document',
    errorMessage: { code: 'content_pdf' },
  })
  expect(withRef('error', 'ECONNRESET')).toEqual({ error: 'ECONNRESET' })
  expect(messageFrom('a PDF document', { code: 'content_pdf' })).toEqual(msg('content_pdf'))
  expect(messageFrom('Of a newer server.', { code: 'not_yet_known' })).toBe('Of a newer server.')
  expect(messageFrom('ECONNRESET', undefined)).toBe('ECONNRESET')
})

test('rejects codes that are names of object properties', () => {
  expect([isMessageCode('not_found'), isMessageCode('toString')]).toEqual([true, false])
})
