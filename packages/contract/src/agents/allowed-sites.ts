/** `example.com`, or `*.example.com` for its subdomains; with a port if it is not the default. */
export const DOMAIN = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/i
export const MOST_DOMAINS = 50

interface Site {
  readonly host: string
  readonly below: boolean
  readonly port: string
}

function readSite(domain: string): Site | undefined {
  const text = domain.toLowerCase()
  if (!DOMAIN.test(text)) return undefined
  const [host = '', port = ''] = text.split(':')
  const below = host.startsWith('*.')
  // Browsers omit default ports.
  return { host: below ? host.slice(2) : host, below, port: port === '80' || port === '443' ? '' : port }
}
const sitesOf = (domains: readonly string[]) => domains.flatMap((domain) => readSite(domain) ?? [])

/** Whether a page of this origin may embed the widget; an empty list allows all. `origin` as browsers send it. */
export function allowsOrigin(domains: readonly string[], origin: string): boolean {
  if (domains.length === 0) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return sitesOf(domains).some(
    (site) => site.port === port && (site.below ? hostname.endsWith(`.${site.host}`) : hostname === site.host),
  )
}

/** The sources of `frame-ancestors`. The frame's own origin is always included; invalid domains are skipped. */
export function frameAncestors(domains: readonly string[]): string {
  if (domains.length === 0) return '*'
  // An http source also matches https.
  const sources = sitesOf(domains).map(
    ({ host, below, port }) => `http://${below ? '*.' : ''}${host}${port === '' ? '' : `:${port}`}`,
  )
  return ["'self'", ...new Set(sources)].join(' ')
}
