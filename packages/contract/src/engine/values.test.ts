import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isDate, readDate, readTime } from './dates.ts'
import { checkValue, type ValueSpec } from './values.ts'

const TODAY = '2026-11-21'
const spec = (type: ValueSpec['type'], more: Partial<ValueSpec> = {}): ValueSpec => ({ type, options: [], ...more })
const read = (given: ValueSpec, raw: unknown) => {
  const checked = checkValue(given, raw, TODAY)
  return 'value' in checked ? checked.value : undefined
}
const problem = (given: ValueSpec, raw: unknown) => {
  const checked = checkValue(given, raw, TODAY)
  return 'problem' in checked ? checked.problem.message : undefined
}

type Row = readonly [ValueSpec['type'], unknown, unknown]
const TAKEN: readonly Row[] = [
  ['text', '  Jo  ', 'Jo'],
  ['text', 12, '12'],
  ['text', false, 'false'],
  ['email', 'Jo.Doe+x@Example.ORG', 'Jo.Doe+x@example.org'],
  ['email', '<jo@x.de>', 'jo@x.de'],
  ['email', 'mailto:jo@x.de.', 'jo@x.de'],
  ['email', 'jo@münchen.de', 'jo@münchen.de'],
  ['phone', '+49 (0) 170 / 123-4567', '+491701234567'],
  ['phone', '0049 170 1234567', '+491701234567'],
  ['phone', '(030) 1234.567', '0301234567'],
  ['phone', 4912345, '4912345'],
  ['number', 3, 3],
  ['number', '-3.5', -3.5],
  ['number', '1,234.50', 1234.5],
  ['number', '0,125', 0.125],
  ['number', '1.234,50', 1234.5],
  ['number', '1.234.567', 1_234_567],
  ['number', '1,500', 1500],
  ['number', '1.500', 1.5],
  ['number', '12,5', 12.5],
  ['number', '€ 20', 20],
  ['number', '4 people', 4],
  ['number', 'three', 3],
  ['number', "1'000", 1000],
  ['number', '1e3', 1000],
  ['number', '-0', 0],
  ['date', '2026-12-05', '2026-12-05'],
  ['date', '2026-12-05T10:00:00Z', '2026-12-05'],
  ['date', '2026/2/3', '2026-02-03'],
  ['date', '5.12.2026', '2026-12-05'],
  ['date', '5.12.', '2026-12-05'],
  ['date', '1.2.27', '2027-02-01'],
  ['date', '25/12/2026', '2026-12-25'],
  ['date', '12/25/2026', '2026-12-25'],
  ['date', '5/5/2027', '2027-05-05'],
  ['date', '5 December', '2026-12-05'],
  ['date', 'Dec 5th, 2026', '2026-12-05'],
  ['date', 'the 5th of January', '2027-01-05'],
  ['date', '29 Feb', '2028-02-29'],
  ['date', 'tomorrow', '2026-11-22'],
  ['time', '14:30', '14:30'],
  ['time', '9:05:10', '09:05'],
  ['time', '2 pm', '14:00'],
  ['time', '12am', '00:00'],
  ['time', '12:15 p.m.', '12:15'],
  ['time', '14h30', '14:30'],
  ['time', '14 Uhr', '14:00'],
  ['time', 'noon', '12:00'],
  ['boolean', true, true],
  ['boolean', 'Yes, please', true],
  ['boolean', 'ja', true],
  ['boolean', 0, false],
  ['boolean', 'No!', false],
]
const REFUSED: readonly (readonly [ValueSpec['type'], unknown, RegExp])[] = [
  ['text', '   ', /empty/],
  ['text', null, /isn’t text/],
  ['text', { a: 1 }, /isn’t text/],
  ['text', Number.NaN, /isn’t a number/],
  ['email', 'jo@x', /“jo@x” isn’t a valid email address/],
  ['email', 'jo doe@x.de', /email/],
  ['email', 'jo..d@x.de', /email/],
  ['email', `${'a'.repeat(300)}@x.de`, /email/],
  ['phone', '123', /phone/],
  ['phone', 'call me', /phone/],
  ['phone', '1234567890123456', /phone/],
  ['number', 'lots', /number/],
  ['number', '1 or 2', /number/],
  ['number', '1,2,3', /number/],
  ['number', '9e99', /number/],
  ['date', '32 May', /“32 May” isn’t a valid date/],
  ['date', '2026-02-30', /date/],
  ['date', '5/12/2026', /two different dates/],
  ['date', 'soon', /date/],
  ['date', 20_261_205, /date/],
  ['time', '25:00', /time/],
  ['time', '13pm', /time/],
  ['time', '9', /time/],
  ['boolean', 'maybe', /yes or no/],
  ['boolean', 'yes and no', /yes or no/],
  ['boolean', 'no idea what you mean by that', /yes or no/],
]

