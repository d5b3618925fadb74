import type { Milli } from '@parlance/contract/lib/money'
import type { Ctx } from '../../lib/ctx.ts'
import type { Db } from '../../lib/db/pool.ts'
import type { Usage } from '../billing/index.ts'

export interface EmbedRequest {
  readonly workspaceId: string
  readonly texts: readonly string[]
  /** Requested dimensions; a model may return its own. */
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

/** Prefix of models that are free of charge. */
export const SANDBOX = 'sandbox/'

export interface Embedder {
  /** The model name that `embed` would return now, without calling it. */
  readonly modelOf: (
    ctx: Ctx,
    request: { readonly workspaceId: string; readonly dimensions: number },
  ) => Promise<string>
  /** Rejects with an EmbedError. */
  readonly embed: (ctx: Ctx, request: EmbedRequest) => Promise<Embedded>
}

/** Why embedding failed. `refused` is permanent; the others may be temporary. */
export class EmbedError extends Error {
  readonly kind: 'refused' | 'busy' | 'down' | 'garbled'
  constructor(kind: EmbedError['kind'], detail: string, options: { cause?: unknown } = {}) {
    super(detail, options)
    this.name = 'EmbedError'
    this.kind = kind
  }
}

export interface VectorHit {
  /** Id of the chunk, which may have been deleted. */
  readonly id: number
  /** Cosine, -1 to 1. */
  readonly similarity: number
}

export interface VectorQuery {
  readonly agentId: string
  readonly model: string
  readonly vector: Float32Array
  readonly k: number
  /** Only chunks of documents with one of these tags, ignoring case; all documents when absent or empty. */
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

/** Identifies comparable vectors. */
export interface VectorsOf {
  readonly agentId: string
  readonly model: string
  readonly dimensions: number
}

/** The stored vectors, for indexes. */
export interface VectorStore {
  /** A version that grows with every change of the agent's vectors; undefined for an agent without any. */
  readonly state: (db: Db, agentId: string) => Promise<{ version: number; vectors: number } | undefined>
  /** Vectors written after `after`, by (version, id), at most `limit`. */
  readonly page: (
    db: Db,
    of: VectorsOf,
    after: { readonly version: number; readonly id: number },
    limit: number,
  ) => Promise<StoredVector[]>
  /** Those of these chunks that still have such a vector and tag, in the given order, at most `limit`. */
  readonly some: (
    db: Db,
    of: VectorsOf,
    which: { readonly ids: readonly number[]; readonly tags: readonly string[]; readonly limit: number },
  ) => Promise<StoredVector[]>
}

interface ChargeItem {
  readonly workspaceId: string
  readonly agentId: string
  readonly key: string
  readonly cause: string
  /** The workspace, when `workspaceId` is an organisation that pays itself. */
  readonly of?: string
  readonly usage?: Usage | undefined
}

export interface Charge {
  /** Holds credits. @throws CREDITS_EXHAUSTED */
  readonly hold: (ctx: Ctx, item: ChargeItem & { readonly amount: Milli }) => Promise<void>
  /** Charges the cost and releases the rest of the hold; 0 releases all of it. */
  readonly settle: (ctx: Ctx, item: ChargeItem & { readonly cost: Milli }) => Promise<void>
  /** Milli-credits that can be held, locked until the transaction of `tx` ends. */
  readonly lockAvailable: (tx: Ctx, workspaceId: string) => Promise<Milli>
  readonly available: (ctx: Ctx, workspaceId: string) => Promise<Milli>
}
