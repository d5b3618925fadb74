import { msg } from '@parlance/i18n/messages'
import { faultOf, hasRefusedPicture } from '@parlance/simulators/whatsapp/messages'
import { expect, test } from 'vitest'
import { metaSignature } from '../../src/adapters/meta/graph.ts'
import { compileWhatsapp } from '../../src/adapters/whatsapp/compile.ts'
import { createWhatsapp } from '../../src/adapters/whatsapp/whatsapp.ts'
import { messageTexts } from '../../src/mails/texts.ts'
import { conforms } from './conformance.ts'

const PHONE = '106540352242922'
const SECRET = 'app-secret-of-the-operator'
const metadata = { display_phone_number: '15550001111', phone_number_id: PHONE }
const contact = { profile: { name: 'Ana' }, wa_id: '15550002222', user_id: 'US.1A2B' }
const from = { from: '15550002222', from_user_id: 'US.1A2B', id: 'wamid.X', timestamp: '1772998024' }
const message = (over: object) => ({
  messaging_product: 'whatsapp',
  metadata,
  contacts: [contact],
  messages: [{ ...from, ...over }],
})
const text = (body: string, over: object = {}) => message({ type: 'text', text: { body }, ...over })
const filledIn = (answers: object | string) => {
  const json = typeof answers === 'string' ? answers : JSON.stringify(answers)
  const interactive = { type: 'nfm_reply', nfm_reply: { name: 'flow', body: 'Sent', response_json: json } }
  return message({ type: 'interactive', interactive })
}
const status = (over: object) => ({
  metadata,
  statuses: [{ id: 'wamid.Y', timestamp: '1772998025', recipient_id: '15550002222', ...over }],
})
const body = Buffer.from(
  JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1020304050', changes: [{ field: 'messages', value: text('Hi') }] }],
  }),
)

