// Which sites may carry an agent's widget.

/**
 * Whether a site fits one of the domains; every site where there are none. `example.com` is that name alone,
 * `*.example.com` everything below it; without a port the usual one of the site's scheme is meant.
 */
export function siteAllowed(allowed: readonly string[], site: Pick<URL, 'hostname' | 'port'>): boolean {
  if (allowed.length === 0) return true
  const host = site.hostname.toLowerCase().replace(/\.+$/, '')
  return allowed.some((domain) => {
    const [name = '', port = ''] = domain.toLowerCase().split(':')
    if (port !== site.port && !isUsual(port, site.port)) return false
    return name.startsWith('*.') ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name
  })
}

/** A URL leaves the usual port of its scheme away. */
const isUsual = (port: string, actual: string) => actual === '' && (port === '80' || port === '443')
