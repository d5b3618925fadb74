import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REPLIES } from '@parlance/simulators/openai/language/replies'
import { isAskable, isQuestion, isSmallTalk, isUnanswered, saysUnknown, sourcesOfAnswer } from './assess-answer.ts'

describe('an answer says that it does not know', () => {
  test.each([
    ...Object.values(REPLIES).map(({ unknown }) => unknown),
    "I'm sorry, I don't have that in my knowledge – could you put your question in other words?",
    'Das steht leider nicht in meinem Wissen – könnten Sie Ihre Frage bitte anders formulieren?',
    'Je suis désolé, cela ne figure pas dans mes connaissances – pourriez-vous reformuler votre question ?',
    'Lo siento, no tengo eso entre mis conocimientos. ¿Podría formular la pregunta de otra manera?',
    'Desculpe, não tenho isso no meu conhecimento – poderia reformular a sua pergunta?',
    'عذرًا، هذه المعلومة غير متوفرة لدي، فهل يمكنك إعادة صياغة سؤالك؟',
    'I do not know.',
    'I’m sorry, but I don’t know whether we ship to Norway.',
    'Unfortunately, I don’t have any information about that.',
    'I currently don’t have details on parking. Please call us.',
    'We open at nine. I don’t know about Sundays, though.',
    'I couldn’t find any information on that.',
    'I have no information about gift cards.',
    'Das weiß ich leider nicht.',
    'Dazu habe ich leider keine Informationen.',
    'Je ne sais pas.',
    'Lo siento, no lo sé.',
    'Não sei dizer.',
    'Purtroppo non lo so.',
    'Dat weet ik helaas niet.',
  ])('%s', (answer) => expect(saysUnknown(answer)).toBe(true))

  test.each([
    'We open at nine.',
    'You do not need to know your customer number.',
    'I know that we open at nine.',
    'We don’t have a branch in Rome, but one in Milan.',
    'You can find all details in our shop.',
    'Sie müssen nichts wissen.',
    'Nein, wir haben keine Parkplätze.',
    'No tenemos tienda en Roma.',
    '',
  ])('but not: %s', (answer) => expect(saysUnknown(answer)).toBe(false))
})

test.each([
  ['Do you ship to Norway?', true, true],
  ['how much is a ticket', true, true],
  ['and what about parking', true, true],
  ['Tell me about gift cards', true, true],
  ['Wie lange habt ihr auf', true, true],
  ['Parking?', true, true],
  ['営業時間は？', true, true],
  ['gift cards', true, false],
  ['Friday at ten please', true, false],
  ['My name is Anna Berg', false, false],
  ['I am Anna', false, false],
  ['anna@example.com', false, false],
  ['+49 170 1234567', false, false],
  ['hello', false, false],
  ['thank you so much', false, false],
  ['ok', false, false],
  ['I want to talk to a human', false, false],
  ['', false, false],
  ['42', false, false],
])('%s is askable: %s, a question: %s', (text, askable, question) => {
  expect(isAskable(text)).toBe(askable)
  expect(isAskable(text) && isQuestion(text)).toBe(question)
})

describe('a turn is unserved', () => {
  const turn = { question: 'Do you ship to Norway?', answer: 'Yes, we do.', found: [0] }
  test.each([
    ['when nothing was found', turn, true],
    ['when none of several searches found anything', { ...turn, found: [0, 0] }, true],
    ['not when something was found', { ...turn, found: [3] }, false],
    ['not when one of the searches found something', { ...turn, found: [0, 2] }, false],
    ['when the answer does not know, whatever was found', { ...turn, answer: 'I do not know.', found: [3] }, true],
    ['not when nothing was searched', { ...turn, answer: 'I do not know.', found: [] }, false],
    ['not for small talk', { ...turn, question: 'hello' }, false],
    ['not for statements', { ...turn, question: 'Friday at ten please' }, false],
    [
      'for a few words that the answer does not know',
      { ...turn, question: 'gift cards', answer: "I don't know." },
      true,
    ],
  ])('%s', (_name, given, expected) => expect(isUnanswered(given)).toBe(expected))

  test('stays fast for any text', () => {
    const any = fc.string({ unit: 'binary', maxLength: 3000 })
    fc.assert(
      fc.property(any, any, (question, answer) => {
        expect(typeof isUnanswered({ question, answer, found: [0] })).toBe('boolean')
        expect(isUnanswered({ question, answer, found: [] })).toBe(false)
      }),
    )
    const started = performance.now()
    isUnanswered({ question: 'a '.repeat(5000), answer: "i don't have any ".repeat(5000), found: [0] })
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('the sources of an answer', () => {
  const sources = [{ n: 1 }, { n: 2 }]

  test.each<[answer: string, shown: readonly number[]]>([
    ['Lamps may be returned within 30 days.', [1, 2]],
    ['Lamps may be returned within 30 days [2].', [2]],
    ['I don’t have that in my knowledge.', []],
    ['I am sorry, I do not know the price of that.', []],
    ['Das weiß ich leider nicht.', []],
    ['Je ne sais pas.', []],
    ['لا أعرف.', []],
    ['I don’t have that in my knowledge [9].', []],
    // The part that it knows has a source.
    ['I don’t know about lamps, but chairs may be returned [1].', [1]],
  ])('%s', (answer, shown) => {
    expect(sourcesOfAnswer(sources, answer).map(({ n }) => n)).toEqual(shown)
  })
})

describe('small talk', () => {
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
})
