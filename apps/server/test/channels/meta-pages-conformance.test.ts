import { msg } from '@parlance/i18n/messages'
import { sendFault } from '@parlance/simulators/meta-pages/limits'
import { expect } from 'vitest'
import { metaSignature } from '../../src/adapters/meta/graph.ts'
import { createMetaPages } from '../../src/adapters/meta-pages/meta-pages.ts'
import type { ChannelRequest } from '../../src/modules/channels/index.ts'
import { conforms, type ConformanceCase } from './conformance.ts'

const APP_SECRET = 'app_secret_123'
const settings = {
  baseUrl: 'http://127.0.0.1:9',
  version: 'v18.0',
  appId: '4711',
  appSecret: APP_SECRET,
  verifyToken: 'verify-me',
  dialogUrl: () => 'http://127.0.0.1:9/dialog',
}
const [PAGE, VISITOR] = ['1019990001', '7527593000000001'] as const
const person = { sender: { id: VISITOR }, recipient: { id: PAGE }, timestamp: 1_772_998_024_000 }
const delivery = (event: object, list = 'messaging') => ({ time: 1, [list]: [{ ...person, ...event }] })
const message = (fields: object) => delivery({ message: { mid: 'm_1', ...fields } })
const file = (type: string, url: string) => message({ attachments: [{ type, payload: { url } }] })

const wordsOf = ({ body }: ChannelRequest): string => {
  const { text, attachment } = (body.message ?? {}) as { text?: string; attachment?: unknown }
  const words: string[] = text === undefined ? [] : [text]
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(walk)
    if (typeof value !== 'object' || value === null) return
    for (const [key, inside] of Object.entries(value))
      if (typeof inside === 'string' && ['text', 'title', 'subtitle', 'url'].includes(key)) words.push(inside)
      else walk(inside)
  }
  walk(attachment)
  return words.join('\n')
}

const policy = (action: string, reason?: string) => ({
  time: 1,
  messaging: [
    { recipient: { id: PAGE }, timestamp: person.timestamp, policy_enforcement: { action, ...(reason && { reason }) } },
  ],
})

