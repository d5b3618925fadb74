import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { createGeo } from './geo.ts'

const log = createLog({ level: 'silent' })
const geo = createGeo(log)

test.each([
  ['8.8.8.8', 'US'],
  ['193.0.6.139', 'NL'],
  ['2001:4860:4860::8888', 'US'],
  ['127.0.0.1', undefined],
  ['::1', undefined],
  ['10.1.2.3', undefined],
  ['fd00::1', undefined],
  ['', undefined],
  ['not an address', undefined],
  ['8.8.8.8, 1.1.1.1', undefined],
])('%s is in %s', async (ip, country) => {
  expect(await geo.countryOf(ip)).toBe(country)
})

test('loads the table with the first address that may have a country', async () => {
  let asked = 0
  const counted = createGeo(log, () => {
    asked++
    throw new Error('there is none')
  })
  expect(await counted.countryOf('nonsense')).toBeUndefined()
  expect(asked).toBe(0)
  expect(await Promise.all([counted.countryOf('8.8.8.8'), counted.countryOf('8.8.4.4')])).toEqual([
    undefined,
    undefined,
  ])
  expect(asked).toBe(1)
})

test('works without countries when the table is invalid', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'parlance-geo-')), 'broken.mmdb')
  writeFileSync(path, 'no table')
  expect(await createGeo(log, () => path).countryOf('8.8.8.8')).toBeUndefined()
})
