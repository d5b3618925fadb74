import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { SECRET_VARIABLE, SIGNING_LANGUAGES, signedTag, signingCode } from './signing-code.ts'

const of = { agentId: 'AbCdEfGhIjKlMnOp' }
const SECRET = 'vg_abcdefghijklmnopqrst'

test('signs with Node code what the server verifies', async () => {
  const code = signingCode('node', { ...of, secret: SECRET })
  const module = (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as {
    visitorToken: (user: object) => string
  }
  const [head = '', claims = '', signature] = module
    .visitorToken({ id: 42, name: 'Ada', email: 'ada@example.com' })
    .split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT' })
  const { sub, name, email, aud, iat, exp } = read(claims)
  expect({ sub, name, email, aud }).toEqual({ sub: '42', name: 'Ada', email: 'ada@example.com', aud: of.agentId })
  expect(Number(exp) - Number(iat)).toBe(3600)
  expect(signature).toBe(createHmac('sha256', SECRET).update(`${head}.${claims}`).digest('base64url'))
})

test.each(SIGNING_LANGUAGES)('%s: includes the key only on request', (language) => {
  expect(signingCode(language, of)).toContain(SECRET_VARIABLE)
  const open = signingCode(language, { ...of, secret: SECRET })
  expect(open).toContain(SECRET)
  expect(open).not.toContain(SECRET_VARIABLE)
})

test('adds the token to the tag', () => {
  expect(signedTag('<script src="x" defer></script>')).toBe('<script src="x" data-user="THE TOKEN" defer></script>')
})
