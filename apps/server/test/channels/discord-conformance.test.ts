import { englishOf } from '@parlance/i18n/messages'
import { createPrivateKey, sign } from 'node:crypto'
import { faultOf } from '@parlance/simulators/discord/rules'
import { expect, test } from 'vitest'
import { compileDiscord, draftDiscord, toEdit, toWebhook } from '../../src/adapters/discord/compile.ts'
import { createDiscord, outcomeOf, webhookOf } from '../../src/adapters/discord/discord.ts'
import { conforms } from './conformance.ts'

const LOOK = { username: 'Ada', avatarUrl: 'https://cdn.example/ada.png' }
const CHANNEL = '1300000000000000001'
const BOT = '1200000000000000001'
const HOOK = '1300000000000000002'
const author = { id: '7527593', username: 'vera', global_name: 'Vera V' }
const message = (content: string, over: object = {}, thread?: string) => ({
  message: { id: '1300000000000001234', channel_id: CHANNEL, type: 0, content, author, ...over },
  ...(thread === undefined ? {} : { thread }),
})

/** 32 times 0x01, as in the test vector below. */
const seed = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 1)])
const key = createPrivateKey({ key: seed, format: 'der', type: 'pkcs8' })
const bot = {
  token: 'a-token-of-the-bot-that-nobody-sees',
  appId: BOT,
  publicKey: '8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c',
}
const signed = (body: string) =>
  new Headers({
    'x-signature-timestamp': '1700000000',
    'x-signature-ed25519': sign(null, Buffer.from(`1700000000${body}`), key).toString('hex'),
  })
const asked = JSON.stringify({
  id: '1300000000000009999',
  type: 2,
  token: 'token-of-the-interaction',
  channel: { id: CHANNEL, type: 0 },
  member: { user: author, nick: null },
  locale: 'de',
  data: { name: 'ask', options: [{ name: 'question', value: 'When do you open?' }] },
})
const adapter = createDiscord({
  baseUrl: 'http://127.0.0.1:9/api/v10',
  bot,
  look: async () => ({ name: 'Ada', picture: '' }),
  sayIn: async () => englishOf,
})

conforms({
  adapter,
  connection: {
    id: 'chc_1',
    channel: 'discord',
    region: 'eu',
    workspaceId: 'w',
    agentId: 'agent',
    account: CHANNEL,
    settings: { channelId: CHANNEL, webhookId: HOOK, botId: BOT, appOwned: 'yes', answers: 'all' },
    secrets: { webhookToken: 'token-of-the-webhook-that-nobody-sees' },
  },
  signed: {
    path: 'interactions',
    url: 'https://parlance.example/webhooks/discord/interactions',
    params: {},
    headers: signed(asked),
    body: Buffer.from(asked),
  },
  forged: signed(`${asked} `),
  inbound: [
    {
      name: 'a text',
      body: message('Hi there'),
      says: [{ kind: 'message', id: 'm:1300000000000001234', text: 'Hi there', thread: 'u:7527593', isGroup: false }],
    },
    {
      name: 'a mention in a thread, without the name of the bot',
      body: message(`<@${BOT}> hello`, { channel_id: '1300000000000000077' }, '1300000000000000077'),
      says: [{ kind: 'message', text: 'hello', thread: 't:1300000000000000077', isGroup: true }],
    },
    {
      name: 'a picture',
      body: message('', {
        attachments: [
          { id: '1', filename: 'a.png', size: 9, url: 'https://cdn.discordapp.com/a.png', content_type: 'image/png' },
        ],
      }),
      says: [
        {
          kind: 'message',
          text: '',
          media: [
            { id: 'https://cdn.discordapp.com/a.png', kind: 'picture', name: 'a.png', mime: 'image/png', bytes: 9 },
          ],
        },
      ],
    },
    {
      name: 'a pressed button',
      body: { interaction: { id: '1300000000000005678', user: author, text: '', optionId: 'c:12:1' } },
      says: [{ kind: 'message', id: 'i:1300000000000005678', optionId: 'c:12:1', thread: 'u:7527593' }],
    },
    {
      name: 'an edit',
      body: message('Hi you', { edited_timestamp: '2026-11-30T12:00:00.000000+00:00' }),
      says: [
        {
          kind: 'edit',
          id: 'e:1300000000000001234:2026-11-30T12:00:00.000000+00:00',
          providerId: 'm:1300000000000001234',
          text: 'Hi you',
          thread: 'u:7527593',
        },
      ],
    },
    { name: 'a removed bot', body: { presence: { is: 'bot-removed', at: 1 } }, says: [{ kind: 'lost' }] },
    { name: 'another bot', body: message('Hello', { author: { ...author, bot: true } }), says: [] },
    { name: 'a webhook, its own too', body: message('Hello', { webhook_id: HOOK }), says: [] },
    { name: 'somebody who joined', body: message('', { type: 7 }), says: [] },
  ],
  textOf: (request) => {
    const { content, embeds = [] } = toWebhook(request, { isAppOwned: false, look: LOOK }) as {
      content?: string
      embeds?: { title?: string; description?: string }[]
    }
    return [content, ...embeds.flatMap(({ title, description }) => [title, description])].filter(Boolean).join('\n')
  },
  assertValid: (request) => {
    for (const isAppOwned of [true, false])
      expect(faultOf(toWebhook(request, { isAppOwned, look: LOOK }))).toBeUndefined()
  },
})

