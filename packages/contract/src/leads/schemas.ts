import { z } from 'zod'
import { Person } from '../conversations/schemas.ts'
import { isEmail } from '../lib/mailbox.ts'
import { rule } from '../lib/rules.ts'
import { oneLine, storable } from '../lib/text.ts'

export const MAX_LEADS = 200_000
export const MAX_LEAD_FIELDS = 100
export const MAX_LEAD_NOTES = 500
export const MAX_LEAD_NOTE_CHARS = 5000
export const MAX_STAGES = 12
export const MAX_RULES = 10
export const MAX_RULE_VARIABLES = 10
/** Rows per call; larger imports take several. */
export const IMPORT_CHUNK = 1000
export const MAX_IMPORT_ROWS = 100_000
export const EXPORT_ROWS = 50_000
/** Extra columns of an export, for values that not all leads have. */
export const EXPORT_FIELDS = 200
export const MAX_CHOSEN = 200

export const LEAD_SOURCES = ['chat', 'form', 'manual', 'import', 'api'] as const
export type LeadSource = (typeof LEAD_SOURCES)[number]

const line = (max: number) => z.string().overwrite(storable).overwrite(oneLine).trim().max(max)
const Email = line(254).refine((text) => text === '' || isEmail(text), rule('form_email'))
/** Any text with digits, because notations differ by country. */
const Phone = line(50).refine((text) => text === '' || /\p{Nd}.*\p{Nd}.*\p{Nd}/u.test(text), rule('phone_invalid'))
const Name = line(200)
const LeadGroup = line(100)
const StageId = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, rule('stage_unknown'))
const FieldName = line(100).min(1, rule('field_name_required'))
const FieldValue = z.union([z.string().overwrite(storable).max(5000), z.number(), z.boolean()])
const Fields = z
  .record(FieldName, FieldValue)
  .refine(
    (fields) => Object.keys(fields).length <= MAX_LEAD_FIELDS,
    rule('too_many_lead_fields', { max: MAX_LEAD_FIELDS }),
  )

export const Stage = z.object({
  id: StageId,
  /** Empty for one of the first five with its default name, which is translated. */
  name: line(60),
})
export type Stage = z.infer<typeof Stage>

export const DEFAULT_STAGES: readonly Stage[] = ['new', 'contacted', 'qualified', 'won', 'lost'].map((id) => ({
  id,
  name: '',
}))

export const LeadSettings = z.object({
  /** One set is enough, and all variables of a set must be known; default: email, phone or phone_number. */
  rules: z
    .array(
      z
        .array(z.string().trim().min(1, rule('field_name_required')).max(100))
        .min(1)
        .max(MAX_RULE_VARIABLES),
    )
    .max(MAX_RULES),
  stages: z
    .array(Stage)
    .min(1)
    .max(MAX_STAGES)
    .refine((stages) => new Set(stages.map(({ id }) => id)).size === stages.length, rule('stage_twice')),
})
export type LeadSettings = z.infer<typeof LeadSettings>

export const LeadNote = z.object({
  id: z.string(),
  by: Person,
  text: z.string(),
  /** ISO times, equal until edited. */
  at: z.string(),
  editedAt: z.string(),
  isOwn: z.boolean(),
})
export type LeadNote = z.infer<typeof LeadNote>

export const Lead = z.object({
  leadId: z.string(),
  agentId: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  variables: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  stage: z.string(),
  group: z.string(),
  source: z.enum(LEAD_SOURCES),
  conversationId: z.string().nullable(),
  noteCount: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Lead = z.infer<typeof Lead>

export const OpenedLead = Lead.extend({
  notes: z.array(LeadNote),
  /** Same e-mail address or phone number. */
  duplicates: z.array(Lead.pick({ leadId: true, name: true, email: true, phone: true, createdAt: true })),
})
export type OpenedLead = z.infer<typeof OpenedLead>

const fields = { name: Name, email: Email, phone: Phone, variables: Fields, stage: StageId, group: LeadGroup }
const isSomebody = ({ name = '', email = '', phone = '' }: { name?: string; email?: string; phone?: string }) =>
  `${name}${email}${phone}` !== ''

const newLead = z.strictObject({
  name: Name.default(''),
  email: Email.default(''),
  phone: Phone.default(''),
  variables: Fields.default({}),
  /** The first stage when absent. */
  stage: StageId.optional(),
  group: LeadGroup.default(''),
})
export const NewLead = newLead.refine(isSomebody, rule('lead_empty'))
export const NewLeadOf = newLead.extend({ agentId: z.string().max(100) }).refine(isSomebody, rule('lead_empty'))
export type NewLead = z.infer<typeof NewLead>

/** `variables` are replaced as a whole. */
export const LeadChanges = z.strictObject(fields).partial()
export type LeadChanges = z.infer<typeof LeadChanges>

/** A line with errors is reported by number; the others are imported. */
export const ImportRow = z.strictObject({
  line: z.number().int().min(1).max(10_000_000),
  name: z.string().max(10_000).default(''),
  email: z.string().max(10_000).default(''),
  phone: z.string().max(10_000).default(''),
  group: z.string().max(10_000).default(''),
  stage: z.string().max(10_000).default(''),
  variables: z.record(z.string().max(1000), z.string().max(10_000)).default({}),
})
export type ImportRow = z.infer<typeof ImportRow>

export const LeadFilters = {
  search: z.string().max(200).optional(),
  stage: z.string().max(40).optional(),
  group: z.string().max(100).optional(),
  conversationId: z.string().max(100).optional(),
}
