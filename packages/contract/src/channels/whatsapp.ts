import { z } from 'zod'
import { messageRef } from '../lib/rules.ts'
import { TEMPLATE_MEDIA, TEMPLATE_CATEGORIES, TEMPLATE_LANGUAGES, TEMPLATE_PARTS } from './whatsapp-lists.ts'

export const WhatsappNumber = z.object({
  wabaId: z.string(),
  phoneId: z.string(),
  phoneNumber: z.string(),
  agentId: z.string(),
})
export type WhatsappNumber = z.infer<typeof WhatsappNumber>

export const WhatsappNumberView = WhatsappNumber.extend({
  name: z.string(),
  status: z.enum(['active', 'failing']),
  lastError: z.string(),
  lastErrorMessage: messageRef,
})
export type WhatsappNumberView = z.infer<typeof WhatsappNumberView>

export const PhoneEntry = z.object({
  id: z.string(),
  display_phone_number: z.string(),
  verified_name: z.string(),
  status: z.string(),
})
export type PhoneEntry = z.infer<typeof PhoneEntry>

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
  name: z.string().regex(/^[a-z0-9_]{1,512}$/),
  language: z.string().refine((code) => TEMPLATE_LANGUAGES.includes(code)),
  category: z.enum(TEMPLATE_CATEGORIES),
  bodyText: z.string().trim().min(1).max(1024),
  /** Sample values of `{{1}}`, `{{2}}` … for Meta's review. */
  examples: z.array(z.string().trim().min(1).max(200)).max(20).optional(),
  header: z
    .discriminatedUnion('format', [
      z.strictObject({ format: z.literal('TEXT'), text: z.string().trim().min(1).max(60) }),
      z.strictObject({ format: z.literal('LOCATION') }),
      /** Meta's reviewers are shown the file at this address. */
      z.strictObject({ format: z.enum(TEMPLATE_MEDIA), example: z.url({ protocol: /^https?$/ }).max(2000) }),
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
  values: z.number().int(),
  /** The values in their order. */
  places: z.array(
    z.object({
      part: z.enum(TEMPLATE_PARTS),
      /** The placeholder's name, the label of the button, or a field of the location. */
      name: z.string(),
      /** The button's place among the buttons. */
      index: z.number().int().optional(),
    }),
  ),
  /** Media above the text that each message provides; empty for none. */
  media: z.enum(['', ...TEMPLATE_MEDIA]),
})
export type Template = z.infer<typeof Template>
/** Whether a message to many can be made of it: only the name of the person is filled in, and only in the text. */
export const isFilledByName = ({ places }: Pick<Template, 'places'>): boolean =>
  places.length <= 1 && places.every(({ part, name }) => part === 'BODY' && /^\d+$/.test(name))
/** Its text, as a campaign writes it. */
export const wordsWithName = ({ bodyText }: Pick<Template, 'bodyText'>): string =>
  bodyText.replaceAll(/\{\{\s*\d+\s*\}\}/g, '{name}')
export type TemplatePlace = Template['places'][number]
