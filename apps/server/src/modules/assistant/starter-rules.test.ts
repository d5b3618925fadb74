import { expect, test } from 'vitest'
import { answers, startersByRules } from './starter-rules.ts'

const of = (text: string, { title = '', heading = '' } = {}) => startersByRules([{ title, heading, text }])

test.each([
  ['## How long does a repair take?\nA week.', ['How long does a repair take?']],
  ['- **Q: Can I bring my dog?**\nYes.', ['Can I bring my dog?']],
  ['1. Wie lange haben Sie geöffnet?\nBis 18 Uhr.', ['Wie lange haben Sie geöffnet?']],
  ['¿Cuánto cuesta el envío?\nNada.', ['¿Cuánto cuesta el envío?']],
  ['Quels sont vos tarifs ?\n10 €.', ['Quels sont vos tarifs ?']],
  ['Vocês entregam em casa?\nSim.', ['Vocês entregam em casa?']],
  ['هل لديكم توصيل مجاني؟\nنعم.', ['هل لديكم توصيل مجاني؟']],
  ['## Opening hours\nMon to Fri', ['What are your opening hours?']],
  ['### Versand & Lieferung\nZwei Tage.', ['Wie lange dauert die Lieferung?']],
  ['## Retours\nSous 30 jours.', ['Comment faire un retour\u00a0?']],
  ['## Devoluciones\nEn 30 días.', ['¿Cómo hago una devolución?']],
  ['## Preços\nDez reais.', ['Quais são os preços?']],
  ['## الأسعار\nعشرة.', ['ما هي الأسعار؟']],
])('%j asks %j', (text, questions) => expect(of(text)).toEqual(questions))

test.each([
  'Questions?',
  'Did you know that we repair lamps?',
  'Need help?',
  'We open at nine. Is that early? Perhaps.',
  'How? Why? Who knows?',
  `How ${'very '.repeat(30)}long is this?`,
  'What is behind https://example.com?',
  'Our shipping prices went up last year.',
  'The history of our house',
  'What does <b>this</b> cost?',
  'What is in this {variable}?',
  'Can I write to me@example.com?',
  'What does \u202Ethis\u202C cost?',
])('%j asks nothing', (text) => expect(of(text)).toEqual([]))

test('uses titles and headings, prefers questions, and repeats none', () =>
  expect(
    startersByRules([
      { title: 'Contact', heading: 'Shop › Returns', text: 'Thirty days.' },
      { title: 'Do you ship abroad?', heading: '', text: 'do you ship abroad?\nYes.' },
    ]),
  ).toEqual(['Do you ship abroad?', 'How can I contact you?', 'How do I return something?']))

test('uses the language of most questions', () =>
  expect(of('How much is a lamp?\nWas kostet eine Lampe?\n## Versand\nWie lange haben Sie geöffnet?')).toEqual([
    'Was kostet eine Lampe?',
    'Wie lange haben Sie geöffnet?',
    'Wie lange dauert der Versand?',
  ]))

test.each([
  ['## Do you ship abroad?\nYes, to Austria.', true],
  ['Frei ab 50 €', true],
  ['## Do you ship abroad?', false],
  ['# Questions\n\nDo you ship abroad?\n**Do you ship lamps?**\n---', false],
])('%j answers: %j', (passage, expected) => expect(answers(passage)).toBe(expected))
