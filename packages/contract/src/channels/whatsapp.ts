// Numbers and message templates of WhatsApp, as people of a workspace see them. No secrets.
import { z } from 'zod'

export const WhatsappNumber = z.object({
  wabaId: z.string(),
  phoneId: z.string(),
  phoneNumber: z.string(),
  agentId: z.string(),
})
export type WhatsappNumber = z.infer<typeof WhatsappNumber>

/** As Meta tells it. */
export const PhoneEntry = z.object({
  id: z.string(),
  display_phone_number: z.string(),
  verified_name: z.string(),
  status: z.string(),
})
export type PhoneEntry = z.infer<typeof PhoneEntry>

export const TEMPLATE_CATEGORIES = ['AUTHENTICATION', 'MARKETING', 'UTILITY'] as const
/** Those that Meta names. */
export const TEMPLATE_LANGUAGES = (
  'af sq ar ar_AE ar_EG ar_LB ar_MA ar_QA az be_BY bn bn_IN bg ca zh_CN zh_HK zh_TW hr cs da prs_AF nl nl_BE en en_AE en_AU ' +
  'en_CA en_GB en_GH en_IE en_IN en_JM en_MY en_NZ en_QA en_SG en_UG en_US en_ZA et fil fi fr fr_BE fr_CA fr_CH fr_CI fr_MA ' +
  'ka de de_AT de_CH el gu ha he hi hu id ga it ja kn kk rw_RW ko ky_KG lo lv lt mk ms ml mr nb ps_AF fa pl pt_BR pt_PT pa ro ' +
  'ru sr si_LK sk sl es es_AR es_CL es_CO es_CR es_DO es_EC es_ES es_HN es_MX es_PA es_PE es_UY sw sv ta te th tr uk ur uz vi zu'
).split(' ')

const TemplateButton = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('QUICK_REPLY'), text: z.string().trim().min(1).max(25) }),
  z.strictObject({
    type: z.literal('URL'),
    text: z.string().trim().min(1).max(25),
    url: z.url({ protocol: /^https?$/ }).max(2000),
  }),
  z.strictObject({
    type: z.literal('PHONE_NUMBER'),
    text: z.string().trim().min(1).max(25),
    phone_number: z.string().regex(/^\+\d{6,19}$/),
  }),
  z.strictObject({ type: z.literal('COPY_CODE'), example: z.string().trim().min(1).max(15) }),
])
export const NewTemplate = z.strictObject({
  /** Lower case with underscores. */
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string().refine((code) => TEMPLATE_LANGUAGES.includes(code)),
  category: z.enum(TEMPLATE_CATEGORIES),
  bodyText: z.string().trim().min(1).max(1024),
  /** What stands for `{{1}}`, `{{2}}` … while Meta reviews it. */
  examples: z.array(z.string().trim().min(1).max(200)).max(20).optional(),
  /** A line above the text, or a place. */
  header: z
    .discriminatedUnion('format', [
      z.strictObject({ format: z.literal('TEXT'), text: z.string().trim().min(1).max(60) }),
      z.strictObject({ format: z.literal('LOCATION') }),
    ])
    .optional(),
  footer: z.string().trim().min(1).max(60).optional(),
  buttons: z.array(TemplateButton).min(1).max(10).optional(),
})
export type NewTemplate = z.infer<typeof NewTemplate>

export const CreatedTemplate = z.object({ id: z.string(), status: z.string(), category: z.string() })
export const Template = CreatedTemplate.extend({
  name: z.string(),
  language: z.string(),
  bodyText: z.string(),
  /** How many values it takes. */
  values: z.number().int(),
})
export type Template = z.infer<typeof Template>

/** The placeholders of a text, in order: `{{1}}`, `{{2}}` … */
export const placeholdersOf = (text: string): number[] => [
  ...new Set([...text.matchAll(/\{\{(\d{1,2})\}\}/g)].map(([, n]) => Number(n))),
]
