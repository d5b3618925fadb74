import { describe, expect, test } from 'vitest'
import {
  cutTitle,
  isQuiet,
  isRecent,
  isToast,
  levelsOf,
  NOTIFY_IF_NUMBERS,
  type DeliveryChannels,
  deliveryChannelsOf,
} from './rules.ts'
import { isTimeZone, PersonalNotifications, PersonalNotificationsChange, PushSubscription } from './schemas.ts'

const NOON = new Date('2026-11-23T12:00:00Z')
const NIGHT = new Date('2026-11-23T23:30:00Z')
const shown = { shown: true, email: false, push: false }
const nothing = { shown: false, email: false, push: false }
const everything = { shown: true, email: true, push: true }

describe('delivery channels', () => {
  const quietHours = { from: '22:00', to: '07:00', timeZone: 'UTC' }
  const cases: [
    what: string,
    settings: Partial<PersonalNotifications>,
    told: { level?: 1 | 2; only?: string[]; offline?: true; at?: Date },
    ways: DeliveryChannels,
  ][] = [
    ['a request by default', {}, { level: 2 }, everything],
    ['other things by default', {}, { level: 1 }, nothing],
    ['other things for a person who wants all', { notifyIf: 'all' }, { level: 1 }, everything],
    ['a request for a person who wants all', { notifyIf: 'all' }, { level: 2 }, everything],
    ['a request for a person who wants nothing', { notifyIf: 'none' }, { level: 2 }, nothing],
    ['other things for a person who wants nothing', { notifyIf: 'none' }, { level: 1 }, nothing],
    ['by e-mail alone', { notifyThrough: 'email' }, {}, { ...shown, email: true }],
    ['by push alone', { notifyThrough: 'push' }, {}, { ...shown, push: true }],
    ['in the dashboard alone', { notifyThrough: 'none' }, {}, shown],
    ['for them alone', {}, { only: ['other', 'me'] }, everything],
    ['for somebody else', { notifyIf: 'all' }, { only: ['other'] }, nothing],
    ['a request while offline', {}, { offline: true }, everything],
    ['other things while offline', { notifyIf: 'all' }, { level: 1, offline: true }, shown],
    ['in quiet hours', { quietHours }, { at: NIGHT }, shown],
    ['outside quiet hours', { quietHours }, { at: NOON }, everything],
  ]
  test.each(cases)('%s', (_, settings, { level = 2, only = [], offline, at = NOON }, channels) => {
    const reader = { id: 'me', isOnline: !offline, settings: PersonalNotifications.parse(settings) }
    expect(deliveryChannelsOf(reader, { notificationLevel: level, notifyOnly: only }, at)).toEqual(channels)
  })
})

test.each([[['none', 0, []]], [['all', 1, [1, 2]]], [['requestsOnly', 2, [2]]]] as const)(
  '%j',
  ([notifyIf, number, levels]) => {
    expect([NOTIFY_IF_NUMBERS[notifyIf], levelsOf(notifyIf)]).toEqual([number, levels])
  },
)

describe('quiet hours', () => {
  test.each([
    ['09:00', '17:00', 'UTC', '2026-11-23T09:00:00Z', true],
    ['09:00', '17:00', 'UTC', '2026-11-23T08:59:59Z', false],
    ['09:00', '17:00', 'UTC', '2026-11-23T17:00:00Z', false],
    ['22:00', '07:00', 'UTC', '2026-11-23T22:00:00Z', true],
    ['22:00', '07:00', 'UTC', '2026-11-23T06:59:00Z', true],
    ['22:00', '07:00', 'UTC', '2026-11-23T07:00:00Z', false],
    ['22:00', '07:00', 'America/New_York', '2026-11-23T03:30:00Z', true],
    ['22:00', '07:00', 'America/New_York', '2026-11-23T22:30:00Z', false],
    ['22:00', '07:00', 'Asia/Kolkata', '2026-11-23T16:30:00Z', true],
    // Clocks went back on this night: 01:30 came twice.
    ['01:00', '02:00', 'Europe/Berlin', '2026-10-25T00:30:00Z', false],
    ['02:00', '03:00', 'Europe/Berlin', '2026-10-25T00:30:00Z', true],
    ['02:00', '03:00', 'Europe/Berlin', '2026-10-25T01:30:00Z', true],
    ['00:00', '00:00', 'UTC', '2026-11-23T12:00:00Z', true],
  ])('%s to %s in %s at %s: %s', (from, to, timeZone, at, quiet) => {
    expect(isQuiet({ from, to, timeZone }, new Date(at))).toBe(quiet)
  })
  test('never apply without a setting', () => expect(isQuiet(null, NOON)).toBe(false))
  test('accept known time zones and real times', () => {
    expect([isTimeZone('Europe/Lisbon'), isTimeZone('Mars/Olympus'), isTimeZone('')]).toEqual([true, false, false])
    const change = (quietHours: object) => PersonalNotificationsChange.safeParse({ quietHours }).success
    expect(change({ from: '22:00', to: '07:00', timeZone: 'UTC' })).toBe(true)
    expect(change({ from: '24:00', to: '07:00', timeZone: 'UTC' })).toBe(false)
    expect(change({ from: '22:00', to: '7:00', timeZone: 'UTC' })).toBe(false)
    expect(change({ from: '22:00', to: '07:00', timeZone: 'Mars/Olympus' })).toBe(false)
  })
})

test('a toast is unseen and not older than 120 s; recent is younger than 60 s', () => {
  const now = NOON.getTime()
  const aged = (seconds: number) => ({ ts: now / 1000 - seconds, seen: false })
  expect([0, 120, 121].map((age) => isToast(aged(age), now))).toEqual([true, true, false])
  expect(isToast({ ...aged(1), seen: true }, now)).toBe(false)
  expect([0, 59, 60].map((age) => isRecent(aged(age), now))).toEqual([true, true, false])
})

test('cuts titles at 50 characters', () => {
  expect(cutTitle('a'.repeat(50))).toBe('a'.repeat(50))
  expect(cutTitle('a'.repeat(51))).toBe(`${'a'.repeat(49)}…`)
  const flags = '🇵🇹'.repeat(60)
  expect(cutTitle(flags)).toBe(`${'🇵🇹'.repeat(49)}…`)
})

test('has the defaults of the specification', () => {
  const defaults = { notifyThrough: 'all', notifyIf: 'requestsOnly', sound: true, quietHours: null }
  expect(PersonalNotifications.parse({})).toEqual(defaults)
})

test('accepts a push subscription as browsers send it', () => {
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) }
  const is = (subscription: object) => PushSubscription.safeParse({ keys, ...subscription }).success
  expect(is({ endpoint: 'https://push.example/abc' })).toBe(true)
  expect(is({ endpoint: 'file:///etc/passwd' })).toBe(false)
  expect(is({ endpoint: 'https://push.example/abc', keys: { ...keys, auth: '' } })).toBe(false)
})
