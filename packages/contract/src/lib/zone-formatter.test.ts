import { expect, test } from 'vitest'
import { isTimeZone, zoneFormatter } from './zone-formatter.ts'

/** The same zone with other capitals: `n` says which letters. */
const spelled = (n: number) =>
  [...'america/argentina/buenos_aires'].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join('')

test('a zone is kept, and not every spelling that somebody sends', () => {
  const first = zoneFormatter('Europe/Berlin')
  expect(zoneFormatter('Europe/Berlin')).toBe(first)
  expect(Array.from({ length: 500 }, (_, n) => spelled(n)).every(isTimeZone)).toBe(true)
  expect(zoneFormatter('Europe/Berlin')).not.toBe(first)
  expect(isTimeZone('Europe/Atlantis')).toBe(false)
})
