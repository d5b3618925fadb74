import { isMessageCode, type MessageDescriptor, type MessageParams, msg } from '@parlance/i18n/messages'

export const ERRORS = {
  INVALID_INPUT: { status: 400, message: 'Some of the input isn’t valid.' },
  INVALID_TOKEN: { status: 400, message: 'This link is no longer valid. Request a new one.' },
  UNKNOWN_VERSION: {
    status: 400,
    message: 'There is no such API version. Leave the header out to get the newest one.',
  },
  UNAUTHORIZED: { status: 401, message: 'Sign in, or send a valid bearer token.' },
  INVALID_CREDENTIALS: { status: 401, message: 'Wrong email or password.' },
  IDENTITY_INVALID: { status: 401, message: 'This identity token is not valid.' },
  IDENTITY_EXPIRED: { status: 401, message: 'This identity token has expired. Sign a new one.' },
  CREDITS_EXHAUSTED: { status: 402, message: 'The workspace has no credits left.' },
  PAYMENT_FAILED: { status: 402, message: 'The payment failed. Check the card or use another one.' },
  PLAN_LIMIT: { status: 402, message: 'Your plan doesn’t include this. Upgrade to continue.' },
  FORBIDDEN: { status: 403, message: 'Your role doesn’t allow this.' },
  /** For an org whose agency disabled its access; the agency can replace the reason. */
  ACCESS_DISABLED: { status: 403, message: 'Access is currently disabled. Pleas contact your provider!' },
  VISITOR_BLOCKED: { status: 403, message: 'You can’t write here anymore.' },
  CONSENT_REQUIRED: { status: 403, message: 'Agree to the terms of this chat first.' },
  NOT_FOUND: { status: 404, message: 'We couldn’t find that.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This path does not take this method.' },
  CONFLICT: { status: 409, message: 'This conflicts with existing data.' },
  SEATS_FULL: { status: 409, message: 'You have reached the maximum number of seats' },
  STALE: { status: 409, message: 'Someone saved a newer version in the meantime.' },
  TURN_RUNNING: { status: 409, message: 'The agent is still answering the previous message.' },
  MESSAGE_ID_USED: {
    status: 409,
    message: 'A different message was already sent with this id. Send this one with a new id.',
  },
  EMAIL_TAKEN: { status: 409, message: 'There’s already an account with this email address. Sign in instead.' },
  IDEMPOTENCY_KEY_REUSED: {
    status: 409,
    message: 'This idempotency key was already used for a different request. Use a new key.',
  },
  IDEMPOTENCY_KEY_IN_USE: { status: 409, message: 'The first request with this idempotency key is still running.' },
  IDEMPOTENCY_ANSWER_NOT_KEPT: {
    status: 409,
    message: 'The first request with this idempotency key was completed, but its response couldn’t be stored.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, message: 'The request is larger than this call accepts.' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, message: 'Send the body as application/json.' },
  MISDIRECTED: { status: 421, message: 'This host doesn’t serve that region.' },
  RATE_LIMITED: { status: 429, message: 'Too many requests. Wait a moment and try again.' },
  LIMIT_REACHED: { status: 429, message: 'This agent has reached its limit for this month.' },
  INTERNAL: {
    status: 500,
    message: 'Something went wrong on our side. Try again, and quote the request id if it happens again.',
  },
  MODEL_UNAVAILABLE: { status: 502, message: 'The language model could not be reached. Try again in a moment.' },
  UPSTREAM_FAILED: { status: 502, message: 'The other service could not be reached or refused the call.' },
  UNAVAILABLE: { status: 503, message: 'The service is busy or restarting. Try again in a moment.' },
  REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive.' },
} as const

export type ErrorCode = keyof typeof ERRORS

/** Text that is not translated: for API callers, or written by other people. */
export interface Untranslated {
  readonly english: string
}
export const untranslated = (english: string): Untranslated => ({ english })

/** Thrown by any layer; the central error handler turns it into `{ success: false, code, message, … }`. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly reason: MessageDescriptor | undefined
  /** Plain data for the caller (field errors, the newer version); never secrets. */
  readonly data: unknown
  /** Seconds to wait, sent as Retry-After. */
  readonly retryAfter: number | undefined
  constructor(
    code: ErrorCode,
    reason?: MessageDescriptor | Untranslated,
    options: { data?: unknown; cause?: unknown; retryAfter?: number } = {},
  ) {
    const words = reason && ('code' in reason ? reason.message : reason.english)
    super(words ?? ERRORS[code].message, { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.reason = reason && 'code' in reason ? reason : undefined
    this.status = ERRORS[code].status
    this.data = options.data
    this.retryAfter = options.retryAfter
  }
}

export function errorReason({ code, reason }: AppError): MessageDescriptor {
  const general = code.toLowerCase()
  return reason ?? msg(isMessageCode(general) ? general : 'internal')
}

export interface ErrorBody {
  success: false
  code: string
  message: string
  /** Message code for translation; absent when the text is someone else's. */
  reason?: string
  params?: MessageParams
  requestId?: string
  data?: unknown
}
