import { AppError } from '@parlance/core/kit/errors'
import { isAPIError } from 'better-auth/api'
import { PG, pgError } from '../../platform/db/pool.ts'

/** Says in our codes what better-auth or the database under it refused. */
export function refuse(error: unknown): never {
  if (!isAPIError(error)) throw error
  if (error.cause instanceof Error) {
    // Two sign-ups at once: the table decides who was first.
    if (pgError(error.cause)?.code === PG.uniqueViolation) throw new AppError('EMAIL_TAKEN')
    throw error.cause
  }
  switch (error.body?.code) {
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
      throw new AppError('EMAIL_TAKEN')
    case 'INVALID_EMAIL':
    case 'VALIDATION_ERROR':
      throw new AppError('INVALID_INPUT', 'Please enter a valid email')
    default:
      throw error
  }
}
