import { isAPIError } from 'better-auth/api'

/** Throws the cause of a better-auth error, which is the database error if there was one. */
export function rethrowCause(error: unknown): never {
  throw isAPIError(error) && error.cause instanceof Error ? error.cause : error
}
