import { expect, onTestFinished, test } from 'vitest'
import { type ResendOptions, type ResendSimulator, startResend } from './server.ts'

async function start(options: ResendOptions = {}): Promise<ResendSimulator> {
  const simulator = await startResend(options)
  onTestFinished(() => simulator.close())
  return simulator
}
const MAIL = { from: 'Ada <ada@one.example>', to: 'bob@two.example', subject: 'Hi', html: '<p>Hi</p>', text: 'Hi' }
const post = async (
  { url, key }: Pick<ResendSimulator, 'url' | 'key'>,
  body: unknown,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(`${url}/emails`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const answer = (await response.json()) as { id?: string; name?: string; message?: string }
  return { status: response.status, retryAfter: response.headers.get('retry-after'), ...answer }
}

test('accepts a mail and returns its id', async () => {
  const simulator = await start()
  const { status, id } = await post(simulator, { ...MAIL, to: [MAIL.to, 'Carl <carl@two.example>'] })
  expect(status).toBe(200)
  expect(simulator.mails).toEqual([
    {
      ...MAIL,
      id,
      to: ['bob@two.example', 'carl@two.example'],
      replyTo: [],
      headers: {},
      tags: {},
      attachments: [],
      idempotencyKey: undefined,
    },
  ])
})

test.each([
  ['no JSON', '{', 400, 'validation_error'],
  ['no sender', { ...MAIL, from: undefined }, 422, 'missing_required_field'],
  ['no recipient', { ...MAIL, to: '' }, 422, 'missing_required_field'],
  ['an empty list of recipients', { ...MAIL, to: [] }, 422, 'validation_error'],
  ['no subject', { ...MAIL, subject: undefined }, 422, 'missing_required_field'],
  ['a subject of two lines', { ...MAIL, subject: 'a\nb' }, 422, 'validation_error'],
  ['a subject that is no text', { ...MAIL, subject: 3 }, 422, 'validation_error'],
  ['neither html nor text', { ...MAIL, html: undefined, text: undefined }, 422, 'missing_required_field'],
  ['a sender that is no address', { ...MAIL, from: 'Ada' }, 422, 'invalid_from_address'],
  ['a sender’s name that needs quotes', { ...MAIL, from: 'Ada, B <a@one.example>' }, 422, 'invalid_from_address'],
  ['a recipient that is no address', { ...MAIL, to: ['bob@two.example', 'carl'] }, 422, 'validation_error'],
  ['51 recipients', { ...MAIL, to: Array.from({ length: 51 }, (_, n) => `p${n}@x.example`) }, 422, 'validation_error'],
])('refuses %s', async (_what, body, status, name) => {
  const simulator = await start()
  expect(await post(simulator, body)).toMatchObject({ status, name })
  expect(simulator.mails).toEqual([])
})

test('requires its key and a known domain', async () => {
  const simulator = await start({ domains: ['one.example'] })
  expect(await post({ ...simulator, key: '' }, MAIL)).toMatchObject({ status: 401, name: 'missing_api_key' })
  expect(await post({ ...simulator, key: 're_wrong' }, MAIL)).toMatchObject({ status: 403, name: 'invalid_api_key' })
  expect(await post(simulator, { ...MAIL, from: 'a@other.example' })).toMatchObject({ status: 403 })
  expect((await fetch(`${simulator.url}/emails`)).status).toBe(405)
  expect((await fetch(`${simulator.url}/segments`)).status).toBe(404)
  expect(simulator.answers).toEqual([401, 403, 403, 405, 404])
})

test('treats the same key as the same mail, and refuses another mail under it', async () => {
  const simulator = await start()
  const key = { 'idempotency-key': 'k1' }
  const first = await post(simulator, MAIL, key)
  expect(await post(simulator, MAIL, key)).toEqual(first)
  expect(simulator.mails).toHaveLength(1)
  expect(await post(simulator, { ...MAIL, subject: 'Other' }, key)).toMatchObject({ status: 409 })
  expect(await post(simulator, MAIL, { 'idempotency-key': 'x'.repeat(257) })).toMatchObject({ status: 400 })
})

test('fails on demand, and limits the rate', async () => {
  const simulator = await start({ perSecond: 2 })
  simulator.fail('broken', 'limit', 'lost')
  expect((await post(simulator, MAIL)).status).toBe(500)
  expect(await post(simulator, MAIL)).toMatchObject({ status: 429, name: 'rate_limit_exceeded', retryAfter: '1' })
  await expect(post(simulator, MAIL)).rejects.toThrow()
  expect(simulator.mails).toHaveLength(1)
  expect((await post(simulator, MAIL)).status).toBe(200)
  expect((await post(simulator, MAIL)).status).toBe(429)
})

test('adds a domain once, verifies it, sends from it while its records exist, and removes it', async () => {
  let hasRecords = false
  const simulator = await start({
    domains: [],
    findsRecord: ({ name }) => hasRecords && /^(?:send|resend\._domainkey)\.one\.example$/.test(name),
  })
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${simulator.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${simulator.key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { code: response.status, ...((await response.json()) as { id: string; status: string; records: object[] }) }
  }
  const { code, id, status, records } = await ask('POST', '/domains', { name: 'one.example', region: 'eu-west-1' })
  expect([code, status, records.length]).toEqual([201, 'not_started', 3])
  expect((await ask('POST', '/domains', { name: 'one.example' })).code).toBe(403)
  expect((await ask('POST', '/domains', { name: 'not a name' })).code).toBe(422)
  expect((await ask('POST', '/domains', { name: 'two.example', region: 'mars' })).code).toBe(422)
  expect((await post(simulator, MAIL)).status).toBe(403)
  expect((await ask('POST', `/domains/${id}/verify`)).code).toBe(200)
  const see = async () => (await ask('GET', `/domains/${id}`)).status
  expect([await see(), await see()]).toEqual(['pending', 'pending'])
  hasRecords = true
  expect(await see()).toBe('verified')
  expect((await post(simulator, MAIL)).status).toBe(200)
  hasRecords = false
  expect((await post(simulator, MAIL)).status).toBe(403)
  expect(await see()).toBe('temporary_failure')
  expect((await ask('DELETE', `/domains/${id}`)).code).toBe(200)
  expect((await ask('GET', `/domains/${id}`)).code).toBe(404)
})
