import fc from 'fast-check'
import english from '@parlance/i18n/locales/en/messages.json' with { type: 'json' }
import german from '@parlance/i18n/locales/de/messages.json' with { type: 'json' }
import { expect, test } from 'vitest'
import { said as ar } from './ar/ar.ts'
import { said as de } from './de/de.ts'
import { said as es } from './es/es.ts'
import { said as fr } from './fr/fr.ts'
import { said as pt } from './pt/pt.ts'
import { sayer, sentencesIn } from './sentences.ts'

const languages = { ar, de, es, fr, pt }
const sentences = Object.keys(sentencesIn(english))

const say = sayer(
  {
    'Try again.': 'Noch einmal.',
    'It is too long.': 'Zu lang.',
    'An agent has at most {max} tests.': 'Höchstens {max} Tests hat ein Agent.',
    'This {kind} holds no text.': 'Kein Text.',
    'This page holds no text.': 'Kein Text auf der Seite.',
    'Change {from} to {to}.': '{to} statt {from}.',
    'The address needs {{name}}, and nothing fills it.': 'Der Adresse fehlt {{name}}.',
    'It failed: {reason}': 'Fehlschlag: {reason}',
    '{value} is (not) «good»?': '{value} ist schlecht?',
  },
  'de',
)

test.each([
  ['a whole sentence', 'Try again.', 'Noch einmal.'],
  ['what is put in', 'An agent has at most 7 tests.', 'Höchstens 7 Tests hat ein Agent.'],
  [
    'long figures the way of the language',
    'An agent has at most 12,500 tests.',
    'Höchstens 12.500 Tests hat ein Agent.',
  ],
  ['the sentence that says more of its own', 'This page holds no text.', 'Kein Text auf der Seite.'],
  ['a place that the other language leaves out', 'This PDF holds no text.', 'Kein Text.'],
  ['places in another order', 'Change a to b.', 'b statt a.'],
  ['braces around a place', 'The address needs {city}, and nothing fills it.', 'Der Adresse fehlt {city}.'],
  ['signs that mean something in patterns', 'It is (not) «good»?', 'It ist schlecht?'],
  ['a reason that is a sentence of its own', 'It failed: It is too long.', 'Fehlschlag: Zu lang.'],
  ['a reason in words of somebody else', 'It failed: ECONNRESET', 'Fehlschlag: ECONNRESET'],
  ['several sentences in a row', 'It is too long. Try again.', 'Zu lang. Noch einmal.'],
  ['the name of what it is about', 'title: It is too long.', 'title: Zu lang.'],
  ['nothing of what it does not know', 'It is too short.', 'It is too short.'],
  ['nothing of a row that it knows in part', 'It is too short. Try again.', 'It is too short. Try again.'],
  ['nothing at all', '', ''],
  ['names of what every object has', 'toString', 'toString'],
])('says %s', (_, english, words) => {
  expect(say(english)).toBe(words)
})

test('leaves anything else as it is, in time', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3000 }), (text) => {
      expect(typeof de(text)).toBe('string')
    }),
    { numRuns: 50 },
  )
  const long = 'a: '.repeat(600)
  expect(de(long)).toBe(long)
})

test.each(Object.entries(languages))('%s knows every sentence and puts nothing of its own into it', (_, words) => {
  for (const sentence of sentences) {
    const value = 'Xx'
    const asked = sentence.replaceAll(/\{[a-z]\w*\}/gi, value)
    const text = words(asked)
    expect(text.trim(), sentence).not.toBe('')
    expect(text, sentence).not.toBe(asked)
    expect(text, sentence).not.toMatch(/(?<![{«„“])\{[a-z]+\}/)
  }
})

test.each([
  ['Only .png, .jpg Files', 'ملفات \u2068.png, .jpg\u2069 فقط'],
  ['An agent has at most 20 variables.', /20/],
])('what is put into an Arabic sentence keeps to itself: %s', (english, words) => {
  expect(ar(english)).toEqual(typeof words === 'string' ? words : expect.stringMatching(words))
  expect(ar('title: Too big: expected string to have <=100 characters')).toMatch(/^\u2068title\u2069: /)
})

test('a sentence of the server is said as it is written for the language', () => {
  expect(de('This .png file holds a PDF document. Only .png, .jpg Files')).toBe(
    'Diese .png-Datei enthält ein PDF-Dokument. Nur Dateien der Art .png, .jpg',
  )
  expect(de('There is nothing here by this id.')).toBe(german.not_found)
  expect(de('A workspace has at most 1,000 tools. Delete one first.')).toBe(
    'Ein Workspace hat höchstens 1.000 Tools. Bitte zuerst eines löschen.',
  )
  expect(fr('The sitemap at https://a.example could not be read. The site did not answer in time.')).toBe(
    'Le sitemap https://a.example n’a pas pu être lu. Le site n’a pas répondu à temps.',
  )
  expect(es('title: Too big: expected string to have <=100 characters')).toBe('title: Demasiado largo: 100 como máximo')
})
