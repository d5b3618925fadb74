// What people read when there is no page: one sentence that says what happened and, where there is something to do, what.
import { PageError, type PageErrorKind } from '../../modules/knowledge/pages.ports.ts'
import { reasonFor } from '../../lib/outbound/reasons.ts'

const RETRYABLE: ReadonlySet<PageErrorKind> = new Set(['timeout', 'unreachable', 'busy', 'server', 'robots'])

const SENTENCES: Record<
  Exclude<PageErrorKind, 'robots' | 'refused' | 'server' | 'gone' | 'forbidden' | 'busy'>,
  string
> = {
  'not-public': 'This address does not lead to a page on the public internet.',
  redirects: 'The page redirects again and again without ever arriving.',
  'too-large': 'The page is larger than the 5 MB that are read.',
  endless: 'The page went on sending without coming to an end, so reading it was given up.',
  timeout: 'The site did not answer in time.',
  certificate: 'The certificate of the site is not valid, so nothing is read from it.',
  unreachable: 'The site could not be reached.',
  'not-text': 'This is neither a page nor a file of a kind that can be read.',
  'needs-javascript': 'The page has no text of its own: it is made by scripts in the browser, which are not run.',
  empty: 'There is no text on the page.',
  noindex: 'The page asks not to be kept by robots (noindex).',
  broken: 'The page could not be read: it is broken.',
}

export const failure = (
  kind: keyof typeof SENTENCES,
  more: { code?: number; cause?: unknown; message?: string } = {},
): PageError => new PageError(kind, more.message ?? SENTENCES[kind], { ...more, retryable: RETRYABLE.has(kind) })

/** What the guarded client threw. The caller's own abort passes as it is. */
export function unreachable(error: unknown): PageError {
  const reason = reasonFor(error)
  if (reason === 'busy')
    return new PageError('busy', 'Too much is fetched at the moment.', { retryable: true, cause: error })
  return failure(reason, { cause: error })
}

/** An answer that is no success. */
export function refusedBy(response: Response): PageError {
  const code = response.status
  const more = { code, retryAfterMs: retryAfter(response.headers.get('retry-after')) }
  if (code === 404 || code === 410) return new PageError('gone', `There is no page at this address (${code}).`, more)
  if ([401, 402, 403, 407, 451].includes(code))
    return new PageError('forbidden', `The site does not let this page be read (${code}).`, more)
  if (code === 429 || code === 503)
    return new PageError('busy', `The site asks to come back later (${code}).`, { ...more, retryable: true })
  if (code >= 500)
    return new PageError('server', `The site could not deliver the page because of an error on its side (${code}).`, {
      ...more,
      retryable: true,
    })
  return new PageError('refused', `The site refused to deliver the page (${code}).`, more)
}

/** Of a robots.txt that could not be had: nobody knows what is allowed. */
export const robotsUnknown = (cause: unknown, code: number): PageError =>
  new PageError('robots', 'The site could not say what robots may read (robots.txt), so nothing is read for now.', {
    code,
    retryable: true,
    cause,
  })

/** Seconds, or a date. */
function retryAfter(header: string | null): number {
  if (!header) return 0
  const ms = /^\d{1,7}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
