// The part of event payloads that describes a conversation and one of its messages.
import { pageAddress } from '@parlance/contract/conversations/page-address'
import { type Contacts, contactsIn, contactsOf } from '@parlance/contract/leads/captured'
import type { Ctx } from '../../lib/ctx.ts'
import { findConversation, findFieldNames, readEventPayload, readSaid } from './repository.ts'

export interface EventPayload {
  readonly channel: string
  readonly visitor: string
  readonly pageUrl: string
  readonly language: string
  readonly contacts: ReturnType<typeof contactsOf>
  readonly contactForm?: { readonly email: string; readonly message: string }
  readonly message?: { readonly text: string; readonly values?: Readonly<Record<string, string | number | boolean>> }
}

/** Leaves out the visitor's text when the agent keeps no history. Undefined for a deleted conversation. */
export async function eventPayload(
  ctx: Ctx,
  of: { agentId: string; conversationId: string; messageId?: string },
): Promise<EventPayload | undefined> {
  const row = await readEventPayload(ctx.db, of)
  if (!row) return undefined
  const { channel, visitor, language, page_url } = row
  const place = { channel, visitor, pageUrl: pageAddress(page_url), language, contacts: {} }
  if (row.ephemeral) return place
  const { left_message: leftMessage, text, values, variables } = row
  return {
    ...place,
    contacts: contactsOf(variables ?? undefined),
    ...(leftMessage ? { contactForm: { email: leftMessage.email, message: leftMessage.message } } : {}),
    ...(text === null ? {} : { message: { text, ...(values ? { values } : {}) } }),
  }
}

const MAX_SAID = 50

/**
 * What the visitor said about themselves, without passwords and file URLs: those are for tools. Undefined for a deleted
 * conversation, one without history, and owners' tests.
 */
export async function readVisitorDetails(ctx: Ctx, of: { readonly agentId: string; readonly conversationId: string }) {
  const [row, known] = await Promise.all([
    findConversation(ctx.db, of.agentId, of.conversationId),
    readEventPayload(ctx.db, of),
  ])
  if (!row || !known || known.ephemeral || known.channel === 'test') return undefined
  const [secret, said] = await Promise.all([
    findFieldNames(ctx.db, of.conversationId, ['password', 'file']),
    readSaid(ctx.db, of.conversationId, MAX_SAID),
  ])
  const signed = row.identity === null ? undefined : { name: row.person_name ?? '', email: row.person_email ?? '' }
  const variables = Object.fromEntries(Object.entries(known.variables ?? {}).filter(([name]) => !secret.has(name)))
  const { email, phone } = contactsOf(variables)
  // Newest first: earlier values are replaced. Answers to the agent's questions win over mentions.
  const typed = Object.assign({}, ...said.map(contactsIn).toReversed()) as Contacts
  if (typed.email !== undefined && email === undefined) variables['email'] = typed.email
  if (typed.phone !== undefined && phone === undefined) variables['phone'] = typed.phone
  return {
    variables,
    leftEmail: known.left_message?.email ?? '',
    ...(signed ? { signed } : {}),
  }
}
