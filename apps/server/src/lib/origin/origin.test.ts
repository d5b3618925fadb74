import { expect, test } from 'vitest'
import { createHostCache } from './host-cache.ts'
import { type AgencyHost, clientLink, createOrigins } from './origin.ts'

const hostOf = (host: string, isLive = true, isOver = false): AgencyHost => ({
  host,
  region: 'na',
  agencyId: 'a1',
  workspaceId: 'w1',
  isLive,
  isOver,
})
const store = (hosts: readonly AgencyHost[]) => ({
  findHost: async (host: string) => hosts.find((one) => one.host === host),
  findHostOfAgency: async (agencyId: string) => hosts.find((one) => one.agencyId === agencyId),
})
const at = (host: string, more: Record<string, string> = {}) => new Headers({ host, ...more })

test.each([
  ['https://app.test', 'app.test', 'https://app.test'],
  ['https://app.test', '127.0.0.1:3000', 'https://app.test'],
  ['https://app.test', 'brand.test', 'https://brand.test'],
  ['http://localhost:3000', 'brand.test:3000', 'http://brand.test:3000'],
  ['https://app.test', 'gone.test', undefined],
  ['https://app.test', 'nobody.test', undefined],
  ['https://app.test', 'evil.test:443', undefined],
  // Without a configured address any host works.
  ['', 'nas.lan:3000', 'http://nas.lan:3000'],
  ['', 'brand.test:3000', 'http://brand.test:3000'],
  ['', 'gone.test:3000', undefined],
])('with %j the host %s has the origin %s', async (publicUrl, host, origin) => {
  const settings = { publicUrl }
  const origins = createOrigins(settings, store([hostOf('brand.test'), hostOf('gone.test', false)]))
  settings.publicUrl ||= 'http://localhost:3000'
  expect((await origins.resolve(at(host)))?.origin).toBe(origin)
})

test('links clients to their agency’s host only while it is live', async () => {
  const settings = { publicUrl: 'https://app.test' }
  expect(await createOrigins(settings, store([hostOf('brand.test')])).ofAgency('a1')).toMatchObject({
    kind: 'agency',
    origin: 'https://brand.test',
  })
  const gone = createOrigins(settings, store([hostOf('brand.test', false)]))
  expect(await gone.ofAgency('a1')).toMatchObject({ kind: 'app', origin: 'https://app.test' })
  const over = createOrigins(settings, store([hostOf('brand.test', true, true)]))
  expect(await over.ofAgency('a1')).toMatchObject({ kind: 'app', origin: 'https://app.test' })
})

test.each([
  [[], '/app/na?billing=open', 'https://app.test/app/na?billing=open&agency=a1'],
  [[], '/app/na', 'https://app.test/app/na?agency=a1'],
  [[hostOf('brand.test')], '/app/na?billing=open', 'https://brand.test/app/na?billing=open'],
])('a client’s link names the agency only where the host does not: %j', async (hosts, path, link) => {
  const origins = createOrigins({ publicUrl: 'https://app.test' }, store(hosts))
  expect(clientLink(await origins.ofAgency('a1'), path, 'a1')).toBe(link)
})

test('ignores a forwarded host', async () => {
  const origins = createOrigins({ publicUrl: 'https://app.test' }, store([hostOf('brand.test')]))
  expect((await origins.resolve(at('app.test', { 'x-forwarded-host': 'brand.test' })))?.kind).toBe('app')
})

test('looks a host up again when it changed during the look-up', async () => {
  let asked = 0
  const answers = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const cache = createHostCache(() => answers[asked++]!.promise)
  const before = cache.get('a')
  cache.forget('a')
  answers[0]!.resolve('old')
  await before
  answers[1]!.resolve('new')
  expect(await cache.get('a')).toBe('new')
  expect(cache.get('a')).toBe('new')
})

test('keeps tenants’ hosts cached when strangers make up names', async () => {
  let asked = 0
  const cache = createHostCache(async (host) => {
    asked += 1
    return host === 'known' ? 1 : undefined
  })
  await cache.get('known')
  for (let made = 0; made < 5000; made += 1) await cache.get(`made-up-${made}`)
  const before = asked
  expect(cache.get('known')).toBe(1)
  expect(asked).toBe(before)
})
