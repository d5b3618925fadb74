import type { Calls } from './calls.js'

export type * from './calls.js'

export interface ParlanceOptions {
  /** Where the installation stands, such as https://agents.example.com. */
  url: string | URL
  /** The region of the workspace; eu when absent. */
  region?: 'eu' | 'na'
  /** API key, workspace secret, agent secret or session; none for what is public. */
  token?: string
  /** Used in place of the global one. */
  fetch?: typeof globalThis.fetch
  /** How often a call is repeated after 429, a server error or a broken connection; 2 when absent. */
  retries?: number
}

export interface CallOptions {
  signal?: AbortSignal
  /** In place of the client's own. */
  token?: string
  region?: 'eu' | 'na'
  headers?: Record<string, string>
  /** Of a call that changes something; a new one for every call when absent. Send the same one to repeat a call yourself. */
  idempotencyKey?: string
}

export type FileBody = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string

/** One part of a streamed answer, as the AI SDK's UI message stream names them. */
export interface StreamPart {
  type: string
  id?: string
  /** Of `text-delta`. */
  delta?: string
  /** Of `error`: a sentence for people. */
  errorText?: string
  messageMetadata?: TurnMetadata
  [key: string]: unknown
}

export interface TurnMetadata {
  conversationId?: string
  turnId?: string
  /** The key of this conversation: send it again to go on. */
  visitorId?: string
  credits?: number
  status?: 'complete' | 'interrupted' | 'failed'
  [key: string]: unknown
}

export type Parlance = Calls
export function createParlance(options: ParlanceOptions): Parlance

/** What the server refused; `status` 0 when it was not reached. `code` is what programs branch on. */
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
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined
}

export interface Collected extends TurnMetadata {
  conversationId: string
  turnId: string
  visitorId: string
  text: string
  sources: StreamPart[]
}
/** Reads a turn to its end. */
export function collect(turn: AsyncIterable<StreamPart>): Promise<Collected>

/** Every item of a list, page after page. */
export function paginate<Input extends { cursor?: string }, Item>(
  call: (input: Input, options?: CallOptions) => Promise<{ items: Item[]; nextCursor: string | null }>,
  input: Omit<Input, 'cursor'>,
  options?: CallOptions,
): AsyncGenerator<Item, void, undefined>

export interface SignedEvent {
  type: string
  /** ISO time of when it happened. */
  timestamp: string
  payload: { /** Unix seconds. */ createdAt: number; [key: string]: unknown }
}

/** The event of a request that was signed with the secret; throws ParlanceError with EVENT_INVALID otherwise. */
export function verifyEvent(request: {
  /** The body as it came, before it was parsed. */
  payload: string | Uint8Array
  headers: Headers | Record<string, string | string[] | undefined>
  /** Begins with whsec_. */
  secret: string
  /** How old a request may be; 300 when absent. */
  toleranceSeconds?: number
  /** Milliseconds since 1970, in place of the clock. */
  now?: number
}): Promise<SignedEvent>
