import { z } from 'zod'
import { limitInput, regional, success } from '../lib/operation.ts'
import { AgentTest, TestRun } from './schemas.ts'

const tag = 'Tests'
const agentId = z.string().max(100)
const testId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/)
const edited = { by: ['session', 'workspace', 'agency'], agent: 'agentId' } as const
const runs = { ...edited, limit: 'search' } as const

export const evaluationsApi = {
  list: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/tests',
    tag,
    access: edited,
    summary: 'List an agent’s tests with their latest results on the draft and the published agent',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(
      z.object({
        items: z.array(
          AgentTest.extend({
            /** Undefined when the current copy is untested. */
            draftPassed: z.boolean().optional(),
            publishedPassed: z.boolean().optional(),
          }),
        ),
        unfinishedRunId: z.string().nullable(),
      }),
    ),
  save: regional({
    method: 'PUT',
    path: '/v2/agents/{agentId}/tests/{testId}',
    tag,
    access: edited,
    summary: 'Create or replace a test; max 200 per agent',
  })
    .input(z.strictObject({ ...AgentTest.omit({ id: true }).shape, agentId, testId }))
    .output(z.object({ data: AgentTest })),
  fromConversation: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/tests/from-conversation',
    tag,
    access: edited,
    summary:
      'Turn a conversation into a test: its visitor messages, and what can be checked of each answer without a model',
  })
    .input(z.strictObject({ agentId, conversationId: z.string().max(100), name: z.string().trim().min(1).max(200) }))
    .output(z.object({ data: AgentTest })),
  delete: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/tests/{testId}',
    tag,
    access: edited,
    summary: 'Delete a test',
  })
    .input(z.strictObject({ agentId, testId }))
    .output(success),
  restore: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/tests/{testId}/restore',
    tag,
    access: edited,
    errors: ['CONFLICT'],
    summary: 'Restore a deleted test',
    description: 'Within one hour of deletion.',
  })
    .input(z.strictObject({ agentId, testId }))
    .output(success),
  run: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/tests/run',
    tag,
    access: runs,
    errors: ['CREDITS_EXHAUSTED', 'CONFLICT'],
    summary:
      'Run all or selected tests on the draft or the published agent; returns right away, follow it with `getRun`',
  })
    .input(
      z.strictObject({
        agentId,
        copy: z.enum(['draft', 'published']).default('draft'),
        testIds: z.array(testId).min(1).max(200).optional(),
      }),
    )
    .output(z.object({ data: TestRun })),
  getRun: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/test-runs/{runId}',
    tag,
    access: edited,
    summary: 'Get a run with its results so far',
  })
    .input(z.strictObject({ agentId, runId: z.string().max(100) }))
    .output(z.object({ data: TestRun })),
  continueRun: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/test-runs/{runId}/continue',
    tag,
    access: runs,
    errors: ['CREDITS_EXHAUSTED'],
    summary: 'Resume a paused run; tests with a result aren’t run again',
  })
    .input(z.strictObject({ agentId, runId: z.string().max(100) }))
    .output(z.object({ data: TestRun })),
  cancelRun: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/test-runs/{runId}/cancel',
    tag,
    access: edited,
    summary: 'Stop a run after its current test, or a paused run',
  })
    .input(z.strictObject({ agentId, runId: z.string().max(100) }))
    .output(success),
  comparison: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/tests/comparison',
    tag,
    access: edited,
    summary: 'Compare the latest results of the draft and the published agent, test by test',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(
      z.object({
        items: z.array(
          z.object({
            testId: z.string(),
            name: z.string(),
            protected: z.boolean(),
            /** Undefined when the current copy is untested. */
            published: z.boolean().optional(),
            draft: z.boolean().optional(),
          }),
        ),
        worse: z.array(z.string()),
        missing: z.array(z.string()),
      }),
    ),
}
