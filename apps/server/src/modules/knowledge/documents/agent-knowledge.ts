// Copies an agent's knowledge to a duplicate, and deletes it with the agent.
import { createHash } from 'node:crypto'
import { MAX_SOURCE_BYTES } from '@parlance/contract/knowledge/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Bucket } from '../../../lib/storage/storage.ts'
import * as repository from './agent-knowledge.repository.ts'
import { lockCollection } from './write-content.ts'
import { emitKnowledgeChanged } from './document-views.ts'
import type { KnowledgeDeps } from '../deps.ts'

const AT_ONCE = 100

export interface AgentKnowledge {
  readonly onAgentDeleted: (ctx: Ctx, agentId: string) => Promise<void>
  /** Copies all documents with their vectors to another agent of the workspace, free of charge. Idempotent. */
  readonly copyAll: (ctx: Ctx, fromAgent: string, toAgent: string) => Promise<void>
}

export function createAgentKnowledge({ storage }: Pick<KnowledgeDeps, 'storage'>): AgentKnowledge {
  return {
    async copyAll(ctx, fromAgent, toAgent) {
      const from = { agentId: fromAgent, workspaceId: ctx.workspaceId }
      const all = await repository.documentIds(ctx.db, from)
      if (all.length === 0) await lockCollection(ctx, toAgent)
      for (let at = 0; at < all.length; at += AT_ONCE)
        await copySome(ctx, storage.bucket(ctx.region), from, toAgent, all.slice(at, at + AT_ONCE))
      if (all.length > 0) await emitKnowledgeChanged(ctx, { agentId: toAgent, workspaceId: ctx.workspaceId })
    },
    async onAgentDeleted(ctx, agentId) {
      const owner = { agentId, workspaceId: ctx.workspaceId }
      const bucket = storage.bucket(ctx.region)
      for (const { fileKey } of await repository.documentIds(ctx.db, owner)) if (fileKey) await bucket.delete(fileKey)
      await repository.deleteDocuments(ctx.db, owner)
      await ctx.tx((tx) => repository.deleteAgent(tx.db, owner))
    },
  }
}

async function copySome(
  ctx: Ctx,
  bucket: Bucket,
  from: { readonly agentId: string; readonly workspaceId: string },
  toAgent: string,
  some: readonly { readonly id: string; readonly fileKey: string }[],
): Promise<void> {
  const copies: { old: string; fresh: string; fileKey: string }[] = []
  for (const { id, fileKey } of some) {
    const fresh = copiedDocumentId(id, toAgent)
    copies.push({
      old: id,
      fresh,
      fileKey: fileKey && (await copyFile(bucket, fileKey, fileKeyOf(from.workspaceId, fresh))),
    })
  }
  const made = await ctx.tx(async (tx) => {
    const { version } = await lockCollection(tx, toAgent)
    return repository.copyDocuments(tx.db, from, { agentId: toAgent, version, now: tx.now() }, copies)
  })
  // A document that was read meanwhile, or copied before, needs no file.
  for (const { fresh, fileKey } of copies) if (fileKey && !made.includes(fresh)) await bucket.delete(fileKey)
}

/** Empty if the file was deleted meanwhile. */
async function copyFile(bucket: Bucket, from: string, to: string): Promise<string> {
  const file = await bucket.open(from)
  if (!file) return ''
  await bucket.receive(to, file.stream, MAX_SOURCE_BYTES)
  return to
}

export const fileKeyOf = (workspaceId: string, docId: string): string => `kb/${workspaceId}/${docId}-${randomId(12)}`

/** Deterministic, so that copying is idempotent. */
export const copiedDocumentId = (docId: string, toAgent: string): string =>
  createHash('sha256')
    .update(`${toAgent}/${docId}`)
    .digest('base64')
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, docId.length)
