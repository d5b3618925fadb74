// Leads of agents, notes on them, and rules for capturing them.
import type { Values } from '@parlance/contract/agents/variables'
import type { Person } from '@parlance/contract/conversations/schemas'
import type { LeadSettings } from '@parlance/contract/leads/schemas'
import { index, jsonb, primaryKey, snakeCase, text, timestamp } from 'drizzle-orm/pg-core'

const at = () => timestamp({ withTimezone: true, precision: 3, mode: 'date' })

export const leads = snakeCase.table(
  'leads',
  {
    id: text().primaryKey(),
    workspaceId: text().notNull(),
    agentId: text().notNull(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    /** Normalised keys to find the same person; empty if unknown. */
    emailKey: text().notNull(),
    phoneKey: text().notNull(),
    variables: jsonb().$type<Values>().notNull(),
    stage: text().notNull(),
    group: text().notNull(),
    source: text({ enum: ['chat', 'form', 'manual', 'import', 'api'] }).notNull(),
    /** Its conversations, newest last. The first one created the lead; empty if that was deleted. */
    conversationIds: text().array().notNull().default([]),
    createdAt: at().notNull(),
    updatedAt: at().notNull(),
  },
  (t) => [
    index('leads_agent').on(t.agentId, t.createdAt.desc().nullsFirst(), t.id),
    index('leads_stage').on(t.agentId, t.stage, t.createdAt.desc().nullsFirst(), t.id),
    index('leads_email').on(t.agentId, t.emailKey),
    index('leads_phone').on(t.agentId, t.phoneKey),
    index('leads_conversations').using('gin', t.conversationIds),
  ],
)
export type LeadRow = typeof leads.$inferSelect

export const leadNotes = snakeCase.table(
  'lead_notes',
  {
    leadId: text()
      .notNull()
      .references(() => leads.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    workspaceId: text().notNull(),
    /** Org of the client user who wrote it; empty for workspace members. */
    orgId: text().notNull().default(''),
    author: jsonb().$type<Person>().notNull(),
    text: text().notNull(),
    at: at().notNull(),
    editedAt: at().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.leadId, t.id] }),
    index('lead_notes_author').using('gin', t.author.op('jsonb_path_ops')),
  ],
)
export type NoteRow = typeof leadNotes.$inferSelect

export const leadSettings = snakeCase.table('lead_settings', {
  agentId: text().primaryKey(),
  workspaceId: text().notNull(),
  rules: jsonb().$type<LeadSettings['rules']>().notNull(),
  stages: jsonb().$type<LeadSettings['stages']>().notNull(),
})
