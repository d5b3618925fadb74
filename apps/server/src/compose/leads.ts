import { conversationQueries } from '../modules/conversations/index.ts'
import { createLeadsModule } from '../modules/leads/index.ts'
import type { createTrashModule } from '../modules/trash/index.ts'
import type { Agents } from './agents.ts'
import type { Module } from './base.ts'

interface Needs {
  readonly agents: Agents['agents']
  readonly trash: Module<typeof createTrashModule>
}
export const composeLeads = ({ agents, trash }: Needs) =>
  createLeadsModule({
    trash: trash.service,
    readVisitorDetails: conversationQueries.readVisitorDetails,
    ofContact: conversationQueries.ofContact,
    agentExists: async (ctx, agentId) => (await agents.service.workspaceOf(ctx, agentId)) === ctx.workspaceId,
  })
