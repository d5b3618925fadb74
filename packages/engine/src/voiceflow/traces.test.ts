import { msg } from '@parlance/i18n/messages'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Item } from '@parlance/contract/items/schemas'
import { DIALOGUE_LIMITS } from '@parlance/contract/dialogue/schemas'
import { readTraces } from './traces.ts'

const read = (...traces: unknown[]) => {
  const reading = readTraces(traces)
  if (!reading) throw new Error('a list is always read')
  return reading
}
const items = (...traces: unknown[]) => read(...traces).shown.map(({ item }) => item)
const path = (name: string, type = 'path-1') => ({ name, request: { type, payload: { label: name } } })

describe('shown items', () => {
  it.each<[string, unknown, unknown[]]>([
    ['a text', { type: 'text', payload: { message: ' Hello **you** ' } }, [{ type: 'text', text: 'Hello **you**' }]],
    [
      'rich text without a message',
      {
        type: 'text',
        payload: {
          slate: {
            content: [
              { children: [{ text: 'One ' }, { children: [{ text: 'link' }] }] },
              { children: [{ text: 'Two' }] },
            ],
          },
        },
      },
      [{ type: 'text', text: 'One link\nTwo' }],
    ],
    ['an empty text', { type: 'text', payload: { message: ' ' } }, []],
    [
      'speech without its marks',
      {
        type: 'speak',
        payload: { type: 'message', message: '<voice name="Ivy">2 < 3 &amp; <break time="1s"/>so on</voice>' },
      },
      [{ type: 'text', text: '2 < 3 & so on' }],
    ],
    [
      'a sound',
      { type: 'speak', payload: { type: 'audio', src: 'https://cdn.example/a.mp3' } },
      [{ type: 'file', url: 'https://cdn.example/a.mp3', name: 'Audio', mime: 'audio/mpeg' }],
    ],
    [
      'a picture',
      {
        type: 'visual',
        payload: { visualType: 'image', image: 'https://cdn.example/a.png', dimensions: { width: 1 } },
      },
      [{ type: 'visual', image: 'https://cdn.example/a.png', alt: '' }],
    ],
    [
      'buttons of every kind',
      {
        type: 'choice',
        payload: {
          buttons: [
            path('Order'),
            { name: 'Ask', request: { type: 'text', payload: 'What is the balance?' } },
            {
              name: 'Site',
              request: {
                type: 'path-2',
                payload: { label: 'Site', actions: [{ type: 'open_url', payload: { url: 'https://example.com/a' } }] },
              },
            },
            { name: 'Docs', request: { type: 'open_url', payload: { url: 'https://example.com/docs' } } },
            { name: 'Intent', request: { type: 'intent', payload: { intent: { name: 'order' }, query: 'order' } } },
          ],
        },
      },
      [
        {
          type: 'choice',
          buttons: [
            { name: 'Order', request: { type: 'text' } },
            { name: 'Ask', request: { type: 'text', payload: 'What is the balance?' } },
            { name: 'Site', request: { type: 'open_url', payload: 'https://example.com/a' } },
            { name: 'Docs', request: { type: 'open_url', payload: 'https://example.com/docs' } },
            { name: 'Intent', request: { type: 'text' } },
          ],
        },
      ],
    ],
    [
      'choices of older projects',
      { type: 'choice', payload: { choices: [{ name: 'yes' }, { name: 'no' }] } },
      [
        {
          type: 'choice',
          buttons: [
            { name: 'yes', request: { type: 'text' } },
            { name: 'no', request: { type: 'text' } },
          ],
        },
      ],
    ],
    [
      'a card',
      {
        type: 'cardV2',
        payload: {
          title: 'Tea',
          description: { text: 'Green' },
          imageUrl: 'https://cdn.example/t.png',
          buttons: [path('Buy')],
        },
      },
      [
        {
          type: 'cardV2',
          title: 'Tea',
          imageUrl: 'https://cdn.example/t.png',
          description: { text: 'Green' },
          buttons: [{ name: 'Buy', request: { type: 'text' } }],
        },
      ],
    ],
    [
      'a card without a title',
      { type: 'cardV2', payload: { description: { text: 'Green tea' } } },
      [{ type: 'cardV2', title: 'Green tea', buttons: [] }],
    ],
    [
      'a card of a picture only',
      { type: 'cardV2', payload: { imageUrl: 'https://cdn.example/t.png' } },
      [{ type: 'visual', image: 'https://cdn.example/t.png', alt: '' }],
    ],
    [
      'a carousel',
      {
        type: 'carousel',
        payload: {
          layout: 'Carousel',
          cards: [{ id: '1', title: 'A', buttons: [path('Take')] }, { title: '' }, { title: 'B', buttons: [] }],
        },
      },
      [
        {
          type: 'carousel',
          cards: [
            { title: 'A', buttons: [{ name: 'Take', request: { type: 'text' } }] },
            { title: 'B', buttons: [] },
          ],
        },
      ],
    ],
    [
      'a custom action with our own fields',
      { type: 'iFrame', payload: { url: 'https://example.com/map', title: 'Map', more: 1 } },
      [{ type: 'iFrame', url: 'https://example.com/map', title: 'Map', layout: 'vertical' }],
    ],
    [
      'the same with its body as text',
      { type: 'input', payload: '{"field":{"name":"mail","label":"Mail","type":"email"}}' },
      [{ type: 'input', field: { name: 'mail', label: 'Mail', type: 'email', required: false } }],
    ],
    ['steps that only tell how it went', { type: 'path', payload: { path: 'choice:1' } }, []],
  ])('%s', (_, trace, expected) => {
    expect(items(trace)).toEqual(expected)
    expect(read(trace).notes).toEqual([])
  })

  it('keep their order', () => {
    const traces = [
      { type: 'block', payload: { blockID: 'b' } },
      { type: 'text', payload: { message: 'One' } },
      { type: 'visual', payload: { image: 'https://cdn.example/a.png' } },
      { type: 'text', payload: { message: 'Two' } },
    ]
    expect(items(...traces).map(({ type }) => type)).toEqual(['text', 'visual', 'text'])
    expect(readTraces({ trace: traces })?.shown).toHaveLength(3)
  })
})

