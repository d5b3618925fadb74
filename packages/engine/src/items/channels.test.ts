import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CAPABILITIES, type ItemChannel } from './capabilities.ts'
import { degrade, losses } from './channels.ts'
import { plainMarkdown } from './formatting.ts'
import { Item, ITEM_TYPES } from '@parlance/contract/items/schemas'
import { plainText } from '@parlance/contract/items/plain'
import { anyItem, button, card, choice, field, link } from '@parlance/contract/items/samples.testing'
import { shorten, sizeOf, splitText } from './split.ts'
import { buttonsOf } from '@parlance/contract/items/submissions'

const CHANNELS = Object.keys(CAPABILITIES) as ItemChannel[]
const WHOLE: readonly ItemChannel[] = ['web-chat', 'test', 'api']
const text = (words: string): Item => ({ type: 'text', text: words })
const visual: Item = { type: 'visual', image: 'https://cdn.example/lamp.png', alt: 'A lamp' }
const lamp = card('Lamp', {
  imageUrl: 'https://cdn.example/lamp.png',
  description: { text: 'Bright.' },
  buttons: [button('Buy')],
})
const desk = card('Desk', { imageUrl: 'https://cdn.example/desk.png', buttons: [button('Buy')] })
const carousel: Item = { type: 'carousel', cards: [lamp, desk] }
const frame: Item = { type: 'iFrame', url: 'https://maps.example/x', title: 'Map', layout: 'vertical' }
const form: Item = {
  type: 'form',
  title: 'Book',
  fields: [field(), field({ name: 'day', label: 'Day', type: 'date' })],
}
const input: Item = {
  type: 'input',
  field: field({ name: 'size', label: 'Size?', type: 'select', options: ['S', 'M'] }),
}
const file: Item = { type: 'file', url: 'https://cdn.example/m.pdf', name: 'Manual.pdf' }

const link3 = (name: string): Item => ({ type: 'choice', buttons: [link(name, 'https://maps.example/x')] })
const asCards: Item[] = [lamp, desk].map((each) => ({ type: 'cardV2', ...each }))
/** The result for one item of each type on each channel, where it changes. */
const TABLE: Readonly<Record<string, Partial<Record<ItemChannel, Item[]>>>> = {
  text: {
    messenger: [text('Bold')],
    instagram: [text('Bold')],
    sms: [text('Bold')],
    voice: [text('Bold')],
  },
  choice: { sms: [text('Which one?\n1. Yes\n2. No')], voice: [text('Which one?\nYes, No')] },
  visual: { sms: [text('A lamp: https://cdn.example/lamp.png')], voice: [text('A lamp')] },
  cardV2: {
    sms: [text('Lamp\nBright.\nhttps://cdn.example/lamp.png'), text('1. Buy')],
    voice: [text('Lamp\nBright.'), text('Buy')],
  },
  carousel: {
    telegram: asCards,
    sms: [text('1. Lamp\nBright.\n- Buy\n2. Desk\n- Buy')],
    voice: [text('Lamp, Desk')],
  },
  iFrame: {
    telegram: [link3('Map')],
    whatsapp: [link3('Map')],
    messenger: [link3('Map')],
    instagram: [link3('Map')],
    discord: [link3('Map')],
    sms: [text('Map: https://maps.example/x')],
    voice: [text('Map')],
  },
  form: Object.fromEntries(
    CHANNELS.filter((each) => !WHOLE.includes(each)).map((each) => [each, [text('Book'), text('Email')]]),
  ),
  input: {
    ...Object.fromEntries(
      CHANNELS.filter((each) => !WHOLE.includes(each)).map((each) => [
        each,
        [{ type: 'choice', message: 'Size?', buttons: [button('S'), button('M')] }],
      ]),
    ),
    sms: [text('Size?\n1. S\n2. M')],
    voice: [text('Size?\nS, M')],
  },
  file: {
    instagram: [text('Manual.pdf: https://cdn.example/m.pdf')],
    sms: [text('Manual.pdf: https://cdn.example/m.pdf')],
    voice: [text('Manual.pdf')],
  },
}
const SAMPLES: readonly Item[] = [
  text('**Bold**'),
  choice(button('Yes'), button('No')),
  visual,
  { type: 'cardV2', ...lamp },
  carousel,
  frame,
  form,
  input,
  file,
]

