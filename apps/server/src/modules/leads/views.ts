// Leads as calls answer them.
import type { Values } from '@parlance/contract/agents/variables'
import type { Person } from '@parlance/contract/conversations/schemas'
import { isSamePerson } from '@parlance/contract/conversations/lifecycle'
import { type Lead, type LeadNote, MAX_LEAD_FIELDS } from '@parlance/contract/leads/schemas'
import type { LeadRow, NoteRow } from './schema.ts'

export const toLead = (row: LeadRow, noteCount: number): Lead => ({
  leadId: row.id,
  agentId: row.agentId,
  name: row.name,
  email: row.email,
  phone: row.phone,
  variables: { ...row.variables },
  stage: row.stage,
  group: row.group,
  source: row.source,
  conversationId: row.conversationIds.at(-1) ?? null,
  noteCount,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

export const toNote = ({ id, author, text, at, editedAt }: NoteRow, asker: Person | undefined): LeadNote => ({
  id,
  by: author,
  text,
  at: at.toISOString(),
  editedAt: editedAt.toISOString(),
  isOwn: asker !== undefined && isSamePerson(asker, author),
})

/** No more values than a lead holds. */
export const bounded = (variables: Values): Values =>
  Object.fromEntries(Object.entries(variables).slice(0, MAX_LEAD_FIELDS))
