// The HTTP client for URLs that users enter: public hosts only, checked at every redirect and when connecting (SSRF).
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import type { Agent, RequestInit as UndiciInit } from 'undici'
import { reasonOf } from '../log.ts'
import { isLocalName, isPublicAddress } from './addresses.ts'
import { limitResponseSize } from './read-limited.ts'

export type Resolve = (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>

export interface GuardedFetchOptions {
  /** `host:port` that the operator permits although it is not public, e.g. `127.0.0.1:11434`. Exactly as in the URL. */
  readonly allow: readonly string[]
  /** For the whole exchange, body included, in milliseconds; 30,000 when absent. */
  readonly timeoutMs?: number
  /** Of the body once unpacked; 10 MB when absent. */
  readonly maxBytes?: number
  readonly maxRedirects?: number
  /** Concurrent requests, all origins together; 512 when absent. Further ones are refused. */
  readonly maxExchanges?: number
  readonly resolve?: Resolve
  /** Called with the reason of a refusal or failure. Callers don't get it, because it would let users map our network. */
  readonly onRefused?: (reason: string) => void
}

/** The one error for all refusals and failures: the same sentence, without addresses. */
export class OutboundError extends Error {
  constructor(cause: unknown) {
    super('This address could not be reached.', { cause })
    this.name = 'OutboundError'
  }
}

export class Refused extends Error {}

const MAX_REDIRECTS = 3
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_URL = 4096
const MAX_HEADERS = 32 * 1024
const CONNECT_MS = 10_000
/** Headers that belong to one origin. */
const SECRETS = ['authorization', 'cookie', 'proxy-authorization', 'x-api-key', 'api-key', 'x-goog-api-key']
const HOP_BY_HOP = ['host', 'connection', 'upgrade', 'transfer-encoding', 'te', 'trailer', 'proxy-connection', 'expect']

/** Maximum connections to one origin that users entered; further calls wait. */
const TYPED_CONNECTIONS = 16
const PERMITTED_CONNECTIONS = 64
const MAX_EXCHANGES = 512

const resolveAll: Resolve = (host) => systemLookup(host, { all: true, verbatim: true })

export function createGuardedFetch(options: GuardedFetchOptions): typeof fetch {
  const allowed = allowedOf(options)
  const client = clientFor(options.resolve ?? resolveAll)
  const most = options.maxExchanges ?? MAX_EXCHANGES
  let underWay = 0

  async function follow(request: Prepared, signal: AbortSignal): Promise<Response> {
    let { url, init } = request
    for (let hop = 0; ; hop += 1) {
      const target = inspect(url, allowed)
      const { ask, ...agents } = await client()
      const response = await ask(url, { ...init, dispatcher: agents[target], redirect: 'manual', signal })
      const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null
      if (location === null || request.redirect === 'manual') return response as unknown as Response
      await response.body?.cancel()
      if (request.redirect === 'error' || hop >= (options.maxRedirects ?? MAX_REDIRECTS)) throw new Refused('redirects')
      const next = new URL(location, url)
      init = initAfter(response.status, init, url.origin === next.origin)
      url = next
    }
  }

  return async (input, init) => {
    const timeout = AbortSignal.timeout(options.timeoutMs ?? 30_000)
    const given = init?.signal ?? (input instanceof Request ? input.signal : undefined)
    const signal = given ? AbortSignal.any([given, timeout]) : timeout
    let ended = false
    const release = () => {
      if (!ended) underWay -= 1
      ended = true
    }
    underWay += 1
    // A response that is never read frees its slot at the timeout.
    timeout.addEventListener('abort', release, { once: true })
    try {
      if (underWay > most) throw new Refused('too many exchanges at once')
      const response = await follow(prepare(input, init), signal)
      return limitResponseSize(response, options.maxBytes ?? 10 * 1024 * 1024, failed, release)
    } catch (error) {
      release()
      throw failed(error)
    }
    function failed(error: unknown): unknown {
      // An abort by the caller is passed on.
      if (given?.aborted) return given.reason
      if (error instanceof OutboundError) return error
      options.onRefused?.(reasonOf(error))
      return new OutboundError(error)
    }
  }
}

/** Checks a URL that is to be stored, as far as possible without connecting. Throws an OutboundError. */
export async function checkAddress(address: string, options: GuardedFetchOptions): Promise<void> {
  const allowed = allowedOf(options)
  try {
    const url = new URL(address)
    if (inspect(url, allowed) === 'permitted' || isIP(bare(url.hostname))) return
    checked(await (options.resolve ?? resolveAll)(url.hostname))
  } catch (error) {
    options.onRefused?.(reasonOf(error))
    throw new OutboundError(error)
  }
}

const allowedOf = ({ allow }: GuardedFetchOptions): ReadonlySet<string> =>
  new Set(allow.map((entry) => entry.trim().toLowerCase()).filter(Boolean))

/** Checks scheme, port and, if the host is an IP address, that. Throws if the URL may not be requested. */
function inspect(url: URL, allowed: ReadonlySet<string>): 'guarded' | 'permitted' {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw new Refused('scheme')
  if (url.username || url.password) throw new Refused('user information')
  if (url.href.length > MAX_URL) throw new Refused('length')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (allowed.has(`${url.hostname.toLowerCase()}:${port}`)) return 'permitted'
  if (port !== '80' && port !== '443') throw new Refused('port')
  const host = bare(url.hostname)
  if (!host || isLocalName(host)) throw new Refused('local name')
  // IP addresses are not looked up, so they are checked here.
  if (isIP(host) && !isPublicAddress(host)) throw new Refused('address')
  return 'guarded'
}

/** Without the brackets of an IPv6 address and a trailing dot. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')

interface Prepared {
  readonly url: URL
  readonly init: UndiciInit
  readonly redirect: 'follow' | 'error' | 'manual'
}

function prepare(input: string | URL | Request, init: RequestInit = {}): Prepared {
  if (input instanceof Request) throw new Refused('only addresses are taken, not Request objects')
  const headers = new Headers(init.headers)
  for (const name of HOP_BY_HOP) headers.delete(name)
  const body = init.body ?? undefined
  // A body that can be read only once could not be sent again after a redirect.
  if (body !== undefined && typeof body !== 'string' && !ArrayBuffer.isView(body)) throw new Refused('body')
  return {
    url: new URL(input),
    redirect: init.redirect ?? 'follow',
    init: {
      method: init.method ?? 'GET',
      headers: [...headers],
      ...(body === undefined ? {} : { body: body as string }),
    },
  }
}

/** The request after a redirect: a GET where the status requires it, without credentials on another origin. */
function initAfter(status: number, init: UndiciInit, sameOrigin: boolean): UndiciInit {
  const asGet = status === 303 ? init.method !== 'HEAD' : (status === 301 || status === 302) && init.method === 'POST'
  const drop = new Set([...(sameOrigin ? [] : SECRETS), ...(asGet ? ['content-type', 'content-length'] : [])])
  const headers = (init.headers as [string, string][]).filter(([name]) => !drop.has(name))
  if (asGet) return { method: 'GET', headers }
  // The body was meant for the original host only.
  if (!sameOrigin && init.body) throw new Refused('redirect of a body')
  return { ...init, headers }
}

function checked(found: Awaited<ReturnType<Resolve>>): Awaited<ReturnType<Resolve>> {
  if (found.length === 0) throw new Refused('no address')
  if (!found.every(({ address }) => isPublicAddress(address))) throw new Refused('address')
  return found
}

/** Connects to exactly the addresses that were checked (DNS rebinding). */
function checkedLookup(resolve: Resolve): LookupFunction {
  return (host, { all }, done) => {
    void answer()
    async function answer(): Promise<void> {
      let found: Awaited<ReturnType<Resolve>>
      try {
        found = checked(await resolve(host))
      } catch (error) {
        return done(error instanceof Error ? error : new Refused('look-up'), '')
      }
      if (all) done(null, [...found])
      else done(null, found[0]?.address ?? '', found[0]?.family)
    }
  }
}

interface Client {
  readonly ask: typeof import('undici').fetch
  readonly guarded: Agent
  readonly permitted: Agent
}

/** Loaded with the first request: many servers never make one. */
function clientFor(resolve: Resolve): () => Promise<Client> {
  const open = async (): Promise<Client> => {
    const undici = await import('undici')
    const agentFor = (connections: number, lookup?: LookupFunction) =>
      new undici.Agent({
        connect: { timeout: CONNECT_MS, ...(lookup ? { lookup } : {}) },
        maxHeaderSize: MAX_HEADERS,
        keepAliveTimeout: 4000,
        connections,
      })
    return {
      ask: undici.fetch,
      guarded: agentFor(TYPED_CONNECTIONS, checkedLookup(resolve)),
      permitted: agentFor(PERMITTED_CONNECTIONS),
    }
  }
  let opened: Promise<Client> | undefined
  return async () => (opened ??= open())
}
