// What events tell of a conversation and of one of its messages.
import { contactsOf } from '../events/index.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { readTold } from './event-payloads.repository.ts'

/** Where the agent keeps no history, nothing that a visitor said or gave is told. Undefined for one that is gone. */
export async function told(ctx: Ctx, of: { agentId: string; conversationId: string; messageId?: string }) {
  const row = await readTold(ctx.db, of)
  if (!row) return undefined
  const { channel, visitor, language, page_url: pageUrl } = row
  const place = { channel, visitor, pageUrl, language, contacts: {} }
  if (row.ephemeral) return place
  const { left_message: left, text, values, variables } = row
  return {
    ...place,
    contacts: contactsOf(variables ?? undefined),
    ...(left ? { left: { email: left.email, message: left.message } } : {}),
    ...(text === null ? {} : { message: { text, ...(values ? { values } : {}) } }),
  }
}
