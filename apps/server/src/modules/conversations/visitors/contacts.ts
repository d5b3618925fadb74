// Contacts: people mark visitors of an agent as the same person. Visitors still only see what their own key opens.
import { MAX_CONTACT_VISITORS } from '@parlance/contract/conversations/contacts-api'
import { AppError } from '@parlance/contract/lib/errors'
import { randomId } from '@parlance/contract/lib/ids'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../../lib/ctx.ts'
import type { Bus } from '../../../lib/realtime/bus.ts'
import { requireConversation } from '../access.ts'
import type { ConversationRow } from '../repository.ts'
import * as repository from './contacts.repository.ts'

interface One {
  readonly agentId: string
  readonly conversationId: string
}

export function createContacts({ bus }: { readonly bus: Bus }) {
  const publish = (ctx: Ctx, rows: readonly ConversationRow[]) => {
    for (const row of rows) {
      const event = { type: 'conversation', agentId: row.agent_id, conversationId: row.id } as const
      bus.publish(ctx.region, `workspace:${row.workspace_id}`, event)
    }
  }
  return {
    /** The caller may open the agent, and both conversations are of it. */
    async mergeContact(ctx: Ctx, { otherConversationId, ...input }: One & { readonly otherConversationId: string }) {
      const { agentId } = input
      const [row, other] = await Promise.all([
        requireConversation(ctx, input),
        requireConversation(ctx, { agentId, conversationId: otherConversationId }),
      ])
      if (row.visitor_hash !== other.visitor_hash)
        await ctx.tx(async ({ db }) => {
          await repository.lockContacts(db, agentId)
          const [kept, joined] = await Promise.all([
            repository.findContact(db, agentId, row.visitor_hash),
            repository.findContact(db, agentId, other.visitor_hash),
          ])
          const contactId = kept ?? joined ?? randomId(20)
          if (joined !== undefined && joined !== contactId) await repository.joinContacts(db, joined, contactId)
          for (const { workspace_id: workspaceId, visitor_hash: visitorHash } of [row, other])
            await repository.addVisitor(db, { workspaceId, agentId, visitorHash }, contactId)
          if ((await repository.countVisitors(db, contactId)) > MAX_CONTACT_VISITORS)
            throw new AppError('LIMIT_REACHED', msg('too_many_contact_visitors', { max: MAX_CONTACT_VISITORS }))
        })
      publish(ctx, [row, other])
      return { success: true as const }
    },
    async separateContact(ctx: Ctx, input: One) {
      const row = await requireConversation(ctx, input)
      await ctx.tx(async ({ db }) => {
        await repository.lockContacts(db, input.agentId)
        const contactId = await repository.findContact(db, input.agentId, row.visitor_hash)
        if (contactId !== undefined) await repository.removeVisitor(db, input.agentId, row.visitor_hash, contactId)
      })
      publish(ctx, [row])
      return { success: true as const }
    },
  }
}
