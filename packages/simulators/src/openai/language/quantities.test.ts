import { describe, expect, test } from 'vitest'
import { monthsIn, weekdaysIn } from './calendar.ts'
import { countriesIn, namesAge, namesDuration, namesHour, readValues } from './quantities.ts'

describe('the values in a text', () => {
  test.each([
    ['within 30 days', namesDuration, true],
    ['a two-year warranty', namesDuration, true],
    ['sechs Wochen', namesDuration, true],
    ['children under 6 years', namesDuration, false],
    ['£75 an hour', namesDuration, false],
    ['children under 6 years', namesAge, true],
    ['my 8-year-old daughter', namesAge, true],
    ['within 30 days', namesAge, false],
    ['from 6:30 am to 11 pm', namesHour, true],
    ['von 10 bis 18 Uhr', namesHour, true],
    ['at noon', namesHour, true],
    ['it costs €1.20', namesHour, false],
  ])('%s', (text, names, expected) => expect(names(text)).toBe(expected))

  test('include weekdays and months, and those between two', () => {
    expect([...weekdaysIn('Friday to Monday')]).toEqual([4, 5, 6, 0])
    expect(weekdaysIn('open daily').size).toBe(7)
    expect([...weekdaysIn('de lunes a miércoles')]).toEqual([0, 1, 2])
    expect([...monthsIn('from 1 November to 15 January')]).toEqual([10, 11, 0])
    expect([...monthsIn('May I come?')]).toEqual([])
  })

  test('include countries by any of their names', () => {
    expect(countriesIn('Great Britain')).toEqual(countriesIn('the United Kingdom'))
    expect(countriesIn('nach Österreich')).toEqual(countriesIn('to Austria'))
  })

  test('are removed from the words of a question', () => {
    const { values, rest } = readValues('Do you ship to Sweden within 3 weeks?')
    expect(values).toMatchObject({ hasDuration: true, hasAge: false, countries: new Set(['SE']) })
    expect(rest.trim().split(/\s+/)).toEqual(['do', 'you', 'ship', 'to', 'within'])
  })
})
