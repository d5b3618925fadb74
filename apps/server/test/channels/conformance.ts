// Tests that every adapter of a messaging channel must pass: call `conforms(…)` in its test file with your own
// payloads.
import { CAPABILITIES } from '@parlance/contract/channels/capabilities'
import type { Item } from '@parlance/contract/items/schemas'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import type { WebhookRequest } from '../../src/lib/http/provider-webhook.ts'
import { arrange } from '../../src/modules/channels/inbound/arrange.ts'
import type {
  ChannelAdapter,
  ChannelConnection,
  ChannelRequest,
  FindConnection,
  Inbound,
  OutboundMessage,
} from '../../src/modules/channels/index.ts'

export interface ConformanceCase {
  readonly adapter: ChannelAdapter
  readonly connection: ChannelConnection
  /** A call that the adapter accepts, e.g. a text message. */
  readonly signed: Pick<WebhookRequest, 'headers' | 'body' | 'params' | 'path' | 'url'>
  /** The same call with a wrong signature. */
  readonly forged: Headers
  /** Deliveries, and the messages they contain. */
  readonly inbound: readonly {
    readonly name: string
    readonly body: unknown
    readonly says: readonly Partial<Inbound>[]
  }[]
  /** Deliveries that contain no message, and what the log says about them. */
  readonly unread?: readonly { readonly body: unknown; readonly why: RegExp }[]
  /** Deliveries of one visitor in the order they were sent; absent: the samples above. */
  readonly burst?: readonly unknown[]
  /** All visible text of a request. */
  readonly textOf: (request: ChannelRequest) => string
  /** Fails when a request breaks the provider's limits. */
  readonly assertValid: (request: ChannelRequest) => void
}

/** `npm run test:all` tries all orders. */
const ORDERS = process.env['TEST_TIER'] === 'all' ? 10_000 : 200
const NOW = new Date()
const TO = { thread: '7527593', isGroup: false }
const message = (items: readonly Item[], sources: OutboundMessage['sources'] = []): OutboundMessage => ({
  ref: '12',
  from: 'agent',
  items,
  sources,
})
const button = (name: string, payload?: string) => ({
  name,
  request: { type: 'text' as const, ...(payload === undefined ? {} : { payload }) },
})
const card = (title: string) => ({
  title,
  imageUrl: 'https://cdn.example/lamp.png',
  description: { text: 'Bright.' },
  buttons: [button('Buy', `buy ${title}`)],
})
export const SAMPLES: readonly Item[] = [
  { type: 'text', text: 'Hello **you**, see [the page](https://a.example/x). <script>alert(1)</script> & more' },
  { type: 'choice', message: 'Which one?', buttons: [button('Yes'), button('No', 'no, thanks')] },
  {
    type: 'choice',
    message: 'Many',
    buttons: Array.from({ length: 30 }, (_, n) => button(`Option number ${n + 1} of many`)),
  },
  { type: 'visual', image: 'https://cdn.example/lamp.png', alt: 'A lamp' },
  { type: 'cardV2', ...card('Lamp') },
  { type: 'carousel', cards: [card('Lamp'), card('Desk')] },
  { type: 'iFrame', url: 'https://maps.example/x', title: 'Map', layout: 'vertical' },
  { type: 'form', title: 'Book', fields: [{ name: 'email', label: 'Email', type: 'email', required: true }] },
  { type: 'input', field: { name: 'size', label: 'Size?', type: 'select', options: ['S', 'M'], required: true } },
  { type: 'file', url: 'https://cdn.example/m.pdf', name: 'Manual.pdf', mime: 'application/pdf' },
]

