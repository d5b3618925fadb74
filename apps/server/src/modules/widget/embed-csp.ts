// Evaluates Content Security Policies: whether a page may load something, and what it would have to add.

/** Source lists by directive, in lower case; the first of duplicate directives counts. */
export type Policy = ReadonlyMap<string, readonly string[]>

export const CSP_KINDS = ['script', 'connect', 'frame'] as const
export type CspKind = (typeof CSP_KINDS)[number]

/** The first of these directives that a policy has decides. */
const DECIDES: Record<CspKind, readonly string[]> = {
  script: ['script-src-elem', 'script-src', 'default-src'],
  connect: ['connect-src', 'default-src'],
  frame: ['frame-src', 'child-src', 'default-src'],
}
const KEYWORD = /^'(?:nonce-|sha(?:256|384|512)-|strict-dynamic|unsafe-|self|none|report-sample|wasm-)/i
const HASH = /^'sha(?:256|384|512)-/i
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443', 'ws:': '80', 'wss:': '443' }

/** All policies of a header, which are separated by commas. */
export function readPolicies(text: string): Policy[] {
  return text.split(',').flatMap((policy) => {
    const directives = new Map<string, readonly string[]>()
    for (const part of policy.split(';')) {
      const [name = '', ...sources] = part.trim().split(/\s+/)
      const key = name.toLowerCase()
      if (key && !directives.has(key)) directives.set(key, sources)
    }
    return directives.size > 0 ? [directives] : []
  })
}

export interface ScriptMark {
  readonly nonce: string
}

/** The directive that blocks `target` on `page`; undefined if none does. Ignores redirects of the target. */
export function refusedBy(
  policy: Policy,
  kind: CspKind,
  target: URL,
  page: URL,
  mark?: ScriptMark,
): string | undefined {
  const directive = deciding(policy, kind)
  if (!directive) return undefined
  const sources = policy.get(directive) ?? []
  return matches(sources, { kind, target, page, mark }) ? undefined : directive
}

/** Whether a policy blocks an inline script. Hashes can't be checked here and count as matching. */
export function refusesInline(policy: Policy, mark: ScriptMark): string | undefined {
  const directive = deciding(policy, 'script')
  if (!directive) return undefined
  const sources = (policy.get(directive) ?? []).map((source) => source.trim())
  if (sources.some((source) => HASH.test(source)) || hasNonce(sources, mark)) return undefined
  const nonces = sources.some((source) => /^'nonce-/i.test(source))
  // A nonce or hash disables 'unsafe-inline'.
  const open = has(sources, "'unsafe-inline'") && !nonces && !has(sources, "'strict-dynamic'")
  return open ? undefined : directive
}

export function forbidsScripts(policy: Policy): boolean {
  const sandbox = policy.get('sandbox')
  return sandbox !== undefined && !has(sandbox, 'allow-scripts')
}

const deciding = (policy: Policy, kind: CspKind) => DECIDES[kind].find((name) => policy.has(name))
const has = (sources: readonly string[], wanted: string) => sources.some((source) => source.toLowerCase() === wanted)
/** Nonces are case-sensitive. */
const hasNonce = (sources: readonly string[], mark: ScriptMark | undefined) =>
  Boolean(mark?.nonce) && sources.some((source) => /^'nonce-/i.test(source) && source.slice(7, -1) === mark?.nonce)

interface Asked {
  readonly kind: CspKind
  readonly target: URL
  readonly page: URL
  readonly mark: ScriptMark | undefined
}

function matches(sources: readonly string[], { kind, target, page, mark }: Asked): boolean {
  if (kind === 'script') {
    if (hasNonce(sources, mark)) return true
    // With 'strict-dynamic' host lists are ignored.
    if (has(sources, "'strict-dynamic'")) return false
  }
  return sources.some((source) => matchesSource(source, target, page))
}

function matchesSource(source: string, target: URL, page: URL): boolean {
  const text = source.toLowerCase()
  if (text === "'self'") return matchesSelf(target, page)
  if (KEYWORD.test(text)) return false
  if (text === '*') return target.protocol in DEFAULT_PORTS || target.protocol === page.protocol
  if (/^[a-z][a-z0-9+.-]*:$/.test(text)) return fitsScheme(text, target.protocol)
  return matchesHost(source, target, page)
}

/** The same origin, or its https variant. */
function matchesSelf(target: URL, page: URL): boolean {
  if (target.origin === page.origin) return true
  const usual = (url: URL) => url.port === ''
  return target.hostname === page.hostname && usual(target) && usual(page) && fitsScheme(page.protocol, target.protocol)
}

/** A scheme also matches its secure variant. */
function fitsScheme(wanted: string, actual: string): boolean {
  if (wanted === actual) return true
  if (wanted === 'http:') return actual === 'https:'
  if (wanted === 'ws:') return actual === 'wss:' || actual === 'http:' || actual === 'https:'
  return wanted === 'wss:' && actual === 'https:'
}

const HOST_SOURCE = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?(\*|(?:\*\.)?[^/:*]+)(?::(\d+|\*))?(\/.*)?$/i

function matchesHost(source: string, target: URL, page: URL): boolean {
  const [, scheme, host = '', port, path] = HOST_SOURCE.exec(source) ?? []
  if (!host) return false
  if (!fitsScheme((scheme ?? page.protocol).toLowerCase(), target.protocol)) return false
  return fitsHost(host.toLowerCase(), target.hostname) && fitsPort(port, scheme, target) && fitsPath(path, target)
}

function fitsHost(wanted: string, actual: string): boolean {
  if (wanted === '*') return true
  return wanted.startsWith('*.') ? actual.endsWith(wanted.slice(1)) : wanted === actual
}

function fitsPort(wanted: string | undefined, scheme: string | undefined, target: URL): boolean {
  const actual = target.port || DEFAULT_PORTS[target.protocol]
  if (wanted === '*') return true
  if (wanted === undefined) return actual === DEFAULT_PORTS[target.protocol]
  // Port 80 also matches 443 after an upgrade to https.
  return wanted === actual || (wanted === '80' && actual === '443' && scheme !== 'https:')
}

function fitsPath(wanted: string | undefined, target: URL): boolean {
  if (!wanted || wanted === '/') return true
  const path = decode(wanted.split(/[?#]/, 1)[0] ?? '')
  const actual = decode(target.pathname)
  return path.endsWith('/') ? actual.startsWith(path) : actual === path
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
