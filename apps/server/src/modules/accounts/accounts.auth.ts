// better-auth as we use it: e-mail and password and server-side sessions, called in process, never over its own routes.
import { drizzleAdapter } from '@better-auth/drizzle-adapter/relations-v2'
import { randomId } from '@parlance/core/kit/ids'
import { REGIONS } from '@parlance/core/kit/regions'
import { PASSWORD_MAX, PASSWORD_MIN } from '@parlance/core/accounts/accounts'
import { betterAuth } from 'better-auth/minimal'
import { bearer } from 'better-auth/plugins/bearer'
import type { BetterAuthOptions } from 'better-auth'
import { createVault } from '../../platform/crypto.ts'
import type { Db } from '../../platform/db/pool.ts'
import { hashPassword, verifyPassword } from './accounts.password.ts'
import { credentials, sessions, users, verifications } from './accounts.table.ts'
import { withHashedTokens } from './accounts.tokens.ts'

/** A session ends when it was not used this long. */
const IDLE_S = 7 * 24 * 3600
/** How often use moves that end: at most one write a day and session. */
const RENEW_S = 24 * 3600

const schema = { user: users, session: sessions, account: credentials, verification: verifications }

export interface AuthOptions {
  readonly db: Db
  readonly masterKey: Buffer
  /** Told of each comparison of a password with a stored hash. */
  readonly onChecked: (hash: string, fits: boolean) => void
}

/**
 * What better-auth does over HTTP is off or does not apply, for the product's spine does it: routes, origin checks, rate
 * limits, cookies. What it does with mail is replaced by one-time tokens that are stored hashed and work once.
 */
export function createAuth({ db, masterKey, onChecked }: AuthOptions) {
  return betterAuth({
    // Nothing is built from it; without one better-auth would look into the environment.
    baseURL: 'http://localhost',
    secret: createVault(masterKey).sign('accounts', 'better-auth'),
    database: (options: BetterAuthOptions) =>
      withHashedTokens(drizzleAdapter(db, { provider: 'pg', schema, transaction: true })(options)),
    user: {
      additionalFields: {
        region: { type: [...REGIONS], required: true },
        announced: { type: 'boolean', required: false, input: false, defaultValue: false },
      },
    },
    session: { expiresIn: IDLE_S, updateAge: RENEW_S },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      password: {
        hash: hashPassword,
        verify: async ({ hash, password }) => {
          const fits = await verifyPassword(hash, password)
          onChecked(hash, fits)
          return fits
        },
      },
    },
    plugins: [bearer()],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    // Its lines hold e-mail addresses. What goes wrong reaches us as an error.
    logger: { disabled: true },
    advanced: { database: { generateId: () => randomId(24) } },
  })
}
