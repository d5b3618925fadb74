// The origin of requests and of links in mails: ours, or the host of an agency. The only reader of `publicUrl`.
import type { Region } from '@parlance/contract/lib/regions'
import { hostName, isOwnMachine } from './host.ts'
import { createHostCache } from './host-cache.ts'

export interface AgencyHost {
  readonly host: string
  readonly region: Region
  readonly agencyId: string
  readonly workspaceId: string
  /** Whether it is served. Other hosts get the same response as unknown ones. */
  readonly isLive: boolean
  /** Whether its agency may no longer have its own host; it then shows that nothing is available. */
  readonly isOver: boolean
}

export interface AppOrigin {
  readonly kind: 'app'
  readonly origin: string
  /** Whether cookies are https-only: from configuration, so that it is the same for every request. */
  readonly isSecure: boolean
}
export interface AgencyOrigin {
  readonly kind: 'agency'
  readonly origin: string
  readonly isSecure: boolean
  readonly host: string
  readonly region: Region
  readonly agencyId: string
  readonly workspaceId: string
  /** Whether the host serves only the page that says nothing is available. */
  readonly isOver: boolean
}
export type Origin = AppOrigin | AgencyOrigin

/** The agency's host; empty for our own. */
export const hostOf = (origin: Origin): string => (origin.kind === 'agency' ? origin.host : '')

/** A link for a client user. On our own host it names their agency, whose sign-in page is shown to people signed out. */
export const clientLink = ({ kind, origin }: Origin, path: string, agencyId: string): string =>
  origin + path + (kind === 'app' ? `${path.includes('?') ? '&' : '?'}agency=${agencyId}` : '')

export interface HostStore {
  readonly findHost: (host: string) => Promise<AgencyHost | undefined>
  /** The live host that an agency's clients use. */
  readonly findHostOfAgency: (agencyId: string) => Promise<AgencyHost | undefined>
}

export interface Origins {
  /** Our own origin; empty until the server listens if it is not configured. */
  readonly app: () => string
  readonly own: () => AppOrigin
  /** The origin that a request with these headers reached; undefined for an unknown host. */
  readonly resolve: (headers: Pick<Headers, 'get'>) => Origin | undefined | Promise<Origin | undefined>
  /** The origin of links to an agency's clients: its own host if one is live. */
  readonly ofAgency: (agencyId: string) => Promise<Origin>
  readonly ofHost: (host: AgencyHost) => AgencyOrigin
  /** Whether a host, with or without a port, is ours or an agency's. */
  readonly isOwn: (host: string) => Promise<boolean>
  /** Looks the host up again next time. */
  readonly forget: (host: string) => void
}

/** `publicUrl` is read on each call: without configuration it is only known once the server listens. */
export function createOrigins(
  settings: { readonly publicUrl: string },
  { findHost, findHostOfAgency }: HostStore,
): Origins {
  const isConfigured = settings.publicUrl !== ''
  let read = { from: '', origin: '', host: '', scheme: 'http:', port: '' }
  const own = () => {
    if (read.from === settings.publicUrl || settings.publicUrl === '') return read
    const { origin, protocol, port, host } = new URL(settings.publicUrl)
    return (read = { from: settings.publicUrl, origin, host: hostName(host) ?? '', scheme: protocol, port })
  }
  const appOrigin = (): AppOrigin => ({ kind: 'app', origin: own().origin, isSecure: own().scheme === 'https:' })
  const cache = createHostCache(findHost)

  const ofHost = ({ host, region, agencyId, workspaceId, isOver }: AgencyHost, at = own()): AgencyOrigin => ({
    kind: 'agency',
    origin: `${at.scheme}//${host}${at.port === '' ? '' : `:${at.port}`}`,
    isSecure: own().scheme === 'https:',
    host,
    region,
    agencyId,
    workspaceId,
    isOver,
  })
  /** Without PUBLIC_URL it is unknown whether a proxy uses https, so the browser's Origin decides. */
  const reached = (headers: Pick<Headers, 'get'>) => {
    const scheme = headers.get('origin')?.startsWith('https:') ? 'https:' : 'http:'
    const header = headers.get('host') ?? ''
    return { scheme, port: /:(\d+)$/.exec(header)?.[1] ?? '', origin: `${scheme}//${header}` }
  }
  const appOf = (headers: Pick<Headers, 'get'>): AppOrigin => ({
    kind: 'app',
    origin: isConfigured ? own().origin : reached(headers).origin,
    isSecure: own().scheme === 'https:',
  })
  const among = (found: AgencyHost | undefined, headers: Pick<Headers, 'get'>): Origin | undefined => {
    if (found) return found.isLive ? ofHost(found, isConfigured ? own() : { ...own(), ...reached(headers) }) : undefined
    // Without a configured address, any host that reaches the product works.
    return isConfigured ? undefined : appOf(headers)
  }

  return {
    app: () => own().origin,
    own: appOrigin,
    resolve(headers) {
      const host = hostName(headers.get('host'))
      if (host === undefined) return undefined
      if (host === own().host || isOwnMachine(host)) return appOf(headers)
      const found = cache.get(host)
      return found instanceof Promise ? found.then((value) => among(value, headers)) : among(found, headers)
    },
    async ofAgency(agencyId) {
      const found = await findHostOfAgency(agencyId)
      return found?.isLive && !found.isOver ? ofHost(found) : appOrigin()
    },
    ofHost: (host) => ofHost(host),
    async isOwn(host) {
      const name = hostName(host)
      return name !== undefined && (name === own().host || (await cache.get(name))?.isLive === true)
    },
    forget: cache.forget,
  }
}
