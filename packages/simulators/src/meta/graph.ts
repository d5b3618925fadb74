/**
 * A loopback Graph API: login dialog, tokens, signed webhooks, and faults. Meta's products (WhatsApp, Messenger,
 * Instagram) are `GraphProduct`s.
 */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { dirname } from 'node:path'
import { parseForm, parseJson, readBody } from '../http.ts'
import { DIALOG_PAGE } from './dialog-page.ts'

/** Objects an app can subscribe to. */
export type GraphObject = 'whatsapp_business_account' | 'page' | 'instagram'
export interface GraphRequest {
  readonly method: string
  /** Below the version, e.g. `/123/messages`. */
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Readonly<Record<string, unknown>>
  /** Parts of a multipart body, by name. */
  readonly files: ReadonlyMap<string, File>
  readonly token: TokenOf | undefined
}
export interface GraphReply {
  readonly status: number
  readonly body: unknown
  readonly contentType?: string
}
/** The owner of a token: a signed-in user, or one of their pages. */
export interface TokenOf {
  readonly kind: 'user' | 'long' | 'page'
  readonly id: string
}
export interface GraphTools {
  readonly appId: string
  readonly url: () => string
  readonly tokenFor: (of: TokenOf) => string
  /**
   * Sends a signed call to the app's webhook of an object until it is accepted; returns the last status, 0 for none.
   */
  readonly deliver: (object: GraphObject, entries: readonly unknown[]) => Promise<number>
  /** Persistent state of a product, across restarts if there is a file. */
  readonly store: <Value>(name: string, first: Value) => { get: () => Value; set: (value: Value) => void }
}
export interface GraphProduct {
  /** Its page is at `/{name}/page`. */
  readonly names: readonly string[]
  /** Handles the product's own calls; undefined for unknown ones. */
  readonly answer: (request: GraphRequest) => GraphReply | undefined | Promise<GraphReply | undefined>
  /** Scopes of the dialog, with the ids that a user's token may access by each. */
  readonly scopes?: (user: string) => Readonly<Record<string, readonly string[]>>
  /** Files that visitors send, by name. */
  readonly file?: (name: string) => { readonly contentType: string; readonly body: Buffer } | undefined
  readonly page: (name: string) => string
  readonly state: (name: string) => unknown
  readonly say: (name: string, body: Readonly<Record<string, unknown>>) => void | Promise<void>
}

export interface GraphOptions {
  /** 0, the default, uses a free port. */
  readonly port?: number
  /** Keeps its app and subscriptions across restarts. */
  readonly storeFile?: string
  readonly products?: readonly ((tools: GraphTools) => GraphProduct)[]
}
/** The next response of a path: an error in Meta's format, or none. */
export interface GraphFaultGiven {
  readonly path: RegExp
  readonly method?: string
  readonly status?: number
  readonly code: number
  readonly subcode?: number
  readonly message?: string
  readonly details?: string
  /** The call is executed, but its response is lost. */
  readonly lost?: true
}
export interface RecordedCall {
  readonly method: string
  /** Includes the version. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, string>>
  readonly authorization: string
  readonly status: number
}
export interface GraphSimulator {
  readonly url: string
  readonly appId: string
  readonly appSecret: string
  readonly verifyToken: string
  readonly calls: RecordedCall[]
  /** Makes the handshake and, on success, sends the object's events there from now on. */
  readonly deliverTo: (object: GraphObject, url: string) => Promise<boolean>
  readonly fail: (...faults: GraphFaultGiven[]) => void
  /** Drops faults that no call met. */
  readonly recover: () => void
  /** A token of a user who completed the dialog. */
  readonly login: (user?: string) => string
  /** Refuses the token from now on. */
  readonly revoke: (token: string) => void
  readonly sign: (body: string) => string
  readonly close: () => Promise<void>
}

const RETRIES = 60
const RETRY_MS = 500
const MAX_BODY = 20_000_000
const VERSION = /^\/v\d{1,3}\.\d(?=\/)/

export const graphError = (
  code: number,
  message: string,
  more: { subcode?: number; details?: string; status?: number; type?: string } = {},
): GraphReply => ({
  status: more.status ?? (code === 190 ? 401 : 400),
  body: {
    error: {
      message: `(#${code}) ${message}`,
      type: more.type ?? 'OAuthException',
      code,
      ...(more.subcode === undefined ? {} : { error_subcode: more.subcode }),
      ...(more.details === undefined ? {} : { error_data: { messaging_product: 'whatsapp', details: more.details } }),
      fbtrace_id: randomBytes(8).toString('base64url'),
    },
  },
})

