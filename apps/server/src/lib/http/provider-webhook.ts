// What an outside service that calls us has to be: how its calls are proven, split by account and, later, handled.
import type { Region } from '@parlance/contract/lib/regions'
import type { Ctx } from '../ctx.ts'

/** A call as it arrived. Signatures are made over the bytes, so nothing has read them yet. */
export interface WebhookRequest {
  readonly method: string
  /** What follows `/webhooks/{provider}/`, without a leading slash; empty where nothing follows. */
  readonly path: string
  /** Our own address of the call without its query, for providers that sign it. */
  readonly url: string
  /** Values of the path for paths of the contract: `{ region, agentId }`. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly body: Buffer
  readonly now: Date
}

/** What belongs to one account of the provider, in one call. */
export interface WebhookPart {
  /** The provider's own name of the account: a page, a phone number, a bot. */
  readonly account: string
  /** The provider's id of the delivery: the same one again is the same delivery. */
  readonly id: string
  /** Where the request itself names the region; otherwise that of the account. */
  readonly region?: Region
  readonly workspaceId?: string
  readonly connectionId?: string
  /** Kept as JSON until it is handled. */
  readonly body: unknown
}

export interface WebhookAnswer {
  readonly status?: 200 | 202
  readonly contentType: string
  readonly body: string
}

/**
 * `signature` 401 · `malformed` 400 · `unknown` 404 · `unconfigured` 503, without a secret to check against. `account` only
 * where it is known to be one of ours: its log shows the refusal.
 */
export interface WebhookRefusal {
  readonly kind: 'refused'
  readonly reason: 'signature' | 'malformed' | 'unknown' | 'unconfigured'
  readonly account?: string
}

export type WebhookVerdict =
  | { readonly kind: 'accepted'; readonly parts: readonly WebhookPart[]; readonly answer?: WebhookAnswer }
  /** Nothing to keep: a handshake. */
  | { readonly kind: 'answered'; readonly answer: WebhookAnswer }
  | WebhookRefusal

export interface ProviderAccount {
  readonly provider: string
  readonly account: string
  readonly region: Region
  readonly workspaceId: string
  /** Of the channel or payment connection that it stands for. */
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

export interface ProviderWebhook {
  /** The first part of its path, `/webhooks/{provider}/…`. */
  readonly provider: string
  /** Largest accepted body; 1 MB when absent. */
  readonly maxBytes?: number
  /**
   * Proves the call by its raw bytes and splits it by account. Stores nothing. `findAccount` knows the accounts that
   * workspaces connected.
   */
  readonly verify: (
    request: WebhookRequest,
    findAccount: (account: string) => Promise<ProviderAccount | undefined>,
  ) => Promise<WebhookVerdict> | WebhookVerdict
  /**
   * Handles one delivery in its region, after the provider got its answer. It may run twice. Throwing tries it again; the
   * error is shown in the log of the connection, so it holds no words of visitors. So is what it returns: why nothing was done.
   */
  readonly handle: (ctx: Ctx, delivery: InboundDelivery) => Promise<string | void>
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body as JSON; undefined for anything else, e.g. bytes that are no UTF-8. */
export function jsonBody({ body }: Pick<WebhookRequest, 'body'>): unknown {
  try {
    return JSON.parse(utf8.decode(body)) as unknown
  } catch {
    return undefined
  }
}

export const refused = (reason: WebhookRefusal['reason'], account?: string): WebhookRefusal => ({
  kind: 'refused',
  reason,
  ...(account === undefined ? {} : { account }),
})
