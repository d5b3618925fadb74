// Somebody who is signed in, as calls answer it.
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

/** Answers that pages before sign-in ask for; `account`: who is signed in. */
export const signedInAs = (account: object | null) => ({
  'GET /api/status': () => ({ body: { name: 'Parlance', version: '1', regions: ['eu', 'na'], services: [] } }),
  'GET /api/account/providers': () => ({ body: { items: [] } }),
  'GET /api/account': () => ({ body: { account } }),
})
