import {
  contactsOf,
  emailKeyOf,
  hasNewContacts,
  isCaptured,
  joined,
  type LeadFields,
  learned,
  mayCorrect,
  nameOf,
  phoneKeyOf,
} from '@parlance/contract/leads/captured'
import { MAX_LEADS, type LeadSettings } from '@parlance/contract/leads/schemas'
import { randomId } from '@parlance/contract/lib/ids'
import { cut } from '@parlance/contract/lib/text'
import type { Ctx } from '../../lib/ctx.ts'
import type { VisitorDetails, ReadVisitorDetails } from './ports.ts'
import * as repository from './repository.ts'
import { findPerson, hasOtherEmail } from './same-person.ts'
import type { LeadRow } from './schema.ts'
import { bounded, newestOf } from './views.ts'

export interface CaptureDeps {
  readonly readVisitorDetails: ReadVisitorDetails
  readonly settingsOf: (ctx: Ctx, agentId: string) => Promise<LeadSettings>
  readonly agentExists: (ctx: Ctx, agentId: string) => Promise<boolean>
}
interface Conversation {
  readonly agentId: string
  readonly conversationId: string
}

function fieldsOf({ variables, signed, leftEmail }: VisitorDetails): LeadFields {
  const { email = leftEmail || signed?.email || '', phone = '' } = contactsOf(variables)
  return {
    name: cut(nameOf(variables) || signed?.name || '', 200),
    email: cut(email, 254),
    phone: cut(phone, 50),
    variables: bounded(variables),
  }
}

/** Idempotent: known details change nothing and emit nothing. */
export async function captureLead(
  { readVisitorDetails, settingsOf, agentExists }: CaptureDeps,
  ctx: Ctx,
  of: Conversation,
): Promise<void> {
  const { agentId, conversationId } = of
  const details = await readVisitorDetails(ctx, of)
  if (!details) return
  const { rules } = await settingsOf(ctx, agentId)
  // A visitor who leaves an address for a reply becomes a lead whatever the rules.
  if (details.leftEmail === '' && !isCaptured(rules, details.variables)) return
  const fields = fieldsOf(details)
  const keys = { emailKey: emailKeyOf(fields.email), phoneKey: phoneKeyOf(fields.phone) }
  await ctx.tx(async (tx) => {
    await repository.lockAgent(tx.db, agentId)
    // The agent may have been deleted meanwhile, together with its leads.
    if (!(await agentExists(tx, agentId))) return
    const { stages } = await settingsOf(tx, agentId)
    const same = { emails: [keys.emailKey], phones: [keys.phoneKey], conversationId }
    const known = await repository.findSame(tx.db, agentId, same)
    const source = { conversationId, signedEmail: details.signed?.email ?? '' }
    const before =
      known.find(
        (lead) =>
          lead.conversationIds.includes(conversationId) && (mayCorrect(lead, source) || !hasOtherEmail(lead, keys)),
      ) ?? findPerson(known, keys)
    const after = before && !mayCorrect(before, source) ? joined(before, fields) : learned(before, fields)
    const now = tx.now()
    const row: LeadRow = {
      ...(before ?? {
        id: randomId(16),
        workspaceId: tx.workspaceId,
        agentId,
        stage: stages[0]?.id ?? 'new',
        group: '',
        source: details.leftEmail === '' ? ('chat' as const) : ('form' as const),
        createdAt: now,
      }),
      ...after,
      variables: bounded(after.variables),
      emailKey: emailKeyOf(after.email),
      phoneKey: phoneKeyOf(after.phone),
      conversationIds: newestOf([...(before?.conversationIds ?? []), conversationId]),
      updatedAt: now,
    }
    if (before) await repository.update(tx.db, [row])
    else if ((await repository.countUpTo(tx.db, agentId, MAX_LEADS)) < MAX_LEADS) await repository.insert(tx.db, [row])
    else return
    const event = { workspaceId: tx.workspaceId, agentId, conversationId, leadId: row.id }
    if (hasNewContacts(before, after)) await tx.emit({ type: 'lead.captured', ...event, isNew: before === undefined })
  })
}
