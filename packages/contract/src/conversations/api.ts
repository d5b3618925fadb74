import { z } from 'zod'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import { EngineState, TraceEntry } from '../engine/types.ts'
import { CHANNELS, Conversation, Interact, Message, STATES } from './schemas.ts'
import { Piece } from './excerpt.ts'
import { rule } from '../lib/rules.ts'

const tag = 'Conversations'
/** Base64 is a third longer than the bytes; the rest is for the other fields and line breaks. */
const MAX_FILE_BODY = 14_000_000
const agentId = z.string().max(100)
const conversationId = z.string().max(100)
const staff = { by: ['session', 'workspace', 'agency', 'agent'], agent: 'agentId' } as const
/** Visitors are authorised by their key, everyone else by access to the agent. */
const speaker = {
  by: ['visitor', 'session', 'workspace', 'agency', 'agent'],
  agent: 'agentId',
  limit: 'public',
} as const
const watched = { by: [...staff.by, 'client'], agent: 'agentId', client: { tabs: ['/convos'] } } as const
const heard = { ...watched, by: [...speaker.by, 'client'], limit: 'public' } as const
const turn = z.strictObject({ agentId, turnId: z.string().max(100) })
/** ISO times with an offset, within the years that every calendar supports. */
const moment = z.iso.datetime({ offset: true }).refine((at) => at >= '1970' && at < '3000', rule('time_before_1970'))
const OpenAiModel = z.object({
  id: z.string(),
  object: z.literal('model'),
  created: z.number().int(),
  owned_by: z.string(),
})

/** `waiting` for a person · `mine`: assigned to the caller · `people`: a person answers · `snoozed`: hidden until a time. */
export const INBOX_VIEWS = ['waiting', 'mine', 'people', 'unread', 'snoozed'] as const
export type InboxView = (typeof INBOX_VIEWS)[number]
const inboxFilters = {
  view: z.enum(INBOX_VIEWS).optional(),
  tag: z.string().max(50).optional(),
  /** `nobody`, a person as `user:ID` or `client:ID`, or a team as `team:ID`. */
  assignee: z
    .string()
    .regex(/^(?:nobody|(?:user|client|team):.{1,100})$/)
    .optional(),
  channel: z.enum(CHANNELS).optional(),
  state: z.enum(STATES).optional(),
  /** Limits of the time of the newest message: not older than `from`, older than `to`. */
  from: moment.optional(),
  to: moment.optional(),
}
const Listed = Conversation.extend({
  preview: z.string(),
  /** The agent is answering. */ answering: z.boolean(),
  unread: z.boolean(),
  /** The newest message that matches the search; absent when only title or visitor match. */
  found: z
    .object({
      messageId: z.string(),
      seq: z.number().int(),
      from: Message.shape.from,
      excerpt: z.array(Piece),
    })
    .optional(),
})
const Transcript = z.object({
  conversation: Conversation,
  messages: z.array(Message),
  /** Sequence number to pass as `before` for older messages; null at the beginning. */ before: z
    .number()
    .int()
    .nullable(),
})

