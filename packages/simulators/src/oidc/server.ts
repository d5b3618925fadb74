/**
 * A loopback OpenID provider: discovery, a sign-in page, authorization codes with PKCE, signed tokens and keys. Strict:
 * refuses wrong redirect URIs, reused codes, wrong verifiers and unknown clients. Fails on demand.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { newKey, sign, type SigningKey } from './tokens.ts'

export interface OidcPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** Fault of the next sign-in. */
export type OidcFault =
  /** All responses are 503. */
  | 'down'
  | 'wrong-issuer'
  | 'wrong-audience'
  | 'wrong-nonce'
  | 'no-nonce'
  | 'expired'
  /** Signed with an unpublished key. */
  | 'foreign-key'
  | 'unsigned'
  /** The page returns another state than it was given. */
  | 'wrong-state'
  /** Discovery names another issuer. */
  | 'other-issuer'

export interface OidcOptions {
  readonly clientId?: string
  readonly clientSecret?: string
  /** Allowed redirect URIs; that of the first request when absent. */
  readonly redirectUris?: readonly string[]
  /** How the client sends its secret. */
  readonly secretIn?: 'basic' | 'post'
}

export interface OidcSimulator {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The person who signs in from now on; without one the page only shows a form. */
  readonly person: (person: OidcPerson | undefined) => void
  readonly fail: (fault: OidcFault | undefined) => void
  /** Publishes a new key instead of the old one. */
  readonly rotate: () => void
  /** Errors it returned, oldest first. */
  readonly refusals: readonly string[]
  readonly close: () => Promise<void>
}

interface Grant {
  readonly redirectUri: string
  readonly challenge: string
  readonly nonce: string | null
  readonly person: OidcPerson
  readonly until: number
}

interface Running {
  readonly clientId: string
  readonly clientSecret: string
  readonly secretIn: 'basic' | 'post'
  redirectUris: readonly string[] | undefined
  issuer: string
  key: SigningKey
  person: OidcPerson | undefined
  fault: OidcFault | undefined
  readonly grants: Map<string, Grant>
  readonly refusals: string[]
}

const CODE_MS = 60_000
const MAX_BODY = 64 * 1024

