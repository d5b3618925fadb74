// What knowledge needs of others: vectors for texts, a search over vectors, and credits.
import type { Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'

export interface EmbedRequest {
  readonly workspaceId: string
  readonly texts: readonly string[]
  /** Numbers per vector asked for; a model that cannot choose answers with its own. */
  readonly dimensions: number
  readonly signal?: AbortSignal
}

export interface Embedded {
  /** One per text, in their order, all of one length. */
  readonly vectors: readonly Float32Array[]
  /** Vectors are compared only with vectors of the same name. */
  readonly model: string
  readonly sandbox: boolean
}

/** How names of models begin that nobody pays for. */
export const SANDBOX = 'sandbox/'

export interface Embedder {
  /** The name that `embed` would answer now, without calling anybody. */
  readonly modelOf: (
    ctx: Ctx,
    request: { readonly workspaceId: string; readonly dimensions: number },
  ) => Promise<string>
  /** Rejects with an EmbedError. */
  readonly embed: (ctx: Ctx, request: EmbedRequest) => Promise<Embedded>
}

/** Why there are no vectors. `refused` will not get better by itself; the others may. */
export class EmbedError extends Error {
  readonly kind: 'refused' | 'busy' | 'down' | 'garbled'
  constructor(kind: EmbedError['kind'], detail: string, options: { cause?: unknown } = {}) {
    super(detail, options)
    this.name = 'EmbedError'
    this.kind = kind
  }
}

export interface VectorHit {
  /** Id of the chunk. It may be gone by now: whoever reads the chunk finds out. */
  readonly id: number
  /** Cosine, -1 to 1. */
  readonly similarity: number
}

export interface VectorQuery {
  readonly agentId: string
  readonly model: string
  readonly vector: Float32Array
  readonly k: number
  /** Only chunks of documents with one of these tags, whatever their case; of all documents when absent or empty. */
  readonly tags?: readonly string[]
}

export interface VectorIndex {
  /** The nearest chunks of the agent with vectors of this model and length, nearest first. */
  readonly search: (ctx: Ctx, query: VectorQuery) => Promise<VectorHit[]>
}

export interface StoredVector {
  readonly id: number
  readonly version: number
  /** 32-bit little-endian floats of a unit vector. */
  readonly embedding: Buffer
}

/** Vectors that may be compared with each other. */
export interface VectorsOf {
  readonly agentId: string
  readonly model: string
  readonly dimensions: number
}

/** Where an index reads the vectors it searches. */
export interface VectorStore {
  /** Grows with every change of the agent's vectors; undefined for an agent without any. */
  readonly state: (db: Db, agentId: string) => Promise<{ version: number; vectors: number } | undefined>
  /** Vectors written after `after`, in the order of (version, id), at most `limit`. */
  readonly page: (
    db: Db,
    of: VectorsOf,
    after: { readonly version: number; readonly id: number },
    limit: number,
  ) => Promise<StoredVector[]>
  /** Those of these chunks that still have such a vector (and such a tag), in the given order, at most `limit`. */
  readonly some: (
    db: Db,
    of: VectorsOf,
    which: { readonly ids: readonly number[]; readonly tags: readonly string[]; readonly limit: number },
  ) => Promise<StoredVector[]>
}

interface ChargeItem {
  readonly workspaceId: string
  readonly agentId: string
  /** The same key again does nothing. */
  readonly key: string
  /** What the credit log says of it. */
  readonly cause: string
}

/** Credits for embedding documents. Holds and settlements join the transaction of their context. */
export interface Charge {
  /** Sets credits aside; CREDITS_EXHAUSTED when the balance does not reach. */
  readonly hold: (ctx: Ctx, item: ChargeItem & { readonly amount: Milli }) => Promise<void>
  /** Takes what the work cost out of the hold and gives the rest back; 0 gives all of it back. */
  readonly settle: (ctx: Ctx, item: ChargeItem & { readonly cost: Milli }) => Promise<void>
  /** Milli-credits that can be held, locked until the transaction of `tx` ends. */
  readonly lockAvailable: (tx: Ctx, workspaceId: string) => Promise<Milli>
  /** The same as it is now, without a lock. */
  readonly available: (ctx: Ctx, workspaceId: string) => Promise<Milli>
}
