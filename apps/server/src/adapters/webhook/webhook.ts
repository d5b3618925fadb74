// A custom channel: signed JSON in and out, described in docs/guides/webhook-channel.md.
import { randomId } from '@parlance/contract/lib/ids'
import { webhookCan, WEBHOOK_ABILITIES } from '@parlance/contract/channels/webhook'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import { Webhook } from 'standardwebhooks'
import { jsonBody, refused, type WebhookRequest } from '../../lib/http/provider-webhook.ts'
import { reasonFor } from '../../lib/outbound/reasons.ts'
import type { ChannelAdapter, SendOutcome } from '../../modules/channels/index.ts'
import { compileWebhook } from './compile.ts'
import { keyOf, parseWebhook, Unknown, whyIgnored } from './parse.ts'

export interface WebhookOptions {
  /** For URLs that users typed: refuses private addresses and responses over 20 MB. */
  readonly guardedFetch: typeof fetch
  /** The target of `https://simulator.localhost`; absent without simulators. */
  readonly simulator?: string | undefined
}

const TIMEOUT_MS = 15_000
const MAX_NAME = 60
const ACCOUNT = /^wh_[\w-]{10,60}$/
const SIMULATOR = 'simulator.localhost'
const SECRET = /^whsec_([\d+/A-Za-z]{32,88}={0,2})$/

export function createWebhook({ guardedFetch, simulator }: WebhookOptions): ChannelAdapter {
  const fetchFrom = (address: string, init: RequestInit): Promise<Response> => {
    const url = new URL(address)
    const isSimulator = simulator !== undefined && url.hostname === SIMULATOR
    return isSimulator ? fetch(`${simulator}${url.pathname}`, init) : guardedFetch(address, init)
  }
  const post = (to: { url: string; secret: string }, id: string, body: unknown): Promise<Response> => {
    const text = JSON.stringify(body)
    const now = new Date()
    return fetchFrom(to.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': new Webhook(to.secret).sign(id, now, text),
      },
      body: text,
    })
  }

  return {
    channel: 'webhook',
    keepsOptOut: true,
    isSandbox: simulator !== undefined,
    can: webhookCan,
    async verify(request, find, isKnown) {
      const account = ACCOUNT.exec(request.path)?.[0]
      const connection = account === undefined ? undefined : await find({ account })
      // Another process serves the region that holds the secret: the call may be repeated.
      if (account === undefined || !connection)
        return refused(account !== undefined && (await isKnown(account)) ? 'unconfigured' : 'unknown')
      const body = jsonBody(request)
      if (body === undefined) return refused('malformed', account)
      if (!isSigned(request, connection.secrets.secret ?? '')) return refused('signature', account)
      const call = Unknown.safeParse(body)
      if (!call.success) return refused('malformed', account)
      const { workspaceId, id: connectionId, region } = connection
      const kept = { receivedAt: request.now.getTime(), call: call.data }
      const part = { account, id: keyOf(call.data), region, workspaceId, connectionId, body: kept }
      return { kind: 'accepted', parts: [part] }
    },
    namedBy: ({ path }) => (ACCOUNT.test(path) ? [{ account: path }] : []),
    parse: parseWebhook,
    whyIgnored,
    compile: compileWebhook,
    async send(request, connection, { key }): Promise<SendOutcome> {
      const { url = '' } = connection.settings
      const { secret = '' } = connection.secrets
      const id = `msg_${key}`
      try {
        const response = await post({ url, secret }, id, { ...request.body, id })
        void response.body?.cancel().catch(() => undefined)
        return outcomeOf(response, id)
      } catch (error) {
        if (reasonFor(error) === 'not-public') return { kind: 'reconnect', reason: msg('webhook_not_public') }
        // Receivers identify a message by its id, so a repeat is safe.
        return { kind: 'retry', reason: msg('webhook_unreachable') }
      }
    },
    async download({ id, mime }) {
      const response = await fetchFrom(id, { signal: AbortSignal.timeout(TIMEOUT_MS) })
      if (!response.ok) throw new Error(`the address of a file answered ${response.status}`)
      return { bytes: Buffer.from(await response.arrayBuffer()), mime }
    },
    async connect({ origin, agentId, fields, before }) {
      const name = (fields.name ?? '').trim().slice(0, MAX_NAME)
      const url = (fields.url ?? '').trim()
      if (name === '' || url === '') throw new AppError('INVALID_INPUT', msg('fields_required'))
      if (!isAddress(url)) throw new AppError('INVALID_INPUT', msg('webhook_url_invalid'))
      const given = (fields.secret ?? '').trim()
      const secret = given === '' ? (before?.secrets.secret ?? '') : given
      if (!isSecret(secret)) throw new AppError('INVALID_INPUT', msg('webhook_secret_invalid'))
      await ping({ url, secret })
      const account = before?.account ?? `wh_${randomId(24)}`
      const ticked = Object.fromEntries(WEBHOOK_ABILITIES.map((one) => [one, fields[one] === 'yes' ? 'yes' : 'no']))
      const webhookUrl = `${origin}/webhooks/webhook/${account}`
      return { account, name, settings: { agentId, name, url, webhookUrl, ...ticked }, secrets: { secret } }
    },
    // Nothing is registered elsewhere.
    disconnect: async () => {},
  }

  async function ping(to: { url: string; secret: string }): Promise<void> {
    const response = await post(to, `ping_${randomId(16)}`, { type: 'ping' }).catch((error: unknown) => {
      const reason = reasonFor(error)
      throw new AppError(
        'UPSTREAM_FAILED',
        reason === 'not-public' ? msg('webhook_not_public') : msg('webhook_unreachable'),
      )
    })
    void response.body?.cancel().catch(() => undefined)
    if (response.status < 200 || response.status >= 300)
      throw new AppError('UPSTREAM_FAILED', msg('webhook_ping_refused', { status: response.status }))
  }
}

const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && text.length <= 2000
}
const isSecret = (text: string): boolean => {
  const bytes = Buffer.from(SECRET.exec(text)?.[1] ?? '', 'base64').length
  return bytes >= 24 && bytes <= 64
}

function isSigned({ headers, body }: Pick<WebhookRequest, 'headers' | 'body'>, secret: string): boolean {
  const of = (name: string) => headers.get(name) ?? ''
  try {
    new Webhook(secret).verify(body, {
      'webhook-id': of('webhook-id'),
      'webhook-timestamp': of('webhook-timestamp'),
      'webhook-signature': of('webhook-signature'),
    })
    return true
  } catch {
    return false
  }
}

/** Maps the receiver's response to what happens to the message. */
export function outcomeOf({ status, headers }: Pick<Response, 'status' | 'headers'>, id: string): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent', providerId: id }
  const reason = msg('webhook_answered', { status })
  const after = Number(headers.get('retry-after') ?? Number.NaN)
  const wait = Number.isFinite(after) && after >= 0 ? { afterMs: after * 1000 } : {}
  if (status === 429 || status === 408 || status === 425 || status >= 500) return { kind: 'retry', reason, ...wait }
  if (status === 401 || status === 403 || status === 404 || status === 410) return { kind: 'reconnect', reason }
  return { kind: 'rejected', reason }
}
