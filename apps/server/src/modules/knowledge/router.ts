import type { knowledgeApi } from '@parlance/contract/knowledge/api'
import type { knowledgeSourcesApi } from '@parlance/contract/knowledge/sources-api'
import type { Handlers } from '../../lib/http/handlers.ts'
import type { Knowledge } from './service.ts'

export const createKnowledgeRouter = (
  knowledge: Knowledge,
): Handlers<typeof knowledgeApi & typeof knowledgeSourcesApi> => ({
  list: knowledge.list,
  listWorkspace: knowledge.listWorkspace,
  create: async (ctx, input) => ({ data: await knowledge.create(ctx, input) }),
  get: async (ctx, input) => ({ data: await knowledge.get(ctx, input) }),
  update: async (ctx, input) => ({ data: await knowledge.update(ctx, input) }),
  delete: async (ctx, input) => {
    await knowledge.remove(ctx, input)
    return { success: true }
  },
  restore: async (ctx, input) => {
    await knowledge.restore(ctx, input)
    return { success: true }
  },
  bulk: async (ctx, { agentId, docIds, change }) => ({
    changed:
      'delete' in change
        ? await knowledge.removeMany(ctx, agentId, docIds)
        : await knowledge.addTags(ctx, agentId, docIds, change.addTags),
  }),
  restoreMany: async (ctx, { agentId, docIds }) => {
    await knowledge.restoreMany(ctx, agentId, docIds)
    return { success: true }
  },
  search: async (ctx, input) => ({
    items: await knowledge.search(ctx, input),
    embedding: await knowledge.embedding(ctx, input.agentId),
  }),
  createCollection: async (ctx, input) => ({ success: true, data: await knowledge.createCollection(ctx, input) }),
  addPoint: async (ctx, input) => ({ success: true, data: await knowledge.addPoint(ctx, input) }),
  upload: async (ctx, input) => ({ data: await knowledge.upload(ctx, input) }),
  addUrls: knowledge.addUrls,
  readSitemap: knowledge.readSitemap,
  addQa: knowledge.addQa,
  refetch: async (ctx, input) => ({ data: await knowledge.refetch(ctx, input) }),
  cancel: async (ctx, input) => {
    await knowledge.cancel(ctx, input)
    return { success: true }
  },
  tags: knowledge.tags,
  chunks: knowledge.chunks,
  updateChunk: async (ctx, input) => ({ data: await knowledge.updateChunk(ctx, input) }),
  versions: knowledge.versions,
  version: async (ctx, input) => ({ data: await knowledge.version(ctx, input) }),
  restoreVersion: async (ctx, input) => ({ data: await knowledge.restoreVersion(ctx, input) }),
})
