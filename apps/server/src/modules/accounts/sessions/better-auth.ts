// better-auth reads and prolongs sessions. It is called in process, never over its own routes.
import { drizzleAdapter } from '@better-auth/drizzle-adapter/relations-v2'
import { randomId } from '@parlance/contract/lib/ids'
import { REGIONS } from '@parlance/contract/lib/regions'
import { DEFAULT_LANGUAGE, LANGUAGES } from '@parlance/contract/accounts/languages'
import { isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import type { BetterAuthOptions } from 'better-auth'
import { createVault } from '../../../lib/crypto.ts'
import type { Db } from '../../../lib/db/pool.ts'
import { SESSION_IDLE_S } from './cookies.ts'
import { credentials, sessions, users, verifications } from '../schema.ts'
import { withHashedTokens } from './session-tokens.ts'

/** Use prolongs a session at most once a day. */
const RENEW_S = 24 * 3600

const schema = { user: users, session: sessions, account: credentials, verification: verifications }

export interface AuthOptions {
  readonly db: Db
  readonly masterKey: Buffer
}

/**
 * The HTTP features of better-auth are disabled, because the request pipeline has them: routes, origin checks, rate limits,
 * cookies. Accounts are created by our own repository, because better-auth accepts fewer addresses than invitations do; mailed
 * links are our own hashed one-time tokens.
 */
export function createAuth({ db, masterKey }: AuthOptions) {
  return betterAuth({
    // Unused, but without it better-auth reads the environment.
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
    // Its log lines contain e-mail addresses; failures reach us as errors.
    logger: { disabled: true },
    advanced: { database: { generateId: () => randomId(24) } },
  })
}

/** Throws the cause of a better-auth error, which is the database error if there was one. */
export function rethrowCause(error: unknown): never {
  throw isAPIError(error) && error.cause instanceof Error ? error.cause : error
}
