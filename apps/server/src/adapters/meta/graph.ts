// The Graph API that WhatsApp, Messenger and Instagram share: calls, signatures, the handshake, tokens and errors.
// https://developers.facebook.com/docs/graph-api
import { createHmac } from 'node:crypto'
import { AppError } from '@parlance/contract/lib/errors'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { z } from 'zod'
import { sameSecret } from '../../lib/crypto.ts'
import { refused, type WebhookRequest, type WebhookVerdict } from '../../lib/http/provider-webhook.ts'
import type { MetaSettings } from '../../lib/settings.ts'
import type { SendOutcome } from '../../modules/channels/index.ts'

const TIMEOUT_MS = 15_000

const ErrorBody = z.looseObject({
  message: z.string().default(''),
  code: z.number().default(1),
  error_subcode: z.number().optional(),
  error_user_msg: z.string().optional(),
  error_data: z.looseObject({ details: z.string().optional() }).optional(),
})
export type GraphFault = z.infer<typeof ErrorBody> & { readonly status: number }
export type GraphAnswer =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly fault: GraphFault }

export interface GraphCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly token?: string
  readonly query?: Readonly<Record<string, string>>
  readonly json?: Readonly<Record<string, unknown>>
  readonly bytes?: Buffer
}

const Token = z.looseObject({ access_token: z.string().min(1), expires_in: z.number().optional() })
const Debug = z.looseObject({
  data: z.looseObject({
    app_id: z.string().optional(),
    is_valid: z.boolean().default(false),
    user_id: z.string().optional(),
    scopes: z.array(z.string()).default([]),
    granular_scopes: z
      .array(z.looseObject({ scope: z.string(), target_ids: z.array(z.string()).default([]) }))
      .default([]),
  }),
})
export type DebuggedToken = z.infer<typeof Debug>['data']

