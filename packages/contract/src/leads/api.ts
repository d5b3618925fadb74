import { z } from 'zod'
import { limitInput, page, pageInput, regional, success } from '../lib/operation.ts'
import { messageFields, rule } from '../lib/rules.ts'
import {
  EXPORT_FIELDS,
  EXPORT_ROWS,
  IMPORT_CHUNK,
  ImportRow,
  Lead,
  LeadChanges,
  LeadFilters,
  LeadNote,
  LeadSettings,
  MAX_CHOSEN,
  MAX_LEAD_NOTE_CHARS,
  NewLeadOf,
  OpenedLead,
} from './schemas.ts'

const tag = 'Leads'
const agentId = z.string().max(100)
const leadId = z.string().max(100)
const noteId = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{7,99}$/, rule('value_not_valid'))
const one = z.strictObject({ agentId, leadId })
const access = {
  by: ['session', 'client', 'workspace', 'agency'],
  agent: 'agentId',
  client: { tabs: ['/leads'] },
} as const
const together = { ...access, audit: 'together' } as const
/** Notes need an author, which a secret does not have. */
const people = { ...access, by: ['session', 'client'], audit: 'together' } as const
const settings = z.object({
  data: LeadSettings.extend({
    groups: z.array(z.object({ name: z.string(), leads: z.number().int() })),
  }),
})
const chosen = z.array(leadId).min(1).max(MAX_CHOSEN)

export const leadsApi = {
  list: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/leads',
    tag,
    access: { ...access, limit: 'search' },
    summary: 'List leads, newest first',
    description: '`search` finds any part of names, email addresses, phone numbers and other values.',
  })
    .input(z.strictObject({ agentId, ...LeadFilters, ...pageInput }))
    .output(page(Lead)),
  get: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/leads/{leadId}',
    tag,
    access,
    summary: 'Get a lead with its notes and likely duplicates',
    description: 'Client users see the notes of their organization; workspace members see all.',
  })
    .input(one)
    .output(z.object({ data: OpenedLead })),
  create: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/leads',
    tag,
    access: together,
    errors: ['LIMIT_REACHED'],
    summary: 'Add a lead',
  })
    .input(NewLeadOf)
    .output(z.object({ data: Lead })),
  update: regional({
    method: 'PATCH',
    path: '/v2/agents/{agentId}/leads/{leadId}',
    tag,
    access: together,
    summary: 'Update a lead',
    description: 'Absent fields stay unchanged; `variables` are replaced as a whole.',
  })
    .input(LeadChanges.extend({ agentId, leadId }))
    .output(z.object({ data: Lead })),
  delete: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/leads/{leadId}',
    tag,
    access,
    summary: 'Delete a lead with its notes',
  })
    .input(one)
    .output(success),
  restore: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/leads/restore',
    tag,
    access,
    errors: ['LIMIT_REACHED'],
    summary: 'Restore deleted leads',
    description: 'Within one hour of deletion.',
  })
    .input(z.strictObject({ agentId, leadIds: chosen }))
    .output(success),
  bulk: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/leads/bulk',
    tag,
    access,
    summary: 'Move leads to a stage or group, or delete them',
    description: 'All or nothing: returns NOT_FOUND if any ID is unknown.',
  })
    .input(
      z.strictObject({
        agentId,
        leadIds: chosen,
        change: z.union([
          LeadChanges.pick({ stage: true }).required(),
          LeadChanges.pick({ group: true }).required(),
          z.strictObject({ delete: z.literal(true) }),
        ]),
      }),
    )
    .output(success),
  merge: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/leads/{leadId}/merge',
    tag,
    access,
    summary: 'Merge another lead into this one',
    description: 'Copies missing values, notes and conversations from the other lead, then deletes it.',
  })
    .input(one.extend({ other: leadId }))
    .output(z.object({ data: Lead })),
  saveNote: regional({
    method: 'PUT',
    path: '/v2/agents/{agentId}/leads/{leadId}/notes/{noteId}',
    tag,
    access: people,
    errors: ['LIMIT_REACHED'],
    summary: 'Add a note to a lead, or edit one of your own',
    description: 'You choose the `noteId`; sending it again edits the same note.',
  })
    .input(one.extend({ noteId, text: z.string().trim().min(1, rule('message_required')).max(MAX_LEAD_NOTE_CHARS) }))
    .output(z.object({ data: LeadNote })),
  deleteNote: regional({
    method: 'DELETE',
    path: '/v2/agents/{agentId}/leads/{leadId}/notes/{noteId}',
    tag,
    access: people,
    summary: 'Delete a note of your own',
  })
    .input(one.extend({ noteId }))
    .output(success),
  settings: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/lead-settings',
    tag,
    access,
    summary: 'Get when a visitor becomes a lead, the stages of leads, and existing groups',
  })
    .input(z.strictObject({ agentId, ...limitInput }))
    .output(settings),
  saveSettings: regional({
    method: 'PUT',
    path: '/v2/agents/{agentId}/lead-settings',
    tag,
    access: { by: ['session', 'workspace', 'agency'], agent: 'agentId' },
    summary: 'Set when a visitor becomes a lead, and the stages',
    description: 'Leads in a removed stage move to the first one.',
  })
    .input(LeadSettings.extend({ agentId }).strict())
    .output(settings),
  import: regional({
    method: 'POST',
    path: '/v2/agents/{agentId}/leads/import',
    tag,
    access: together,
    maxBody: 5_000_000,
    errors: ['LIMIT_REACHED'],
    summary: 'Import rows of a file; with `dryRun`, only report what would happen',
    description: `Max ${IMPORT_CHUNK} rows per call. A row with a known email address or phone number updates that lead. Invalid rows are reported by line; the others are imported.`,
  })
    .input(
      z.strictObject({
        agentId,
        rows: z.array(ImportRow).min(1).max(IMPORT_CHUNK),
        /** Default for rows without one. */
        group: z.string().max(100).default(''),
        dryRun: z.boolean().default(false),
      }),
    )
    .output(
      z.object({
        data: z.object({
          created: z.number().int(),
          updated: z.number().int(),
          broken: z.array(z.object({ line: z.number().int(), message: z.string(), ...messageFields })),
        }),
      }),
    ),
  export: regional({
    method: 'GET',
    path: '/v2/agents/{agentId}/leads.csv',
    tag,
    isExport: true,
    text: 'text/csv; charset=utf-8',
    access: { ...access, audit: 'always', limit: 'search' },
    summary: 'Export leads as CSV, newest first',
    description: `Includes the newest ${EXPORT_ROWS}. One export at a time per person, two per workspace. The ${EXPORT_FIELDS} most frequent variables have a column each; others are JSON in the last column. Cells that a spreadsheet would read as a formula start with an apostrophe.`,
  })
    .input(z.strictObject({ agentId, ...LeadFilters }))
    .output(z.string()),
}
