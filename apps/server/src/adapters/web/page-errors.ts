import { type MessageCode, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { PageError, type PageErrorKind } from '../../modules/knowledge/pages.ports.ts'
import { reasonFor } from '../../lib/outbound/reasons.ts'

const RETRYABLE: ReadonlySet<PageErrorKind> = new Set(['timeout', 'unreachable', 'busy', 'server', 'robots'])

const REASONS: Record<
  Exclude<PageErrorKind, 'robots' | 'refused' | 'server' | 'gone' | 'forbidden' | 'busy'>,
  MessageCode
> = {
  'not-public': 'page_not_public',
  redirects: 'page_redirect_loop',
  'too-large': 'page_too_large',
  endless: 'page_endless',
  timeout: 'site_timeout',
  certificate: 'site_certificate_invalid',
  unreachable: 'site_unreachable',
  'not-text': 'page_kind_unreadable',
  'needs-javascript': 'page_made_by_scripts',
  empty: 'page_without_text',
  noindex: 'page_noindex',
  broken: 'page_broken',
}

export const failure = (
  kind: keyof typeof REASONS,
  { reason = msg(REASONS[kind]), ...more }: { code?: number; cause?: unknown; reason?: MessageDescriptor } = {},
): PageError => new PageError(kind, reason, { ...more, retryable: RETRYABLE.has(kind) })

export function unreachable(error: unknown): PageError {
  const reason = reasonFor(error)
  if (reason === 'busy') return new PageError('busy', msg('too_much_fetched'), { retryable: true, cause: error })
  return failure(reason, { cause: error })
}

export function refusedBy(response: Response): PageError {
  const code = response.status
  const more = { code, retryAfterMs: retryAfter(response.headers.get('retry-after')) }
  if (code === 404 || code === 410) return new PageError('gone', msg('page_missing', { code }), more)
  if ([401, 402, 403, 407, 451].includes(code)) return new PageError('forbidden', msg('page_forbidden', { code }), more)
  if (code === 429 || code === 503)
    return new PageError('busy', msg('site_asks_to_wait', { code }), { ...more, retryable: true })
  if (code >= 500)
    return new PageError('server', msg('site_error', { code }), {
      ...more,
      retryable: true,
    })
  return new PageError('refused', msg('site_refused', { code }), more)
}

/** Without a robots.txt it is unknown what is allowed. */
export const robotsUnknown = (cause: unknown, code: number): PageError =>
  new PageError('robots', msg('robots_unavailable'), {
    code,
    retryable: true,
    cause,
  })

function retryAfter(header: string | null): number {
  if (!header) return 0
  const ms = /^\d{1,7}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
