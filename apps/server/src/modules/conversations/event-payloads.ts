// The part of event payloads that describes a conversation and one of its messages.
import { contactsOf } from '../events/index.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { readEventPayload } from './repository.ts'

export interface EventPayload {
  readonly channel: string
  readonly visitor: string
  readonly pageUrl: string
  readonly language: string
  readonly contacts: ReturnType<typeof contactsOf>
  readonly left?: { readonly email: string; readonly message: string }
  readonly message?: { readonly text: string; readonly values?: Readonly<Record<string, string | number | boolean>> }
}

/** Without what the visitor wrote when the agent keeps no history. Undefined for a deleted conversation. */
export async function eventPayload(
  ctx: Ctx,
  of: { agentId: string; conversationId: string; messageId?: string },
): Promise<EventPayload | undefined> {
  const row = await readEventPayload(ctx.db, of)
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