describe('values', () => {
  it.each(TAKEN)('%s accepts %j as %j', (type, raw, value) => expect(read(spec(type), raw)).toBe(value))
  it.each(REFUSED)('%s refuses %j', (type, raw, why) => expect(problem(spec(type), raw)).toMatch(why))

  const sizes = { options: ['Small', 'Extra large', 'Café crème'] }
  it.each([
    ['small', 'Small'],
    [' EXTRA-LARGE ', 'Extra large'],
    ['cafe creme', 'Café crème'],
    ['the small one', 'Small'],
    ['extra', 'Extra large'],
    ['2', 'Extra large'],
    ['option 1', 'Small'],
  ])('options: %j is %j', (raw, option) => expect(read(spec('text', sizes), raw)).toBe(option))
  it.each(['medium', 'small or extra large', '4', '!', 'e'])('options: %j is none', (raw) =>
    expect(problem(spec('text', sizes), raw)).toContain('isn’t one of: Small, Extra large, Café crème.'),
  )
  it('options that are numbers are not positions in the list', () => {
    expect(read(spec('number', { options: ['2', '4'] }), '4')).toBe(4)
    expect(problem(spec('number', { options: ['2', '4'] }), '1')).toContain('isn’t one of')
    expect(read(spec('number', { options: ['few', 'many'] }), 'Many')).toBe('many')
  })

  it.each([
    [spec('number', { min: 1, max: 10 }), '0', 'at least 1'],
    [spec('number', { min: 1, max: 10 }), '11', 'at most 10'],
    [spec('text', { min: 3 }), 'ab', 'at least 3 characters'],
    [spec('text', { max: 3 }), 'abcd', 'at most 3 characters'],
    [spec('date', { min: 0 }), '2026-11-20', 'in the past'],
    [spec('date', { min: 2 }), 'tomorrow', '2 days from today or later'],
    [spec('date', { max: 30 }), '2027-01-01', '30 days from today or earlier'],
    [spec('date', { max: -1 }), 'today', '1 days before today or earlier'],
  ] as const)('limits: %j refuses %j', (given, raw, why) => expect(problem(given, raw)).toContain(why))
  it.each([
    [spec('number', { min: 1, max: 10 }), '10', 10],
    [spec('date', { min: 0 }), 'today', TODAY],
    [spec('email', { min: 100 }), 'a@b.de', 'a@b.de'],
  ] as const)('limits: %j accepts %j', (given, raw, value) => expect(read(given, raw)).toBe(value))

  it('never throws, and accepts its own result again', () => {
    const types = ['text', 'email', 'phone', 'number', 'date', 'time', 'boolean'] as const
    fc.assert(
      fc.property(fc.constantFrom(...types), fc.anything(), fc.string(), (type, raw, today) => {
        for (const given of [spec(type), spec(type, { options: ['a', '1'], min: 0, max: 5 })]) {
          const checked = checkValue(given, raw, today)
          if ('problem' in checked) {
            // The typed text is quoted, including braces.
            const own = checked.problem.message.replaceAll(/“[^”]*”/g, '“”')
            if (!/[{}]/.test(String(JSON.stringify(raw)))) expect(checked.problem.message).not.toMatch(/[{}]{2}/)
            expect(own).not.toBe('')
          }
        }
        const first = checkValue(spec(type), raw, TODAY)
        if ('value' in first) expect(checkValue(spec(type), first.value, TODAY)).toEqual(first)
      }),
    )
  })
  it('reads long and odd texts quickly', () => {
    const started = performance.now()
    for (const text of [
      '1'.repeat(50_000),
      ' '.repeat(50_000),
      '1 '.repeat(25_000),
      `${'a.'.repeat(25_000)}@`,
      '+'.repeat(50_000),
    ])
      for (const type of ['text', 'email', 'phone', 'number', 'date', 'time', 'boolean'] as const)
        checkValue(spec(type, { options: ['x'] }), text, TODAY)
    expect(performance.now() - started).toBeLessThan(2000)
  })
  it('accepts real days and times only', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), (text) => {
        const date = readDate(text, TODAY)
        if ('date' in date) expect(isDate(date.date)).toBe(true)
        const time = readTime(text)
        if (time !== undefined) expect(time).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/)
      }),
    )
  })
})
