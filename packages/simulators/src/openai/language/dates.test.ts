import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayInWords, toClock, toDay } from './dates.ts'

/** A Saturday. */
const TODAY = '2026-11-21'

test.each<[string, string | undefined, string?]>([
  ['tomorrow', '2026-11-22'],
  ['the day after tomorrow', '2026-11-23'],
  ['yesterday', '2026-11-20'],
  ['heute', '2026-11-21'],
  ['morgen', '2026-11-22'],
  ['übermorgen', '2026-11-23'],
  ['mañana', '2026-11-22'],
  ['غدا', '2026-11-22'],
  ['in 3 days', '2026-11-24'],
  ['in two weeks', '2026-12-05'],
  ['Friday', '2026-11-27'],
  ['next Friday', '2026-11-27'],
  ['Saturday', '2026-11-28'],
  ['this Saturday', '2026-11-21'],
  ['Dienstag', '2026-11-24'],
  ['martes', '2026-11-24'],
  ['the 5th', '2026-12-05'],
  ['the 27th', '2026-11-27'],
  ['the 5th', '2031-05-05', '2031-05-12'],
  ['am 5.', '2026-12-05'],
  ['the 31st', '2026-12-31'],
  ['5 December', '2026-12-05'],
  ['Dec 5th, 2028', '2028-12-05'],
  ['May 12', '2027-05-12'],
  ['Friday, 5 March', '2027-03-05'],
  ['5. März', '2027-03-05'],
  ['5.12.', '2026-12-05'],
  ['5.12.27', '2027-12-05'],
  ['25/12/2026', '2026-12-25'],
  ['5/12/2026', undefined],
  ['2026-2-3', '2026-02-03'],
  ['29 February', '2028-02-29'],
  ['32 May', undefined],
  ['31 February', undefined],
  ['2026-02-30', undefined],
  ['next week', undefined],
  ['soon', undefined],
])('%s is %s', (said, date, known) => expect(toDay(said, TODAY, known)).toBe(date))

test.each<[string, string | undefined]>([
  ['3', '15:00'],
  ['at 3', '15:00'],
  ['3 pm', '15:00'],
  ['3:30 p.m.', '15:30'],
  ['7 am', '07:00'],
  ['07:00', '07:00'],
  ['9', '09:00'],
  ['9:15', '09:15'],
  ['15 Uhr', '15:00'],
  ['15 Uhr 30', '15:30'],
  ['14.30', '14:30'],
  ['12 am', '00:00'],
  ['noon', '12:00'],
  ['midnight', '00:00'],
  ['25:00', undefined],
  ['13 pm', undefined],
  ['soon', undefined],
])('%s is the time %s', (said, time) => expect(toClock(said)).toBe(time))

test('finds only days of the calendar and times of day, whatever is said', () => {
  const words = fc.oneof(
    fc.string({ maxLength: 40 }),
    fc
      .array(
        fc.constantFrom('5', '31', 'the', 'th', 'May', 'feb', 'Friday', 'in', 'weeks', '/', '.', '-', '2026', 'am'),
        {
          maxLength: 6,
        },
      )
      .map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(words, (said) => {
      const day = toDay(said, TODAY)
      const time = toClock(said)
      if (day !== undefined) expect(new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10)).toBe(day)
      if (time !== undefined) expect(time).toMatch(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
    }),
  )
})

test('writes a day in words with its weekday in each language', () => {
  expect(dayInWords('2026-12-05', 'en')).toBe('Saturday, 5 December 2026')
  expect(dayInWords('2026-12-05', 'de')).toBe('Samstag, 5. Dezember 2026')
  expect(dayInWords('2026-12-05', 'ar')).toContain('2026')
})
