// Turns anything a call threw into a sentence.
import { ORPCError } from '@orpc/client'
import type { ErrorCode } from '@parlance/contract/lib/errors'
import type { ErrorDetail } from './api.ts'
import { i18n } from '../i18n/i18n.ts'
import { translateMessage } from '../i18n/translate-message.ts'

export const hasCode = (error: unknown, ...codes: ErrorCode[]): boolean =>
  error instanceof ORPCError && (codes as string[]).includes(error.code)

export const hasReason = (error: unknown, reason: string): boolean =>
  error instanceof ORPCError && (error.data as ErrorDetail | undefined)?.reason === reason

/** One sentence. Internal errors end with the request id. */
export function errorText(error: unknown): string {
  if (error instanceof ORPCError) {
    const { requestId, reason, params }: ErrorDetail = (error.data as ErrorDetail | undefined) ?? {}
    const text = translateMessage({ code: reason, params, message: isBare(error) ? '' : error.message })
    return error.status >= 500 && requestId ? `${text} ${i18n.t('errors.requestId', { id: requestId })}` : text
  }
  if (error instanceof TypeError) return i18n.t('errors.offline')
  return error instanceof Error ? error.message : i18n.t('errors.unknown')
}

/** A response without our body has no useful message; each caller shows its own. */
const isBare = ({ data, status, message, code }: ORPCError<string, unknown>): boolean =>
  message === code ||
  (data === undefined &&
    status < 500 &&
    /^(Bad Request|Forbidden|Not Found|Conflict|Unprocessable Content)$/.test(message))