export async function startOidc(options: OidcOptions = {}): Promise<OidcSimulator> {
  let keys = 1
  const running: Running = {
    clientId: options.clientId ?? 'parlance',
    clientSecret: options.clientSecret ?? randomBytes(16).toString('hex'),
    secretIn: options.secretIn ?? 'basic',
    redirectUris: options.redirectUris,
    issuer: '',
    key: newKey('key-1'),
    person: undefined,
    fault: undefined,
    grants: new Map(),
    refusals: [],
  }
  const server = createServer((request, response) => {
    handle(running, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The simulator has no port.')
  running.issuer = `http://127.0.0.1:${address.port}`
  return {
    issuer: running.issuer,
    clientId: running.clientId,
    clientSecret: running.clientSecret,
    person: (person) => void (running.person = person),
    fail: (fault) => void (running.fault = fault),
    rotate: () => void (running.key = newKey(`key-${(keys += 1)}`)),
    refusals: running.refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function handle(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', running.issuer)
  const at = `${request.method} ${url.pathname}`
  if (running.fault === 'down') return json(response, 503, { error: 'temporarily_unavailable' })
  if (at === 'GET /.well-known/openid-configuration') return json(response, 200, discovery(running))
  if (at === 'GET /keys') return json(response, 200, { keys: [running.key.publicJwk] })
  if (at === 'GET /authorize') return authorize(running, url.searchParams, response)
  if (at === 'POST /token') return token(running, request, response)
  json(response, 404, { error: 'not_found' })
}

const discovery = ({ issuer, fault, secretIn }: Running) => ({
  issuer: fault === 'other-issuer' ? 'https://somebody.else.test' : issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
  token_endpoint_auth_methods_supported: [`client_secret_${secretIn}`],
})

/**
 * The page. Problems of the client or its redirect URI are shown here, because an unknown URI must not be redirected
 * to.
 */
function authorize(running: Running, asked: URLSearchParams, response: ServerResponse): void {
  const redirectUri = asked.get('redirect_uri') ?? ''
  running.redirectUris ??= [redirectUri]
  const wrong =
    asked.get('client_id') !== running.clientId
      ? 'unknown client'
      : !running.redirectUris.includes(redirectUri)
        ? 'redirect_uri is not registered'
        : asked.get('response_type') !== 'code'
          ? 'response_type must be code'
          : !asked.get('scope')?.split(' ').includes('openid')
            ? 'scope must hold openid'
            : asked.get('code_challenge_method') !== 'S256' || (asked.get('code_challenge') ?? '').length !== 43
              ? 'PKCE with S256 is required'
              : !asked.get('state') || !asked.get('nonce')
                ? 'state and nonce are required'
                : undefined
  if (wrong) {
    running.refusals.push(wrong)
    return json(response, 400, { error: 'invalid_request', error_description: wrong })
  }
  if (!running.person) return page(response, 'Who are you?')
  const code = randomBytes(16).toString('hex')
  running.grants.set(code, {
    redirectUri,
    challenge: asked.get('code_challenge') ?? '',
    nonce: asked.get('nonce'),
    person: running.person,
    until: Date.now() + CODE_MS,
  })
  const back = new URL(redirectUri)
  back.searchParams.set('code', code)
  back.searchParams.set('state', running.fault === 'wrong-state' ? 'another' : (asked.get('state') ?? ''))
  response.writeHead(302, { location: back.href }).end()
}

async function token(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const refuse = (status: number, error: string, why: string) => {
    running.refusals.push(why)
    json(response, status, { error, error_description: why })
  }
  const body = new URLSearchParams(await read(request))
  if (!knows(running, request, body)) return refuse(401, 'invalid_client', 'the client is not who it says')
  if (body.get('grant_type') !== 'authorization_code') return refuse(400, 'unsupported_grant_type', 'grant_type')
  const code = body.get('code') ?? ''
  const grant = running.grants.get(code)
  // Works once, even if the rest of the request is wrong.
  running.grants.delete(code)
  if (!grant || grant.until < Date.now()) return refuse(400, 'invalid_grant', 'the code is unknown, used or too old')
  if (body.get('redirect_uri') !== grant.redirectUri) return refuse(400, 'invalid_grant', 'another redirect_uri')
  const verifier = body.get('code_verifier') ?? ''
  if (createHash('sha256').update(verifier).digest('base64url') !== grant.challenge)
    return refuse(400, 'invalid_grant', 'the verifier does not fit')
  json(response, 200, {
    token_type: 'Bearer',
    access_token: randomBytes(16).toString('hex'),
    expires_in: 300,
    id_token: idToken(running, grant),
  })
}

function idToken({ fault, issuer, clientId, key }: Running, { nonce, person }: Grant): string {
  const now = Math.floor(Date.now() / 1000)
  const issued = fault === 'expired' ? now - 3600 : now
  const claims = {
    iss: fault === 'wrong-issuer' ? 'https://somebody.else.test' : issuer,
    aud: fault === 'wrong-audience' ? 'somebody-else' : clientId,
    iat: issued,
    exp: issued + 300,
    ...(fault === 'no-nonce' ? {} : { nonce: fault === 'wrong-nonce' ? 'another' : nonce }),
    ...person,
  }
  const signing = fault === 'foreign-key' ? { ...newKey('foreign'), kid: key.kid } : key
  return sign(signing, claims, fault === 'unsigned' ? 'none' : 'RS256')
}

function knows(
  { clientId, clientSecret, secretIn }: Running,
  request: IncomingMessage,
  body: URLSearchParams,
): boolean {
  const given =
    secretIn === 'post'
      ? `${body.get('client_id')}:${body.get('client_secret')}`
      : Buffer.from(/^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '', 'base64')
          .toString()
          .split(':')
          .map(decodeURIComponent)
          .join(':')
  const [one, two] = [given, `${clientId}:${clientSecret}`].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && two !== undefined && timingSafeEqual(one, two)
}

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of request) {
    text += String(piece)
    if (text.length > MAX_BODY) throw new Error('too long')
  }
  return text
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))
}

function page(response: ServerResponse, title: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>${title}</title><h1>${title}</h1>`)
}
