import { z } from 'zod'
import { line } from '../lib/operation.ts'
import { orderedScopes, SCOPES, type Scope } from '../lib/scopes.ts'
import { rule } from '../lib/rules.ts'
import { DAY_MS } from '../lib/time.ts'

/** Not counting revoked keys. */
export const MOST_KEYS = 50
/** Days. */
export const MOST_GRACE_DAYS = 7

export const ScopeName = z.enum(SCOPES as readonly [Scope, ...Scope[]], rule('scope_unknown'))
export const KeyName = line(80)
export const KeyScopes = z
  .array(ScopeName)
  .min(1, rule('scope_required'))
  .max(100)
  .transform((scopes) => orderedScopes(scopes))

/** Without the key itself, which is shown once on creation. Times are ISO. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  hint: z.string(),
  scopes: z.array(ScopeName),
  /** E-mail address. */
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  /** Up to a minute old. */
  lastUsedAt: z.string().nullable(),
  /** End of the grace period of the previous key; null when it is over. */
  previousUntil: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

export interface KeyState {
  readonly keyHash: string
  readonly previousHash: string
  readonly previousUntil: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** Also the previous key within its grace period. */
export function opens(key: KeyState, hash: string, now: Date): boolean {
  if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now)) return false
  if (hash === key.keyHash) return true
  return hash !== '' && hash === key.previousHash && key.previousUntil !== null && key.previousUntil > now
}

/** Ends an earlier previous key, so that there are never three. */
export function rotated(key: KeyState, graceDays: number, now: Date): Pick<KeyState, 'previousHash' | 'previousUntil'> {
  if (graceDays <= 0) return { previousHash: '', previousUntil: null }
  return { previousHash: key.keyHash, previousUntil: new Date(now.getTime() + graceDays * DAY_MS) }
}
