// OpenID Connect with one provider: discovery, authorization code with PKCE, verification of the id token.
import { createHash } from 'node:crypto'
import { emailOf } from '@parlance/contract/lib/mailbox'
import { AppError } from '@parlance/contract/lib/errors'
import { cut, storable } from '@parlance/contract/lib/text'
import { customFetch, createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import { z } from 'zod'
import { msg } from '@parlance/i18n/messages'
import type { Identity, SignInProvider, OAuthRequest } from '../../modules/accounts/ports.ts'
import type { Logger } from '../../lib/log.ts'
import { createGuardedFetch } from '../../lib/outbound/guarded-fetch.ts'
import type { ProviderSettings } from '../../lib/settings.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 512 * 1024
const KNOWN_MS = 3600_000
const CLOCK_S = 30
const MAX_TOKEN_AGE_S = 15 * 60
const MAX_SUBJECT = 500
/** Public-key algorithms only: with a shared secret, the verifier could also forge tokens. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url({ protocol: /^https?$/ }),
  token_endpoint: z.url({ protocol: /^https?$/ }),
  jwks_uri: z.url({ protocol: /^https?$/ }),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
})
const Tokens = z.object({ id_token: z.string().max(64 * 1024) })

interface Known extends z.infer<typeof Discovery> {
  readonly keys: ReturnType<typeof createRemoteJWKSet>
}

const withoutSlash = (url: string) => url.replace(/\/+$/, '')
const notHeld = (cause?: unknown) => new AppError('INVALID_TOKEN', msg('provider_sign_in_failed'), { cause })

/** URLs in the provider's metadata must be public or on the provider's own host. */
export function createOidc(settings: ProviderSettings, log: Logger): SignInProvider {
  const { id, name, issuer, clientId } = settings
  const { hostname, port, protocol } = new URL(issuer)
  const fetch = createGuardedFetch({
    allow: [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`],
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_BYTES,
    onRefused: (reason) => log.info({ provider: id, reason }, 'a request to a sign-in provider failed'),
  })
  const failed = (cause: unknown) => {
    log.warn({ provider: id, err: cause }, 'a sign-in provider gave an invalid answer')
    return new AppError('UPSTREAM_FAILED', msg('provider_unreachable', { name }), { cause })
  }
  const discover = discovering(settings, fetch)
  const discovered = () =>
    discover().catch((error: unknown) => {
      throw failed(error)
    })

  return {
    id,
    name,
    async pageFor({ state, nonce, verifier }, redirectUri) {
      const { authorization_endpoint: page } = await discovered()
      const url = new URL(page)
      const parameters = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
      return url.href
    },
    async identify(code, trip, redirectUri) {
      const known = await discovered()
      const token = await exchange(settings, fetch, known, { code, verifier: trip.verifier, redirectUri }).catch(
        (error: unknown) => {
          throw error instanceof AppError ? error : failed(error)
        },
      )
      try {
        return identityOf(await claimsOf(token, known, settings, trip), known.issuer)
      } catch (error) {
        if (error instanceof AppError) throw error
        // If keys can't be fetched, the provider is at fault; anything else is an invalid token.
        const fetching = error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)
        throw fetching ? failed(error) : notHeld(error)
      }
    },
  }
}

/** Cached for an hour; a failure is not cached. */
function discovering({ issuer }: ProviderSettings, fetch: typeof globalThis.fetch): () => Promise<Known> {
  let known: { readonly at: number; readonly found: Promise<Known> } | undefined
  const ask = async (): Promise<Known> => {
    const response = await fetch(`${withoutSlash(issuer)}/.well-known/openid-configuration`)
    if (!response.ok) throw new Error(`discovery answered ${response.status}`)
    const found = Discovery.parse(await response.json())
    if (withoutSlash(found.issuer) !== withoutSlash(issuer)) throw new Error('discovery names another issuer')
    const keys = createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: TIMEOUT_MS, [customFetch]: fetch })
    return { ...found, keys }
  }
  return () => {
    if (!known || Date.now() - known.at > KNOWN_MS) {
      const found = ask()
      known = { at: Date.now(), found }
      found.catch(() => (known = undefined))
    }
    return known.found
  }
}

async function exchange(
  { clientId, clientSecret }: ProviderSettings,
  fetch: typeof globalThis.fetch,
  known: Known,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<string> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  const headers: Record<string, string> = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  const methods = known.token_endpoint_auth_methods_supported
  if (methods && !methods.includes('client_secret_basic')) {
    body.set('client_id', clientId)
    body.set('client_secret', clientSecret)
  } else {
    const pair = [clientId, clientSecret].map(encodeURIComponent).join(':')
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`
  }
  const response = await fetch(known.token_endpoint, {
    method: 'POST',
    headers,
    body: body.toString(),
    redirect: 'error',
  })
  const answer: unknown = await response.json()
  if (!response.ok) {
    const code = z.object({ error: z.string() }).safeParse(answer).data?.error ?? ''
    if (code === 'invalid_grant') throw notHeld(new Error(code))
    throw new Error(`the token endpoint answered ${response.status} ${code.slice(0, 60)}`)
  }
  return Tokens.parse(answer).id_token
}

async function claimsOf(
  token: string,
  known: Known,
  { clientId }: ProviderSettings,
  { nonce }: OAuthRequest,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, known.keys, {
    issuer: known.issuer,
    audience: clientId,
    algorithms: ALGORITHMS,
    clockTolerance: CLOCK_S,
    maxTokenAge: MAX_TOKEN_AGE_S,
    requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
  })
  const { azp, aud } = payload
  if (payload['nonce'] !== nonce) throw notHeld(new Error('nonce'))
  if (azp === undefined ? Array.isArray(aud) && aud.length > 1 : azp !== clientId) throw notHeld(new Error('azp'))
  return payload
}

function identityOf(claims: JWTPayload, issuer: string): Identity {
  const { sub = '' } = claims
  if (sub === '' || sub.length > MAX_SUBJECT || sub.includes('\0')) throw notHeld(new Error('sub'))
  const email = typeof claims['email'] === 'string' ? emailOf(claims['email']) : undefined
  const usable = email !== undefined && storable(email) === email
  const verified = claims['email_verified']
  return {
    subject: `${issuer}|${sub}`,
    ...(usable ? { email } : {}),
    emailVerified: usable && (verified === true || verified === 'true'),
    name: typeof claims['name'] === 'string' ? cut(storable(claims['name']).trim(), 100) : '',
  }
}