export async function startGraph(options: GraphOptions = {}): Promise<GraphSimulator> {
  const calls: RecordedCall[] = []
  const revoked = new Set<string>()
  const codes = new Map<string, { user: string; redirectUri: string }>()
  let faults: GraphFaultGiven[] = []
  const closing = new AbortController()
  let address = ''

  const kept = readStore(options.storeFile)
  const save = () => {
    if (options.storeFile === undefined) return
    mkdirSync(dirname(options.storeFile), { recursive: true })
    writeFileSync(options.storeFile, JSON.stringify(kept), { mode: 0o600 })
  }
  const { appId, appSecret, verifyToken } = kept.app
  const mac = (text: string) =>
    createHmac('sha256', appSecret).update(text).digest('base64url').replaceAll(/[-_]/g, 'x').slice(0, 24)
  const tokenFor = ({ kind, id }: TokenOf) => `EAA${kind[0]}${id}Z${mac(`${kind}|${id}`)}`
  const KINDS: Readonly<Record<string, TokenOf['kind']>> = { u: 'user', l: 'long', p: 'page' }
  const readToken = (token: string): TokenOf | undefined => {
    const [, letter = '', id = ''] = /^EAA([ulp])(\d+)Z\w+$/.exec(token) ?? []
    const kind = KINDS[letter]
    if (kind === undefined || revoked.has(token)) return undefined
    return sameText(token, tokenFor({ kind, id })) ? { kind, id } : undefined
  }
  const sign = (body: string | Buffer) => `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`

  const deliver: GraphTools['deliver'] = async (object, entry) => {
    const body = JSON.stringify({ object, entry })
    let status = 0
    for (let attempt = 0; attempt < RETRIES && !closing.signal.aborted; attempt += 1) {
      const to = kept.callbacks[object]
      if (to === undefined) return 0
      try {
        const answer = await fetch(to, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-hub-signature-256': sign(body) },
          body,
          signal: AbortSignal.timeout(10_000),
        })
        ;({ status } = answer)
        if (answer.ok) return status
      } catch {
        status = 0
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
    return status
  }
  const deliverTo: GraphSimulator['deliverTo'] = async (object, url) => {
    const challenge = String(randomBytes(4).readUInt32BE())
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': verifyToken,
      'hub.challenge': challenge,
    })
    const answer = await fetch(`${url}?${query.toString()}`).catch(() => undefined)
    if (!answer?.ok || (await answer.text()) !== challenge) return false
    kept.callbacks[object] = url
    save()
    return true
  }

  const products = (options.products ?? []).map((make) =>
    make({
      appId,
      url: () => address,
      tokenFor,
      deliver,
      store: (name, first) => ({
        get: () => (kept.state[name] ?? first) as typeof first,
        set: (value) => {
          kept.state[name] = value
          save()
        },
      }),
    }),
  )
  const scopesOf = (user: string) => Object.assign({}, ...products.map((one) => one.scopes?.(user) ?? {})) as object

  const answerOauth = ({ method, path, query, token }: GraphRequest): GraphReply | undefined => {
    if (method === 'GET' && path === '/oauth/access_token') {
      if (query.get('client_id') !== appId || query.get('client_secret') !== appSecret)
        return graphError(101, 'Error validating application.', { status: 400 })
      const code = query.get('code')
      if (code !== null) {
        const found = codes.get(code)
        if (!found) return graphError(100, 'This authorization code has been used.', { subcode: 36_009 })
        codes.delete(code)
        if (found.redirectUri !== (query.get('redirect_uri') ?? ''))
          return graphError(100, 'Error validating verification code. redirect_uri is not identical.', {
            subcode: 36_008,
          })
        return token60(tokenFor({ kind: 'long', id: found.user }))
      }
      if (query.get('grant_type') !== 'fb_exchange_token') return graphError(100, 'Missing authorization code')
      const of = readToken(query.get('fb_exchange_token') ?? '')
      if (!of || of.kind === 'page') return graphError(190, 'Invalid OAuth access token - Cannot parse access token')
      return token60(tokenFor({ kind: 'long', id: of.id }))
    }
    if (method === 'GET' && path === '/debug_token') {
      if (query.get('access_token') !== `${appId}|${appSecret}` && !token)
        return graphError(190, 'An access token is required to request this resource.')
      const of = readToken(query.get('input_token') ?? '')
      const scopes = of ? Object.entries(scopesOf(of.id)) : []
      return {
        status: 200,
        body: {
          data: {
            app_id: appId,
            type: of?.kind === 'page' ? 'PAGE' : 'USER',
            is_valid: of !== undefined,
            ...(of ? { user_id: of.id } : {}),
            scopes: scopes.map(([name]) => name),
            granular_scopes: scopes.map(([scope, ids]) => ({ scope, target_ids: ids as string[] })),
          },
        },
      }
    }
    if (method === 'GET' && path === '/me' && token && token.kind !== 'page')
      return { status: 200, body: { id: token.id, name: 'Sandbox Owner', email: 'owner@sandbox.test' } }
    return undefined
  }
  const token60 = (access_token: string): GraphReply => ({
    status: 200,
    body: { access_token, token_type: 'bearer', expires_in: 5_183_944 },
  })

  /** The dialog's button: redirects with a code or a token. */
  const answerDialog = (asked: Readonly<Record<string, unknown>>): GraphReply => {
    const [client, back, state] = [asked.client_id, asked.redirect_uri, asked.state].map((one) => String(one ?? ''))
    if (client !== appId) return { status: 400, body: { error: 'The app ID is not known.' } }
    if (!URL.canParse(back ?? '')) return { status: 400, body: { error: 'The redirect URI is not valid.' } }
    const url = new URL(back ?? '')
    if (asked.answer === 'cancel') {
      url.searchParams.set('error', 'access_denied')
      url.searchParams.set('error_reason', 'user_denied')
      url.searchParams.set('state', state ?? '')
      return { status: 200, body: { location: url.href } }
    }
    const given = String(asked.user ?? '')
    const user = /^\d{6,15}$/.test(given) ? given : newUser()
    if (asked.response_type === 'token') {
      url.hash = new URLSearchParams({
        access_token: tokenFor({ kind: 'user', id: user }),
        expires_in: '5400',
        state: state ?? '',
      }).toString()
    } else {
      const code = `AQ${randomBytes(24).toString('base64url')}`
      codes.set(code, { user, redirectUri: back ?? '' })
      url.searchParams.set('code', code)
      url.searchParams.set('state', state ?? '')
    }
    return { status: 200, body: { location: url.href } }
  }

  const answerGraph = async (request: GraphRequest): Promise<GraphReply> => {
    const oauth = answerOauth(request)
    if (oauth) return oauth
    if (!request.token) return graphError(190, 'Invalid OAuth access token - Cannot parse access token')
    for (const product of products) {
      const answer = await product.answer(request)
      if (answer) return answer
    }
    return graphError(100, `Unsupported ${request.method.toLowerCase()} request.`, {
      subcode: 33,
      type: 'GraphMethodException',
    })
  }

  const handleGraph = async (request: IncomingMessage, response: ServerResponse, url: URL, bytes: Buffer) => {
    const { body, files } = await readFields(request, bytes)
    const authorization =
      request.headers.authorization ??
      (url.searchParams.get('access_token') === null ? '' : `Bearer ${url.searchParams.get('access_token')}`)
    const path = url.pathname.replace(VERSION, '')
    const fault = faults.find((one) => one.path.test(path) && (one.method ?? request.method) === request.method)
    faults = faults.filter((one) => one !== fault)
    const answer =
      fault && !fault.lost
        ? graphError(fault.code, fault.message ?? 'A fault', {
            ...(fault.subcode === undefined ? {} : { subcode: fault.subcode }),
            ...(fault.details === undefined ? {} : { details: fault.details }),
            ...(fault.status === undefined ? {} : { status: fault.status }),
          })
        : await answerGraph({
            method: request.method ?? 'GET',
            path,
            query: url.searchParams,
            body,
            files,
            token: readToken(authorization.replace(/^(?:Bearer|OAuth) /, '')),
          })
    calls.push({
      method: request.method ?? 'GET',
      path: url.pathname,
      body,
      query: Object.fromEntries(url.searchParams),
      authorization,
      status: answer.status,
    })
    if (fault?.lost) return void response.destroy()
    reply(response, answer)
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://simulator')
    const bytes = await readBody(request, MAX_BODY)
    if (VERSION.test(url.pathname)) return handleGraph(request, response, url, bytes)
    const [, name = '', part = ''] = /^\/(\w+)\/page(?:\/(state|say))?$/.exec(url.pathname) ?? []
    const json = () => parseJson(bytes)
    const html = (body: string) => reply(response, { status: 200, body, contentType: 'text/html; charset=utf-8' })
    if (name === 'meta') {
      if (part === 'say') return reply(response, answerDialog(json()))
      return html(DIALOG_PAGE)
    }
    const product = products.find(({ names }) => names.includes(name))
    if (product && part === '') return html(product.page(name))
    if (product && part === 'state') return reply(response, { status: 200, body: product.state(name) })
    if (product && part === 'say') {
      await product.say(name, json())
      return reply(response, { status: 200, body: { ok: true } })
    }
    const [, fileName] = /^\/files\/([\w.-]+)$/.exec(url.pathname) ?? []
    if (fileName !== undefined)
      for (const one of products) {
        const found = one.file?.(fileName)
        if (found) return reply(response, { status: 200, ...found })
      }
    reply(response, graphError(2500, 'An unknown path', { status: 404 }))
  }
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })
  // Clients close idle connections first, so none is closed under a request.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', () => resolve())
  })
  const listening = server.address()
  if (listening === null || typeof listening === 'string') throw new Error('The simulator of Meta has no port.')
  address = `http://127.0.0.1:${listening.port}`
  save()
  return {
    url: address,
    appId,
    appSecret,
    verifyToken,
    calls,
    deliverTo,
    fail: (...given) => void (faults = [...faults, ...given]),
    recover: () => void (faults = []),
    login: (user = newUser()) => tokenFor({ kind: 'user', id: user }),
    revoke: (token) => void revoked.add(token),
    sign,
    close: () =>
      new Promise((resolve) => {
        closing.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export const newUser = (): string => `61${String(randomBytes(6).readUIntBE(0, 6) % 1e10).padStart(10, '0')}`

/** One page of a list, of 25 unless the call says otherwise. */
export function pageOf<One>(all: readonly One[], query: URLSearchParams, address: string) {
  const from = Number(query.get('after') ?? 0)
  const to = from + Number(query.get('limit') ?? 25)
  const next = to < all.length ? { next: `${address}?after=${to}` } : {}
  return { data: all.slice(from, to), paging: { cursors: { before: String(from), after: String(to) }, ...next } }
}

/** The messages of a chat; none so far for a new one. */
export function chatIn<Message>(chats: Map<string, Message[]>, account: string, visitor: string): Message[] {
  const key = `${account}|${visitor}`
  const found = chats.get(key) ?? []
  chats.set(key, found)
  return found
}

const KEPT_MESSAGES = 200
/** The end of each chat, to keep across restarts. */
export const endsOf = <Message>(chats: ReadonlyMap<string, readonly Message[]>): Record<string, Message[]> =>
  Object.fromEntries([...chats].map(([key, messages]) => [key, messages.slice(-KEPT_MESSAGES)]))

interface Store {
  readonly app: { appId: string; appSecret: string; verifyToken: string }
  readonly callbacks: Partial<Record<GraphObject, string>>
  readonly state: Record<string, unknown>
}
function readStore(file: string | undefined): Store {
  try {
    if (file !== undefined) return JSON.parse(readFileSync(file, 'utf8')) as Store
  } catch {}
  return {
    app: {
      appId: newUser(),
      appSecret: randomBytes(16).toString('hex'),
      verifyToken: randomBytes(16).toString('hex'),
    },
    callbacks: {},
    state: {},
  }
}

function sameText(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

const reply = (response: ServerResponse, { status, body, contentType = 'application/json' }: GraphReply) => {
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': contentType }).end(bytes)
}

async function readFields(
  request: IncomingMessage,
  bytes: Buffer,
): Promise<{ body: Record<string, unknown>; files: Map<string, File> }> {
  const files = new Map<string, File>()
  if (request.headers['content-type'] === 'application/octet-stream') return { body: { size: bytes.length }, files }
  const form = bytes.length === 0 ? undefined : await parseForm(request, bytes)
  if (!form) return { body: parseJson(bytes), files }
  const body: Record<string, unknown> = {}
  for (const [name, value] of form)
    if (typeof value === 'string') body[name] = value
    else files.set(name, value)
  return { body, files }
}