test('has a sample of every item type', () => {
  expect(SAMPLES.map(({ type }) => type)).toEqual(ITEM_TYPES)
})

describe.each(CHANNELS)('%s', (channel) => {
  test.each(SAMPLES)('$type', (item) => {
    // Mail, and the webhook without capabilities, show the same as SMS.
    const expected = TABLE[item.type]?.[channel === 'email' || channel === 'webhook' ? 'sms' : channel]
    expect(degrade([item], channel)).toEqual(expected ?? [item])
    expect(losses([item], channel).length > 0).toBe(expected !== undefined)
    for (const loss of losses([text('x'), item], channel))
      expect(loss).toMatchObject({ index: 1, item: item.type, channel })
  })

  test('returns only what the channel can show and loses nothing', () => {
    const can = CAPABILITIES[channel]
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 3 }), (items) => {
        const sent = degrade(items, channel)
        for (const item of sent) {
          expect(Item.safeParse(item).success).toBe(true)
          if (item.type === 'text') expect(sizeOf(item.text, can.text.unit)).toBeLessThanOrEqual(can.text.max)
          if (item.type === 'form' || item.type === 'input') expect(can.form).toBe(true)
          if (item.type === 'choice') {
            const links = item.buttons.filter(({ request }) => request.type === 'open_url').length
            const answers = item.buttons.length - links
            expect(answers).toBeLessThanOrEqual(Math.max(can.buttons.max, can.list?.max ?? 0))
            expect(links).toBeLessThanOrEqual(can.links.max)
            if (links > 0 && answers > 0) expect(item.buttons.length).toBeLessThanOrEqual(can.links.mixed)
            const longest = answers > can.buttons.max ? can.list?.label : can.buttons.label
            for (const { name } of item.buttons) expect(name.length).toBeLessThanOrEqual(longest ?? 0)
          }
        }
        // Formatting may be lost; only button texts are compared.
        if (can.text.format === 'spoken') return
        const told = plainText(sent).replaceAll(/\s+/g, ' ')
        const said = sent.flatMap(buttonsOf).map(({ request }) => request.payload)
        for (const { name } of items.flatMap(buttonsOf)) {
          const words = name.replaceAll(/\s+/g, ' ')
          const isTold = told.includes(words) || told.includes(plainMarkdown(words)) || said.includes(name)
          expect(isTold, `${name} in ${told}`).toBe(true)
        }
      }),
      { numRuns: 60 },
    )
  })
})

