import * as fc from 'fast-check'
import { FIELD_TYPES, type Button, type Card, type FormField, type Item } from './schemas.ts'

export const button = (name: string): Button => ({ name, request: { type: 'text' } })
export const link = (name: string, payload = 'https://shop.example/a'): Button => ({
  name,
  request: { type: 'open_url', payload },
})
export const field = (over: Partial<FormField> = {}): FormField => ({
  name: 'email',
  label: 'Email',
  type: 'email',
  required: true,
  ...over,
})
export const card = (title: string, over: Partial<Card> = {}): Card => ({ title, buttons: [], ...over })
export const choice = (...buttons: Button[]): Item => ({ type: 'choice', message: 'Which one?', buttons })

const words = (max: number) =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .map((text) => text.trim().slice(0, max).toWellFormed().trim() || 'x')
const optional = <T, K extends string>(key: K, arb: fc.Arbitrary<T>) =>
  fc.option(arb, { nil: undefined }).map((value) => (value === undefined ? {} : { [key]: value }) as { [P in K]?: T })
export const webUrls = fc
  .tuple(fc.constantFrom('https', 'http'), fc.domain(), fc.webPath())
  .map(([scheme, host, path]) => `${scheme}://${host}${path}`)
const addresses = fc.oneof(webUrls, fc.constantFrom('/api/eu/files/a.png', '/files/b_2.webp'))

const buttons: fc.Arbitrary<Button> = fc.oneof(
  fc.tuple(words(200), optional('payload', words(500))).map(([name, payload]) => ({
    name,
    request: { type: 'text' as const, ...payload },
  })),
  fc.tuple(words(200), webUrls).map(([name, url]) => link(name, url)),
)
const cards: fc.Arbitrary<Card> = fc
  .tuple(
    words(200),
    optional('imageUrl', addresses),
    optional(
      'description',
      words(500).map((text) => ({ text })),
    ),
    fc.array(buttons, { maxLength: 3 }),
  )
  .map(([title, image, description, list]) => ({ title, ...image, ...description, buttons: list }))
const fields: fc.Arbitrary<FormField> = fc
  .tuple(
    words(100),
    fc.constantFrom(...FIELD_TYPES),
    fc.boolean(),
    fc.array(words(100), { minLength: 1, maxLength: 4 }),
  )
  .map(([label, type, required, options]) => ({
    name: 'field',
    label,
    type,
    required,
    ...(type === 'select' || type === 'radio' ? { options } : {}),
  }))

export const anyItem: fc.Arbitrary<Item> = fc.oneof(
  words(1000).map((text): Item => ({ type: 'text', text })),
  fc
    .tuple(optional('message', words(200)), fc.array(buttons, { minLength: 1, maxLength: 12 }))
    .map(([message, list]): Item => ({ type: 'choice', ...message, buttons: list })),
  fc.tuple(addresses, words(100)).map(([image, alt]): Item => ({ type: 'visual', image, alt })),
  cards.map((each): Item => ({ type: 'cardV2', ...each })),
  fc.array(cards, { minLength: 1, maxLength: 10 }).map((list): Item => ({ type: 'carousel', cards: list })),
  fc.tuple(webUrls, words(100)).map(([url, title]): Item => ({ type: 'iFrame', url, title, layout: 'vertical' })),
  fc
    .tuple(optional('title', words(100)), fc.array(fields, { minLength: 1, maxLength: 5 }))
    .map(([title, list]): Item => ({
      type: 'form',
      ...title,
      fields: list.map((each, index) => ({ ...each, name: `field_${index}` })),
    })),
  fields.map((each): Item => ({ type: 'input', field: each })),
  fc.tuple(addresses, words(100)).map(([url, name]): Item => ({ type: 'file', url, name })),
)
