import { z } from 'zod'
import { GeneratedStarters } from '../agents/generated-starters.ts'
import { regional } from '../lib/operation.ts'
import { AgentSuggestion, DescribedBusiness, MAX_WISH, PromptKind, Written } from './schemas.ts'

const tag = 'Agents'
const access = {
  by: ['session', 'workspace', 'agency'],
  agent: 'agentId',
  role: 'editor',
  limit: 'search',
  audit: 'never',
} as const
const agentId = z.string().max(100)

export const assistantApi = {
  describe: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/assistant/suggestions',
    tag,
    access,
    errors: ['CREDITS_EXHAUSTED', 'MODEL_UNAVAILABLE', 'CONFLICT'],
    summary: 'Suggest a prompt, a welcome message, starter questions and tests from a description of the business',
    description:
      'Nothing is stored. CONFLICT when no key serves the agent’s model: the sandbox model writes no prompts.',
  })
    .input(z.strictObject({ agentId, ...DescribedBusiness }))
    .output(z.object({ data: AgentSuggestion, written: Written })),
  improve: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/assistant/improvements',
    tag,
    access,
    errors: ['CREDITS_EXHAUSTED', 'MODEL_UNAVAILABLE', 'CONFLICT'],
    summary: 'Suggest a better wording of a prompt',
    description: 'Nothing is stored. Places like {name} stay as they are.',
  })
    .input(
      z.strictObject({
        agentId,
        kind: PromptKind,
        text: z.string().min(1).max(50_000),
        wish: z.string().trim().max(MAX_WISH).optional(),
      }),
    )
    .output(z.object({ data: z.object({ text: z.string() }), written: Written })),
  starters: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/assistant/starters',
    tag,
    access: { by: ['session', 'workspace', 'agency'], agent: 'agentId' },
    summary: 'Starter questions made from the knowledge, at most three',
    description:
      'Made by rules, without a model, a minute after the knowledge changed. Visitors are offered them while the agent has no starter questions of its own, unless it switches them off.',
  })
    .input(z.strictObject({ agentId }))
    .output(GeneratedStarters.extend({ madeAt: GeneratedStarters.shape.madeAt.nullable() })),
}
