import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type HandoffHours, isOpen, isTimeZone, nextOpening } from './handoff-hours.ts'

const nine = [{ from: '09:00', to: '17:00' }]
const office = (timeZone: string, more: Partial<HandoffHours> = {}): HandoffHours => ({
  enabled: true,
  timeZone,
  days: [nine, nine, nine, nine, nine, [], []],
  holidays: [],
  ...more,
})
const at = (iso: string) => Date.parse(iso)
const iso = (ms: number | undefined) => ms && new Date(ms).toISOString().replace('.000Z', 'Z')

describe('isOpen', () => {
  test.each([
    ['Europe/Berlin', '2026-11-23T07:59:59Z', false],
    ['Europe/Berlin', '2026-11-23T08:00:00Z', true],
    ['Europe/Berlin', '2026-11-23T15:59:59Z', true],
    ['Europe/Berlin', '2026-11-23T16:00:00Z', false],
    ['Europe/Berlin', '2026-11-22T10:00:00Z', false],
    // The same local time in summer.
    ['Europe/Berlin', '2026-07-20T07:00:00Z', true],
    ['Europe/Berlin', '2026-07-20T15:00:00Z', false],
    // It is already Monday there.
    ['Pacific/Auckland', '2026-11-22T20:30:00Z', true],
    ['America/New_York', '2026-11-23T14:30:00Z', true],
    ['Asia/Kolkata', '2026-11-23T03:30:00Z', true],
    ['Asia/Kolkata', '2026-11-23T03:29:00Z', false],
  ])('%s at %s: %s', (timeZone, moment, open) => {
    expect(isOpen(office(timeZone), at(moment))).toBe(open)
  })

  test('is always open without hours', () => {
    expect(isOpen(office('UTC', { enabled: false }), at('2026-11-22T03:00:00Z'))).toBe(true)
  })
  test('reads holidays in its time zone', () => {
    const hours = office('Pacific/Auckland', { holidays: [{ date: '2026-11-23', name: 'Day off' }] })
    expect(isOpen(hours, at('2026-11-22T20:30:00Z'))).toBe(false)
    expect(isOpen(hours, at('2026-11-23T20:30:00Z'))).toBe(true)
  })
  test('ends a day at 24:00', () => {
    const days = Array.from({ length: 7 }, () => [{ from: '00:00', to: '24:00' }])
    expect(isOpen(office('UTC', { days }), at('2026-11-22T23:59:59Z'))).toBe(true)
  })
})

describe('nextOpening', () => {
  test.each([
    ['now, while it is open', 'Europe/Berlin', '2026-11-23T10:00:30Z', '2026-11-23T10:00:30Z'],
    ['later today', 'Europe/Berlin', '2026-11-23T03:00:00Z', '2026-11-23T08:00:00Z'],
    ['after the weekend', 'Europe/Berlin', '2026-11-20T16:00:00Z', '2026-11-23T08:00:00Z'],
    ['over the change to summer time', 'Europe/Berlin', '2026-03-27T17:00:00Z', '2026-03-30T07:00:00Z'],
    ['over the change to winter time', 'Europe/Berlin', '2026-10-23T17:00:00Z', '2026-10-26T08:00:00Z'],
    ['across the date line', 'Pacific/Auckland', '2026-11-20T10:00:00Z', '2026-11-22T20:00:00Z'],
  ])('%s', (_, timeZone, from, opens) => {
    expect(iso(nextOpening(office(timeZone), at(from)))).toBe(opens)
  })
  test('is after holidays', () => {
    const holidays = ['2026-12-24', '2026-12-25', '2026-12-28'].map((date) => ({ date, name: '' }))
    const hours = office('Europe/Berlin', { holidays })
    expect(iso(nextOpening(hours, at('2026-12-23T20:00:00Z')))).toBe('2026-12-29T08:00:00Z')
  })
  test('is the first minute after an hour that clocks skip', () => {
    const days = Array.from({ length: 7 }, () => [{ from: '02:30', to: '04:00' }])
    const hours = office('Europe/Berlin', { days })
    expect(iso(nextOpening(hours, at('2026-03-29T00:00:00Z')))).toBe('2026-03-29T01:00:00Z')
  })
  test('is the first of two hours that clocks repeat', () => {
    const days = Array.from({ length: 7 }, () => [{ from: '02:30', to: '04:00' }])
    const hours = office('Europe/Berlin', { days })
    expect(iso(nextOpening(hours, at('2026-10-25T00:00:00Z')))).toBe('2026-10-25T00:30:00Z')
  })
  test('is undefined when every day is closed', () => {
    expect(nextOpening(office('UTC', { days: [[], [], [], [], [], [], []] }), 0)).toBeUndefined()
  })
})

const clock = fc
  .integer({ min: 0, max: 24 * 4 })
  .map((n) => `${String(Math.floor(n / 4)).padStart(2, '0')}:${String((n % 4) * 15).padStart(2, '0')}`)
const interval = fc
  .tuple(clock, clock)
  .filter(([a, b]) => a !== b)
  .map(([a, b]) => (a < b ? { from: a, to: b } : { from: b, to: a }))
const someHours = fc.record({
  enabled: fc.constant(true),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
  days: fc.array(fc.array(interval, { maxLength: 2 }), { minLength: 7, maxLength: 7 }),
  holidays: fc.constant([{ date: '2026-03-29', name: '' }]),
})

test('is open at the next opening and at no quarter of an hour before', () => {
  fc.assert(
    fc.property(
      someHours,
      // Around clock changes.
      fc.constantFrom('2026-03-28', '2026-10-24', '2026-11-01', '2026-04-04', '2026-07-01'),
      fc.integer({ min: 0, max: 48 * 4 }),
      (hours, day, quarters) => {
        const from = Date.parse(`${day}T00:00:00Z`) + quarters * 15 * 60_000
        const opens = nextOpening(hours, from)
        if (opens === undefined) {
          expect(hours.days.flat()).toEqual([])
          return
        }
        expect(isOpen(hours, opens)).toBe(true)
        for (let before = from; before < opens; before += 15 * 60_000) expect(isOpen(hours, before)).toBe(false)
      },
    ),
    { numRuns: 300 },
  )
})

test('accepts only known time zones', () => {
  expect(['Europe/Berlin', 'UTC', 'America/Argentina/Buenos_Aires'].every(isTimeZone)).toBe(true)
  expect(['', 'Berlin', 'Europe/Atlantis'].some(isTimeZone)).toBe(false)
})
