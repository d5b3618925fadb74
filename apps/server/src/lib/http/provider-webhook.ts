// The interface of a service that calls us: verifies calls, splits them by account, and handles them later.
import type { Message } from '@parlance/i18n/messages'
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../ctx.ts'

/** A call as it arrived. Signatures cover the raw bytes, so nothing has parsed them yet. */
export interface WebhookRequest {
  readonly method: string
  /** The rest of the path after `/webhooks/{provider}/`, without a leading slash; may be empty. */
  readonly path: string
  /** Our URL of the call without its query, for providers that sign it. */
  readonly url: string
  /** Path parameters as in the contract: `{ region, agentId }`. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: Buffer
  readonly now: Date
}

/** No account of ours has a longer name. */
export const MAX_ACCOUNT_LENGTH = 200

/** The part of a call that belongs to one account of the provider. */
export interface WebhookPart {
  /** The provider's name of the account: a page, a phone number, a bot. */
  readonly account: string
  /** The provider's id of the delivery; repeats have the same id. */
  readonly id: string
  /** Set when the request itself names the region; otherwise the account's region is used. */
  readonly region?: Region
  readonly workspaceId?: string
  readonly connectionId?: string
  readonly body: unknown
}

export interface WebhookAnswer {
  readonly status?: 200 | 202
  readonly contentType: string
  readonly body: string
}

/**
 * `signature` 401 (unless the provider has its own) · `malformed` 400 · `unknown` 404 · `unconfigured` 503. `account`, if
 * ours, gets it in its log.
 */
export interface WebhookRefusal {
  readonly kind: 'refused'
  readonly reason: 'signature' | 'malformed' | 'unknown' | 'unconfigured'
  readonly account?: string
}

export type WebhookVerdict =
  | { readonly kind: 'accepted'; readonly parts: readonly WebhookPart[]; readonly answer?: WebhookAnswer }
  /** Nothing to store: a handshake. */
  | { readonly kind: 'answered'; readonly answer: WebhookAnswer }
  | WebhookRefusal

export interface ProviderAccount {
  readonly provider: string
  readonly account: string
  readonly region: Region
  readonly workspaceId: string
  readonly connectionId: string
}

export interface InboundDelivery {
  readonly provider: string
  readonly account: string
  readonly id: string
  readonly connectionId: string
  readonly body: unknown
  readonly receivedAt: Date
}

/** What `handle` answers for a delivery that only says what became of our messages: the log leaves it out. */
export const RECEIPT = 'receipt'

export interface ProviderWebhook {
  /** The first segment of its path, `/webhooks/{provider}/…`. */
  readonly provider: string
  /** The answer to a wrong signature, where the provider's own rule differs from 401. */
  readonly signatureError?: 'INVALID_INPUT'
  /** Maximum body size; 1 MB when absent. */
  readonly maxBytes?: number
  /** Verifies the raw bytes and splits the call by account. Stores nothing. */
  readonly verify: (
    request: WebhookRequest,
    findAccount: (account: string) => Promise<ProviderAccount | undefined>,
  ) => Promise<WebhookVerdict> | WebhookVerdict
  /** The connected accounts that a call names which is too large to verify: by its path, or by the start of its body. */
  readonly namedBy?: (request: WebhookRequest) => Promise<readonly string[]>
  /** Handles one delivery in its region; may run twice; throwing retries it. Its errors and reasons appear in a log. */
  readonly handle: (ctx: Ctx, delivery: InboundDelivery) => Promise<Message | void>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as JSON; undefined for anything else, e.g. invalid UTF-8. */
export function jsonBody({ body }: Pick<WebhookRequest, 'body'>): unknown {
  try {
    return JSON.parse(utf8.decode(body)) as unknown
  } catch {
    return undefined
  }
}

/** The distinct ids under these keys of JSON that was cut off, in order. */
export const accountsIn = (start: Buffer, keys: readonly string[]): { account: string }[] => {
  const ids = start.toString('utf8').matchAll(new RegExp(`"(?:${keys.join('|')})"\\s*:\\s*"(\\d{1,30})"`, 'g'))
  return [...new Set([...ids].map(([, id = '']) => id))].map((account) => ({ account }))
}

export const refused = (reason: WebhookRefusal['reason'], account?: string): WebhookRefusal => ({
  kind: 'refused',
  reason,
  ...(account === undefined ? {} : { account }),
})
