// Against pages that reach this server by a name made to lead here, or from another site: who may speak to the MCP endpoint.

const LOOPBACK = /^(?:[\w-]+\.)*localhost$|^127(?:\.\d{1,3}){3}$|^\[::1\]$/i
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$|^\[[0-9a-f:.]+\]$/i
const nameOf = (host: string): string => host.replace(/:\d{1,5}$/, '').toLowerCase()

/**
 * Why a request with these headers is refused; undefined when it is not. `publicUrl` is where the installation stands,
 * empty when it was not told. Whoever is no browser sends no `Origin` and only has to name this host.
 */
export function refusedHost(
  { host, origin }: { readonly host: string | undefined; readonly origin: string | undefined },
  publicUrl: string,
): string | undefined {
  const own = publicUrl === '' ? undefined : new URL(publicUrl)
  const name = nameOf(host ?? '')
  const known = name !== '' && (LOOPBACK.test(name) || ADDRESS.test(name) || name === own?.hostname)
  if (!known) return 'This host name is not the one of this installation.'
  if (origin === undefined) return undefined
  const same = own?.origin === origin || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase())
  return same ? undefined : 'Requests from other sites are refused here.'
}
