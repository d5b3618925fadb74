import { z } from 'zod'
import { regional } from '../lib/operation.ts'
import { type Identified, MAX_TOKEN_CHARS } from './identity.ts'

const tag = 'Conversations'
const agentId = z.string().max(100)
const limit = 'public'

const Person: z.ZodType<Identified> = z.object({
  visitorId: z.string(),
  name: z.string(),
  email: z.string(),
  merged: z.number().int(),
  conversationId: z.string().nullable(),
})

export const visitorsApi = {
  identify: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/identify',
    tag,
    access: { by: ['public', 'visitor'], agent: 'agentId', limit },
    errors: ['NOT_FOUND', 'IDENTITY_INVALID', 'IDENTITY_EXPIRED'],
    summary: 'Identify a visitor with a token signed by their site',
    description:
      'A JWT signed with HS256 and the agent’s SECRET_API_KEY. `sub` (1 to 200 characters) identifies the visitor, `exp` is at most 24 hours ahead, `aud` (optional) is the agent ID, and the owner sees `name` and `email`. With an anonymous visitor’s key as bearer token, their unclaimed conversations move to this visitor.',
  })
    .input(z.strictObject({ agentId, token: z.string().min(1).max(MAX_TOKEN_CHARS) }))
    .output(z.object({ data: Person })),
  read: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/read',
    tag,
    access: { by: ['visitor'], agent: 'agentId', limit },
    errors: ['NOT_FOUND'],
    summary: 'Mark messages as read by the visitor',
    description: 'Only moves forward: a smaller number changes nothing.',
  })
    .input(
      z.strictObject({
        agentId,
        conversationId: z.string().max(100),
        seq: z.number().int().min(0).max(2_147_483_647),
      }),
    )
    .output(z.object({ data: z.object({ readSeq: z.number().int() }) })),
}
