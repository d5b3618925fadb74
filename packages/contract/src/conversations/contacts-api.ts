import { z } from 'zod'
import { page, pageInput, regional, success } from '../lib/operation.ts'
import { Person } from './schemas.ts'

const tag = 'Conversations'
const agentId = z.string().max(100)
const conversationId = z.string().max(100)
const one = z.strictObject({ agentId, conversationId })
/** People only, because secrets have no name to show. */
const access = { by: ['session', 'client'], agent: 'agentId', client: { tabs: ['/convos'] } } as const

export const MAX_BLOCKED_VISITORS = 1000
export const MAX_CONTACT_VISITORS = 20

export const BlockedVisitor = z.object({
  id: z.string(),
  visitor: z.string(),
  /** Code in the made-up name of an anonymous visitor; empty for a real name. */
  visitorCode: z.string(),
  email: z.string(),
  by: Person.pick({ kind: true, name: true }),
  at: z.string(),
})
export type BlockedVisitor = z.infer<typeof BlockedVisitor>

export const contactsApi = {
  visit: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/page',
    tag,
    access: { by: ['visitor'], agent: 'agentId', limit: 'public', audit: 'never' },
    errors: ['NOT_FOUND'],
    summary: 'Report which page the visitor is on',
    description:
      'Credentials, query and fragment are cut off; parts of the path that look like keys or email addresses become `***`. The last 20 pages are kept, none where the agent keeps no history.',
  })
    .input(one.extend({ url: z.string().max(2000), title: z.string().max(500).optional() }))
    .output(success),
  blockVisitor: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/block',
    tag,
    access,
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
    summary: 'Block the visitor of a conversation',
    description:
      'They can neither write nor begin another conversation: with any agent of the workspace, or, blocked by a client user, with the agents that org has, also those it gets later. Known by their key and by their signed identity.',
  })
    .input(one)
    .output(z.object({ data: z.object({ id: z.string() }) })),
  blockedVisitors: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/blocked-visitors',
    tag,
    access,
    summary: 'Visitors who can’t write to an agent, newest first',
    description: 'Client users see those that their org has blocked.',
  })
    .input(z.strictObject({ agentId, ...pageInput }))
    .output(page(BlockedVisitor)),
  unblockVisitor: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/blocked-visitors/{blockId}',
    tag,
    access,
    errors: ['NOT_FOUND'],
    summary: 'Let a blocked visitor write again',
  })
    .input(z.strictObject({ agentId, blockId: z.string().max(100) }))
    .output(success),
  mergeContact: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/contact',
    tag,
    access,
    errors: ['NOT_FOUND', 'LIMIT_REACHED'],
    summary: 'Merge the visitors of two conversations into one contact',
    description:
      'Earlier conversations, variables and leads of both are then shown together. Neither visitor sees what is the other’s.',
  })
    .input(one.extend({ otherConversationId: conversationId }))
    .output(success),
  separateContact: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/conversations/{conversationId}/contact/separate',
    tag,
    access,
    errors: ['NOT_FOUND'],
    summary: 'Undo the merge of a visitor',
  })
    .input(one)
    .output(success),
}
