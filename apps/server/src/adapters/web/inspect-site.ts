// Inspects the front page of a site: one guarded GET, of which only the head is read.
import { decodeText, pageCharset } from '@parlance/contract/lib/decode-text'
import { isIP } from 'node:net'
import { factsOf, type PageHead } from '@parlance/contract/onboarding/site'
import type { InspectSite } from '../../modules/onboarding/ports.ts'
import { createGuardedFetch, type Resolve } from '../../lib/outbound/guarded-fetch.ts'
import { isLocalName, isPublicAddress } from '../../lib/outbound/addresses.ts'
import { type OutboundReason, reasonFor } from '../../lib/outbound/reasons.ts'
import { type MessageCode, msg } from '@parlance/i18n/messages'

export interface SiteInspectorOptions {
  /** `host:port` entries inside our network that may be reached. */
  readonly allow: readonly string[]
  /** Origin of this installation, sent in the user agent; empty when unknown. */
  readonly appOrigin: () => string
  /** For the whole exchange; 8,000 when absent. A person waits for it. */
  readonly timeoutMs?: number
  readonly resolve?: Resolve
  readonly onRefused?: (reason: string) => void
}

const TIMEOUT_MS = 8000
/** Bytes read of a page: only its head matters. */
const MAX_BYTES = 256 * 1024
/** A response that declares more than this is not read at all. */
const MAX_DECLARED_BYTES = 50_000_000
const MAX_CONCURRENT = 30
const MAX_METAS = 200

const NOTES: Record<OutboundReason, MessageCode> = {
  'not-public': 'onboarding_not_found',
  redirects: 'onboarding_redirect_loop',
  'too-large': 'onboarding_page_too_large',
  timeout: 'site_timeout',
  certificate: 'site_certificate_invalid',
  busy: 'onboarding_too_many_sites',
  unreachable: 'onboarding_no_answer',
}

/** Judges the literal address only: telling whether a name resolves to our network would let people map it. */
function isOpenlyPrivate(address: string): boolean {
  const { hostname, port } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')
  return port !== '' || isLocalName(host) || (isIP(host) > 0 && !isPublicAddress(host))
}

export function createSiteInspector(options: SiteInspectorOptions): InspectSite {
  const timeoutMs = options.timeoutMs ?? TIMEOUT_MS
  const fetch = createGuardedFetch({
    allow: options.allow,
    timeoutMs,
    maxBytes: MAX_DECLARED_BYTES,
    maxExchanges: MAX_CONCURRENT,
    ...(options.resolve ? { resolve: options.resolve } : {}),
    ...(options.onRefused ? { onRefused: options.onRefused } : {}),
  })
  return async (url) => {
    const signal = AbortSignal.timeout(timeoutMs)
    const about = options.appOrigin()
    const headers = { accept: 'text/html', 'user-agent': `ParlanceCheck/1.0${about ? ` (+${about}/bot)` : ''}` }
    try {
      const response = await fetch(url, { headers, signal })
      const [type = '', parameters = ''] = (response.headers.get('content-type') ?? '').toLowerCase().split(';')
      const isPage = ['', 'text/html', 'application/xhtml+xml'].includes(type.trim())
      if (!response.ok || !isPage) {
        await response.body?.cancel()
        return { note: response.ok ? msg('onboarding_no_web_page') : refusal(response.status) }
      }
      return { site: factsOf(await headOf(textOf(await beginning(response), parameters)), response.url || url) }
    } catch (error) {
      const reason = signal.aborted ? 'timeout' : reasonFor(error)
      if (reason === 'not-public' && isOpenlyPrivate(url)) return { note: msg('onboarding_not_public') }
      return { note: msg(NOTES[reason]), ...(reason === 'unreachable' && { unreachable: true }) }
    }
  }
}

const refusal = (code: number) =>
  code === 404 || code === 410 ? msg('page_missing', { code }) : msg('onboarding_page_refused', { code })

async function beginning(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = response.body?.getReader()
  while (reader && length < MAX_BYTES) {
    const { done, value } = await reader.read()
    if (done) break
    parts.push(value)
    length += value.byteLength
  }
  await reader?.cancel().catch(() => undefined)
  return Buffer.concat(parts).subarray(0, MAX_BYTES)
}

const textOf = (bytes: Uint8Array, parameters: string): string =>
  decodeText(bytes, pageCharset(bytes, parameters)) ?? ''

async function headOf(html: string): Promise<PageHead> {
  const { Parser } = await import('htmlparser2')
  const metas: { name: string; content: string }[] = []
  let title = ''
  let lang = ''
  let inTitle = false
  let done = false
  const parser = new Parser(
    {
      onopentag(name, { name: named, property, content, lang: said }) {
        if (name === 'body') done = true
        if (done) return
        if (name === 'html') lang = said?.slice(0, 40) ?? ''
        inTitle = name === 'title' && title === ''
        const key = (property ?? named ?? '').toLowerCase()
        if (name === 'meta' && key !== '' && content !== undefined && metas.length < MAX_METAS)
          metas.push({ name: key, content })
      },
      ontext(text) {
        if (inTitle && title.length < 5000) title += text
      },
      onclosetag(name) {
        if (name === 'title') inTitle = false
        if (name === 'head') done = true
      },
    },
    { decodeEntities: true },
  )
  for (let at = 0; at < html.length && !done; at += 16_384) parser.write(html.slice(at, at + 16_384))
  return { title, lang, metas }
}
