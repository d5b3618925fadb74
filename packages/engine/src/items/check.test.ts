import { msg } from '@parlance/i18n/messages'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkItems, MAX_ITEMS } from './check.ts'
import { addressesOf, fillItems } from './fill-items.ts'
import { Item } from '@parlance/contract/items/schemas'
import { anyItem, button, card, choice, field, link, webUrls } from '@parlance/contract/items/samples.testing'
import { canonicalUrl, urlsIn } from './urls.ts'

const KNOWN = ['https://shop.example/a', 'https://cdn.example/lamp.png', '/api/eu/files/own.png']
const check = (raw: unknown, allowed: Iterable<string> = KNOWN) => checkItems(raw, allowed)

describe('items from a model', () => {
  test('returns valid items unchanged', () => {
    fc.assert(
      fc.property(fc.array(anyItem, { maxLength: 5 }), (items) => {
        expect(checkItems(items, items.flatMap(addressesOf))).toEqual({ items, notes: [] })
        expect(checkItems(JSON.stringify({ items }), items.flatMap(addressesOf)).items).toEqual(items)
      }),
    )
  })

  test('drops an item whose address throws when converted to text', () => {
    const { items } = check([
      { type: 'iFrame', url: { toString: '' } },
      { type: 'text', text: 'Hello' },
    ])
    expect(items).toEqual([expect.objectContaining({ type: 'text' })])
  })
  test('never throws on garbage and returns valid items', () => {
    const near = fc.record(
      {
        type: fc.constantFrom('choice', 'visual', 'cardV2', 'carousel', 'iFrame', 'form', 'input', 'file', 'text', 'x'),
        buttons: fc.anything(),
        cards: fc.anything(),
        fields: fc.anything(),
        field: fc.anything(),
        text: fc.anything(),
        image: fc.anything(),
        url: fc.anything(),
        request: fc.anything(),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true }),
          fc.array(near),
          fc.json(),
        ),
        (raw) => {
          const { items } = check(raw)
          for (const item of items) {
            expect(Item.safeParse(item).success).toBe(true)
            if (item.type === 'text') expect(item.text.trim()).not.toBe('')
          }
        },
      ),
      { numRuns: 500 },
    )
  })

  test('removes hostile and invented addresses', () => {
    const hostile = fc.oneof(
      fc.constantFrom(
        'javascript:alert(1)',
        'JaVaScRiPt://shop.example/%0aalert(1)',
        'data:text/html,<script>alert(1)</script>',
        '//evil.example/a',
        '/\\evil.example',
        '\\\\evil.example',
        'https://shop.example@evil.example/a',
        'https://user:pass@shop.example/a',
        'https://shop.example/a\n',
        ' https://shop.example/a',
        'https:///evil.example',
        'ftp://shop.example/a',
        'blob:https://shop.example/a',
        'file:///etc/passwd',
        'vbscript:x',
        'https://',
        'https://evil.example/?u=https://shop.example/a',
        'https://shop.example.evil.example/a',
        '',
      ),
      webUrls.filter((url) => !KNOWN.includes(url)),
    )
    fc.assert(
      fc.property(hostile, (url) => {
        const cardOf = {
          title: 'Lamp',
          imageUrl: url,
          buttons: [{ name: 'Open', request: { type: 'open_url', payload: url } }],
        }
        const { items } = check([
          { type: 'visual', image: url, alt: 'A lamp' },
          { type: 'cardV2', ...cardOf },
          { type: 'carousel', cards: [cardOf, cardOf] },
          { type: 'choice', message: 'Go?', buttons: [...cardOf.buttons, button('Yes')] },
          { type: 'choice', message: 'Go?', buttons: cardOf.buttons },
          { type: 'iFrame', url, title: 'Map' },
          { type: 'file', url, name: 'Manual' },
        ])
        expect(items.flatMap(addressesOf)).toEqual([])
        expect(items).toEqual([
          { type: 'text', text: 'A lamp' },
          { type: 'cardV2', title: 'Lamp', buttons: [] },
          { type: 'carousel', cards: [card('Lamp'), card('Lamp')] },
          { type: 'choice', message: 'Go?', buttons: [button('Yes')] },
          { type: 'text', text: 'Go?\n- Open' },
          { type: 'text', text: 'Map' },
          { type: 'text', text: 'Manual' },
        ])
      }),
    )
  })

  test('accepts a known address however it is spelled', () => {
    const allowed = ['https://Shop.example', 'https://shop.example/bc/../ä']
    const urls = ['https://shop.example/', 'https://shop.example/%C3%A4']
    const items = urls.map((image) => ({ type: 'visual', image, alt: '' }))
    expect(checkItems(items, allowed).items).toEqual(items)
  })

  test.each([
    [
      'not valid: its words are kept',
      { type: 'choice', message: 'Pick', buttons: [{ name: 'A' }, { name: 'B' }] },
      'Pick\n- A\n- B',
    ],
    [
      'an unknown kind',
      {
        type: 'table',
        rows: [
          ['a', 1],
          ['b', 2],
        ],
      },
      '- - a\n- 1\n- - b\n- 2',
    ],
    ['a select without options', { type: 'input', field: { ...field({ type: 'select' }) } }, 'Email'],
    ['two fields of one name', { type: 'form', title: 'You', fields: [field(), field()] }, 'You\n- Email\n- Email'],
    ['a bare text', 'Hello', 'Hello'],
    ['broken JSON', '[{"type":"text"', '[{"type":"text"'],
  ])('%s', (_name, raw, text) => {
    expect(check(raw).items).toEqual([{ type: 'text', text }])
  })

  test('ignores nulls and unknown keys', () => {
    const raw = {
      type: 'cardV2',
      title: 'Lamp',
      imageUrl: null,
      description: null,
      price: 5,
      buttons: [{ ...button('Buy'), icon: 'x' }],
    }
    expect(check([raw])).toEqual({ items: [{ type: 'cardV2', title: 'Lamp', buttons: [button('Buy')] }], notes: [] })
  })

  test('drops and reports empty items and items beyond the limit', () => {
    expect(check([{}, null, { type: 'text', text: ' ' }])).toMatchObject({ items: [], notes: { length: 3 } })
    const many = check(Array.from({ length: MAX_ITEMS + 3 }, () => ({ type: 'text', text: 'x' })))
    expect(many.items).toHaveLength(MAX_ITEMS)
    expect(many.notes).toEqual([msg('loss_items_limited', { max: MAX_ITEMS, count: MAX_ITEMS + 3 })])
    expect(check([{ type: 'visual', image: 'https://evil.example/x', alt: '' }]).notes[0]?.message).toContain(
      'https://evil.example/x',
    )
  })

  test('limits depth and size', () => {
    let deep: unknown = 'x'
    for (let i = 0; i < 10_000; i++) deep = [deep]
    const huge = { type: 'text', text: 'x'.repeat(50_000) }
    expect(check([deep, huge]).items).toEqual([{ type: 'text', text: 'x'.repeat(10_000) }])
  })
})

