// The one place where errors become responses: `{ success: false, code, message, requestId }`.
import { AppError, ERRORS, type ErrorBody, untranslated } from '@parlance/contract/lib/errors'
import { explainIssue, fieldLabel } from '@parlance/contract/lib/rules'
import { cut } from '@parlance/contract/lib/text'
import { isMessageCode, type Message, msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { type Logger, reasonOf } from '../log.ts'

/** SQLSTATE classes of an unavailable, full or read-only database, and of deadlocks: the caller may retry. */
const AWAY = /^(08|53|57P|58|25006|40001|40P01)/
const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOSPC',
  'EDQUOT',
  'EROFS',
])
/** Messages of pg without a code, for lost connections. */
const AWAY_MESSAGE =
  /timeout exceeded when trying to connect|Query read timeout|Connection terminated|not queryable|after calling end on the pool/

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return invalidInput(error.issues)
  if (isOutage(error)) return new AppError('UNAVAILABLE', undefined, { cause: error, retryAfter: 2 })
  return new AppError('INTERNAL', undefined, { cause: error })
}

/** Whether the error, or one of its causes, means that the database or disk is unavailable or full. */
function isOutage(error: unknown): boolean {
  for (let e = error; e instanceof Object; e = Reflect.get(e, 'cause')) {
    const code: unknown = Reflect.get(e, 'code')
    if (typeof code === 'string') return AWAY.test(code) || AWAY_CODES.has(code)
    if (e instanceof Error && AWAY_MESSAGE.test(e.message)) return true
  }
  return false
}

/** Limits the message, because the caller can send many unknown field names. */
const MAX_SENTENCE = 300

/** 400 with the first problem as the message and all problems by field. */
export function invalidInput(
  issues: readonly { readonly message: string; readonly path?: readonly unknown[] | undefined }[],
): AppError {
  const problems = issues.slice(0, 20).map((issue) => {
    const path = (issue.path ?? []).map(segment)
    const explained = explainIssue(issue)
    const { message, ...code } = typeof explained.reason === 'string' ? { message: explained.reason } : explained.reason
    return { ...explained, path, message: cut(message, MAX_SENTENCE), code }
  })
  const fields = problems.map(({ path, message, code }) => ({ field: path.join('.'), message, ...code }))
  const [first] = problems
  return new AppError('INVALID_INPUT', first && asReason(sentenceOf(first)), { data: { fields } })
}

type Problem = ReturnType<typeof explainIssue> & { readonly path: readonly unknown[]; readonly message: string }

/** Specific sentences stand alone; generic ones begin with the field, in words. */
function sentenceOf({ path, reason: whole, message, isGeneric }: Problem): Message {
  const name = fieldLabel(path)
  const reason = typeof whole === 'string' ? message : { ...whole, message }
  if (!isGeneric || name === '') return reason
  if (typeof reason === 'string') return `${name}: ${reason}`
  return reason.code === 'form_required_field' ? msg('field_required', { name }) : msg('named', { name, reason })
}

const asReason = (message: Message) => (typeof message === 'string' ? untranslated(message) : message)

const segment = (part: unknown) => (typeof part === 'object' && part !== null && 'key' in part ? part.key : part)

export function errorBody(error: AppError, requestId: string): ErrorBody {
  return {
    success: false,
    code: error.code,
    message: error.message,
    ...reasonOfBody(error),
    requestId,
    ...(error.data === undefined ? {} : { data: error.data }),
  }
}

function reasonOfBody({ code, reason, message }: AppError): Pick<ErrorBody, 'reason' | 'params'> {
  if (reason) return { reason: reason.code, ...(reason.params && { params: reason.params }) }
  const general = code.toLowerCase()
  return message === ERRORS[code].message && isMessageCode(general) ? { reason: general } : {}
}

/** Failures of other services, which we cannot fix. */
const OUTSIDE: ReadonlySet<string> = new Set(['UPSTREAM_FAILED', 'MODEL_UNAVAILABLE'])

/** Level `error`, with a stack, only for failures that we have to fix, including an unreachable database. */
export function logError(log: Logger, error: AppError, where: { op: string; requestId: string }): void {
  const told = { ...where, code: error.code, reason: reasonOf(error) }
  if (OUTSIDE.has(error.code)) log.warn(told, 'another service failed')
  else if (error.code === 'UNAVAILABLE' && error.cause === undefined)
    log.warn(told, 'a request was refused because the server is busy')
  else if (error.status >= 500) log.error({ ...where, code: error.code, err: error.cause ?? error }, 'request failed')
  else log.debug({ ...where, code: error.code, reason: error.message }, 'request refused')
}

/** The error in OpenAI's format, sent next to our own. */
export const openAiError = (error: AppError) => ({
  message:
    error.code === 'NOT_FOUND' ? 'The model must be the id of the agent whose secret key is sent.' : error.message,
  type: error.status >= 500 ? 'server_error' : 'invalid_request_error',
  param: paramOf(error),
  code: error.code === 'NOT_FOUND' ? 'model_not_found' : error.code.toLowerCase(),
})

function paramOf({ data }: AppError): string | null {
  const { fields } = (data ?? {}) as { fields?: readonly { readonly field: string }[] }
  return fields?.[0]?.field || null
}