export const conversationsApi = {
  interact: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/interact',
    tag,
    stream: true,
    maxBody: 128_000,
    access: { by: ['public', 'visitor', 'session', 'workspace', 'agency', 'agent'], agent: 'agentId', limit: 'chat' },
    errors: ['NOT_FOUND', 'CREDITS_EXHAUSTED', 'LIMIT_REACHED', 'TURN_RUNNING', 'UNAVAILABLE'],
    summary: 'Send a message to an agent and stream its answer',
    description:
      'Returns server-sent events in the AI SDK’s UI message stream format. The message is stored before the `start` event, which carries `{ conversationId, turnId, visitorId }`. Sending the same `message.id` again returns the same turn.',
  }).input(Interact),
  resume: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/interact/{turnId}',
    tag,
    stream: true,
    access: speaker,
    errors: ['NOT_FOUND'],
    summary: 'Resume a stream after Last-Event-ID',
  }).input(turn),
  stop: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/interact/{turnId}/stop',
    tag,
    access: speaker,
    errors: ['NOT_FOUND'],
    summary: 'Stop a running answer; the text so far is kept',
  })
    .input(turn)
    .output(z.object({ success: z.literal(true), status: Message.shape.status })),
  trace: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/turns/{turnId}/trace',
    tag,
    access: { ...staff, by: ['session', 'workspace', 'agency'] },
    errors: ['NOT_FOUND'],
    summary: 'Get a turn’s trace: steps, decisions, chunks, model and tool calls',
  })
    .input(turn)
    .output(
      z.object({
        data: z.object({
          turnId: z.string(),
          status: z.string(),
          credits: z.number(),
          model: z.string(),
          inputTokens: z.number().int(),
          outputTokens: z.number().int(),
          /** From the accepted message to the stored answer; null while it runs. */
          ms: z.number().nullable(),
          /** Empty for unwatched turns of agents without nodes and tools. */
          trace: z.array(TraceEntry),
          engine: EngineState.nullable(),
        }),
      }),
    ),
  list: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/conversations',
    tag,
    access: watched,
    summary: 'List conversations, newest message first',
    description: '`search` finds any part of a word in titles, visitors and messages.',
  })
    .input(z.strictObject({ agentId, search: z.string().max(200).optional(), ...inboxFilters, ...pageInput }))
    .output(page(Listed)),
  get: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/conversations/{conversationId}',
    tag,
    access: heard,
    errors: ['NOT_FOUND'],
    summary: 'Get a transcript, starting with the newest messages',
  })
    .input(
      z.strictObject({
        agentId,
        conversationId,
        before: z.coerce.number().int().min(1).max(2_147_483_647).optional(),
        limit: z.coerce.number().int().min(1).max(200).optional(),
      }),
    )
    .output(Transcript),
  delete: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/conversations/{conversationId}',
    tag,
    access: { ...staff, by: ['session', 'workspace', 'agency'] },
    summary: 'Delete a conversation with its messages',
  })
    .input(z.strictObject({ agentId, conversationId }))
    .output(success),
  uploadFile: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/files',
    tag,
    maxBody: MAX_FILE_BODY,
    access: { ...speaker, limit: 'upload' },
    errors: ['NOT_FOUND', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'LIMIT_REACHED'],
    summary: 'Upload a file for a form of the latest answer',
    description:
      'PNG, JPEG, WebP, GIF, PDF, plain text (.txt), .docx or .xlsx up to 10 MB, as a data URL or plain base64, max 20 per conversation, while the latest answer asks for a file. Use the returned `url` as the value of that field. The file is deleted with the conversation.',
  })
    .input(
      z.strictObject({
        agentId,
        conversationId,
        /** Only its last path segment counts. */
        filename: z.string().min(1).max(1000),
        base64Payload: z.string().min(1).max(MAX_FILE_BODY),
      }),
    )
    .output(z.object({ data: z.object({ /** A path on this installation's origin. */ url: z.string() }) })),
  live: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/live',
    tag,
    stream: true,
    access: heard,
    errors: ['NOT_FOUND'],
    summary: 'Follow one conversation',
  }).input(z.strictObject({ agentId, conversationId })),
  liveWorkspace: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/live',
    tag,
    stream: true,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid' },
    summary: 'Follow every conversation of a workspace',
  }).input(z.strictObject({ uid: z.string().max(100) })),
  liveClient: regional({
    method: 'GET',
    path: '/client/live',
    tag,
    stream: true,
    access: { by: ['client'], client: { tabs: ['/convos'] } },
    summary: 'Follow every conversation of the agents a client user can open',
  }),
  listWorkspace: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/conversations',
    tag,
    access: { by: ['session', 'workspace', 'agency'], workspace: 'uid' },
    summary: 'List conversations of all agents of a workspace, newest message first',
    description:
      'Filter by agent, channel, state, tag, assignee and time of the newest message. `search` finds any part of a word in titles, visitors and messages.',
  })
    .input(
      z.strictObject({
        uid: z.string().max(100),
        search: z.string().max(200).optional(),
        agentId: agentId.optional(),
        ...inboxFilters,
        ...pageInput,
      }),
    )
    .output(page(Listed.extend({ agentTitle: z.string() }))),
  usage: regional({
    method: 'GET',
    path: '/v2/public/agents/{agentId}/usage',
    tag,
    access: { by: ['public'], limit: 'public' },
    errors: ['NOT_FOUND'],
    summary: 'Check whether the agent can answer another message',
  })
    .input(z.strictObject({ agentId }))
    .output(
      z.object({
        data: z.object({
          shouldContinue: z.boolean(),
          /** False shows our branding in the chat; always true with custom branding and on the host of an agency. */
          hasEverPaid: z.boolean(),
        }),
      }),
    ),
  openaiChat: regional({
    method: 'POST',
    path: '/openai/v1/chat/completions',
    tag: 'OpenAI-compatible',
    stream: true,
    maxBody: 512_000,
    access: { by: ['agent'], agent: 'model', limit: 'chat' },
    errors: ['NOT_FOUND', 'CREDITS_EXHAUSTED', 'LIMIT_REACHED', 'MODEL_UNAVAILABLE'],
    summary: 'Chat with an agent through OpenAI’s API',
    description: 'Use the agent secret as bearer token and the agent ID as `model`. Streams with `stream: true`.',
  }).input(
    z.looseObject({
      model: z.string().max(100),
      messages: z
        .array(
          z.looseObject({
            role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
            content: z
              .union([
                z.string().max(100_000),
                z.array(z.looseObject({ type: z.string().max(50), text: z.string().max(100_000).optional() })).max(100),
                z.null(),
              ])
              .optional(),
          }),
        )
        .min(1)
        .max(500),
      n: z.literal(1, { error: 'An agent gives one choice: n must be 1.' }).nullish(),
      stream: z.boolean().nullish(),
      stream_options: z.looseObject({ include_usage: z.boolean().optional() }).nullish(),
      user: z.string().max(200).nullish(),
    }),
  ),
  openaiModel: regional({
    method: 'GET',
    path: '/openai/v1/models/{model}',
    tag: 'OpenAI-compatible',
    access: { by: ['agent'], agent: 'model' },
    errors: ['NOT_FOUND'],
    summary: 'List models: the agent of this key is the only one',
  })
    .input(z.object({ model: z.string().max(100) }))
    .output(OpenAiModel),
  openaiModels: regional({
    method: 'GET',
    path: '/openai/v1/models',
    tag: 'OpenAI-compatible',
    access: { by: ['agent'] },
    summary: 'Get the model of this key: its agent',
  })
    .input(z.object(limitInput).optional())
    .output(
      z.object({
        object: z.literal('list'),
        data: z.array(OpenAiModel),
      }),
    ),
}
