// Inspects a page that is said to carry the widget: one guarded GET, bounded in time and bytes.
import { decodeText, pageCharset } from '@parlance/contract/lib/decode-text'
import type { SeenPage } from '@parlance/contract/widget/embed'
import type { InspectPage } from '../../modules/widget/ports.ts'
import { createGuardedFetch, type Resolve } from '../../lib/outbound/guarded-fetch.ts'
import { reasonFor } from '../../lib/outbound/reasons.ts'

export interface PageInspectorOptions {
  /** `host:port` entries inside our network that may be reached. */
  readonly allow: readonly string[]
  /** Origin of this installation, sent in the user agent; empty when unknown. */
  readonly appOrigin: () => string
  readonly timeoutMs?: number
  readonly resolve?: Resolve
  readonly onRefused?: (reason: string) => void
}

const TIMEOUT_MS = 10_000
/** Bytes read of a page; longer pages are judged by their beginning. */
const MAX_BYTES = 2_000_000
/** A response that declares more than this is not read at all. */
const MAX_DECLARED_BYTES = 50_000_000
const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_CONCURRENT = 30

class TooManyRedirects extends Error {}

export function createPageInspector(options: PageInspectorOptions): InspectPage {
  const fetch = createGuardedFetch({
    allow: options.allow,
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
    maxBytes: MAX_DECLARED_BYTES,
    maxExchanges: MAX_CONCURRENT,
    ...(options.resolve ? { resolve: options.resolve } : {}),
    ...(options.onRefused ? { onRefused: options.onRefused } : {}),
  })
  const headers = () => {
    const about = options.appOrigin()
    return {
      accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.1',
      'user-agent': `ParlanceCheck/1.0${about ? ` (+${about}/bot)` : ''}`,
    }
  }
  return async (url) => {
    const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
    try {
      const { response, at, redirects } = await follow(url, fetch, headers(), signal)
      return await seenOf(response, at, redirects)
    } catch (error) {
      if (error instanceof TooManyRedirects) return { unread: 'redirects' }
      return { unread: signal.aborted ? 'timeout' : reasonFor(error) }
    }
  }
}

async function follow(
  address: string,
  fetch: typeof globalThis.fetch,
  headers: Record<string, string>,
  signal: AbortSignal,
) {
  const redirects: string[] = []
  let at = address
  for (;;) {
    const response = await fetch(at, { headers, redirect: 'manual', signal })
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
    if (location === null || !URL.canParse(location, at)) return { response, at, redirects }
    await response.body?.cancel()
    redirects.push(at)
    const next = new URL(location, at)
    next.hash = ''
    if (redirects.length > MAX_REDIRECTS || redirects.includes(next.href)) throw new TooManyRedirects()
    at = next.href
  }
}

async function seenOf(response: Response, url: string, redirects: readonly string[]): Promise<SeenPage> {
  const [type = '', ...parameters] = (response.headers.get('content-type') ?? '').toLowerCase().split(';')
  const contentType = type.trim().slice(0, 100)
  const policy = response.headers.get('content-security-policy')
  const common = { url, redirects, status: response.status, contentType }
  const isHtml = contentType === '' || contentType === 'text/html' || contentType === 'application/xhtml+xml'
  if (!isHtml || !response.ok) {
    await response.body?.cancel()
    return { ...common, isHtml, base: url, scripts: [], policies: [], commented: false, cut: false }
  }
  const { bytes, whole } = await beginning(response)
  const { readHtml } = await import('./embed-html.ts')
  const { base, policies, cut, ...html } = await readHtml(textOf(bytes, parameters.join(';')))
  return {
    ...common,
    ...html,
    isHtml,
    base: base && URL.canParse(base, url) ? new URL(base, url).href : url,
    policies: [...(policy ? [{ where: 'header', text: policy } as const] : []), ...policies],
    cut: cut || !whole,
  }
}

async function beginning(response: Response): Promise<{ bytes: Uint8Array; whole: boolean }> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  while (reader && length < MAX_BYTES) {
    const { done, value } = await reader.read()
    if (done) return { bytes: Buffer.concat(parts), whole: true }
    parts.push(value)
    length += value.byteLength
  }
  await reader?.cancel().catch(() => undefined)
  return { bytes: Buffer.concat(parts).subarray(0, MAX_BYTES), whole: reader === undefined }
}

const textOf = (bytes: Uint8Array, parameters: string): string =>
  decodeText(bytes, pageCharset(bytes, parameters)) ?? ''