describe('replies to Voiceflow', () => {
  it('are stored for buttons that send more than their text', () => {
    const [choice] = read({
      type: 'choice',
      payload: { buttons: [{ name: 'Say', request: { type: 'text', payload: 'x' } }, path('Go', 'path-go')] },
    }).shown
    expect(choice?.replies).toEqual([{ button: 1, action: { type: 'path-go', payload: { label: 'Go' } } }])
  })
  it("number a carousel's buttons across cards, including dropped ones", () => {
    const cards = [
      { title: 'A', buttons: [path('a1', 'path-a1'), path('a2', 'path-a2')] },
      {},
      { title: 'B', buttons: [path('b1', 'path-b1')] },
    ]
    const [carousel] = read({ type: 'carousel', payload: { cards } }).shown
    expect(carousel?.replies.map(({ button, action }) => [button, action.type])).toEqual([
      [0, 'path-a1'],
      [1, 'path-a2'],
      [2, 'path-b1'],
    ])
  })
  it.each<[unknown, string | undefined]>([
    [[{ event: { type: 'denied' } }, { event: { type: 'success' } }], 'success'],
    [[{ event: { type: 'first' } }, { event: { type: 'second' } }], 'second'],
    [undefined, undefined],
    [[{ event: { type: 'launch' } }], undefined],
  ])('is the way out of a form: %j', (paths, type) => {
    const form = { fields: [{ name: 'a', label: 'A', type: 'text' }] }
    const [shown] = read({ type: 'form', payload: form, paths, defaultPath: 1 }).shown
    expect(shown?.item.type).toBe('form')
    expect(shown?.replies).toEqual(type === undefined ? [] : [{ action: { type } }])
  })
  it('never restart the conversation and are limited in size', () => {
    const buttons = [path('Again', 'launch'), { name: 'Big', request: { type: 'path-big', payload: 'x'.repeat(5000) } }]
    expect(read({ type: 'choice', payload: { buttons } }).shown[0]?.replies).toEqual([])
  })
})

describe('other results', () => {
  it('report the end and ignore everything after it', () => {
    const reading = read(
      { type: 'text', payload: { message: 'Bye' } },
      { type: 'end' },
      { type: 'text', payload: { message: 'x' } },
    )
    expect(reading).toMatchObject({ ended: true, handOff: false, shown: [{ item: { text: 'Bye' } }] })
  })
  it('report a hand-off', () => {
    expect(read({ type: 'live-agent-handoff', payload: {} })).toMatchObject({ handOff: true, ended: false, notes: [] })
  })
  it("report the knowledge base's results", () => {
    const chunks = [{ documentID: 'd', documentData: { name: 'Manual' }, content: 'Text', score: 0.5 }]
    expect(read({ type: 'knowledgeBase', payload: { query: { question: 'Why?' }, chunks } }).retrievals).toEqual([
      { query: 'Why?', passages: [{ docId: 'd', title: 'Manual', text: 'Text', score: 0.5 }] },
    ])
  })
  it('ignore reminders and unknown steps', () => {
    const { notes, shown } = read(
      { type: 'no-reply', payload: { timeout: 10 } },
      { type: 'Pay Card', payload: '{}' },
      { type: '__proto__' },
      7,
      {},
    )
    expect(shown).toEqual([])
    expect(notes).toHaveLength(5)
    expect(notes).toContainEqual(msg('step_type_unknown', { type: 'Pay Card' }))
  })
})

