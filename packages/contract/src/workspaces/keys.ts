// API keys of a workspace: what they look like, when they open, and how long an old one goes on after a rotation.
import { z } from 'zod'
import { line } from '../lib/operation.ts'
import { orderedScopes, SCOPES, type Scope } from '../lib/scopes.ts'
import { rule } from '../lib/rules.ts'
import { DAY_MS } from '../lib/time.ts'

/** Keys of a workspace that are not revoked. */
export const MOST_KEYS = 50
/** Days that the key before a rotation may go on opening. */
export const MOST_GRACE_DAYS = 7

export const ScopeName = z.enum(SCOPES as readonly [Scope, ...Scope[]], rule('scope_unknown'))
export const KeyName = line(80)
export const KeyScopes = z
  .array(ScopeName)
  .min(1, rule('scope_required'))
  .max(100)
  .transform((scopes) => orderedScopes(scopes))

/** As lists show it; the key itself is shown once, when it is made. Times are ISO. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  scopes: z.array(ScopeName),
  /** Address of who made it. */
  createdBy: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().nullable(),
  /** Up to a minute old. */
  lastUsedAt: z.string().nullable(),
  /** Until then the key before the last rotation opens too; null when that is over. */
  previousUntil: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

/** What decides whether a key opens. */
export interface KeyState {
  readonly keyHash: string
  readonly previousHash: string
  readonly previousUntil: Date | null
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
}

/** Whether the key of this hash opens now: the present one, or the one before it within its grace. */
export function opens(key: KeyState, hash: string, now: Date): boolean {
  if (key.revokedAt !== null || (key.expiresAt !== null && key.expiresAt <= now)) return false
  if (hash === key.keyHash) return true
  return hash !== '' && hash === key.previousHash && key.previousUntil !== null && key.previousUntil > now
}

/**
 * What a rotation leaves of the key that was: nothing without a grace. Whatever was still open from the rotation before
 * ends, so that there are never three.
 */
export function rotated(key: KeyState, graceDays: number, now: Date): Pick<KeyState, 'previousHash' | 'previousUntil'> {
  if (graceDays <= 0) return { previousHash: '', previousUntil: null }
  return { previousHash: key.keyHash, previousUntil: new Date(now.getTime() + graceDays * DAY_MS) }
}
