import { z } from 'zod'
import { LANGUAGES } from '../accounts/languages.ts'
import { MAX_ATTACHMENTS } from '../files/limits.ts'
import { limitInput, regional, success } from '../lib/operation.ts'
import { rule } from '../lib/rules.ts'
import { MAX_UPLOAD_BODY, Stored } from './attachments-api.ts'
import { MAX_MESSAGE_CHARS, Message } from './schemas.ts'

const tag = 'Conversations'
const one = z.strictObject({ agentId: z.string().max(100), conversationId: z.string().max(100) })
/** People only, because secrets have no name to show. */
const people = { by: ['session', 'client'], agent: 'agentId', client: { tabs: ['/convos'] } } as const
const unlogged = { ...people, audit: 'never' } as const
const Text = z.string().trim().min(1, rule('message_required')).max(MAX_MESSAGE_CHARS)

export const MAX_TRANSLATED = 20

export const Translation = z.object({
  messageId: z.string(),
  text: z.string(),
  isOriginal: z.boolean(),
})
export type Translation = z.infer<typeof Translation>

/** A reply drafted by the agent's model from the knowledge base; never sent automatically. */
export const SuggestedReply = z.object({
  question: z.string(),
  text: z.string(),
  sources: z.array(z.object({ title: z.string(), url: z.string().optional() })),
})
export type SuggestedReply = z.infer<typeof SuggestedReply>

export const repliesApi = {
  reply: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/replies',
    tag,
    access: unlogged,
    errors: ['CONFLICT'],
    summary: 'Reply to the visitor',
    description:
      'Returns CONFLICT if you haven’t taken over the conversation. Sending the same `id` again stores nothing new. With `attachments`, the text may be empty.',
  })
    .input(
      one
        .extend({
          id: z.string().min(8).max(100),
          text: z.string().trim().max(MAX_MESSAGE_CHARS),
          /** URLs of your own unsent uploads for this conversation. */
          attachments: z.array(z.string().max(200)).max(MAX_ATTACHMENTS).optional(),
          /** Your original text, when `text` is its translation. Visible to the team, not to the visitor. */
          original: Text.optional(),
        })
        .refine(({ text, attachments = [] }) => text !== '' || attachments.length > 0, {
          path: ['text'],
          ...rule('message_required'),
        }),
    )
    .output(z.object({ data: Message })),
  attachToReply: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/reply-attachments',
    tag,
    maxBody: MAX_UPLOAD_BODY,
    access: { ...unlogged, limit: 'upload' },
    errors: ['CONFLICT', 'PAYLOAD_TOO_LARGE', 'LIMIT_REACHED'],
    summary: 'Upload an attachment for your next reply',
    description:
      'Same types and sizes as visitors’ attachments. Returns CONFLICT if you haven’t taken over the conversation. Unused uploads are deleted after 24 hours.',
  })
    .input(
      one.extend({
        /** Only its last path segment counts. */
        filename: z.string().min(1).max(1000),
        base64Payload: z.string().min(1).max(MAX_UPLOAD_BODY),
      }),
    )
    .output(z.object({ data: Stored })),
  detachFromReply: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/reply-attachments/{attachmentId}',
    tag,
    access: unlogged,
    summary: 'Remove an upload that you haven’t sent yet',
  })
    .input(one.extend({ attachmentId: z.string().max(100) }))
    .output(success),
  translations: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/translations',
    tag,
    access: people,
    summary: 'List stored translations of messages, and the originals of translated replies',
  })
    .input(one.extend({ language: z.enum(LANGUAGES), ...limitInput }))
    .output(z.object({ items: z.array(Translation) })),
  translateMessages: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/translations',
    tag,
    access: { ...unlogged, limit: 'probe' },
    errors: ['CONFLICT', 'CREDITS_EXHAUSTED', 'LIMIT_REACHED', 'MODEL_UNAVAILABLE'],
    summary: 'Translate messages with the agent’s model',
    description:
      'Costs the model call; stored translations are free. Long messages may be left out: request those again. Returns CONFLICT without a key for the agent’s model.',
  })
    .input(
      one.extend({
        language: z.enum(LANGUAGES),
        messageIds: z.array(z.string().max(100)).min(1).max(MAX_TRANSLATED),
      }),
    )
    .output(z.object({ data: z.array(Translation) })),
  translateReply: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/reply-translation',
    tag,
    access: { ...unlogged, limit: 'probe' },
    errors: ['CONFLICT', 'CREDITS_EXHAUSTED', 'LIMIT_REACHED', 'MODEL_UNAVAILABLE'],
    summary: 'Translate a reply into the visitor’s language before you send it',
    description:
      'Sends nothing. Costs the model call. Returns CONFLICT while the visitor’s language is unknown, or without a key for the agent’s model.',
  })
    .input(one.extend({ text: Text }))
    .output(
      z.object({
        data: z.object({
          text: z.string(),
          /** ISO 639-1, with a region where it matters. */
          language: z.string(),
        }),
      }),
    ),
  typing: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/typing',
    tag,
    access: { ...unlogged, by: ['visitor', ...people.by], limit: 'public' },
    errors: ['CONFLICT'],
    summary: 'Show that you’re typing',
    description:
      'Call it every 3 seconds at most. Shown for 6 seconds, never stored, and not shown while the agent answers.',
  })
    .input(one)
    .output(success),
  suggestReply: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/suggested-reply',
    tag,
    access: { ...unlogged, limit: 'probe' },
    errors: ['CONFLICT', 'CREDITS_EXHAUSTED', 'LIMIT_REACHED', 'MODEL_UNAVAILABLE'],
    summary: 'Suggest a reply to the visitor’s last question, with sources',
    description:
      'Sends nothing. Costs the model call; free with an empty `text` if the knowledge has no chunk about the question. Returns CONFLICT if the visitor hasn’t asked anything.',
  })
    .input(one)
    .output(z.object({ data: SuggestedReply })),
}
