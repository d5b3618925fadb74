import { z } from 'zod'
import { limitInput, regional, success } from '../lib/operation.ts'
import { rule } from '../lib/rules.ts'
import { oneLine } from '../lib/text.ts'
import { Conversation, Person, SeenPage } from './schemas.ts'

const tag = 'Conversations'
const agentId = z.string().max(100)
const conversationId = z.string().max(100)
const one = z.strictObject({ agentId, conversationId })
/** People only, because secrets have no name to show. */
const access = { by: ['session', 'client'], agent: 'agentId', client: { tabs: ['/convos'] } } as const
/** Frequent calls that are not worth an entry in the audit log. */
const unlogged = { ...access, audit: 'never' } as const
const answer = z.object({ data: Conversation })

export const MAX_CONVERSATION_TAGS = 20
export const MAX_NOTE_CHARS = 5000
export const MAX_MENTIONS = 10
export const MAX_CANNED_REPLIES = 200

const Tag = z.string().overwrite(oneLine).trim().min(1, rule('tag_required')).max(50)
export const Note = z.object({
  id: z.string(),
  by: Person,
  text: z.string(),
  /** Each appears in the text as `@` and their name. */
  mentions: z.array(Person.pick({ kind: true, id: true, name: true })),
  at: z.string(),
  isOwn: z.boolean(),
})
export type Note = z.infer<typeof Note>

export const CannedReply = z.object({
  shortcut: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[\p{L}\p{N}_-]{1,40}$/u, rule('shortcut_invalid')),
  text: z.string().trim().min(1, rule('message_required')).max(MAX_NOTE_CHARS),
})
export type CannedReply = z.infer<typeof CannedReply>

export const Brief = z.object({
  question: z.string(),
  /** The agent's last answers, oldest first, each with the titles of its sources. */
  tried: z.array(
    z.object({
      question: z.string(),
      answer: z.string(),
      sources: z.array(z.object({ title: z.string(), url: z.string().optional() })),
    }),
  ),
  open: z.string(),
  /** `model`: the agent's model summarised the question and open points. */
  by: z.enum(['rules', 'model']),
})
export type Brief = z.infer<typeof Brief>

const Handback = z.object({ by: z.string(), text: z.string(), at: z.string() })

const Availability = z.object({
  /** Gets no requests, even while present. */
  isAway: z.boolean(),
  team: z.array(
    Person.pick({ kind: true, id: true, name: true }).extend({
      /** The dashboard is open in a window of theirs, and they are not away. */
      isOnline: z.boolean(),
      isAway: z.boolean(),
      open: z.number().int(),
    }),
  ),
})
export type Availability = z.infer<typeof Availability>

