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
      'Credentials, query and fragment are removed; parts of the path that look like keys or email addresses become `***`. Keeps the last 20 pages, or none if the agent keeps no history.',
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
      'They can’t write or start conversations with any agent of the workspace. If a client user blocks them, this applies to the organization’s agents, including later ones. Visitors are recognized by their key and signed identity.',
  })
    .input(one)
    .output(z.object({ data: z.object({ id: z.string() }) })),
  blockedVisitors: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/blocked-visitors',
    tag,
    access,
    summary: 'List blocked visitors of an agent, newest first',
    description: 'Client users see those blocked by their organization.',
  })
    .input(z.strictObject({ agentId, ...pageInput }))
    .output(page(BlockedVisitor)),
  unblockVisitor: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/blocked-visitors/{blockId}',
    tag,
    access,
    errors: ['NOT_FOUND'],
    summary: 'Unblock a visitor',
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
      'Shows earlier conversations, variables and leads of both together. Neither visitor sees the other’s data.',
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
