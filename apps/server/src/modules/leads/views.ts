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
  conversationId: row.conversationIds.at(-1) || null,
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

export const bounded = (variables: Values): Values =>
  Object.fromEntries(Object.entries(variables).slice(0, MAX_LEAD_FIELDS))

const MAX_CONVERSATIONS = 100
/** Without duplicates, newest last. The first one, which created the lead, is kept; the oldest others are dropped. */
export function newestOf(ids: readonly string[]): string[] {
  const [first, ...others] = ids
  const later = [...new Set(others.toReversed())].filter((id) => id !== first).slice(0, MAX_CONVERSATIONS - 1)
  return first === undefined ? [] : [first, ...later.toReversed()]
}
