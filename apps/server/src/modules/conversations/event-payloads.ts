// The part of event payloads that describes a conversation and one of its messages.
import { contactsOf } from '../events/index.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { readEventPayload } from './repository.ts'

/** Without what the visitor wrote when the agent keeps no history. Undefined for a deleted conversation. */
export async function eventPayload(ctx: Ctx, of: { agentId: string; conversationId: string; messageId?: string }) {
  const row = await readEventPayload(ctx.db, of)
  if (!row) return undefined
  const { channel, visitor, language, page_url: pageUrl } = row
  const place = { channel, visitor, pageUrl, language, contacts: {} }
  if (row.ephemeral) return place
  const { left_message: leftMessage, text, values, variables } = row
  return {
    ...place,
    contacts: contactsOf(variables ?? undefined),
    ...(leftMessage ? { contactForm: { email: leftMessage.email, message: leftMessage.message } } : {}),
    ...(text === null ? {} : { message: { text, ...(values ? { values } : {}) } }),
  }
}
