// Turns whatever a call threw into a sentence for people.
import { ORPCError } from '@orpc/client'
import type { ErrorCode } from '@parlance/contract/lib/errors'
import type { ErrorDetail } from './api.ts'
import { i18n, said } from '../i18n/i18n.ts'

export const hasCode = (error: unknown, ...codes: ErrorCode[]): boolean =>
  error instanceof ORPCError && (codes as string[]).includes(error.code)

/** One sentence; errors of the server's own making end with the request id to quote. */
export function errorText(error: unknown): string {
  if (error instanceof ORPCError) {
    const requestId = (error.data as ErrorDetail | undefined)?.requestId
    if (error.status >= 500 && requestId) {
      return `${said(error.message)} ${i18n.t('errors.requestId', { id: requestId })}`
    }
    return said(error.message)
  }
  if (error instanceof TypeError) return i18n.t('errors.offline')
  return error instanceof Error ? said(error.message) : i18n.t('errors.unknown')
}