export function conforms(given: ConformanceCase): void {
  const { adapter, connection, signed, forged, inbound, textOf, assertValid } = given
  const find: FindConnection = async (by) =>
    ('account' in by ? by.account === connection.account : by.agentId === connection.agentId) ? connection : undefined
  const isKnown = async (account: string) => account === connection.account
  const request = (over: Partial<WebhookRequest> = {}): WebhookRequest => ({
    method: 'POST',
    query: new URLSearchParams(),
    now: NOW,
    ...signed,
    ...over,
  })

  describe(`${adapter.channel} conforms`, () => {
    test('accepts a signed call, split by account, with the same id each time', async () => {
      const [first, again] = [
        await adapter.verify(request(), find, isKnown),
        await adapter.verify(request(), find, isKnown),
      ]
      expect(first).toMatchObject({ kind: 'accepted', parts: [{ account: connection.account }] })
      expect(again).toEqual(first)
      if (first.kind === 'accepted') for (const { id } of first.parts) expect(id).toMatch(/^.{1,300}$/)
    })
    test.each([
      ['a forged signature', { headers: forged }],
      ['no signature', { headers: new Headers() }],
    ])('refuses %s', async (_what, over) => {
      expect(await adapter.verify(request(over), find, isKnown)).toMatchObject({ kind: 'refused', reason: 'signature' })
    })
    test('refuses a call for an unknown account', async () => {
      const verdict = await adapter.verify(
        request(),
        async () => undefined,
        async () => false,
      )
      expect(
        verdict.kind === 'refused' || (verdict.kind === 'accepted' && verdict.parts.every((part) => !part.region)),
      ).toBe(true)
    })
    test.skipIf(signed.params['region'] !== undefined)(
      'loses no call for a region that another process serves',
      async () => {
        const verdict = await adapter.verify(request(), async () => undefined, isKnown)
        if (verdict.kind === 'accepted') expect(verdict.parts).toMatchObject([{ account: connection.account }])
        else expect(verdict).toMatchObject({ kind: 'refused', reason: 'unconfigured' })
      },
    )
    test('names its account when a call is too large to read', () => {
      const named = adapter.namedBy?.(request()) ?? []
      expect(
        named.some(
          (by) =>
            ('account' in by ? by.account : by.agentId === connection.agentId && connection.account) ===
            connection.account,
        ),
      ).toBe(true)
    })
    test.each(inbound)('reads $name', ({ body, says }) => {
      const read = adapter.parse(body, connection)
      expect(read).toMatchObject(says)
      expect(read).toHaveLength(says.length)
    })
    test('reads the same messages in any order and after any number of redeliveries', () => {
      const seen = new Set<string>()
      const deliveries = (given.burst ?? inbound.map(({ body }) => body)).filter((body) => {
        const ids = adapter.parse(body, connection).map(({ id }) => id)
        const isNew = !ids.some((id) => seen.has(id))
        for (const id of ids) seen.add(id)
        return isNew && ids.length > 0
      })
      const messages = deliveries.map((body) => adapter.parse(body, connection))
      // Reading does not depend on what was read before, so each order only arranges.
      expect(deliveries.map((body) => adapter.parse(body, connection))).toEqual(messages)
      const places = deliveries.map((_body, index) => index)
      const read = (order: readonly number[]) => arrange(order.flatMap((index) => messages[index] ?? []))
      const expected = read(places)
      expect(expected.length).toBeGreaterThan(0)
      fc.assert(
        fc.property(
          fc.shuffledSubarray(places, { minLength: places.length }),
          fc.array(fc.constantFrom(...places), { maxLength: 20 }),
          (order, again) => {
            expect(read([...order, ...again])).toEqual(expected)
          },
        ),
        { numRuns: ORDERS },
      )
    }, 120_000)
    test('never throws for unknown payloads', () => {
      fc.assert(
        fc.property(fc.jsonValue(), (body) => {
          adapter.parse(body, connection)
          adapter.whyIgnored?.(body)
        }),
        { numRuns: 200 },
      )
    })
    test.skipIf(!given.unread)('logs why it reads nothing', () => {
      for (const { body, why } of given.unread ?? []) {
        expect(adapter.parse(body, connection)).toEqual([])
        expect(adapter.whyIgnored?.(body)?.message).toMatch(why)
      }
    })
    test.each(SAMPLES)('shows $type within its limits', (item) => {
      const { requests, losses } = adapter.compile(message([item]), TO)
      expect(requests.length).toBeGreaterThan(0)
      requests.forEach(assertValid)
      for (const { detail } of losses) expect(detail).not.toBe('')
    })
    test('keeps every option reachable under stable ids', () => {
      const [, choice, many] = SAMPLES
      for (const item of [choice, many]) {
        if (item?.type !== 'choice') throw new Error('no choice among the samples')
        const [first, again] = [adapter.compile(message([item]), TO), adapter.compile(message([item]), TO)]
        expect(again).toEqual(first)
        const says = first.options.map((option) => option.says)
        const isWritten = CAPABILITIES[adapter.channel].buttons.max === 0
        if (!isWritten || says.length > 0)
          expect(says).toEqual(item.buttons.map(({ name, request: { payload } }) => payload ?? name))
        expect(new Set(first.options.map(({ id }) => id)).size).toBe(first.options.length)
        for (const { id } of first.options) expect(Buffer.byteLength(id)).toBeLessThanOrEqual(64)
      }
    })
    test('never cuts text silently or inside a character', () => {
      const word = fc
        .array(fc.constantFrom('a', 'n', 'ä', 'ß', 'e\u0301', '\u{1F469}\u200D\u{1F467}'), {
          minLength: 1,
          maxLength: 12,
        })
        .map((all) => all.join(''))
      fc.assert(
        fc.property(fc.array(word, { minLength: 1, maxLength: 1500 }), (words) => {
          const { requests } = adapter.compile(message([{ type: 'text', text: words.join(' ') }]), TO)
          requests.forEach(assertValid)
          const shown = requests.map(textOf).join(' ')
          expect(shown.isWellFormed()).toBe(true)
          expect(shown.replaceAll(/\s+/g, '')).toContain(words.join('').slice(0, 200))
          expect(shown.replaceAll(/\s+/g, '').length).toBeGreaterThanOrEqual(words.join('').length)
        }),
        { numRuns: 25 },
      )
    })
    test('names the sources that an answer cites', () => {
      const sources = [{ title: 'Opening hours', url: 'https://shop.example/hours' }, { title: 'Prices.pdf' }]
      const shown = adapter
        .compile(message([{ type: 'text', text: 'At nine [1].' }], sources), TO)
        .requests.map(textOf)
        .join('\n')
      expect(shown).toContain('Opening hours')
      expect(shown).toContain('Prices.pdf')
    })
    test('keeps a message for another try while its provider can’t be reached', async () => {
      const to = { ...TO, details: { address: 'vera@visitor.example' } }
      const [sent] = adapter.compile(message([{ type: 'text', text: 'At nine.' }]), to).requests
      if (!sent) throw new Error('no request for a text')
      const cause = new Error('connect ECONNREFUSED 127.0.0.1:443')
      const network = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }))
      const outcome = await adapter.send(sent, connection, { key: 'eu_1' }).finally(() => network.mockRestore())
      expect(outcome).toMatchObject({ kind: 'retry' })
    })
    test('leaves its secrets out of every request', () => {
      const { requests } = adapter.compile(message(SAMPLES), TO)
      for (const secret of Object.values(connection.secrets)) expect(JSON.stringify(requests)).not.toContain(secret)
    })
  })
}