describe('limits', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => button(`Option ${index + 1}`))
  const details = (item: Item, channel: ItemChannel) => losses([item], channel).map(({ detail }) => detail)

  test.each<[ItemChannel, number, 'choice' | 'text']>([
    ['whatsapp', 3, 'choice'],
    ['whatsapp', 10, 'choice'],
    ['whatsapp', 11, 'text'],
    ['messenger', 13, 'choice'],
    ['messenger', 14, 'text'],
    ['instagram', 14, 'text'],
    ['telegram', 30, 'choice'],
    ['discord', 25, 'choice'],
    ['discord', 26, 'text'],
    ['sms', 1, 'text'],
  ])('%s shows %i options as %s', (channel, count, type) => {
    expect(degrade([choice(...many(count))], channel)[0]?.type).toBe(type)
  })

  test('allows longer labels in lists than on buttons', () => {
    const item = choice(...many(4).map(({ name }) => button(`${name}, twenty-one.`)))
    expect(details(item, 'whatsapp')).toEqual(['Only 3 buttons fit, so the options become a list to open.'])
    expect(details(choice(button('Twenty-one characters')), 'whatsapp')).toEqual([
      'Labels over 20 characters are shortened. The full labels are in the text above.',
    ])
  })

  test('keeps shortened labels distinct and shows the full text above', () => {
    const long = ['Delivery to my home address', 'Delivery to my work address']
    expect(degrade([choice(...long.map(button))], 'messenger')).toEqual([
      {
        type: 'choice',
        message: `Which one?\n1. ${long[0]}\n2. ${long[1]}`,
        buttons: [
          { name: '1. Delivery to my…', request: { type: 'text', payload: long[0] } },
          { name: '2. Delivery to my…', request: { type: 'text', payload: long[1] } },
        ],
      },
    ])
  })

  test("writes out links where replies and links can't be combined", () => {
    expect(degrade([choice(button('Yes'), link('Shop'))], 'whatsapp')).toEqual([
      { type: 'choice', message: 'Which one?\nShop: https://shop.example/a', buttons: [button('Yes')] },
    ])
    expect(degrade([choice(link('Shop'))], 'whatsapp')).toEqual([choice(link('Shop'))])
  })

  test('keeps the picture of a card that is too long and sends the rest as text', () => {
    const long = { ...lamp, description: { text: 'x'.repeat(81) } }
    expect(degrade([{ type: 'cardV2', ...long }], 'messenger')).toEqual([
      { type: 'cardV2', title: 'Lamp', imageUrl: lamp.imageUrl, buttons: [] },
      text(`Lamp\n${'x'.repeat(81)}`),
      { type: 'choice', buttons: [button('Buy')] },
    ])
  })

  test('requires cards of a WhatsApp carousel to be alike', () => {
    expect(degrade([carousel], 'whatsapp')).toEqual([carousel])
    expect(degrade([{ type: 'carousel', cards: [lamp, card('Bare')] }], 'whatsapp')).toHaveLength(2)
    expect(degrade([{ type: 'carousel', cards: [lamp] }], 'whatsapp')).toEqual([{ type: 'cardV2', ...lamp }])
  })

  test.each<[string, Item, ItemChannel, string]>([
    ['tables', text('| a | b |\n|---|---|\n| 1 | 2 |'), 'telegram', 'Tables are shown as plain text.'],
    ['long text', text('word '.repeat(500)), 'discord', 'The text is sent as 2 messages.'],
    [
      'passwords',
      { type: 'input', field: field({ type: 'password' }) },
      'telegram',
      'A password would be visible while it’s typed.',
    ],
    ['uploads', { type: 'input', field: field({ type: 'file' }) }, 'sms', 'Visitors can’t send a file here.'],
    ['spoken options', choice(...many(6)), 'voice', 'Only the first 4 of 6 options are read out at first.'],
  ])('tells of %s', (_name, item, channel, detail) => expect(details(item, channel)).toContain(detail))
})

describe('text', () => {
  test('splits between words, by bytes where those count, never within a character', () => {
    expect(splitText('one two three', { max: 8, unit: 'characters' })).toEqual(['one two', 'three'])
    expect(splitText('ääää', { max: 4, unit: 'bytes' })).toEqual(['ää', 'ää'])
    expect(splitText('👩‍👩‍👧👩‍👩‍👧', { max: 20, unit: 'bytes' })).toEqual(['👩‍👩‍👧', '👩‍👩‍👧'])
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 4, max: 30 }),
        fc.constantFrom('bytes' as const, 'characters' as const),
        (words, max, unit) => {
          const pieces = splitText(words, { max, unit })
          expect(pieces.join('').replaceAll(/\s/g, '')).toBe(words.replaceAll(/\s/g, ''))
          for (const piece of pieces) expect(sizeOf(piece, unit) <= max || [...piece].length === 1).toBe(true)
        },
      ),
    )
  })

  test('shortens at a word boundary', () => {
    expect(shorten('Delivery to my home', 15)).toBe('Delivery to my…')
    expect(shorten('Donaudampfschifffahrt', 10)).toBe('Donaudamp…')
  })

  test.each([
    ['# Hi **there** [Shop](https://s.example) `x`', 'Hi there Shop: https://s.example x', 'Hi there Shop x'],
    ['- one\n- *two* https://s.example/x', '- one\n- two https://s.example/x', 'one\ntwo'],
    ['2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name', '2 * 3 * 4 and snake_case_name'],
  ])('%j is plain', (markdown, plain, spoken) => {
    expect(plainMarkdown(markdown)).toBe(plain)
    expect(plainMarkdown(markdown, true)).toBe(spoken)
  })

  test('handles hostile Markdown quickly', () => {
    const began = performance.now()
    for (const unit of ['[', '**', '`', '![](', '|\n', '*a', '# '])
      plainMarkdown(unit.repeat(10_000 / unit.length), true)
    expect(performance.now() - began).toBeLessThan(1500)
  })
})
