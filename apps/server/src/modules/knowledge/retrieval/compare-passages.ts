// Compares passages by meaning, and embeds questions like the agent's documents.
import { setTimeout as pause } from 'node:timers/promises'
import type { Ctx } from '../../../lib/ctx.ts'
import * as repository from './compare-passages.repository.ts'
import { EmbedError } from '../ports.ts'
import type { KnowledgeDeps } from '../deps.ts'
import { toBytes, toFloats } from '../vectors.ts'

export interface ComparedPassage {
  readonly id: number
  readonly docId: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

/** Part of `Knowledge`; acts inside `ctx.workspaceId`. */
export interface PassageComparison {
  /** Unit vectors of texts, in order; undefined if embedding fails. Not charged: questions are short. */
  readonly embed: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly texts: readonly string[] },
  ) => Promise<{ readonly vectors: readonly Float32Array[]; readonly model: string } | undefined>
  /** For each vector the cosine of the nearest passage; null if there is none to compare with. */
  readonly similarities: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly model: string; readonly vectors: readonly Float32Array[] },
  ) => Promise<(number | null)[]>
  readonly newestPassages: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly limit: number },
  ) => Promise<ComparedPassage[]>
  /** Pairs of different documents with at least this cosine, most similar first. Yields to visitors' searches. */
  readonly neighbours: (
    ctx: Ctx,
    of: {
      readonly agentId: string
      readonly ids: readonly number[]
      readonly atLeast: number
      readonly limit: number
    },
  ) => Promise<{ readonly a: number; readonly b: number; readonly similarity: number }[]>
  /** For each passage whether its document still contains it literally. */
  readonly stillHeld: (
    ctx: Ctx,
    of: { readonly agentId: string; readonly passages: readonly { readonly docId: string; readonly text: string }[] },
  ) => Promise<boolean[]>
}

const EMBED_MS = 20_000
const NEAREST = 6
const AT_ONCE = 100
const PAUSE_MS = 3

export function createPassageComparison({
  embedder,
  vectors,
  agents,
}: Pick<KnowledgeDeps, 'embedder' | 'vectors' | 'agents'>): PassageComparison {
  return {
    async embed(ctx, { agentId, texts }) {
      try {
        const { dimensions } = await agents.settingsOf(ctx, agentId)
        const request = { workspaceId: ctx.workspaceId, texts, dimensions, signal: AbortSignal.timeout(EMBED_MS) }
        const made = await embedder.embed(ctx, request)
        return { vectors: made.vectors.map((vector) => toFloats(toBytes(vector))), model: made.model }
      } catch (error) {
        if (!(error instanceof EmbedError)) throw error
        ctx.log.info({ err: error, agentId }, 'embedding questions failed, compared by letters alone')
        return undefined
      }
    },
    async similarities(ctx, { agentId, model, vectors: wanted }) {
      const found: (number | null)[] = []
      for (const vector of wanted) {
        const [best] = await vectors.search(ctx, { agentId, model, vector, k: 1 })
        found.push(best?.similarity ?? null)
      }
      return found
    },
    newestPassages: (ctx, { agentId, limit }) =>
      repository.newestPassages(ctx.db, { agentId, workspaceId: ctx.workspaceId }, limit),
    async neighbours(ctx, { agentId, ids, atLeast, limit }) {
      const wanted = new Set(ids)
      const docOf = new Map<number, string>()
      const near = new Map<string, { a: number; b: number; similarity: number }>()
      for (let at = 0; at < ids.length; at += AT_ONCE) {
        const owner = { agentId, workspaceId: ctx.workspaceId }
        const rows = await repository.vectorsOf(ctx.db, owner, ids.slice(at, at + AT_ONCE))
        for (const { id, docId } of rows) docOf.set(id, docId)
        for (const { id, model, embedding } of rows) {
          const hits = await vectors.search(ctx, { agentId, model, vector: toFloats(embedding), k: NEAREST })
          for (const hit of hits) {
            const [a, b] = [Math.min(id, hit.id), Math.max(id, hit.id)]
            if (a !== b && wanted.has(hit.id) && hit.similarity >= atLeast)
              near.set(`${a}.${b}`, { a, b, similarity: hit.similarity })
          }
          await pause(PAUSE_MS)
        }
      }
      return [...near.values()]
        .filter(({ a, b }) => docOf.has(a) && docOf.has(b) && docOf.get(a) !== docOf.get(b))
        .sort((x, y) => y.similarity - x.similarity || x.a - y.a || x.b - y.b)
        .slice(0, limit)
    },
    async stillHeld(ctx, { agentId, passages }) {
      const places = new Set(await repository.placesOf(ctx.db, { agentId, workspaceId: ctx.workspaceId }, passages))
      return passages.map((_, place) => places.has(place))
    },
  }
}