describe('addresses', () => {
  test.each([
    ['see https://a.example/x.', ['https://a.example/x', 'https://a.example/x.']],
    ['[wiki](https://a.example/Foo_(bar))', ['https://a.example/Foo_(bar)']],
    [String.raw`{"u":"https:\/\/a.example\/b?x=1\u0026y=2"}`, ['https://a.example/b?x=1&y=2']],
    ['<a href="/api/eu/files/a.png">', ['/api/eu/files/a.png']],
    ['and/or //evil.example javascript:x https://u:p@a.example', []],
  ])('in %j', (text, expected) => {
    const found = urlsIn(text)
    for (const url of expected) expect(found).toContain(url)
    if (expected.length === 0) expect([...found]).toEqual([])
  })

  test('finds every address in JSON and Markdown', () => {
    fc.assert(
      fc.property(webUrls, (url) => {
        const canonical = canonicalUrl(url)
        for (const text of [JSON.stringify({ url }), `Go to ${url}, please.`, `[x](${url})`, `<${url}>`])
          expect(urlsIn(text)).toContain(canonical)
      }),
    )
  })

  test.each(['/./', '/x/..', '/.//evil.example', '/x/..//evil.example'])('%s is no path of ours', (text) => {
    expect(canonicalUrl(text)).toBeUndefined()
  })
  test('canonical form is stable', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          webUrls,
          fc.string().map((text) => `/${text}`),
        ),
        (text) => {
          const url = canonicalUrl(text)
          if (url !== undefined) expect(canonicalUrl(url)).toBe(url)
        },
      ),
    )
  })
})

const HOLED = ['title', 'text', 'alt', 'label', 'message', 'payload', 'image', 'imageUrl', 'url']
describe('filling in', () => {
  const values = { name: 'Ada', id: '../x?y#z', host: 'evil.example', n: 5, empty: '', dots: '..' }

  test('fills everywhere but in the host of an address', () => {
    const items: Item[] = [
      { type: 'text', text: 'Hi {name}, {unknown} {empty}' },
      choice(
        link('Order {n}', 'https://shop.example/o/{id}?n={n}'),
        link('Bad', 'https://{host}/x'),
        button('{empty}'),
      ),
      { type: 'visual', image: '/files/{name}.png', alt: '{name}' },
      { type: 'input', field: field({ name: 'name', label: 'Is {name} right?' }) },
      { type: 'file', url: '/{empty}/evil.example', name: 'Manual' },
      { type: 'iFrame', url: 'https://shop.example/{dots}/{dots}', title: 'T', layout: 'horizontal' },
    ]
    expect(fillItems(items, values)).toEqual([
      { type: 'text', text: 'Hi Ada, {unknown} ' },
      choice(link('Order 5', 'https://shop.example/o/..%2Fx%3Fy%23z?n=5')),
      { type: 'visual', image: '/files/Ada.png', alt: 'Ada' },
      { type: 'input', field: field({ name: 'name', label: 'Is Ada right?' }) },
      { type: 'text', text: 'Manual' },
      { type: 'iFrame', url: 'https://shop.example//', title: 'T', layout: 'horizontal' },
    ])
  })

  test('fills known names without a value with nothing', () => {
    expect(fillItems([{ type: 'text', text: 'a{x}b' }], {}, new Set(['x']))).toEqual([{ type: 'text', text: 'ab' }])
  })

  test('keeps items valid for any values, and unchanged without variables', () => {
    fc.assert(
      fc.property(anyItem, fc.string({ maxLength: 3000, unit: 'binary' }), (item, value) => {
        expect(fillItems([item], {})).toEqual([item])
        const holed = JSON.parse(JSON.stringify(item), (key, each: unknown) =>
          typeof each === 'string' && HOLED.includes(key) ? `${each}{v}` : each,
        ) as Item
        for (const filled of fillItems([holed], { v: value })) expect(Item.safeParse(filled).success).toBe(true)
      }),
    )
  })

  test('never changes the host of an address', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const item: Item = { type: 'iFrame', url: 'https://shop.example/{v}?q={v}#{v}', title: 'T', layout: 'vertical' }
        const [filled] = fillItems([item], { v: value })
        expect(filled?.type === 'iFrame' && new URL(filled.url).host).toBe('shop.example')
      }),
    )
  })
})
