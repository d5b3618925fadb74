// Which sites may carry an agent's widget: one list, read as a browser reads the sources of a content policy.
/** `example.com`, or `*.example.com` for everything below it; a port only where it is not the usual one. */
export const DOMAIN = /^(\*\.)?[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/i
export const MOST_DOMAINS = 50

interface Site {
  /** Without the `*.` of a whole domain. */
  readonly host: string
  readonly below: boolean
  /** Empty for the usual one of either scheme. */
  readonly port: string
}

function readSite(domain: string): Site | undefined {
  const text = domain.toLowerCase()
  if (!DOMAIN.test(text)) return undefined
  const [host = '', port = ''] = text.split(':')
  const below = host.startsWith('*.')
  // Browsers leave a usual port out, whichever scheme it is written with.
  return { host: below ? host.slice(2) : host, below, port: port === '80' || port === '443' ? '' : port }
}
const sitesOf = (domains: readonly string[]) => domains.flatMap((domain) => readSite(domain) ?? [])

/** Whether a page of this origin may carry the widget; an empty list allows all. `origin` as browsers send it. */
export function allowsOrigin(domains: readonly string[], origin: string): boolean {
  if (domains.length === 0) return true
  if (!URL.canParse(origin)) return false
  const { protocol, hostname, port } = new URL(origin)
  if (protocol !== 'http:' && protocol !== 'https:') return false
  return sitesOf(domains).some(
    (site) => site.port === port && (site.below ? hostname.endsWith(`.${site.host}`) : hostname === site.host),
  )
}

/** The sources of `frame-ancestors`. The frame's own origin always may; what is no domain adds nothing. */
export function frameAncestors(domains: readonly string[]): string {
  if (domains.length === 0) return '*'
  // A source on http stands for https too, so that one line is enough for a site that has both.
  const sources = sitesOf(domains).map(
    ({ host, below, port }) => `http://${below ? '*.' : ''}${host}${port === '' ? '' : `:${port}`}`,
  )
  return ["'self'", ...new Set(sources)].join(' ')
}
