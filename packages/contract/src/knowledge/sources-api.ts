import { z } from 'zod'
import { messageFields } from '../lib/rules.ts'
import { limitInput, line, page, pageInput, regional, success } from '../lib/operation.ts'
import { Document, DocumentSummary, MAX_DOCUMENT_CHARS, MAX_SOURCE_BYTES, MAX_URLS_AT_ONCE, Tags } from './schemas.ts'
import { Refresh } from './refresh.ts'

const tag = 'Knowledge'
const access = {
  by: ['session', 'workspace', 'agency', 'agent', 'client'],
  agent: 'agentId',
  client: { tabs: ['/kb'] },
} as const
const agentId = z.string().max(100)
const docId = z.string().max(100)
const address = z.string().trim().min(1).max(2000)

const Refused = z.object({ url: z.string(), reason: z.string(), ...messageFields })

export const ChunkView = z.object({
  n: z.number().int(),
  /** Enclosing headings, joined by « > »; empty when there are none. */
  heading: z.string(),
  text: z.string(),
  embedded: z.boolean(),
  /** Offsets in the content: `[start, end)` in UTF-16 units. */
  start: z.number().int(),
  end: z.number().int(),
})
export type ChunkView = z.infer<typeof ChunkView>

export const DocumentVersion = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number().int(),
  cause: z.enum(['edit', 'refresh', 'restore']),
  userId: z.string(),
  /** Unix seconds of when it was replaced. */
  ts: z.number().int(),
})
export type DocumentVersion = z.infer<typeof DocumentVersion>

export const knowledgeSourcesApi = {
  upload: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/files',
    tag,
    access: { ...access, limit: 'sources' },
    file: { maxBytes: MAX_SOURCE_BYTES },
    errors: ['PAYLOAD_TOO_LARGE', 'LIMIT_REACHED'],
    summary: 'Upload a file as a document',
    description:
      'Send the file as the body, up to 50,000,000 bytes, with `name` (including its extension) and `tags` in the query. Accepts txt, md, html, csv, xlsx, docx, pptx, pdf, json, srt and vtt. Returns the document with the status `queued`; it’s read in the background.',
  })
    .input(
      z.strictObject({
        agentId,
        name: line(300),
        /** Comma-separated. */
        tags: z.string().max(1100).optional(),
      }),
    )
    .output(z.object({ data: DocumentSummary })),
  addUrls: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/urls',
    tag,
    access,
    errors: ['LIMIT_REACHED'],
    summary: 'Add pages by URL',
    description:
      'Each URL becomes a document with the status `queued`, read in the background. URLs that aren’t public are rejected one by one; existing ones are returned unchanged.',
  })
    .input(
      z.strictObject({
        agentId,
        urls: z.array(address).min(1).max(MAX_URLS_AT_ONCE),
        tags: Tags.optional(),
        refresh: Refresh.optional(),
      }),
    )
    .output(z.object({ items: z.array(DocumentSummary), refused: z.array(Refused) })),
  readSitemap: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/sitemap',
    tag,
    access: { ...access, limit: 'search', audit: 'never' },
    errors: ['UPSTREAM_FAILED'],
    summary: 'List the pages of a sitemap',
    description:
      'Follows sitemap indexes and reads compressed files. Max 5,000 URLs; `more` tells whether there are others.',
  })
    .input(z.strictObject({ agentId, url: address }))
    .output(
      z.object({
        items: z.array(z.object({ url: z.string(), lastModified: z.string() })),
        more: z.boolean(),
      }),
    ),
  addQa: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/qa',
    tag,
    access,
    maxBody: 3_000_000,
    errors: ['LIMIT_REACHED'],
    summary: 'Add questions with answers',
  })
    .input(
      z.strictObject({
        agentId,
        pairs: z
          .array(z.strictObject({ question: line(300), answer: z.string().trim().min(1).max(20_000) }))
          .min(1)
          .max(200),
        tags: Tags.optional(),
      }),
    )
    .output(z.object({ items: z.array(DocumentSummary) })),
  refetch: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/{docId}/refetch',
    tag,
    access,
    summary: 'Read a page again, or retry a failed document',
  })
    .input(z.strictObject({ agentId, docId }))
    .output(z.object({ data: DocumentSummary })),
  cancel: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/{docId}/cancel',
    tag,
    access,
    summary: 'Stop reading a document',
    description: 'Deletes a document that has no content yet; a document that is read again keeps its content.',
  })
    .input(z.strictObject({ agentId, docId }))
    .output(success),
  tags: regional({ method: 'GET', path: '/v2/agents/{agentId}/kb-tags', tag, access, summary: 'List tags in use' })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(z.object({ tag: z.string(), documents: z.number().int() })) })),
  chunks: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/kb/{docId}/chunks',
    tag,
    access,
    summary: 'List a document’s chunks',
  })
    .input(z.strictObject({ agentId, docId, ...pageInput }))
    .output(page(ChunkView)),
  updateChunk: regional({
    method: 'PATCH',
    path: '/v2/agents/{agentId}/kb/{docId}/chunks/{n}',
    tag,
    access,
    maxBody: 1_000_000,
    errors: ['STALE'],
    summary: 'Edit a chunk of a document',
    description:
      'Replaces the chunk in the content and chunks the document again; the old content is kept as a version. `before` is the text you read; if it has changed since, nothing is written. An empty `text` removes the chunk.',
  })
    .input(
      z.strictObject({
        agentId,
        docId,
        n: z.coerce.number().int().min(0).max(2_000_000_000),
        before: z.string().max(MAX_DOCUMENT_CHARS),
        text: z.string().max(MAX_DOCUMENT_CHARS),
      }),
    )
    .output(z.object({ data: DocumentSummary })),
  versions: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/kb/{docId}/versions',
    tag,
    access,
    summary: 'List earlier versions of a document, newest first',
  })
    .input(z.strictObject({ agentId, docId, ...limitInput }))
    .output(z.object({ items: z.array(DocumentVersion) })),
  version: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/kb/{docId}/versions/{versionId}',
    tag,
    access,
    summary: 'Get an earlier version of a document',
  })
    .input(z.strictObject({ agentId, docId, versionId: z.string().max(100) }))
    .output(z.object({ data: DocumentVersion.extend({ content: z.string() }) })),
  restoreVersion: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/kb/{docId}/versions/{versionId}/restore',
    tag,
    access,
    summary: 'Restore an earlier version of a document',
  })
    .input(z.strictObject({ agentId, docId, versionId: z.string().max(100) }))
    .output(z.object({ data: Document })),
}
