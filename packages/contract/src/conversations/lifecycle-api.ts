import { z } from 'zod'
import { readEmail } from '../engine/values.ts'
import { line, page, pageInput, regional, success } from '../lib/operation.ts'
import { Conversation, VisitorKey } from './schemas.ts'
import { rule } from '../lib/rules.ts'

const tag = 'Conversations'
const agentId = z.string().max(100)
const conversationId = z.string().max(100)
/** A visitor by their key, or a caller with a secret that acts for visitors. */
const visitor = { by: ['visitor', 'workspace', 'agency', 'agent'], agent: 'agentId', limit: 'public' } as const
const one = z.strictObject({ agentId, conversationId })
const answer = z.object({ data: Conversation })
/** A single address, in a strict form that mail programs can't read as several. */
const Address = z
  .string()
  .trim()
  .max(254)
  .refine((email) => readEmail(email) !== undefined, rule('email_invalid'))
  .transform((email) => readEmail(email) ?? '')

export const lifecycleApi = {
  visitorConversations: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/visitor/conversations',
    tag,
    access: { by: ['visitor'], agent: 'agentId', limit: 'public' },
    summary: 'List the visitor’s own conversations, newest message first',
  })
    .input(z.strictObject({ agentId, ...pageInput }))
    .output(
      page(
        z.object({
          id: z.string(),
          title: z.string(),
          preview: z.string(),
          state: Conversation.shape.state,
          endedAt: Conversation.shape.endedAt,
          lastMessageAt: z.string(),
          unread: z.number().int(),
        }),
      ),
    ),
  end: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/end',
    tag,
    access: visitor,
    errors: ['TURN_RUNNING'],
    summary: 'End a conversation; stops a running answer, and nobody can write in it anymore',
  })
    .input(one)
    .output(answer),
  rate: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/rating',
    tag,
    access: visitor,
    errors: ['CONFLICT'],
    summary: 'Rate a conversation, or change its rating within a day',
  })
    .input(one.extend({ score: z.number().int().min(1).max(5), comment: z.string().trim().max(1000).optional() }))
    .output(answer),
  mailTranscript: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/transcript',
    tag,
    access: { by: ['visitor'], agent: 'agentId', limit: 'mail' },
    errors: ['FORBIDDEN', 'CONFLICT', 'LIMIT_REACHED', 'UNAVAILABLE'],
    summary: 'Email the transcript of a conversation',
    description:
      'Max three per conversation, five per recipient and fifty per agent in 24 hours. Works once the agent has answered.',
  })
    .input(one.extend({ email: Address }))
    .output(success),
  requestHandoff: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/handoff',
    tag,
    access: { ...visitor, limit: 'chat' },
    errors: ['FORBIDDEN', 'CONSENT_REQUIRED', 'CONFLICT', 'TURN_RUNNING'],
    summary: 'Request a human; starts a conversation if there is none',
    description: 'Stops a running answer. Until a human joins, the visitor’s messages are stored without an answer.',
  })
    .input(
      z.strictObject({
        agentId,
        conversationId: conversationId.optional(),
        visitorId: VisitorKey.optional(),
        /** Required at the start of a conversation if the agent asks for it. */
        consent: z.literal(true).optional(),
        context: z
          .strictObject({
            url: z.string().max(2000).optional(),
            title: z.string().max(500).optional(),
            language: z.string().max(20).optional(),
          })
          .optional(),
      }),
    )
    .output(answer),
  handoffStatus: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/handoff',
    tag,
    access: visitor,
    summary: 'Check whether a human is available, and when the team is back',
  })
    .input(z.strictObject({ agentId }))
    .output(
      z.object({
        data: z.object({
          isOpen: z.boolean(),
          /** ISO time; null while it is open, or when no opening is known. */
          opensAt: z.string().nullable(),
          /** While closed: asking leads to a form for a message. */
          takesMessages: z.boolean(),
          waiting: z.number().int(),
        }),
      }),
    ),
  cancelHandoff: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/handoff/cancel',
    tag,
    access: visitor,
    errors: ['CONFLICT'],
    summary: 'Cancel a hand-off request; the agent answers again',
  })
    .input(one)
    .output(answer),
  leaveMessage: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/leave-message',
    tag,
    access: visitor,
    errors: ['CONFLICT'],
    summary: 'Leave a message because no human came; the agent answers again',
  })
    .input(one.extend({ email: Address, message: line(5000) }))
    .output(answer),
}
