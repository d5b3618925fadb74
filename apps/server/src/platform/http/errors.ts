// The one place where a thrown thing becomes an answer: `{ success: false, code, message, requestId }`.
import { AppError, ERRORS, type ErrorBody } from '@parlance/core/kit/errors'
import { cut } from '@parlance/core/kit/text'
import { z } from 'zod'
import { type Logger, reasonOf } from '../log.ts'

/** SQLSTATE classes in which the database itself is away or full: the caller may try again. */
const AWAY = /^(08|53|57P|58|25006)/
const AWAY_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'])

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return invalidInput(error.issues)
  const code = sqlState(error)
  if (code && (AWAY.test(code) || AWAY_CODES.has(code)))
    return new AppError('UNAVAILABLE', undefined, { cause: error, retryAfter: 2 })
  if (error instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(error.message))
    return new AppError('UNAVAILABLE', undefined, { cause: error, retryAfter: 2 })
  return new AppError('INTERNAL', undefined, { cause: error })
}

function sqlState(error: unknown): string | undefined {
  for (
    let e = error as { code?: unknown; cause?: unknown } | undefined;
    e && typeof e === 'object';
    e = e.cause as typeof e
  ) {
    if (typeof e.code === 'string') return e.code
  }
  return undefined
}

/** Names of unknown fields are the caller's own and can be many. */
const MAX_SENTENCE = 300

/** 400 with the first problem as the sentence and every problem by its field. */
export function invalidInput(
  issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[],
): AppError {
  const fields = issues
    .slice(0, 20)
    .map((issue) => ({ field: (issue.path ?? []).map(segment).join('.'), message: cut(issue.message, MAX_SENTENCE) }))
  const first = fields[0]
  // The specification's own sentences stand alone; generic ones need their field to be understood.
  const spoken = first && (/[.!?]$/.test(first.message) || !first.field || first.message.startsWith('Max '))
  const message = first ? (spoken ? first.message : `${first.field}: ${first.message}`) : ERRORS.INVALID_INPUT.message
  return new AppError('INVALID_INPUT', message, { data: { fields } })
}
const segment = (part: unknown) => String(typeof part === 'object' && part !== null && 'key' in part ? part.key : part)

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    success: false,
    code: error.code,
    message: error.message,
    requestId,
    ...(error.data === undefined ? {} : { data: error.data }),
  }
}

/** Another service failed: its owner can mend that, nobody here. */
const OUTSIDE: ReadonlySet<string> = new Set(['UPSTREAM_FAILED', 'MODEL_UNAVAILABLE'])

/** `error` with a stack is for what has to be mended here, our database that is away included. */
export function logError(log: Logger, error: AppError, where: { op: string; requestId: string }): void {
  const told = { ...where, code: error.code, reason: reasonOf(error) }
  if (OUTSIDE.has(error.code)) log.warn(told, 'another service failed')
  else if (error.code === 'UNAVAILABLE' && error.cause === undefined) log.warn(told, 'a request found no room')
  else if (error.status >= 500) log.error({ ...where, code: error.code, err: error.cause ?? error }, 'request failed')
  else log.debug({ ...where, code: error.code, reason: error.message }, 'request refused')
}

/** Clients of OpenAI's API read `error.message`; both forms stand side by side. */
export const openAiError = (error: AppError) => ({
  message:
    error.code === 'NOT_FOUND' ? 'The model must be the id of the agent whose secret key is sent.' : error.message,
  type: error.status >= 500 ? 'server_error' : 'invalid_request_error',
  param: null,
  code: error.code.toLowerCase(),
})
