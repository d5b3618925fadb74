import { z } from 'zod'
import { line, page, pageInput, regional, success } from '../lib/operation.ts'
import {
  Document,
  DocumentState,
  DocumentSummary,
  FoundDocument,
  MAX_DOCUMENT_CHARS,
  MAX_DOCUMENTS_CHOSEN,
  Passage,
  SourceType,
  Tags,
} from './schemas.ts'
import { Refresh } from './refresh.ts'

const tag = 'Knowledge'
const access = {
  by: ['session', 'workspace', 'agency', 'agent', 'client'],
  agent: 'agentId',
  client: { tabs: ['/kb'] },
} as const
const agentId = z.string().max(100)
const docIds = z.array(z.string().max(100)).min(1).max(MAX_DOCUMENTS_CHOSEN)
const content = z.string().trim().min(1, 'Write or paste some text.').max(MAX_DOCUMENT_CHARS)
const maxBody = 3_000_000

export const knowledgeApi = {
  list: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/kb',
    tag,
    access,
    summary: 'List documents, newest first',
  })
    .input(
      z.strictObject({
        agentId,
        search: z.string().max(200).optional(),
        status: DocumentState.optional(),
        sourceType: SourceType.optional(),
        tag: z.string().max(50).optional(),
        crawlId: z.string().max(100).optional(),
        ...pageInput,
      }),
    )
    .output(page(DocumentSummary)),
  listWorkspace: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/kb',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid' },
    summary: 'Find documents of all agents by part of their name or URL',
    description: 'Names that start with it come first, then other names, then URLs; newest first within each.',
  })
    .input(
      z.strictObject({
        uid: z.string().max(100),
        search: line(200),
        limit: z.coerce.number().int().min(1).max(50).optional(),
      }),
    )
    .output(z.object({ items: z.array(FoundDocument) })),
  create: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb',
    tag,
    access,
    maxBody,
    summary: 'Add a text document',
  })
    .input(z.strictObject({ agentId, name: line(300), content, tags: Tags.optional() }))
    .output(z.object({ data: Document })),
  get: regional({ method: 'GET', path: '/v2/agents/{agentId}/kb/{docId}', tag, access, summary: 'Get a document' })
    .input(z.strictObject({ agentId, docId: z.string().max(100) }))
    .output(z.object({ data: Document })),
  update: regional({
    method: 'PATCH',
    path: '/v2/agents/{agentId}/kb/{docId}',
    tag,
    access,
    maxBody,
    summary: 'Rename or rewrite a document',
  })
    .input(
      z.strictObject({
        agentId,
        docId: z.string().max(100),
        name: line(300).optional(),
        content: content.optional(),
        tags: Tags.optional(),
        refresh: Refresh.optional(),
      }),
    )
    .output(z.object({ data: Document })),
  delete: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/kb/{docId}',
    tag,
    access,
    summary: 'Delete a document with its chunks and vectors',
    description: 'Answers no longer use it. You can restore it for one hour.',
  })
    .input(z.strictObject({ agentId, docId: z.string().max(100) }))
    .output(success),
  restore: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/{docId}/restore',
    tag,
    access,
    errors: ['CONFLICT', 'LIMIT_REACHED'],
    summary: 'Restore a deleted document with its chunks and vectors',
    description: 'Within one hour of deletion, free of charge.',
  })
    .input(z.strictObject({ agentId, docId: z.string().max(100) }))
    .output(success),
  bulk: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/bulk',
    tag,
    access,
    errors: ['LIMIT_REACHED'],
    summary: 'Add tags to documents, or delete them',
    description: 'Skips unknown IDs and returns how many documents it changed.',
  })
    .input(
      z.strictObject({
        agentId,
        docIds,
        change: z.union([z.strictObject({ addTags: Tags }), z.strictObject({ delete: z.literal(true) })]),
      }),
    )
    .output(z.object({ changed: z.number().int() })),
  restoreMany: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/restore',
    tag,
    access,
    errors: ['CONFLICT', 'LIMIT_REACHED'],
    summary: 'Restore deleted documents',
    description: 'Restores as many as possible; returns the first reason if any could not be restored.',
  })
    .input(z.strictObject({ agentId, docIds }))
    .output(success),
  search: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/search',
    tag,
    access: { ...access, limit: 'search', scope: 'knowledge:read' },
    summary: 'Search the agent’s knowledge for a question',
  })
    .input(
      z.strictObject({
        agentId,
        query: line(2000),
        limit: z.number().int().min(1).max(20).default(5),
        tags: Tags.optional(),
      }),
    )
    .output(
      z.object({
        items: z.array(Passage),
        /** `sandbox` means a small encoder that needs no provider key. */
        embedding: z.object({ model: z.string(), sandbox: z.boolean() }),
      }),
    ),
  createCollection: regional({
    method: 'PUT',
    path: '/vector-store/collections/{agentId}',
    tag,
    access,
    summary: 'Create the agent’s vector collection; does nothing if it exists',
  })
    .input(z.strictObject({ agentId, name: line(300).optional() }))
    .output(z.object({ success: z.literal(true), data: z.object({ name: z.string() }) })),
  addPoint: regional({
    method: 'POST',
    path: '/vector-store/collections/{agentId}/points',
    tag,
    access,
    maxBody,
    summary: 'Embed and store a text as a document',
  })
    .input(z.strictObject({ agentId, text: content, name: line(300).optional() }))
    .output(z.object({ success: z.literal(true), data: z.object({ docId: z.string(), points: z.number().int() }) })),
}
