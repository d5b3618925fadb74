import { z } from 'zod'
import { line, page, pageInput, regional, success } from '../lib/operation.ts'
import { DocumentSummary, Tags } from '../knowledge/schemas.ts'
import { Conflict, ConflictScan, Gap } from './schemas.ts'

const tag = 'Knowledge'
const access = { by: ['session', 'workspace', 'agency', 'agent'], agent: 'agentId' } as const
const agentId = z.string().max(100)
const id = z.string().max(100)

export const gapsApi = {
  list: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/gaps',
    tag,
    access,
    summary: 'List questions the knowledge couldn’t answer, most asked first',
  })
    .input(
      z.strictObject({
        agentId,
        status: z.enum(['open', 'answered', 'dismissed']).default('open'),
        search: z.string().max(200).optional(),
        ...pageInput,
      }),
    )
    .output(page(Gap)),
  answer: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/gaps/{gapId}/answer',
    tag,
    access,
    errors: ['LIMIT_REACHED'],
    summary: 'Answer a gap; the answer is added to the knowledge',
  })
    .input(
      z.strictObject({
        agentId,
        gapId: id,
        question: line(300),
        answer: z.string().trim().min(1).max(20_000),
        tags: Tags.optional(),
      }),
    )
    .output(z.object({ gap: Gap, document: DocumentSummary })),
  setStatus: regional({
    method: 'PATCH',
    path: '/v2/agents/{agentId}/gaps/{gapId}',
    tag,
    access,
    summary: 'Dismiss or reopen a gap',
  })
    .input(z.strictObject({ agentId, gapId: id, status: z.enum(['open', 'dismissed']) }))
    .output(z.object({ data: Gap })),
  conflicts: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/conflicts',
    tag,
    access,
    summary: 'List chunks that contradict each other, newest first',
  })
    .input(z.strictObject({ agentId, status: z.enum(['open', 'dismissed']).default('open'), ...pageInput }))
    .output(page(Conflict).extend({ scan: ConflictScan })),
  setConflict: regional({
    method: 'PATCH',
    path: '/v2/agents/{agentId}/conflicts/{conflictId}',
    tag,
    access,
    summary: 'Dismiss or reopen a contradiction',
  })
    .input(z.strictObject({ agentId, conflictId: id, status: z.enum(['open', 'dismissed']) }))
    .output(success),
  scan: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conflicts/scan',
    tag,
    access: { ...access, limit: 'search' },
    errors: ['CREDITS_EXHAUSTED'],
    summary: 'Scan the knowledge for contradictions',
  })
    .input(z.strictObject({ agentId }))
    .output(z.object({ scan: ConflictScan })),
}
