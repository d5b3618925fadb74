// A reply that the agent's model drafts for a person from the knowledge base; it is never sent by itself.
import { z } from 'zod'
import { regional } from '../lib/operation.ts'

const id = z.string().max(100)

export const SuggestedReply = z.object({
  /** The visitor's question that was looked up. */
  question: z.string(),
  /** Empty where the knowledge base holds no answer. */
  text: z.string(),
  /** What the reply is from, most important first. */
  sources: z.array(z.object({ title: z.string(), url: z.string().optional() })),
})
export type SuggestedReply = z.infer<typeof SuggestedReply>

export const suggestedReplyApi = {
  suggestReply: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/suggested-reply',
    tag: 'Conversations',
    access: {
      by: ['session', 'client'],
      agent: 'agentId',
      client: { tabs: ['/convos'] },
      limit: 'probe',
      audit: 'never',
    },
    errors: ['CONFLICT', 'CREDITS_EXHAUSTED', 'LIMIT_REACHED', 'MODEL_UNAVAILABLE'],
    summary: 'Draft a reply to the visitor’s last question from the knowledge base, with its sources',
    description:
      'Nothing is sent. Costs what the model call costs; nothing where the knowledge base holds no passage on the question: `text` is empty then. CONFLICT while the visitor has asked nothing.',
  })
    .input(z.strictObject({ agentId: id, conversationId: id }))
    .output(z.object({ data: SuggestedReply })),
}
