import { describe, expect, test } from 'vitest'
import { chat } from './examples.testing.ts'
import { countriesIn, durationsIn, hoursIn, monthsIn, weekdaysIn } from './quantities.ts'
import { answerMessages } from './answer.ts'
import { yesOrNo } from './yes-or-no.ts'

const RETURNS = 'You can return any item within 30 days of delivery.'
const HOURS = 'We are open Tuesday to Saturday from 10 am to 6 pm.'
const COUNTRIES = 'We ship to Germany, Austria, Switzerland and Belgium.'

describe('a rule holds, or not', () => {
  test.each<[question: string, rule: string, holds: boolean | undefined]>([
    ['Can I return it after 3 weeks?', RETURNS, true],
    ['Can I return it after 6 weeks?', RETURNS, false],
    ['Can I return it after a month?', RETURNS, true],
    ['Kann ich es nach zwei Monaten zurückgeben?', 'Sie können alles innerhalb von 30 Tagen zurückgeben.', false],
    ['¿Puedo devolverlo después de dos semanas?', 'Puede devolverlo en un plazo de 30 días.', true],
    ['Can I cancel one day before arrival?', 'You may cancel until 48 hours before arrival.', false],
    ['Can I cancel a week before arrival?', 'You may cancel until 48 hours before arrival.', true],
    ['Can I book three months ahead?', 'Tables can be booked up to 60 days ahead.', false],
    ['Can I stay for one night?', 'A stay must last at least three nights.', false],
    ['Are you open on Sunday?', HOURS, false],
    ['Are you open on Wednesday?', HOURS, true],
    ['Are you closed on Sunday?', HOURS, true],
    ['Can I come at 8 pm on Friday?', HOURS, false],
    ['Are you open on Thursday evening?', HOURS, false],
    ['Are you open on Monday?', 'The museum is open daily except Mondays.', false],
    ['Can I use the sauna on Monday?', 'The sauna is open from 4 pm to 10 pm and is closed on Mondays.', false],
    ['Do you open at the weekend?', 'On Saturdays we open at 8:00.', undefined],
    ['Habt ihr am Sonntag offen?', 'Geöffnet ist Dienstag bis Samstag von 10 bis 18 Uhr.', false],
    ['Do you ship to Austria?', COUNTRIES, true],
    ['Do you ship to Sweden?', COUNTRIES, false],
    ['Liefert ihr nach Österreich?', COUNTRIES, true],
    ['Do you ship to Sweden?', 'We ship to Germany and the rest of Europe.', undefined],
    ['Do you ship to Norway?', 'We ship to all countries except Norway.', false],
    ['Do you ship to the UK?', 'We do not ship to the United Kingdom.', false],
    ['Is it available in French?', 'It speaks English, German and Polish.', false],
    ['I am 15, may I join?', 'The minimum age is 16.', false],
    ['Can my 17-year-old daughter join?', 'The minimum age is 16.', true],
    ['Are you open in December?', 'We are open from April to October.', false],
    ['When are you open on Sunday?', HOURS, undefined],
    ['How long do I have to return it?', RETURNS, undefined],
    ['I return it after 3 weeks', RETURNS, undefined],
    ['Can I return it after 3 weeks?', 'We are happy to help.', undefined],
  ])('%s – %s', (question, rule, holds) => expect(yesOrNo(question, rule)).toBe(holds))

  test('and the answer begins with that, in the language of the question', () => {
    const shop = [{ title: 'Shop', text: `${RETURNS} ${COUNTRIES}` }]
    expect(answerMessages(chat(shop, 'Can I return it after 3 weeks?'))).toBe(`Yes. ${RETURNS}`)
    expect(answerMessages(chat(shop, 'Do you ship to Sweden?'))).toBe(`No. ${COUNTRIES}`)
    expect(answerMessages(chat(shop, ['Can I return a lamp?', 'after 6 weeks?']))).toBe(`No. ${RETURNS}`)
    expect(answerMessages(chat(shop, ['Do you ship abroad?', 'to Austria?']))).toBe(`Yes. ${COUNTRIES}`)
    expect(answerMessages(chat(shop, 'Liefert ihr nach Schweden?'))).toBe(`Nein. ${COUNTRIES}`)
  })
})

describe('values in a text', () => {
  test.each([
    ['within 30 days', [30]],
    ['a two-year warranty', [730]],
    ['sechs Wochen', [42]],
    ['children under 6 years', []],
  ])('durations: %s', (text, days) => expect(durationsIn(text)).toEqual(days))

  test.each([
    ['from 6:30 am to 11 pm', [6.5, 23]],
    ['von 10 bis 18 Uhr', [10, 18]],
    ['it costs €1.20', []],
    ['at noon', [12]],
  ])('hours: %s', (text, hours) => expect(hoursIn(text)).toEqual(hours))

  test('weekdays, months and countries', () => {
    expect([...weekdaysIn('Friday to Monday')]).toEqual([4, 5, 6, 0])
    expect([...monthsIn('from 1 November to 15 January')]).toEqual([10, 11, 0])
    expect([...monthsIn('May I come?')]).toEqual([])
    expect(countriesIn('Great Britain')).toEqual(countriesIn('the United Kingdom'))
    expect(countriesIn('nach Österreich')).toEqual(countriesIn('to Austria'))
  })
})
