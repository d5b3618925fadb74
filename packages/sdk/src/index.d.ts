import type { Calls, Item } from './calls.js'

export type * from './calls.js'

export interface ParlanceOptions {
  /** The installation's address, such as https://agents.example.com. */
  url: string | URL
  /** The workspace's region; defaults to eu. */
  region?: 'eu' | 'na'
  /** API key, workspace secret, agent secret or session; not needed for public calls. */
  token?: string
  /** Replaces the global one. */
  fetch?: typeof globalThis.fetch
  /** Retries after 429, a server error or a broken connection; defaults to 2. */
  retries?: number
}

export interface CallOptions {
  signal?: AbortSignal
  /** Replaces the client's own. */
  token?: string
  region?: 'eu' | 'na'
  headers?: Record<string, string>
  /** For calls that change something; defaults to a new key per call. Send the same one to repeat a call yourself. */
  idempotencyKey?: string
}

export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string

/** One part of a streamed answer, named as in the AI SDK's UI message stream. */
export interface StreamPart {
  type: string
  id?: string
  /** Of `text-delta`. */
  delta?: string
  /** Of `error`: a sentence for users. */
  errorText?: string
  messageMetadata?: TurnMetadata
  [key: string]: unknown
}

export interface TurnMetadata {
  conversationId?: string
  turnId?: string
  /** The key of this conversation: send it again to continue. */
  visitorId?: string
  credits?: number
  status?: 'complete' | 'interrupted' | 'failed'
  [key: string]: unknown
}

export type Parlance = Calls
export function createParlance(options: ParlanceOptions): Parlance

/** The server's refusal; `status` is 0 when it was unreachable. `code` is for programs. */
export class ParlanceError extends Error {
  constructor(told: {
    status: number
    code: string
    message: string
    requestId?: string
    data?: unknown
    retryAfter?: number
    cause?: unknown
  })
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly data: unknown
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined
}

export interface Collected extends TurnMetadata {
  conversationId: string
  turnId: string
  visitorId: string
  text: string
  /** Cards, buttons, forms and whatever else the agent sent besides text. */
  items: Item[]
  sources: StreamPart[]
}
/** Reads a turn to its end. Throws `NETWORK` when the answer broke off, with what was read so far as `data`. */
export function collect(turn: AsyncIterable<StreamPart>): Promise<Collected>

/** Every item of a list, page by page. */
export function paginate<Input extends { cursor?: string }, Item>(
  call: (input: Input, options?: CallOptions) => Promise<{ items: Item[]; nextCursor: string | null }>,
  input: Omit<Input, 'cursor'>,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined>

export interface SignedEvent {
  type: string
  /** When it happened (ISO time). */
  timestamp: string
  payload: { /** Unix seconds. */ createdAt: number; [key: string]: unknown }
}

/** The event of a request signed with the secret; otherwise throws ParlanceError with EVENT_INVALID. */
export function verifyEvent(request: {
  /** The request's raw body, before parsing. */
  payload: string | Uint8Array
  headers: Headers | Record<string, string | string[] | undefined>
  /** Begins with whsec_. */
  secret: string
  /** The maximum age of a request; defaults to 300. */
  toleranceSeconds?: number
  /** Milliseconds since 1970; defaults to the current time. */
  now?: number
}): Promise<SignedEvent>
