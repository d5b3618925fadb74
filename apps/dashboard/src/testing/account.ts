// A signed-in user as API responses.
import type { Account } from '@parlance/contract/accounts/schemas'

export const ACCOUNT: Account = {
  id: 'u1',
  email: 'ada@example.com',
  name: '',
  emailVerified: true,
  region: 'eu',
  language: 'en',
  photoURL: '',
  createdAt: '2026-01-01T00:00:00Z',
}

/** Responses for pages before sign-in; `account` is the signed-in user. */
export const signedInAs = (account: object | null) => ({
  'GET /api/status': () => ({ body: { name: 'Parlance', version: '1', regions: ['eu', 'na'], services: [] } }),
  'GET /api/account/providers': () => ({ body: { items: [] } }),
  'GET /api/account': () => ({ body: { account } }),
})
