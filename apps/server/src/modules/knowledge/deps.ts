import type { Ctx } from '../../lib/ctx.ts'
import type { Storage } from '../../lib/storage/storage.ts'
import type { Trash } from '../trash/service.ts'
import type { PageReader } from './pages.ports.ts'
import type { Parser } from './parsing.ports.ts'
import type { Charge, Embedder, VectorIndex } from './ports.ts'

interface AgentSettings {
  /** Longest chunk in characters. */
  readonly maxChunkSize: number
  readonly dimensions: number
}

export interface KnowledgeDeps {
  readonly embedder: Embedder
  readonly vectors: VectorIndex
  readonly parser: Pick<Parser, 'parse'>
  readonly pages: Pick<PageReader, 'read' | 'sitemap'>
  readonly storage: Storage
  readonly trash: Pick<Trash, 'put' | 'restore'>
  /** Rejects for a URL that is not on the public internet. */
  readonly checkAddress: (address: string) => Promise<void>
  readonly agents: {
    readonly settingsOf: (ctx: Ctx, agentId: string) => Promise<AgentSettings>
    readonly exists: (ctx: Ctx, agentId: string) => Promise<boolean>
    /** Titles of those of these agents that belong to the context's workspace. */
    readonly titles: (ctx: Ctx, agentIds: readonly string[]) => Promise<ReadonlyMap<string, string>>
  }
  readonly jobs: {
    readonly enqueue: (ctx: Ctx, name: string, data: Readonly<Record<string, unknown>>) => Promise<void>
  }
  readonly charge: Charge
  /** Throws LIMIT_REACHED beyond the storage quota. Serializes uploads to the workspace until the transaction ends. */
  readonly assertStorageQuota: (tx: Ctx, size: number) => Promise<void>
  /** Throws PLAN_LIMIT if this many more characters exceed the workspace's plan; `used` returns the current number. */
  readonly assertCharacters: (tx: Ctx, more: number, used: () => Promise<number>) => Promise<void>
}
