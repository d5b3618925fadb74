import { z } from 'zod'
import { regional, success } from '../lib/operation.ts'
import { Conversation, Message } from './schemas.ts'

const tag = 'Conversations'
const id = z.string().max(100)
const one = z.strictObject({ agentId: id, conversationId: id })
const access = { by: ['session', 'client'], agent: 'agentId', client: { tabs: ['/convos'] } } as const

export const MAX_EXPORTED_MESSAGES = 2000
export const MAX_EXPORTED_BYTES = 5_000_000

export const TranscriptExport = z.object({
  conversation: Conversation,
  messages: z.array(Message),
  isCut: z.boolean(),
})
export type TranscriptExport = z.infer<typeof TranscriptExport>

export const transcriptsApi = {
  exportTranscript: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/transcript',
    tag,
    isExport: true,
    access: { ...access, audit: 'always', limit: 'search' },
    errors: ['NOT_FOUND'],
    summary: `Export a conversation’s messages without notes, max the newest ${MAX_EXPORTED_MESSAGES}`,
    description: `Older messages are left out beyond ${MAX_EXPORTED_BYTES / 1_000_000} MB. The \`text\` of sources is empty. One export at a time per person.`,
  })
    .input(one)
    .output(z.object({ data: TranscriptExport })),
  sendTranscript: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/transcript-mail',
    tag,
    access: { ...access, limit: 'mail' },
    errors: ['FORBIDDEN', 'CONFLICT', 'LIMIT_REACHED', 'UNAVAILABLE'],
    summary: 'Email a transcript to yourself or to the visitor',
    description:
      'Max three per conversation, five per recipient and fifty per agent in 24 hours, including those requested by visitors. Returns CONFLICT if the visitor’s address is unknown or the agent hasn’t answered yet.',
  })
    .input(one.extend({ to: z.enum(['self', 'visitor']) }))
    .output(success),
}
