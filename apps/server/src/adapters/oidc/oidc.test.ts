import { randomId } from '@parlance/contract/lib/ids'
import { type OidcOptions, startOidc } from '@parlance/simulators/oidc/server'
import { afterEach, expect, test } from 'vitest'
import { createLog } from '../../lib/log.ts'
import { createOidc } from './oidc.ts'

const BACK = 'https://app.test/login/callback'
const opened: { close: () => Promise<void> }[] = []
afterEach(async () => void (await Promise.all(opened.splice(0).map((one) => one.close()))))

async function provider(options: OidcOptions = {}, changed: { issuer?: string; clientSecret?: string } = {}) {
  const simulator = await startOidc(options)
  opened.push(simulator)
  const { issuer, clientId, clientSecret } = simulator
  const settings = { id: 'oidc', name: 'Acme', issuer, clientId, clientSecret, ...changed }
  return { simulator, oidc: createOidc(settings, createLog({ level: 'silent' })) }
}
const newTrip = () => ({ state: randomId(32), nonce: randomId(32), verifier: randomId(64) })
type Oidc = Awaited<ReturnType<typeof provider>>['oidc']
async function come(oidc: Oidc, trip = newTrip(), with_: Partial<typeof trip> = {}) {
  const there = await fetch(await oidc.pageFor(trip, BACK), { redirect: 'manual' })
  const code = new URL(there.headers.get('location') ?? '').searchParams.get('code') ?? ''
  return oidc.identify(code, { ...trip, ...with_ }, BACK)
}

test.each(['basic', 'post'] as const)('shows its secret by %s, as the provider wants it', async (secretIn) => {
  const { simulator, oidc } = await provider({ secretIn, clientId: 'a b:c', clientSecret: 'ü/%:+' })
  // Colons are escaped, because they separate the parts of an id.
  simulator.person({ sub: '7', email: ' Ada@Example.TEST ', email_verified: true, name: 'A\0da' })
  expect(await come(oidc)).toEqual({
    subject: `${simulator.issuer}|7`,
    email: 'ada@example.test',
    emailVerified: true,
    name: 'A\uFFFDda',
  })
})

test.each([
  [{ sub: '7' }, { emailVerified: false }],
  [
    { sub: '7', email: 'ada@example.test' },
    { email: 'ada@example.test', emailVerified: false },
  ],
  [{ sub: '7', email: 'no address', email_verified: true }, { emailVerified: false }],
  [{ sub: '7', email: 'a\0b@example.test', email_verified: true }, { emailVerified: false }],
])('%j proves no address', async (person, identity) => {
  const { simulator, oidc } = await provider()
  simulator.person(person)
  expect(await come(oidc)).toMatchObject(identity)
  if (!('email' in identity)) expect(await come(oidc)).not.toHaveProperty('email')
})

test.each(['', 'x'.repeat(501), 'a\0b'])('a subject like %j is nobody', async (sub) => {
  const { simulator, oidc } = await provider()
  simulator.person({ sub })
  await expect(come(oidc)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
})

test('rejects the verifier or nonce of another request', async () => {
  const { simulator, oidc } = await provider()
  simulator.person({ sub: '7' })
  for (const wrong of [{ verifier: randomId(64) }, { nonce: randomId(32) }])
    await expect(come(oidc, newTrip(), wrong)).rejects.toMatchObject({ code: 'INVALID_TOKEN' })
})

test('rejects a provider with another identity, or one that does not know us', async () => {
  const { simulator, oidc } = await provider()
  simulator.fail('other-issuer')
  await expect(oidc.pageFor(newTrip(), BACK)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  simulator.fail(undefined)
  await oidc.pageFor(newTrip(), BACK)
  const stranger = await provider({}, { clientSecret: 'wrong' })
  stranger.simulator.person({ sub: '7' })
  await expect(come(stranger.oidc)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
})
