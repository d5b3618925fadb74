import { expect, test } from 'vitest'
import { isTimeZone, localTime, startOfDay } from './time-zones.ts'

test.each([
  ['UTC', '2026-11-23T23:30:00Z', { day: '2026-11-23', hour: 23, minute: 30, weekday: 0 }],
  ['Europe/Berlin', '2026-11-23T23:30:00Z', { day: '2026-11-24', hour: 0, minute: 30, weekday: 1 }],
  ['Asia/Kolkata', '2026-11-22T18:30:00Z', { day: '2026-11-23', hour: 0, minute: 0, weekday: 0 }],
  ['America/Los_Angeles', '2026-03-08T10:00:00Z', { day: '2026-03-08', hour: 3, minute: 0, weekday: 6 }],
])('in %s, %s is %j', (zone, at, local) => expect(localTime(zone, Date.parse(at))).toEqual(local))

test.each([
  ['UTC', '2026-11-23', '2026-11-23T00:00:00Z'],
  ['Europe/Berlin', '2026-11-23', '2026-11-22T23:00:00Z'],
  // Clock changes happen on these days.
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00Z'],
  ['Europe/Berlin', '2026-10-26', '2026-10-25T23:00:00Z'],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00Z'],
  ['Asia/Kolkata', '2026-01-01', '2025-12-31T18:30:00Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T12:00:00Z'],
  // Midnight is skipped.
  ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z'],
  // Midnight occurs twice: the day starts with the first.
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z'],
])('in %s, %s begins at %s', (zone, day, at) => expect(new Date(startOfDay(zone, day))).toEqual(new Date(at)))

test.each([
  ['Europe/Berlin', true],
  ['UTC', true],
  ['Mars/Olympus', false],
  ['', false],
])('«%s» is a time zone: %s', (name, expected) => expect(isTimeZone(name)).toBe(expected))
