import { z } from 'zod'
import { rule } from '../lib/rules.ts'

const short = z.string().trim().min(1).max(200)
const text = (max: number) => z.string().max(max)
const WEB = /^https?:\/\/[^\s/]\S*$/
/** An absolute URL, or a path of this installation (an uploaded file). */
const address = z
  .string()
  .max(2000)
  .regex(/^(https?:\/\/[^\s/]|\/[\w.-])\S*$/)

/** Sends its payload (or name) as the visitor's next message, or opens a URL. */
export const Button = z.strictObject({
  name: short,
  request: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), payload: text(500).optional() }),
    z.strictObject({ type: z.literal('open_url'), payload: z.string().max(2000).regex(WEB) }),
  ]),
})
export type Button = z.infer<typeof Button>

export const FIELD_TYPES = [
  'text',
  'email',
  'password',
  'number',
  'tel',
  'url',
  'textarea',
  'select',
  'checkbox',
  'radio',
  'date',
  'time',
  'datetime-local',
  'file',
] as const
export const FormField = z
  .strictObject({
    name: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/),
    label: short,
    type: z.enum(FIELD_TYPES),
    required: z.boolean().default(false),
    placeholder: text(200).optional(),
    options: z.array(short).max(100).optional(),
    /** For numbers their value, for texts their length. */
    min: z.number().optional(),
    max: z.number().optional(),
  })
  .refine(
    ({ type, options }) => (type !== 'select' && type !== 'radio') || (options?.length ?? 0) > 0,
    rule('choice_without_options'),
  )
export type FormField = z.infer<typeof FormField>

const card = {
  title: short,
  imageUrl: address.optional(),
  description: z.strictObject({ text: text(2000) }).optional(),
  buttons: z.array(Button).max(10).default([]),
}
export const Card = z.strictObject(card)
export type Card = z.infer<typeof Card>

export const ITEM_TYPES = ['text', 'choice', 'visual', 'cardV2', 'carousel', 'iFrame', 'form', 'input', 'file'] as const
export const Item = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: text(10_000) }),
  z.strictObject({
    type: z.literal('choice'),
    message: text(2000).optional(),
    buttons: z.array(Button).min(1).max(30),
  }),
  z.strictObject({ type: z.literal('visual'), image: address, alt: text(500).default('') }),
  z.strictObject({ type: z.literal('cardV2'), ...card }),
  z.strictObject({ type: z.literal('carousel'), cards: z.array(Card).min(1).max(10) }),
  z.strictObject({
    type: z.literal('iFrame'),
    url: z.string().max(2000).regex(WEB),
    title: short,
    layout: z.enum(['vertical', 'horizontal']).default('vertical'),
  }),
  z.strictObject({
    type: z.literal('form'),
    title: text(200).optional(),
    description: text(2000).optional(),
    fields: z
      .array(FormField)
      .min(1)
      .max(30)
      .refine((fields) => new Set(fields.map(({ name }) => name)).size === fields.length, rule('field_name_duplicate')),
    submitLabel: text(50).optional(),
  }),
  z.strictObject({ type: z.literal('input'), field: FormField, submitLabel: text(50).optional() }),
  z.strictObject({ type: z.literal('file'), url: address, name: short, mime: text(100).optional() }),
])
export type Item = z.infer<typeof Item>

/** Validated on the server against the item. */
export const Submission = z.strictObject({
  messageId: z.string().max(100),
  item: z.number().int().min(0).max(200),
  /** Values by field name of a form or input; absent for a pressed button. */
  values: z.record(z.string().max(100), z.union([z.string().max(10_000), z.number(), z.boolean()])).optional(),
  /** The pressed button: its index in the item, counted across all cards of a carousel. */
  button: z.number().int().min(0).max(500).optional(),
})
export type Submission = z.infer<typeof Submission>
