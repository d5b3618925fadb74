// Templates as Meta describes them: what a message fills in, and how it is sent.
import type { TemplatePlace } from '@parlance/contract/channels/whatsapp'
import { placeholdersOf, type TemplateMedia } from '@parlance/contract/channels/whatsapp-lists'
import type { NewTemplate } from '@parlance/contract/channels/whatsapp'
import { z } from 'zod'
import type { ChannelRequest, ThreadRef } from '../../modules/channels/index.ts'
import { recipientOf } from './compile.ts'

const Button = z.looseObject({ type: z.string(), text: z.string().default(''), url: z.string().default('') })
export const TemplateComponent = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  format: z.string().optional(),
  buttons: z.array(Button).default([]),
})
type Component = z.infer<typeof TemplateComponent>

const LOCATION = ['latitude', 'longitude', 'name', 'address']
const marksIn = (text = ''): string[] => [
  ...new Set([...text.matchAll(/\{\{\s*(\w{1,50})\s*\}\}/g)].map(([, name = '']) => name)),
]

export function placesOf(components: readonly Component[]): TemplatePlace[] {
  const of = (type: string) => components.find((one) => one.type === type)
  const header = of('HEADER')
  const buttons = of('BUTTONS')?.buttons ?? []
  return [
    ...(header?.format === 'LOCATION' ? LOCATION.map((name) => ({ part: 'LOCATION' as const, name })) : []),
    ...marksIn(header?.text).map((name) => ({ part: 'HEADER' as const, name })),
    ...marksIn(of('BODY')?.text).map((name) => ({ part: 'BODY' as const, name })),
    ...buttons.flatMap(({ type, text, url }, index): TemplatePlace[] => {
      if (type === 'COPY_CODE') return [{ part: 'CODE', name: text, index }]
      return type === 'URL' && marksIn(url).length > 0 ? [{ part: 'BUTTON', name: text, index }] : []
    }),
  ]
}

export type FilledPlace = TemplatePlace & { readonly value: string }
export interface FilledTemplate {
  readonly name: string
  readonly language: string
  readonly filled: readonly FilledPlace[]
  readonly media?: { readonly kind: TemplateMedia; readonly url: string } | null | undefined
}

export function templateRequest(to: ThreadRef, { name, language, filled, media }: FilledTemplate): ChannelRequest {
  const of = (part: TemplatePlace['part']) => filled.filter((one) => one.part === part)
  const header = [
    ...(media ? [mediaParameter(media)] : []),
    ...(of('LOCATION').length > 0 ? [{ type: 'location', location: fieldsOf(of('LOCATION')) }] : []),
    ...of('HEADER').map(textParameter),
  ]
  const body = of('BODY').map(textParameter)
  const components = [
    ...(header.length > 0 ? [{ type: 'header', parameters: header }] : []),
    ...(body.length > 0 ? [{ type: 'body', parameters: body }] : []),
    ...of('BUTTON').map((one) => buttonOf('url', one, { type: 'text', text: one.value })),
    ...of('CODE').map((one) => buttonOf('copy_code', one, { type: 'coupon_code', coupon_code: one.value })),
  ]
  return {
    method: 'messages',
    body: {
      messaging_product: 'whatsapp',
      ...recipientOf(to),
      type: 'template',
      template: { name, language: { code: language }, ...(components.length > 0 && { components }) },
    },
  }
}

const fieldsOf = (places: readonly FilledPlace[]) => Object.fromEntries(places.map(({ name, value }) => [name, value]))
const textParameter = ({ name, value }: FilledPlace) => ({
  type: 'text',
  text: value,
  ...(/^\d+$/.test(name) ? {} : { parameter_name: name }),
})
const buttonOf = (kind: string, { index = 0 }: FilledPlace, parameter: object) => ({
  type: 'button',
  sub_type: kind,
  index: String(index),
  parameters: [parameter],
})

function mediaParameter({ kind, url }: { kind: TemplateMedia; url: string }) {
  const type = kind.toLowerCase()
  const filename = new URL(url).pathname.split('/').at(-1) ?? ''
  return { type, [type]: { link: url, ...(kind === 'DOCUMENT' && filename !== '' ? { filename } : {}) } }
}

const filledIn = (text: string) => text.replaceAll(/\{\{\d{1,2}\}\}/g, 'example')

/** A new template for Meta's review; `handle` is the uploaded example of a file above the text. */
export function newTemplateBody(
  { name, language, category, bodyText, examples, header, footer, buttons }: NewTemplate,
  handle: string,
) {
  const places = placeholdersOf(bodyText)
  const values = places.map((n, index) => examples?.[index] ?? `Example ${n}`)
  return {
    name,
    language,
    category,
    components: [
      ...(header ? [{ type: 'HEADER', ...header, ...exampleOf(header, handle) }] : []),
      { type: 'BODY', text: bodyText, ...(places.length > 0 ? { example: { body_text: [values] } } : {}) },
      ...(footer === undefined ? [] : [{ type: 'FOOTER', text: footer }]),
      ...(buttons
        ? [
            {
              type: 'BUTTONS',
              buttons: buttons.map((button) =>
                button.type === 'URL' && placeholdersOf(button.url).length > 0
                  ? { ...button, example: [filledIn(button.url)] }
                  : button,
              ),
            },
          ]
        : []),
    ],
  }
}

function exampleOf(header: NonNullable<NewTemplate['header']>, handle: string): object {
  if (header.format === 'LOCATION') return {}
  if (header.format !== 'TEXT') return { example: { header_handle: [handle] } }
  const places = placeholdersOf(header.text)
  return places.length > 0 ? { example: { header_text: places.map((n) => `Example ${n}`) } } : {}
}
