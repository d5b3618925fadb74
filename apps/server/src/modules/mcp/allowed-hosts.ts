// Protects the MCP endpoint against DNS rebinding and cross-site requests.

const LOOPBACK = /^(?:[\w-]+\.)*localhost$|^127(?:\.\d{1,3}){3}$|^\[::1\]$/i
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}$|^\[[0-9a-f:.]+\]$/i
const nameOf = (host: string): string => host.replace(/:\d{1,5}$/, '').toLowerCase()

/** Undefined if allowed. `appOrigin` may be empty. Without `Origin`, as from programs, only `Host` counts. */
export function refusedHost(
  { host, origin }: { readonly host: string | undefined; readonly origin: string | undefined },
  appOrigin: string,
): string | undefined {
  const own = appOrigin === '' ? undefined : new URL(appOrigin)
  const name = nameOf(host ?? '')
  const known = name !== '' && (LOOPBACK.test(name) || ADDRESS.test(name) || name === own?.hostname)
  if (!known) return 'This host name is not the one of this installation.'
  if (origin === undefined) return undefined
  const same = own?.origin === origin || (URL.canParse(origin) && new URL(origin).host === host?.toLowerCase())
  return same ? undefined : 'Requests from other sites are refused here.'
}