const inbound: ConformanceCase['inbound'] = [
  {
    name: 'a text',
    body: message({ text: 'Hi there' }),
    says: [{ kind: 'message', id: 'm_1', text: 'Hi there', thread: VISITOR }],
  },
  {
    name: 'a pressed quick reply',
    body: message({ text: 'Yes', quick_reply: { payload: 'c:12:0' } }),
    says: [{ kind: 'message', optionId: 'c:12:0' }],
  },
  {
    name: 'a pressed button without an id of its own',
    body: delivery({ postback: { title: 'Buy', payload: 'c:12:1' } }),
    says: [{ kind: 'message', id: `${VISITOR}:${person.timestamp}:c:12:1`, text: 'Buy', optionId: 'c:12:1' }],
  },
  {
    name: 'the button that begins a chat',
    body: delivery({ postback: { mid: 'm_2', title: 'Get Started', payload: 'GET_STARTED' } }),
    says: [{ kind: 'start' }],
  },
  {
    name: 'a picture',
    body: file('image', 'https://scontent.xx.fbcdn.net/a.jpg'),
    says: [
      {
        kind: 'message',
        text: '',
        media: [
          { id: 'https://scontent.xx.fbcdn.net/a.jpg', kind: 'picture', name: 'picture.jpg', mime: 'image/jpeg' },
        ],
      },
    ],
  },
  {
    name: 'a voice note and a document under its own name',
    body: message({
      attachments: [
        { type: 'audio', payload: { url: 'https://cdn.fbsbx.com/v/t59/audioclip.mp4?x=1' } },
        { type: 'file', payload: { url: 'https://cdn.fbsbx.com/v/t59/Offer-2026.pdf?oh=1' } },
      ],
    }),
    says: [{ kind: 'message', media: [{ kind: 'voice' }, { kind: 'file', name: 'Offer-2026.pdf' }] as never }],
  },
  {
    name: 'an answer to a story, with the story',
    body: message({ text: 'Love it', reply_to: { story: { id: '9', url: 'https://lookaside.fbsbx.com/story' } } }),
    says: [{ kind: 'message', text: 'Love it', media: [{ kind: 'picture', name: 'story.jpg' }] as never }],
  },
  {
    name: 'a mention in a story',
    body: file('story_mention', 'https://lookaside.fbsbx.com/story'),
    says: [{ kind: 'message', text: '', notice: msg('channel_story_mention'), media: [{ kind: 'picture' }] as never }],
  },
  {
    name: 'a shared post',
    body: file('share', 'https://www.instagram.com/p/1'),
    says: [{ kind: 'message', text: 'https://www.instagram.com/p/1' }],
  },
  {
    name: 'two deliveries',
    body: delivery({ delivery: { mids: ['m_8', 'm_9'], watermark: 177 } }),
    says: [
      { kind: 'status', providerId: 'm_8', state: 'delivered', thread: VISITOR },
      { kind: 'status', providerId: 'm_9', state: 'delivered' },
    ],
  },
  {
    name: 'a message that was seen',
    body: delivery({ read: { mid: 'm_9' } }),
    says: [{ kind: 'status', providerId: 'm_9', state: 'read' }],
  },
  {
    name: 'everything seen until some time',
    body: delivery({ read: { watermark: 1_772_998_024_000 } }),
    says: [{ kind: 'status', until: 1_772_998_024_000, state: 'read' }],
  },
  {
    name: 'a human in the inbox of the page',
    body: {
      messaging: [
        {
          sender: { id: PAGE },
          recipient: { id: VISITOR },
          timestamp: 1,
          message: { mid: 'm_3', text: 'Let me look.', is_echo: true, app_id: 26390203 },
        },
      ],
    },
    says: [{ kind: 'echo', thread: VISITOR, text: 'Let me look.' }],
  },
  {
    name: 'what we sent ourselves',
    body: {
      messaging: [
        {
          sender: { id: PAGE },
          recipient: { id: VISITOR },
          message: { mid: 'm_4', text: 'Hi', is_echo: true, app_id: 4711 },
        },
      ],
    },
    says: [],
  },
  {
    name: 'a message while another app has the conversation',
    body: delivery({ message: { mid: 'm_5', text: 'Hello?' } }, 'standby'),
    says: [{ kind: 'message', text: 'Hello?', isUnanswered: true }],
  },
  {
    name: 'an edited message',
    body: delivery({ message_edit: { mid: 'm_1', text: 'Hi all', num_edit: 2 } }),
    says: [
      {
        kind: 'edit',
        id: 'edit:m_1:2',
        providerId: 'm_1',
        text: 'Hi all',
        media: [],
        thread: VISITOR,
        at: person.timestamp,
        sentAt: person.timestamp,
      },
    ],
  },
  {
    name: 'an edit while another app has the conversation',
    body: delivery({ message_edit: { mid: 'm_5', text: 'Hello?!', num_edit: 1 } }, 'standby'),
    says: [],
  },
  { name: 'a deleted message', body: message({ is_deleted: true }), says: [] },
  { name: 'something that the API does not show', body: message({ is_unsupported: true }), says: [] },
  {
    name: 'a reaction',
    body: delivery({ reaction: { mid: 'm_1', action: 'react', emoji: '❤', reaction: 'love' } }),
    says: [{ kind: 'reaction', providerId: 'm_1', emoji: '❤' }],
  },
  {
    name: 'a reaction that was taken back',
    body: delivery({ reaction: { mid: 'm_1', action: 'unreact' } }),
    says: [{ kind: 'reaction', providerId: 'm_1', emoji: '' }],
  },
  {
    name: 'that Meta blocked the page',
    body: policy('block', 'The bot violated our policies.'),
    says: [
      {
        kind: 'lost',
        id: `policy:${person.timestamp}:block`,
        reason: msg('provider_said', { provider: 'Meta', words: 'The bot violated our policies.' }),
      },
    ],
  },
  {
    name: 'that Meta lifted the block',
    body: policy('unblock'),
    says: [{ kind: 'lost', id: `policy:${person.timestamp}:unblock`, reason: undefined }],
  },
  {
    name: 'a reply to an answer',
    body: message({ text: 'This one', reply_to: { mid: 'm_1' } }),
    says: [{ kind: 'message', text: 'This one', replyTo: 'm_1' }],
  },
]

for (const channel of ['messenger', 'instagram'] as const) {
  const body = Buffer.from(
    JSON.stringify({
      object: channel === 'messenger' ? 'page' : 'instagram',
      entry: [{ id: PAGE, time: 1, messaging: [{ ...person, message: { mid: 'm_1', text: 'Hi' } }] }],
    }),
  )
  conforms({
    adapter: createMetaPages(settings, channel),
    connection: {
      id: 'chc_1',
      channel,
      region: 'eu',
      workspaceId: 'w',
      agentId: 'agent',
      account: PAGE,
      settings: { pageId: PAGE, appId: settings.appId },
      secrets: { token: 'EAAtoken-of-the-page' },
    },
    signed: {
      path: '',
      url: `https://parlance.example/webhooks/${channel}`,
      params: {},
      headers: new Headers({ 'x-hub-signature-256': metaSignature(APP_SECRET, body) }),
      body,
    },
    forged: new Headers({ 'x-hub-signature-256': metaSignature('another secret', body) }),
    inbound,
    unread: [
      { body: message({ is_unsupported: true }), why: /Meta doesn’t pass on/ },
      { body: policy('warning', 'Too many messages.'), why: /Meta: Too many messages\./ },
      { body: delivery({ game_play: { game_id: '1' } }), why: /game_play/ },
    ],
    textOf: wordsOf,
    assertValid: ({ body: sent }) => expect(sendFault(channel, sent)).toBeUndefined(),
  })
}
