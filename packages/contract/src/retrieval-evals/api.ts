import { z } from 'zod'
import { line, page, pageInput, regional, success } from '../lib/operation.ts'
import { GoldenQuestion, GoldenRun } from './schemas.ts'

const tag = 'Knowledge'
const access = { by: ['session', 'workspace', 'agency', 'agent'], agent: 'agentId' } as const
const agentId = z.string().max(100)
const id = z.string().max(100)
const quote = z.string().trim().max(500)

export const retrievalEvalsApi = {
  list: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/goldens',
    tag,
    access,
    summary: 'List retrieval tests',
  })
    .input(z.strictObject({ agentId, search: z.string().max(200).optional(), ...pageInput }))
    .output(page(GoldenQuestion)),
  create: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/goldens',
    tag,
    access,
    errors: ['LIMIT_REACHED'],
    summary: 'Create a retrieval test and run it',
  })
    .input(z.strictObject({ agentId, question: line(500), docId: id, quote: quote.optional() }))
    .output(z.object({ data: GoldenQuestion })),
  update: regional({
    method: 'PATCH',
    path: '/v2/agents/{agentId}/goldens/{goldenId}',
    tag,
    access,
    summary: 'Update a retrieval test and run it',
  })
    .input(
      z.strictObject({
        agentId,
        goldenId: id,
        question: line(500).optional(),
        docId: id.optional(),
        quote: quote.optional(),
      }),
    )
    .output(z.object({ data: GoldenQuestion })),
  delete: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/goldens/{goldenId}',
    tag,
    access,
    summary: 'Delete a retrieval test',
  })
    .input(z.strictObject({ agentId, goldenId: id }))
    .output(success),
  restore: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/goldens/{goldenId}/restore',
    tag,
    access,
    errors: ['LIMIT_REACHED'],
    summary: 'Restore a deleted retrieval test',
    description: 'Within one hour of deletion.',
  })
    .input(z.strictObject({ agentId, goldenId: id }))
    .output(success),
  run: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/golden-runs',
    tag,
    access: { ...access, limit: 'search' },
    summary: 'Run all retrieval tests',
  })
    .input(z.strictObject({ agentId }))
    .output(z.object({ data: GoldenRun })),
  runs: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/golden-runs',
    tag,
    access,
    summary: 'List runs of the retrieval tests, newest first',
  })
    .input(z.strictObject({ agentId, ...pageInput }))
    .output(page(GoldenRun)),
}