test('answers Discord’s handshake, and only with its signature', async () => {
  const body = Buffer.from('{"type":1}')
  const request = (headers: Headers) =>
    adapter.verify(
      { method: 'POST', path: '', url: '', params: {}, query: new URLSearchParams(), now: new Date(), headers, body },
      async () => undefined,
      async () => false,
    )
  const vector = {
    'x-signature-timestamp': '1700000000',
    'x-signature-ed25519':
      '9ef52e0980512fc86504213828935ead2d8ad69632af84e31aae7c0a1593a04f81779d871c1d68240dce56038c60788e51e59a6c3f14c72a4183c785b1e8b70e',
  }
  expect(await request(new Headers({ ...vector, 'x-signature-timestamp': '1700000001' }))).toMatchObject({
    kind: 'refused',
    reason: 'signature',
  })
  expect(await request(new Headers(vector))).toMatchObject({ kind: 'answered', answer: { body: '{"type":1}' } })
})

test.each([
  ['https://discord.com/api/webhooks/1300000000000000002/aaaaaaaaaaaaaaaaaaaaaaaa', true],
  ['https://canary.discord.com/api/v10/webhooks/1300000000000000002/aaaaaaaaaaaaaaaaaaaaaaaa', true],
  ['http://discord.com/api/webhooks/1300000000000000002/aaaaaaaaaaaaaaaaaaaaaaaa', false],
  ['https://discord.com.evil.example/api/webhooks/1300000000000000002/aaaaaaaaaaaaaaaaaaaaaaaa', false],
  ['https://discord.com@evil.example/api/webhooks/1300000000000000002/aaaaaaaaaaaaaaaaaaaaaaaa', false],
  ['https://127.0.0.1/api/webhooks/1300000000000000002/aaaaaaaaaaaaaaaaaaaaaaaa', false],
  ['https://discord.com/api/webhooks/../users/@me', false],
])('accepts %s as a webhook: %s', (url, is) => {
  expect(webhookOf(url, new URL('https://discord.com/api/v10')) !== undefined).toBe(is)
})

test.each([
  [{ status: 204, body: {} }, 'sent'],
  [{ status: 429, body: { retry_after: 1 }, retryAfterMs: 1000 }, 'retry'],
  [{ status: 502, body: {} }, 'retry'],
  [{ status: 404, body: { code: 10_015 } }, 'reconnect'],
  [{ status: 401, body: { code: 50_027 } }, 'reconnect'],
  [{ status: 403, body: { code: 50_013 } }, 'reconnect'],
  [{ status: 400, body: { code: 10_003 } }, 'undeliverable'],
  [{ status: 400, body: { code: 50_035 } }, 'rejected'],
])('turns %o into %s', (answer, kind) => {
  expect(outcomeOf(answer, { method: 'execute', body: { content: 'x' } }).kind).toBe(kind)
})

const leak = 'https://evil.example/?secret=1'
const place = { isAppOwned: false, look: LOOK }
const compiled = (items: Parameters<typeof compileDiscord>[0]['items']) =>
  compileDiscord({ ref: '5', from: 'agent', items, sources: [] }, { thread: 'u:7527593', isGroup: false }).requests

test('keeps Discord from opening links to preview them, also in drafts and edits', () => {
  const [message] = compiled([{ type: 'text', text: `See ${leak} and [this](${leak})` }])
  if (!message) throw new Error('no message')
  expect(toWebhook(message, place)).toMatchObject({ content: expect.stringContaining(leak), flags: 4 })
  expect(toEdit(message, place)).toMatchObject({ flags: 4 })
  const draft = draftDiscord(`See ${leak}`, { thread: 'u:7527593', isGroup: false }, undefined)
  expect(toWebhook(draft, place)).toMatchObject({ flags: 4 })
})

test('shows the embeds of a message, and previews no links with them', () => {
  const buttons = [`See ${leak}.`, `(${leak})`, `<${leak}>`].map((name) => ({
    name,
    request: { type: 'text' as const, payload: name },
  }))
  const requests = compiled([{ type: 'cardV2', title: 'A lamp', imageUrl: 'https://cdn.example/lamp.png', buttons }])
  for (const body of [...requests.map((one) => toWebhook(one, place)), ...requests.map((one) => toEdit(one, place))]) {
    expect(body).toMatchObject({ embeds: [{ title: 'A lamp' }], flags: 0 })
    const { content } = body as { content: string }
    expect(content.replaceAll(`<${leak}>`, '')).not.toContain('https://')
    expect(content).toContain(`See <${leak}>.`)
  }
})
