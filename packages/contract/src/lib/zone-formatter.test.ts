import { expect, test } from 'vitest'
import { isTimeZone, zoneFormatter } from './zone-formatter.ts'

/** The same zone in other letter case; the bits of `n` choose the capitals. */
const spelled = (n: number) =>
  [...'america/argentina/buenos_aires'].map((letter, at) => ((n >> at) & 1 ? letter.toUpperCase() : letter)).join('')

test('caches a zone but not every spelling of it', () => {
  const first = zoneFormatter('Europe/Berlin')
  expect(zoneFormatter('Europe/Berlin')).toBe(first)
  expect(Array.from({ length: 500 }, (_, n) => spelled(n)).every(isTimeZone)).toBe(true)
  expect(zoneFormatter('Europe/Berlin')).not.toBe(first)
  expect(isTimeZone('Europe/Atlantis')).toBe(false)
})
