// better-auth as we use it: it reads and prolongs sessions, called in process, never over its own routes.
import { drizzleAdapter } from '@better-auth/drizzle-adapter/relations-v2'
import { randomId } from '@parlance/contract/lib/ids'
import { REGIONS } from '@parlance/contract/lib/regions'
import { DEFAULT_LANGUAGE, LANGUAGES } from '@parlance/contract/accounts/languages'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import type { BetterAuthOptions } from 'better-auth'
import { createVault } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { SESSION_IDLE_S } from './cookies.ts'
import { credentials, sessions, users, verifications } from '../schema.ts'
import { withHashedTokens } from './session-tokens.ts'

/** How often use moves that end: at most one write a day and session. */
const RENEW_S = 24 * 3600

const schema = { user: users, session: sessions, account: credentials, verification: verifications }

export interface AuthOptions {
  readonly db: Db
  readonly masterKey: Buffer
}

/**
 * What better-auth does over HTTP is off or does not apply, for the product's pipeline does it: routes, origin checks, rate
 * limits, cookies. Accounts are made by our own store, because it takes fewer addresses than invitations do; what it does
 * with mail is replaced by one-time tokens that are stored hashed and work once.
 */
export function createAuth({ db, masterKey }: AuthOptions) {
  return betterAuth({
    // Nothing is built from it; without one better-auth would look into the environment.
    baseURL: 'http://localhost',
    secret: createVault(masterKey).sign('accounts', 'better-auth'),
    database: (options: BetterAuthOptions) =>
      withHashedTokens(drizzleAdapter(db, { provider: 'pg', schema, transaction: true })(options)),
    user: {
      additionalFields: {
        region: { type: [...REGIONS], required: true },
        language: { type: [...LANGUAGES], required: false, defaultValue: DEFAULT_LANGUAGE },
        announced: { type: 'boolean', required: false, input: false, defaultValue: false },
      },
    },
    session: {
      expiresIn: SESSION_IDLE_S,
      updateAge: RENEW_S,
      additionalFields: { seenAt: { type: 'date', required: false, input: false } },
    },
    plugins: [bearer()],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its lines hold e-mail addresses. What goes wrong reaches us as an error.
    logger: { disabled: true },
    advanced: { database: { generateId: () => randomId(24) } },
  })
}
