import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { detectLanguage } from './language.ts'
import { cut, sentencesOf } from '../answers/sentences.ts'
import { countTokens, tokenize } from '../protocol/tokens.ts'
import { normalize, stem, words } from './words.ts'

test('joins the tokens of any text back to that text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => tokenize(text).join('') === text))
})

test.each([
  ['', 0],
  ['Hello', 1],
  ['Hello, world!', 4],
  ['  spaced   out  ', 3],
  ['internationalization', 3],
  ['東京タワー', 5],
  ['🙂🙂', 2],
])('%j has %i tokens', (text, count) => expect(countTokens(text)).toBe(count))

describe('stems', () => {
  test.each([
    ['price', 'prices', 'pricing', 'priced'],
    ['deliver', 'delivers', 'delivered', 'delivery', 'deliveries'],
    ['cancel', 'cancelled', 'cancelling', 'cancellation', 'cancellations'],
    ['ship', 'ships', 'shipped', 'shipping', 'shipment'],
    ['open', 'opens', 'opened', 'opening'],
    ['address', 'addresses'],
    ['city', 'cities'],
    ['Karte', 'Karten'],
    ['Preis', 'Preise', 'Preisen'],
    ['curso', 'cursos'],
    ['العيادة', 'عيادة'],
  ])('%s …', (...family) => expect(new Set(family.map((word) => stem(normalize(word)))).size).toBe(1))

  test('differ for unrelated words', () => {
    expect(new Set(['order', 'open', 'bus', 'business', 'price', 'preis', 'park'].map(stem)).size).toBe(7)
  })
})

test('folds words and joins expressions', () => {
  expect(words('Geld zurück? Straße, É-mail; check-in')).toEqual(['ruckerstattung', 'strasse', 'email', 'checkin'])
})

test.each([
  ['When do you open?', 'en'],
  ['Wann habt ihr geöffnet?', 'de'],
  ['Quels sont vos horaires ?', 'fr'],
  ['¿Cuándo abren ustedes?', 'es'],
  ['Quando vocês abrem?', 'pt'],
  ['متى تفتحون؟', 'ar'],
  ['xyz', 'en'],
])('%s is %s', (text, language) => expect(detectLanguage(text)).toBe(language))

describe('sentences', () => {
  test('end at end marks, but not after abbreviations, initials or numbers', () => {
    expect(cut('Ask Dr. Who at No. 5 on 3. May. J. Doe, e.g. at 5 p.m. today, is in. Really? Yes!')).toEqual([
      'Ask Dr. Who at No. 5 on 3. May.',
      'J. Doe, e.g. at 5 p.m. today, is in.',
      'Really?',
      'Yes!',
    ])
  })

  test('know their heading; headings, questions and table rules are not sentences', () => {
    const text =
      '# Fees\n\nTen euros.\nHow much?\nTwenty, if you\nask.\n\n- **one** two\n\n| a | b |\n|---|---|\n| c | 5 |'
    expect(
      sentencesOf([{ n: 1, title: 't', text }]).map(({ text: said, heading, bullet }) => [said, heading, bullet]),
    ).toEqual([
      ['Ten euros.', 'Fees', false],
      ['Twenty, if you ask.', 'How much?', false],
      ['one two', 'How much?', true],
      ['c – 5', 'Fees a – b', true],
    ])
  })

  test('splits any text quickly and without errors', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 400 }), (text) =>
        sentencesOf([{ n: 1, title: '', text }]).every((each) => each.text.length > 0),
      ),
    )
  })
})
