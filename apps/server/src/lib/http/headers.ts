import { NEWEST_VERSION, VERSION_HEADER } from './api-versions.ts'

export type Surface = 'api' | 'dashboard' | 'preview' | 'frame' | 'script' | 'docs' | 'site' | 'siteWithWidget'

const SITE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]

const DASHBOARD = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  // The test panel shows pictures and embedded pages of items; transcripts link to them instead.
  "img-src 'self' data: https: http:",
  "font-src 'self'",
  "connect-src 'self'",
  "frame-src 'self' https: http:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
]

const POLICY: Record<Surface, string> = {
  site: SITE.join('; '),
  siteWithWidget: [...SITE, "connect-src 'self'", "frame-src 'self'"].join('; '),
  api: "default-src 'none'; frame-ancestors 'none'; sandbox",
  dashboard: [...DASHBOARD, "frame-ancestors 'none'"].join('; '),
  // Shown next to an agency's settings.
  preview: [...DASHBOARD, "frame-ancestors 'self'"].join('; '),
  frame: [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Items may show pictures and pages of other sites; the server has checked the URLs.
    // `blob:` for previews of attachments.
    "img-src 'self' data: blob: https: http:",
    "media-src 'self' blob:",
    'frame-src https: http:',
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    // `frameHeaders` adds who may embed it.
  ].join('; '),
  script: "default-src 'none'",
  docs: [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
}

/** Headers of the chat frame; `ancestors` are the sources that may embed it. */
export function frameHeaders(ancestors: string, https: boolean): Record<string, string> {
  const headers = securityHeaders('frame', https)
  // Sandboxed pages have an origin of their own that no source matches, not even `*`.
  const policy = ancestors === '*' ? POLICY.frame : `${POLICY.frame}; frame-ancestors ${ancestors}`
  return { ...headers, 'content-security-policy': policy }
}

/** The same for pages with Stripe's own card form: https://docs.stripe.com/security/guide#content-security-policy */
export function allowCardForm(headers: Record<string, string>): Record<string, string> {
  const policy = (headers['content-security-policy'] ?? '')
    .replace("script-src 'self'", "script-src 'self' https://*.js.stripe.com https://js.stripe.com")
    .replace("connect-src 'self'", "connect-src 'self' https://api.stripe.com")
  const permissions = (headers['permissions-policy'] ?? '').replace(
    'payment=()',
    'payment=(self "https://js.stripe.com")',
  )
  return { ...headers, 'content-security-policy': policy, 'permissions-policy': permissions }
}

/** Security headers of one surface; `https` adds HSTS, which must not be sent over http. */
export function securityHeaders(surface: Surface, https: boolean): Record<string, string> {
  return {
    'content-security-policy': POLICY[surface],
    'x-content-type-options': 'nosniff',
    'referrer-policy':
      surface === 'dashboard' || surface === 'preview' || surface.startsWith('site') ? 'same-origin' : 'no-referrer',
    'permissions-policy': 'camera=(), geolocation=(), payment=(), usb=()',
    ...(surface === 'api' ? { 'cache-control': 'no-store', [VERSION_HEADER]: NEWEST_VERSION } : {}),
    // The loader and the public API are used by other sites; everything else is not.
    ...(surface === 'script' || surface === 'api'
      ? { 'cross-origin-resource-policy': 'cross-origin' }
      : { 'cross-origin-opener-policy': 'same-origin-allow-popups' }),
    ...(https ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** CORS for visitors' browsers on any site; never with credentials. */
export const CORS: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'idempotency-replayed, parlance-version, ratelimit, ratelimit-policy, retry-after, x-request-id, x-vercel-ai-ui-message-stream',
}

/** Headers that name the product; not sent on hosts of agencies. */
export const NAMING_HEADERS = [VERSION_HEADER, 'access-control-expose-headers'] as const

/** Removes headers that name the product; a header that the browser asked for stays. */
export function withoutName(headers: Headers, asked: Headers): void {
  for (const name of NAMING_HEADERS) headers.delete(name)
  const allowed = headers.get('access-control-allow-headers')
  if (allowed === null || asked.get('access-control-request-headers')?.toLowerCase().includes(VERSION_HEADER)) return
  headers.set('access-control-allow-headers', allowed.replace(`, ${VERSION_HEADER}`, ''))
}

/** Preflight response; `methods` are those that other sites may use. */
export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  ...CORS,
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': 'authorization, content-type, idempotency-key, last-event-id, parlance-version',
  'access-control-max-age': '86400',
})
