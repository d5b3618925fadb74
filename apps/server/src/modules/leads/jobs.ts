import type { Job } from '../../lib/jobs/jobs.ts'
import type { Leads } from './service.ts'

export const leadsJobs = (leads: Leads): Job[] => [
  {
    name: 'leads.capture',
    run: async (ctx, { agentId, conversationId }) => {
      if (typeof agentId === 'string' && typeof conversationId === 'string')
        await leads.capture(ctx, { agentId, conversationId })
    },
  },
  {
    name: 'leads.agent-copied',
    run: async (ctx, { agentId, copyOf }) => {
      await leads.copySettings(ctx, String(copyOf), String(agentId))
    },
  },
  {
    name: 'leads.agent-deleted',
    run: async (ctx, { agentId }) => {
      if (typeof agentId === 'string') await leads.removeOfAgent(ctx, agentId)
    },
  },
  {
    name: 'leads.conversations-deleted',
    run: async (ctx, { conversationIds }) => {
      if (Array.isArray(conversationIds)) await leads.forgetConversations(ctx, conversationIds.map(String))
    },
  },
  {
    name: 'leads.account-deleted',
    run: async (ctx, { userId, pseudonym }) => {
      if (typeof userId === 'string' && typeof pseudonym === 'string')
        await leads.forgetPerson(ctx, { kind: 'user', id: userId, name: pseudonym })
    },
  },
  {
    name: 'leads.client-changed',
    run: async (ctx, { clientId, name, operation }) => {
      if (operation === 'deleted' && typeof clientId === 'string' && typeof name === 'string')
        await leads.forgetPerson(ctx, { kind: 'client', id: clientId, name })
    },
  },
]
