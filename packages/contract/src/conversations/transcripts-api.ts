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
    summary: `Everything that was said in a conversation, at most the newest ${MAX_EXPORTED_MESSAGES} messages; no notes`,
    description: `Older messages are also left out where all of them are more than ${MAX_EXPORTED_BYTES / 1_000_000} MB. The \`text\` of sources is empty. One export at a time for each person.`,
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
      'Three in 24 hours for a conversation, five to a recipient, fifty of an agent, those that visitors ask for included. CONFLICT where the visitor’s address is unknown, or nothing was answered yet.',
  })
    .input(one.extend({ to: z.enum(['self', 'visitor']) }))
    .output(success),
}