export function createGraph({ baseUrl, version, appId, appSecret, dialogUrl }: MetaSettings) {
  const call = async ({ method, path, token, query = {}, json, bytes }: GraphCall): Promise<GraphAnswer> => {
    const url = new URL(`${baseUrl}/${version}${path}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const response = await fetch(url, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `${bytes ? 'OAuth' : 'Bearer'} ${token}` }),
        ...(bytes ? { 'content-type': 'application/octet-stream', file_offset: '0' } : {}),
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(bytes ? { body: new Uint8Array(bytes) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const body = (await response.json().catch(() => ({}))) as unknown
    const failed = z.looseObject({ error: ErrorBody }).safeParse(body)
    if (!response.ok || failed.success)
      return {
        ok: false,
        fault: {
          ...(failed.data?.error ?? { code: response.status >= 500 ? 1 : 100, message: `HTTP ${response.status}` }),
          status: response.status,
        },
      }
    return { ok: true, body }
  }
  /** For calls that a user waits for: throws an AppError with Meta's own words. */
  const must = async <T extends z.ZodType>(schema: T, given: GraphCall): Promise<z.infer<T>> => {
    // Headers allow no other characters, and no Meta token has any.
    if (given.token !== undefined && !/^[\x20-\x7e]*$/.test(given.token))
      throw new AppError('INVALID_INPUT', msg('meta_failed', { message: 'Invalid OAuth access token.' }))
    const answer = await call(given).catch(() => undefined)
    if (!answer) throw new AppError('UPSTREAM_FAILED', msg('meta_unreachable'))
    if (!answer.ok)
      throw new AppError(
        // The user supplied the token.
        isBadToken(answer.fault) ? 'INVALID_INPUT' : 'UPSTREAM_FAILED',
        msg('meta_failed', { message: wordsOf(answer.fault) }),
      )
    const read = schema.safeParse(answer.body)
    if (!read.success) throw new AppError('UPSTREAM_FAILED', msg('meta_failed', { message: 'unexpected answer' }))
    return read.data
  }
  const exchange = (query: Readonly<Record<string, string>>) =>
    must(Token, {
      method: 'GET',
      path: '/oauth/access_token',
      query: { client_id: appId, client_secret: appSecret, ...query },
    })

  return {
    version,
    isConfigured: appId !== '',
    call,
    must,
    /** The login dialog returns to `redirectUri` with `code`, or with `#access_token` when `type` is `token`. */
    loginUrl(given: {
      redirectUri: string
      state: string
      scopes: readonly string[]
      type: 'code' | 'token'
      /** Of a login configured at Meta, e.g. embedded sign-up. */
      configId?: string
    }): string {
      const url = new URL(dialogUrl())
      url.searchParams.set('client_id', appId)
      url.searchParams.set('redirect_uri', given.redirectUri)
      url.searchParams.set('state', given.state)
      url.searchParams.set('scope', given.scopes.join(','))
      url.searchParams.set('response_type', given.type)
      if (given.configId !== undefined) {
        url.searchParams.set('config_id', given.configId)
        url.searchParams.set('override_default_response_type', 'true')
      }
      return url.href
    },
    exchangeCode: (code: string, redirectUri: string) => exchange({ code, redirect_uri: redirectUri }),
    /** Exchanges a token of two hours for one of sixty days. */
    exchangeToken: (token: string) => exchange({ grant_type: 'fb_exchange_token', fb_exchange_token: token }),
    /** Resumable upload: the handle of a file. */
    async upload(token: string, file: { bytes: Buffer; mime: string; name: string }): Promise<string> {
      const { id } = await must(z.looseObject({ id: z.string().regex(/^upload:[\w?=&:%.-]+$/) }), {
        method: 'POST',
        path: `/${appId}/uploads`,
        token,
        query: { file_name: file.name, file_length: String(file.bytes.length), file_type: file.mime },
      })
      const done = z.looseObject({ h: z.string().min(1) })
      return (await must(done, { method: 'POST', path: `/${id}`, token, bytes: file.bytes })).h
    },
    debugToken: async (token: string): Promise<DebuggedToken> =>
      (
        await must(Debug, {
          method: 'GET',
          path: '/debug_token',
          query: { input_token: token, access_token: `${appId}|${appSecret}` },
        })
      ).data,
    /** Sends a message; never rejects. */
    async send(
      given: GraphCall,
      table: ErrorTable,
      sentOf: (body: unknown) => { providerId: string; person?: string },
    ): Promise<SendOutcome> {
      try {
        const answer = await call(given)
        return answer.ok ? { kind: 'sent', ...sentOf(answer.body) } : outcomeOf(answer.fault, table)
      } catch (error) {
        // The connection failed, so nothing was sent.
        return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/.test(causeOf(error))
          ? { kind: 'retry', reason: msg('provider_unreachable', { name: 'Meta' }) }
          : { kind: 'unknown', reason: msg('provider_silent', { provider: 'Meta' }) }
      }
    },
  }
}

/** Error codes of a product; those of the Graph API itself are known here. */
export interface ErrorTable {
  readonly retry?: readonly number[]
  /** Milliseconds to wait, by code. */
  readonly waitMs?: Readonly<Record<number, number>>
  readonly optedOut?: readonly number[]
  readonly undeliverable?: readonly number[]
  readonly suspended?: readonly number[]
  /** Refused for this message only, whatever else the code says. */
  readonly rejected?: readonly number[]
  readonly reconnect?: readonly number[]
  /** By `code/subcode`; these win over the codes. */
  readonly subcodes?: Readonly<Record<string, 'retry' | 'undeliverable' | 'rejected' | 'reconnect'>>
}
/** From 80001 on: too many calls for a page, an Instagram account, Messenger or WhatsApp. */
const RETRY = [1, 2, 4, 17, 32, 341, 613, 1200, 80_001, 80_002, 80_006, 80_007]
const BAD_TOKEN = [102, 190]
/** The login's code is wrong, expired or used. */
const BAD_CODE = [36_007, 36_009]
const isBadToken = ({ code, error_subcode: subcode }: GraphFault): boolean =>
  BAD_TOKEN.includes(code) || (subcode !== undefined && BAD_CODE.includes(subcode))
const RECONNECT = [0, 3, 10, 102, 190]
/** The page or number is gone, or the token's owner lost access to it. */
const NO_ACCESS = '100/33'

export const wordsOf = ({ message, error_data: data, error_user_msg: user }: GraphFault): string =>
  (user ?? data?.details ?? message).slice(0, 300)

const WINDOW_OVER = 131_047
export function saidByMeta(code: number, words: string): MessageDescriptor {
  const said = msg('provider_said', { provider: `Meta (${code})`, words: words.slice(0, 200) })
  return code === WINDOW_OVER ? msg('send_window_over', { words: said }) : said
}

export function outcomeOf(fault: GraphFault, table: ErrorTable): SendOutcome {
  const { code, error_subcode: subcode, status } = fault
  const reason = saidByMeta(code, wordsOf(fault))
  const both = `${code}/${subcode ?? 0}`
  const kind = table.subcodes?.[both] ?? (both === NO_ACCESS ? 'reconnect' : kindOf(code, status, table))
  const afterMs = table.waitMs?.[code]
  return kind === 'retry' && afterMs !== undefined ? { kind, afterMs, reason } : { kind, reason }
}
function kindOf(code: number, status: number, table: ErrorTable) {
  if (table.rejected?.includes(code)) return 'rejected'
  if (table.optedOut?.includes(code)) return 'opted-out'
  if (table.undeliverable?.includes(code)) return 'undeliverable'
  if (table.suspended?.includes(code)) return 'suspended'
  if (table.retry?.includes(code) || RETRY.includes(code)) return 'retry'
  if (table.reconnect?.includes(code) || RECONNECT.includes(code) || (code >= 200 && code <= 299)) return 'reconnect'
  return status >= 500 || status === 429 ? 'retry' : 'rejected'
}

export const metaSignature = (appSecret: string, body: Buffer): string =>
  `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

/** Answers the handshake or refuses a call that Meta did not sign; undefined for a genuine call. */
export function proveMeta(
  request: Pick<WebhookRequest, 'method' | 'query' | 'headers' | 'body'>,
  { appSecret, verifyToken }: Pick<MetaSettings, 'appSecret' | 'verifyToken'>,
): WebhookVerdict | undefined {
  if (appSecret === '' || verifyToken === '') return refused('unconfigured')
  if (request.method === 'GET') {
    const { query } = request
    const isOurs = query.get('hub.mode') === 'subscribe' && sameSecret(query.get('hub.verify_token') ?? '', verifyToken)
    const challenge = query.get('hub.challenge') ?? ''
    if (!isOurs) return refused('signature')
    if (!/^[\w.-]{1,200}$/.test(challenge)) return refused('malformed')
    return { kind: 'answered', answer: { contentType: 'text/plain', body: challenge } }
  }
  const given = request.headers.get('x-hub-signature-256') ?? ''
  return sameSecret(given, metaSignature(appSecret, request.body)) ? undefined : refused('signature')
}

function causeOf(error: unknown): string {
  let text = ''
  for (let e = error; e instanceof Error; e = e.cause) text += `${Reflect.get(e, 'code') ?? ''} ${e.message} `
  return text
}
