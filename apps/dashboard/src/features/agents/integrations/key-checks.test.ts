import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { isServiceKey } from './key-checks.ts'

const pem = (type: 'rsa' | 'ec') => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
}
const rsa = pem('rsa')

test.each([
  ['a key of a service account', rsa, true],
  ['one copied out of its JSON file', rsa.replaceAll('\n', String.raw`\n`), true],
  ['one with blanks around it', `\n  ${rsa}  \n`, true],
  ['a key of another kind', pem('ec'), false],
  ['half a key', rsa.slice(0, 400), false],
  ['letters between the right lines', '-----BEGIN PRIVATE KEY-----\nabcd\n-----END PRIVATE KEY-----', false],
  ['no letters of a key', '-----BEGIN PRIVATE KEY-----\n%%%\n-----END PRIVATE KEY-----', false],
  ['something else', 'hello', false],
])('%s', async (_, text, fits) => {
  expect(await isServiceKey(text)).toBe(fits)
})
