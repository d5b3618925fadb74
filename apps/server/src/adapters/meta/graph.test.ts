import { startMeta } from '@parlance/simulators/meta/server'
import { afterAll, expect, test } from 'vitest'
import { createGraph, metaSignature, outcomeOf, proveMeta } from './graph.ts'

const meta = await startMeta()
afterAll(meta.close)
const app = {
  baseUrl: meta.url,
  version: 'v18.0',
  appId: meta.appId,
  appSecret: meta.appSecret,
  verifyToken: meta.verifyToken,
  dialogUrl: () => `${meta.url}/meta/page`,
}
const graph = createGraph(app)
const BACK = 'https://parlance.example/oauth/meta'
const dialog = async (type: 'code' | 'token', redirectUri = BACK) => {
  const asked = Object.fromEntries(
    new URL(graph.loginUrl({ redirectUri, state: 'abc', scopes: ['one', 'two'], type })).searchParams,
  )
  const answer = await fetch(`${meta.url}/meta/page/say`, { method: 'POST', body: JSON.stringify(asked) })
  return new URL(((await answer.json()) as { location: string }).location)
}

const secrets = { appSecret: 'app_secret_123', verifyToken: 'verify-me' }
const BODY = Buffer.from('{"object":"page","entry":[{"id":"1","time":1}]}')
const SIGNATURE = 'sha256=0cd1bbbfbff63def9ae260552fa7e347717c19c97e88c96a0b14168e159c9bdc'
const post = (signature: string) =>
  proveMeta(
    {
      method: 'POST',
      query: new URLSearchParams(),
      headers: new Headers({ 'x-hub-signature-256': signature }),
      body: BODY,
    },
    secrets,
  )
const get = (query: Record<string, string>) =>
  proveMeta(
    { method: 'GET', query: new URLSearchParams(query), headers: new Headers(), body: Buffer.alloc(0) },
    secrets,
  )

test('signs and verifies the bytes of a call as Meta does', () => {
  expect(metaSignature(secrets.appSecret, BODY)).toBe(SIGNATURE)
  expect(post(SIGNATURE)).toBeUndefined()
  expect(post(`${SIGNATURE.slice(0, -1)}d`)).toMatchObject({ kind: 'refused', reason: 'signature' })
})

test('answers the handshake when the verify token is right', () => {
  const asked = { 'hub.mode': 'subscribe', 'hub.verify_token': 'verify-me', 'hub.challenge': '123' }
  expect(get(asked)).toMatchObject({ kind: 'answered', answer: { body: '123', contentType: 'text/plain' } })
  expect(get({ ...asked, 'hub.verify_token': 'guess' })).toMatchObject({ kind: 'refused', reason: 'signature' })
  expect(get({ ...asked, 'hub.challenge': '<script>' })).toMatchObject({ kind: 'refused', reason: 'malformed' })
  expect(
    proveMeta(
      { method: 'GET', query: new URLSearchParams(asked), headers: new Headers(), body: BODY },
      { appSecret: '', verifyToken: '' },
    ),
  ).toMatchObject({ reason: 'unconfigured' })
})

test.each([
  [{ code: 190 }, 'reconnect'],
  [{ code: 200 }, 'reconnect'],
  [{ code: 4 }, 'retry'],
  [{ code: 80_001 }, 'retry'],
  [{ code: 80_002 }, 'retry'],
  [{ code: 80_006 }, 'retry'],
  [{ code: 100 }, 'rejected'],
  [{ code: 551 }, 'undeliverable'],
  [{ code: 131_050 }, 'opted-out'],
  [{ code: 10, error_subcode: 2_018_278 }, 'rejected'],
  [{ code: 999, status: 503 }, 'retry'],
])('takes %j as %s', (fault, kind) => {
  const table = { optedOut: [131_050], undeliverable: [551], subcodes: { '10/2018278': 'rejected' } } as const
  expect(outcomeOf({ message: 'x', status: 400, ...fault }, table)).toMatchObject({ kind })
})

test('exchanges a code or a token of the dialog, each code once', async () => {
  const code = (await dialog('code')).searchParams.get('code') ?? ''
  await expect(graph.exchangeCode(code, 'https://elsewhere.example/')).rejects.toThrow('redirect_uri')
  await expect(graph.exchangeCode(code, BACK)).rejects.toThrow('has been used')
  const again = (await dialog('code')).searchParams.get('code') ?? ''
  expect(await graph.exchangeCode(again, BACK)).toMatchObject({ access_token: expect.stringMatching(/^EAAl/) })
  const short = new URLSearchParams((await dialog('token')).hash.slice(1)).get('access_token') ?? ''
  const long = await graph.exchangeToken(short)
  expect(await graph.debugToken(long.access_token)).toMatchObject({ is_valid: true, app_id: meta.appId })
  meta.revoke(short)
  await expect(graph.exchangeToken(short)).rejects.toThrow('Invalid OAuth access token')
})