describe('invalid data', () => {
  const script = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    '//evil.example',
    '/api/eu/x',
    'https://u:p@evil.example',
    'ftp://x.example',
    'https://',
    7,
  ]
  it.each(script)('drops the unsafe address %s', (url) => {
    const opening = {
      name: 'Open',
      request: { type: 'path-x', payload: { actions: [{ type: 'open_url', payload: { url } }] } },
    }
    const reading = read(
      {
        type: 'choice',
        payload: { buttons: [opening, { name: 'Open', request: { type: 'open_url', payload: { url } } }] },
      },
      { type: 'visual', payload: { image: url } },
      { type: 'cardV2', payload: { title: 'T', imageUrl: url, buttons: [opening] } },
      { type: 'speak', payload: { type: 'audio', src: url } },
      { type: 'iFrame', payload: { url, title: 'Frame' } },
      { type: 'file', payload: { url, name: 'File' } },
    )
    const shown = JSON.stringify(reading.shown.map(({ item }) => item))
    expect(shown).not.toContain('open_url')
    expect(shown).not.toContain(String(url) === '7' ? ':7' : String(url))
    expect(reading.shown[0]?.item).toMatchObject({ type: 'choice' })
    expect(reading.shown.some(({ item }) => item.type === 'visual' || item.type === 'iFrame')).toBe(false)
  })
  it.each([undefined, null, 'text', 7, {}, { trace: {} }, { error: 'x' }])('%j is no answer', (raw) => {
    expect(readTraces(raw)).toBeUndefined()
  })
  it('is cut when huge', () => {
    const many = Array.from({ length: 1000 }, (_, n) => ({
      type: 'text',
      payload: { message: `${n} ${'x'.repeat(9000)}` },
    }))
    const { shown, notes } = read(...many)
    expect(shown.reduce((sum, { item }) => sum + (item.type === 'text' ? item.text.length : 0), 0)).toBeLessThan(
      DIALOGUE_LIMITS.chars,
    )
    expect(notes.length).toBeGreaterThan(0)
    expect(
      items({ type: 'choice', payload: { buttons: Array.from({ length: 500 }, (_, n) => path(`b${n}`)) } })[0],
    ).toMatchObject({
      buttons: { length: 30 },
    })
  })
  it('never yields invalid items', () => {
    const type = fc.constantFrom(
      'text',
      'speak',
      'choice',
      'visual',
      'card',
      'cardV2',
      'carousel',
      'form',
      'input',
      'file',
      'iFrame',
      'end',
      'knowledgeBase',
      'x',
    )
    const leaf = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('https://a.example/x', 'javascript:x', '\0', '\uD800'),
      fc.integer(),
      fc.constant(null),
    )
    const request = fc.record({
      type: fc.oneof(leaf, fc.constant('text'), fc.constant('open_url')),
      payload: fc.oneof(leaf, fc.dictionary(fc.constantFrom('url', 'label', 'actions'), leaf)),
    })
    const button = fc.oneof(fc.record({ name: leaf, request }, { requiredKeys: [] }), leaf)
    const card = fc.record(
      {
        title: leaf,
        description: fc.oneof(leaf, fc.record({ text: leaf })),
        imageUrl: leaf,
        buttons: fc.array(button),
      },
      { requiredKeys: [] },
    )
    const payload = fc.oneof(
      card,
      fc.record(
        {
          message: leaf,
          buttons: fc.array(button),
          cards: fc.array(card),
          image: leaf,
          src: leaf,
          url: leaf,
          name: leaf,
          slate: fc.jsonValue(),
          fields: fc.jsonValue(),
        },
        { requiredKeys: [] },
      ),
      fc.jsonValue(),
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.record({ type, payload }), fc.jsonValue())), (traces) => {
        const reading = read(...traces)
        for (const { item, replies } of reading.shown) {
          expect(Item.safeParse(item).success).toBe(true)
          for (const { action } of replies) expect(action.type).not.toBe('launch')
        }
        expect(JSON.stringify([reading.shown, reading.clean]).isWellFormed()).toBe(true)
        expect(JSON.stringify([reading.shown, reading.clean])).not.toContain('\\u0000')
      }),
      { numRuns: 300 },
    )
  })
})