conforms({
  adapter: createWhatsapp({
    baseUrl: 'http://127.0.0.1:9',
    version: 'v18.0',
    appId: '1',
    appSecret: SECRET,
    verifyToken: 'verify-token',
    dialogUrl: () => '',
    sandboxed: false,
  }),
  connection: {
    id: 'chc_1',
    channel: 'whatsapp',
    region: 'eu',
    workspaceId: 'w',
    agentId: 'agent',
    account: PHONE,
    settings: { wabaId: '1020304050', phoneId: PHONE },
    secrets: { longAccessToken: 'EAAsecretTokenThatNobodySees' },
  },
  signed: {
    path: '',
    url: 'https://parlance.example/webhooks/whatsapp',
    params: {},
    headers: new Headers({ 'x-hub-signature-256': metaSignature(SECRET, body) }),
    body,
  },
  forged: new Headers({ 'x-hub-signature-256': metaSignature('guess', body) }),
  inbound: [
    {
      name: 'a reaction',
      body: message({ type: 'reaction', reaction: { message_id: 'wamid.Y', emoji: '👍' } }),
      says: [{ kind: 'reaction', providerId: 'wamid.Y', emoji: '👍', thread: '15550002222' }],
    },
    {
      name: 'a reaction that was taken back',
      body: message({ type: 'reaction', reaction: { message_id: 'wamid.Y' } }),
      says: [{ kind: 'reaction', providerId: 'wamid.Y', emoji: '' }],
    },
    {
      name: 'a text',
      body: text('Hi there'),
      says: [
        {
          kind: 'message',
          id: 'wamid.X',
          text: 'Hi there',
          thread: '15550002222',
          aliases: ['15550002222', 'US.1A2B'],
          sender: { id: 'US.1A2B', name: 'Ana' },
        },
      ],
    },
    {
      name: 'a text of somebody who shows no number',
      body: {
        ...text('Hi', { from: undefined }),
        contacts: [{ profile: { name: 'Ana' }, user_id: 'US.1A2B' }],
      },
      says: [{ kind: 'message', thread: 'US.1A2B', aliases: ['US.1A2B'] }],
    },
    {
      name: 'a quoted reply',
      body: text('This one', { context: { from: '15550001111', id: 'wamid.Q' } }),
      says: [{ kind: 'message', text: 'This one', replyTo: 'wamid.Q' }],
    },
    {
      name: 'an edited text',
      body: message({
        id: 'wamid.Edit1',
        timestamp: '1772998124',
        type: 'edit',
        edit: { original_message_id: 'wamid.X', message: { type: 'text', text: { body: 'Hi, all' } } },
      }),
      says: [
        {
          kind: 'edit',
          id: 'wamid.Edit1',
          providerId: 'wamid.X',
          text: 'Hi, all',
          media: [],
          thread: '15550002222',
          at: 1_772_998_124_000,
          sentAt: 1_772_998_124_000,
        },
      ],
    },
    {
      name: 'an edited caption',
      body: message({
        id: 'wamid.Edit2',
        type: 'edit',
        edit: {
          original_message_id: 'wamid.P',
          message: {
            context: { id: 'wamid.Q' },
            type: 'image',
            image: { id: '77', mime_type: 'image/jpeg', caption: 'Broken lamp' },
          },
        },
      }),
      says: [
        {
          kind: 'edit',
          providerId: 'wamid.P',
          text: 'Broken lamp',
          replyTo: 'wamid.Q',
          media: [{ id: '77', kind: 'picture', name: 'photo.jpg', mime: 'image/jpeg' }],
        },
      ],
    },
    {
      name: 'a deleted message',
      body: message({ id: 'wamid.Gone', type: 'revoke', revoke: { original_message_id: 'wamid.X' } }),
      says: [],
    },
    {
      name: 'a picture with its caption',
      body: message({ type: 'image', image: { id: '77', mime_type: 'image/jpeg', caption: 'Broken' } }),
      says: [
        {
          kind: 'message',
          text: 'Broken',
          media: [{ id: '77', kind: 'picture', name: 'photo.jpg', mime: 'image/jpeg' }],
        },
      ],
    },
    {
      name: 'a voice note',
      body: message({ type: 'audio', audio: { id: '78', mime_type: 'audio/ogg; codecs=opus', voice: true } }),
      says: [{ kind: 'message', media: [{ id: '78', kind: 'voice', name: 'voice.ogg', mime: 'audio/ogg' }] }],
    },
    {
      name: 'a document',
      body: message({ type: 'document', document: { id: '79', mime_type: 'application/pdf', filename: 'Bill.pdf' } }),
      says: [{ kind: 'message', media: [{ id: '79', kind: 'file', name: 'Bill.pdf', mime: 'application/pdf' }] }],
    },
    {
      name: 'a place',
      body: message({ type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Shop' } }),
      says: [{ kind: 'message', text: 'Shop, 52.5, 13.4' }],
    },
    {
      name: 'a contact',
      body: message({
        type: 'contacts',
        contacts: [
          { name: { formatted_name: 'Bo Ek' }, phones: [{ phone: '+46 1' }], emails: [{ email: 'bo@a.example' }] },
        ],
      }),
      says: [{ kind: 'message', text: 'Bo Ek, +46 1, bo@a.example' }],
    },
    {
      name: 'a pressed button',
      body: message({
        type: 'interactive',
        interactive: { type: 'button_reply', button_reply: { id: 'c:12:1', title: 'No' } },
      }),
      says: [{ kind: 'message', optionId: 'c:12:1', text: 'No' }],
    },
    {
      name: 'a chosen row of a list',
      body: message({
        type: 'interactive',
        interactive: { type: 'list_reply', list_reply: { id: 'c:12:7', title: 'Seven' } },
      }),
      says: [{ kind: 'message', optionId: 'c:12:7' }],
    },
    {
      name: 'an answer to a template’s button',
      body: message({ type: 'button', button: { text: 'Yes, please', payload: 'x' } }),
      says: [{ kind: 'message', text: 'Yes, please' }],
    },
    {
      name: 'a cart',
      body: message({
        type: 'order',
        order: {
          catalog_id: '194836987003835',
          text: 'By Friday, please',
          product_items: [
            { product_retailer_id: 'SKU-1', quantity: 2, item_price: 9.99, currency: 'EUR' },
            { product_retailer_id: 'SKU-2', quantity: 1, item_price: 25, currency: 'EUR' },
          ],
        },
      }),
      says: [{ kind: 'message', text: 'By Friday, please\n2 × SKU-1 (9.99 EUR)\n1 × SKU-2 (25 EUR)', media: [] }],
    },
    {
      name: 'a filled-in flow',
      body: filledIn({ flow_token: 'secret', name: 'Ana', guests: 2, days: ['Mon', 'Tue'], note: '', agreed: true }),
      says: [{ kind: 'message', text: 'name: Ana\nguests: 2\ndays: Mon, Tue\nagreed: true' }],
    },
    {
      name: 'a flow with a very long answer',
      body: filledIn({ note: 'x'.repeat(5000) }),
      says: [{ kind: 'message', text: `note: ${'x'.repeat(3994)}` }],
    },
    { name: 'a flow without answers', body: filledIn({ flow_token: 'secret' }), says: [{ text: 'Sent' }] },
    { name: 'a flow whose answers are not readable', body: filledIn('{"name":'), says: [{ text: 'Sent' }] },
    { name: 'a welcome', body: message({ type: 'request_welcome' }), says: [{ kind: 'start' }] },
    {
      name: 'somebody with a new number',
      body: {
        metadata,
        messages: [
          {
            from: '15550002222',
            id: 'wamid.X',
            timestamp: '1772998024',
            type: 'system',
            system: {
              body: 'User Ana changed from 15550002222 to 15550003333',
              type: 'user_changed_number',
              wa_id: '15550003333',
            },
          },
        ],
      },
      says: [{ kind: 'moved', thread: '15550002222', to: '15550003333' }],
    },
    {
      name: 'somebody with a new number, as older versions say it',
      body: message({ type: 'system', system: { type: 'customer_changed_number', wa_id: '15550003333' } }),
      says: [{ kind: 'moved', thread: '15550002222', to: '15550003333' }],
    },
    {
      name: 'somebody without a visible number under a new id',
      body: {
        ...message({
          type: 'system',
          from: undefined,
          system: { type: 'user_changed_user_id', user_id: 'US.9Z' },
        }),
        contacts: [{ profile: { name: 'Ana' }, user_id: 'US.1A2B' }],
      },
      says: [{ kind: 'moved', thread: 'US.1A2B', to: 'US.9Z' }],
    },
    {
      name: 'an answer from the app on the business’s phone',
      body: {
        metadata,
        message_echoes: [
          {
            from: '15550001111',
            to: '15550002222',
            id: 'wamid.E',
            timestamp: '1772998026',
            type: 'text',
            text: { body: 'Ben here' },
          },
        ],
      },
      says: [{ kind: 'echo', id: 'wamid.E', text: 'Ben here', thread: '15550002222', isForeign: true }],
    },
    {
      name: 'a kind that is not supported',
      body: message({ type: 'unsupported', errors: [{ code: 131051 }] }),
      says: [],
    },
    { name: 'a message that was sent', body: status({ status: 'sent' }), says: [] },
    {
      name: 'a message that was read',
      body: status({ status: 'read' }),
      says: [{ kind: 'status', providerId: 'wamid.Y', state: 'read', id: 'wamid.Y:read' }],
    },
    {
      name: 'a message that failed',
      body: status({ status: 'failed', errors: [{ code: 131053, title: 'Media upload error' }] }),
      says: [
        {
          kind: 'status',
          state: 'failed',
          error: msg('provider_said', { provider: 'Meta (131053)', words: 'Media upload error' }),
        },
      ],
    },
  ],
  unread: [
    { body: message({ type: 'unsupported', errors: [{ code: 131_051 }] }), why: /unsupported/ },
    { body: message({ type: 'order', image: 'not as described' }), why: /order/ },
  ],
  textOf: ({ body: sent }) => {
    const given = sent as {
      text?: { body: string }
      interactive?: { body: { text: string } }
      image?: { caption?: string }
    }
    return given.text?.body ?? given.interactive?.body.text ?? given.image?.caption ?? ''
  },
  assertValid: ({ body: sent }) => expect(faultOf(sent)).toBeUndefined(),
})

test('names the button of a list in the given language', async () => {
  const buttons = ['S', 'M', 'L', 'XL'].map((name) => ({ name, request: { type: 'text' as const } }))
  const items = [{ type: 'choice' as const, message: 'Welche?', buttons }]
  const message = { ref: '1', from: 'agent' as const, items, sources: [] }
  const { requests } = compileWhatsapp(message, { thread: '491700000001', isGroup: false }, await messageTexts('de'))
  expect(requests).toMatchObject([{ body: { interactive: { action: { button: 'Optionen' } } } }])
})

test('sends pictures of types that WhatsApp refuses as links, and keeps the words and buttons', () => {
  const card = (name: string, imageUrl: string) => ({
    title: name,
    imageUrl,
    description: { text: 'Bright.' },
    buttons: [{ name: `Buy ${name}`, request: { type: 'text' as const } }],
  })
  const items = [
    { type: 'visual' as const, image: 'https://cdn.example/lamp.webp', alt: 'A lamp' },
    { type: 'cardV2' as const, ...card('Lamp', 'https://cdn.example/lamp.gif?v=1') },
    {
      type: 'carousel' as const,
      cards: [card('Desk', 'https://cdn.example/desk.WEBP'), card('Chair', 'https://cdn.example/chair.JPG?w=9')],
    },
  ]
  const message = { ref: '1', from: 'agent' as const, items, sources: [] }
  const { requests, options, losses } = compileWhatsapp(message, { thread: '491700000001', isGroup: false })
  for (const { body } of requests) {
    expect(faultOf(body)).toBeUndefined()
    expect(hasRefusedPicture(body)).toBe(false)
  }
  const sent = JSON.stringify(requests)
  expect(sent).toContain('A lamp: https://cdn.example/lamp.webp')
  expect(sent).toContain('Bright.\\nhttps://cdn.example/lamp.gif?v=1')
  expect(sent).toContain('Bright.\\nhttps://cdn.example/desk.WEBP')
  expect(sent).toContain('"image":{"link":"https://cdn.example/chair.JPG?w=9"}')
  expect(options.map(({ label }) => label)).toEqual(['Buy Lamp', 'Buy Desk', 'Buy Chair'])
  const linked = losses.filter(({ detail }) => detail === 'The image is sent as a link.').map(({ item }) => item)
  expect(linked).toEqual(['visual', 'cardV2', 'carousel'])
})
