import { createHash, createPublicKey, createVerify } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { startOidc } from './server.ts'

const provider = await startOidc({ redirectUris: ['http://localhost:3000/back'] })
afterAll(provider.close)
const VERIFIER = 'v'.repeat(64)
const asking = (changed: Record<string, string> = {}) =>
  new URLSearchParams({
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: 'http://localhost:3000/back',
    scope: 'openid email',
    state: 's1',
    nonce: 'n1',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changed,
  })
const visit = (changed?: Record<string, string>) =>
  fetch(`${provider.issuer}/authorize?${asking(changed).toString()}`, { redirect: 'manual' })
async function code(): Promise<string> {
  provider.person({ sub: '7', email: 'ada@example.test', email_verified: true })
  return new URL((await visit()).headers.get('location') ?? '').searchParams.get('code') ?? ''
}
const exchange = (changed: Record<string, string>, secret = provider.clientSecret) =>
  fetch(`${provider.issuer}/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${provider.clientId}:${secret}`).toString('base64')}` },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      redirect_uri: 'http://localhost:3000/back',
      code_verifier: VERIFIER,
      ...changed,
    }),
  })

describe('the sign-in page', () => {
  test.each<Record<string, string>>([
    { redirect_uri: 'http://evil.test/back' },
    { redirect_uri: 'http://localhost:3000/back/' },
    { client_id: 'somebody' },
    { response_type: 'token' },
    { scope: 'email' },
    { code_challenge_method: 'plain' },
    { code_challenge: 'short' },
    { nonce: '' },
    { state: '' },
  ])('does not redirect with %o', async (changed) => {
    provider.person({ sub: '7' })
    const answer = await visit(changed)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('location')).toBeNull()
  })

  test('asks for the account, and returns the state with a code', async () => {
    provider.person(undefined)
    expect(await (await visit()).text()).toContain('Who are you?')
    provider.person({ sub: '7' })
    const back = new URL((await visit()).headers.get('location') ?? '')
    expect(back.origin + back.pathname).toBe('http://localhost:3000/back')
    expect(back.searchParams.get('state')).toBe('s1')
  })
})

describe('a code', () => {
  test('gives one token, signed by the published key', async () => {
    const first = await code()
    const { id_token } = (await (await exchange({ code: first })).json()) as { id_token: string }
    const [head = '', body = '', signature = ''] = id_token.split('.')
    const { keys } = (await (await fetch(`${provider.issuer}/keys`)).json()) as { keys: Record<string, string>[] }
    const key = createPublicKey({ key: keys[0] ?? {}, format: 'jwk' })
    const fits = createVerify('RSA-SHA256').update(`${head}.${body}`).verify(key, Buffer.from(signature, 'base64url'))
    expect(fits).toBe(true)
    expect(JSON.parse(Buffer.from(body, 'base64url').toString())).toMatchObject({
      iss: provider.issuer,
      aud: provider.clientId,
      nonce: 'n1',
      sub: '7',
    })
    expect((await exchange({ code: first })).status).toBe(400)
  })

  test.each<Record<string, string>>([
    { code_verifier: 'x'.repeat(64) },
    { redirect_uri: 'http://localhost:3000/other' },
  ])('is used up by a request with %o', async (changed) => {
    const spent = await code()
    expect((await exchange({ code: spent, ...changed })).status).toBe(400)
    expect((await exchange({ code: spent })).status).toBe(400)
  })

  test('is refused with the wrong client secret', async () => {
    expect((await exchange({ code: await code() }, 'guessed')).status).toBe(401)
  })
})

test('misbehaves until the fault is cleared', async () => {
  provider.fail('down')
  expect((await visit()).status).toBe(503)
  provider.fail(undefined)
  expect((await visit()).status).not.toBe(503)
})
