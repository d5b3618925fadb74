import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSettings } from './config.ts'
import type { Env } from './env.ts'

test('requires a complete provider over https, with a redirect URL', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'parlance-config-'))
  const load = (env: Env) => loadSettings({ DATA_DIR, PUBLIC_URL: 'https://a.test', ...env }).signInProviders
  const oidc = { OIDC_ISSUER: 'https://id.test/', OIDC_CLIENT_ID: 'c', OIDC_CLIENT_SECRET: 's' }
  const google = { GOOGLE_CLIENT_ID: 'g', GOOGLE_CLIENT_SECRET: 'h' }
  try {
    expect(load({})).toEqual([])
    expect(load({ ...oidc, ...google, OIDC_NAME: 'Acme' })).toEqual([
      { id: 'google', name: 'Google', issuer: 'https://accounts.google.com', clientId: 'g', clientSecret: 'h' },
      { id: 'oidc', name: 'Acme', issuer: 'https://id.test/', clientId: 'c', clientSecret: 's' },
    ])
    for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const)
      expect(() => load({ ...oidc, [name]: undefined })).toThrow(new RegExp(`${name} is needed`))
    expect(() => load({ GOOGLE_CLIENT_ID: 'g' })).toThrow(/GOOGLE_CLIENT_SECRET is needed/)
    expect(() => load({ ...oidc, PUBLIC_URL: undefined })).toThrow(/PUBLIC_URL is needed/)
    expect(() => load({ ...oidc, OIDC_ISSUER: 'http://id.test' })).toThrow(/OIDC_ISSUER begins with https/)
    expect(() => load({ ...oidc, OIDC_ISSUER: 'http://localhost.evil.test' })).toThrow(/OIDC_ISSUER begins with https/)
    expect(load({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:8080' })).toHaveLength(1)
    expect(() => load({ ...oidc, OIDC_ISSUER: 'file:///etc/passwd' })).toThrow(/OIDC_ISSUER/)
  } finally {
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
})
