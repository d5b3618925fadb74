import { isAPIError } from 'better-auth/api'

/** Throws what is behind an error of better-auth, which is the database's where that failed. */
export function refuse(error: unknown): never {
  throw isAPIError(error) && error.cause instanceof Error ? error.cause : error
}