export const inboxApi = {
  availability: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/availability',
    tag,
    access,
    summary: 'List teammates of an agent with availability and open conversations',
  })
    .input(z.strictObject({ agentId }))
    .output(z.object({ data: Availability })),
  setAvailability: regional({
    method: 'PUT',
    path: '/v2/agents/{agentId}/availability',
    tag,
    access: unlogged,
    summary: 'Set yourself to away or available, for all agents of the workspace',
  })
    .input(z.strictObject({ agentId, isAway: z.boolean() }))
    .output(z.object({ data: Availability })),
  markPresent: regional({
    method: 'POST',
    path: '/v2/workspaces/{uid}/presence',
    tag,
    access: { by: ['session'], workspace: 'uid', role: 'viewer', audit: 'never' },
    summary: 'Report that you’re online; call every 30 seconds while the dashboard is open',
    description: 'You count as online for 90 seconds and can be assigned waiting visitors.',
  })
    .input(z.strictObject({ uid: z.string().max(100) }))
    .output(success),
  markClientPresent: regional({
    method: 'POST',
    path: '/client/presence',
    tag,
    access: { by: ['client'], client: { tabs: ['/convos'] }, audit: 'never' },
    summary: 'The same for client users',
  })
    .input(z.strictObject({}).optional())
    .output(success),
  writeBrief: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/brief',
    tag,
    access: { ...unlogged, limit: 'probe' },
    errors: ['CONFLICT', 'CREDITS_EXHAUSTED', 'LIMIT_REACHED', 'MODEL_UNAVAILABLE'],
    summary: 'Summarize what the visitor wants and what’s open',
    description:
      'Costs the model call; free if the visitor has said nothing new. Returns CONFLICT if there’s nothing to summarize.',
  })
    .input(one)
    .output(z.object({ data: Brief })),
  takeOver: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/take-over',
    tag,
    access,
    errors: ['FORBIDDEN', 'CONFLICT', 'TURN_RUNNING'],
    summary: 'Take over a conversation from the agent or a teammate',
    description: 'Stops a running answer. The agent doesn’t answer until you hand the conversation back.',
  })
    .input(one)
    .output(answer),
  handBack: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/hand-back',
    tag,
    access,
    errors: ['CONFLICT', 'TURN_RUNNING'],
    summary: 'Hand a conversation back to the agent',
  })
    .input(one)
    .output(answer),
  close: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/close',
    tag,
    access,
    errors: ['TURN_RUNNING'],
    summary: 'End a conversation; nobody can write in it anymore',
  })
    .input(one)
    .output(answer),
  reopen: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/reopen',
    tag,
    access,
    summary: 'Reopen an ended conversation; the agent answers in it again',
  })
    .input(one)
    .output(answer),
  assignees: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/assignees',
    tag,
    access,
    summary: 'List teammates and teams that a conversation can be assigned to',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(Person), teams: z.array(z.object({ id: z.string(), name: z.string() })) })),
  assign: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/assignee',
    tag,
    access,
    errors: ['FORBIDDEN', 'CONFLICT'],
    summary: 'Assign a conversation to a teammate or team, or unassign it',
    description:
      'Replaces the teammate who is in it. A waiting visitor assigned to a team goes to its available member with the fewest conversations, or waits for one. A teammate outside the team leaves the conversation.',
  })
    .input(
      one.extend({
        assignee: z.object({ kind: z.enum(['user', 'client', 'team']), id: z.string().max(100) }).nullable(),
      }),
    )
    .output(answer),
  setTags: regional({
    method: 'PUT',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/tags',
    tag,
    access: unlogged,
    errors: ['FORBIDDEN'],
    summary: 'Set the tags of a conversation',
  })
    .input(
      one.extend({
        tags: z
          .array(Tag)
          .max(MAX_CONVERSATION_TAGS)
          .transform((tags) => [...new Set(tags)]),
      }),
    )
    .output(answer),
  snooze: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/snooze',
    tag,
    access: unlogged,
    summary: 'Snooze a conversation until a time or the visitor’s next message; null wakes it',
  })
    .input(one.extend({ until: z.iso.datetime({ offset: true }).nullable() }))
    .output(answer),
  markSeen: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/seen',
    tag,
    access: { ...unlogged, role: 'viewer' },
    summary: 'Mark messages as seen up to this one; 0 marks the conversation as unread',
  })
    .input(one.extend({ seq: z.number().int().min(0).max(2_147_483_647) }))
    .output(success),
  details: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/details',
    tag,
    access,
    errors: ['NOT_FOUND'],
    summary: 'Get notes, variables and earlier conversations of the visitor',
  })
    .input(one)
    .output(
      z.object({
        data: z.object({
          notes: z.array(Note),
          variables: z.record(z.string(), z.unknown()),
          language: z.string(),
          brief: Brief.optional(),
          handback: Handback.optional(),
          earlier: z.array(
            z.object({
              id: z.string(),
              title: z.string(),
              state: Conversation.shape.state,
              startedAt: z.string(),
              lastMessageAt: z.string(),
              /** Belongs to another visitor who was merged into this contact. */
              isMerged: z.boolean(),
              visitor: z.string(),
              visitorCode: z.string(),
            }),
          ),
          pages: z.array(SeenPage),
          isBlocked: z.boolean(),
          isOneThread: z.boolean(),
        }),
      }),
    ),
  addNote: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/notes',
    tag,
    access: unlogged,
    errors: ['LIMIT_REACHED'],
    summary: 'Add a note that no visitor sees',
    description:
      'Client users see the notes of their organization; workspace members see all. `mentions` notifies teammates on the author’s side who can open the conversation.',
  })
    .input(
      one.extend({
        text: z.string().trim().min(1, rule('message_required')).max(MAX_NOTE_CHARS),
        mentions: z
          .array(Person.pick({ kind: true, id: true }))
          .max(MAX_MENTIONS)
          .optional(),
      }),
    )
    .output(z.object({ data: Note })),
  deleteNote: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/notes/{noteId}',
    tag,
    access: unlogged,
    summary: 'Delete a note of your own',
  })
    .input(one.extend({ noteId: z.string().max(100) }))
    .output(success),
  cannedReplies: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/canned-replies',
    tag,
    access,
    summary: 'List canned replies',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(z.object({ items: z.array(CannedReply) })),
  saveCannedReplies: regional({
    method: 'PUT',
    path: '/v2/workspaces/{uid}/canned-replies',
    tag,
    access: { by: ['session'], workspace: 'uid' },
    errors: ['CONFLICT'],
    summary: 'Replace the canned replies of a workspace',
    description: 'Send the list you read as `known` to get CONFLICT if somebody has changed it since.',
  })
    .input(
      z.strictObject({
        uid: z.string().max(100),
        known: z.array(CannedReply).max(MAX_CANNED_REPLIES).optional(),
        items: z
          .array(CannedReply)
          .max(MAX_CANNED_REPLIES)
          .refine(
            (items) => new Set(items.map(({ shortcut }) => shortcut)).size === items.length,
            rule('shortcut_taken'),
          ),
      }),
    )
    .output(success),
  inboxCounts: regional({
    method: 'GET',
    path: '/v2/workspaces/{uid}/inbox-counts',
    tag,
    access: { by: ['session'], workspace: 'uid' },
    summary: 'Count conversations waiting for a human and your own',
  })
    .input(z.strictObject({ uid: z.string().max(100) }))
    .output(z.object({ data: z.object({ waiting: z.number().int(), mine: z.number().int() }) })),
}
