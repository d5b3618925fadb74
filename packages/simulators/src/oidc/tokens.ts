/** The keys of the provider and the tokens it signs with them: RS256, as most providers do. */
import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'

export interface SigningKey {
  readonly kid: string
  readonly privateKey: KeyObject
  readonly publicJwk: Record<string, unknown>
}

export function newKey(kid: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { kid, privateKey, publicJwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' } }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A compact JWS. `alg: 'none'` is written without a signature. */
export function sign(key: SigningKey, claims: Record<string, unknown>, alg: 'RS256' | 'none' = 'RS256'): string {
  const text = `${part({ alg, kid: key.kid, typ: 'JWT' })}.${part(claims)}`
  if (alg === 'none') return `${text}.`
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key.privateKey).toString('base64url')}`
}
