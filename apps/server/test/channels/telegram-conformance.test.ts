import { faultOf } from '@parlance/simulators/telegram/methods'
import { expect } from 'vitest'
import { createTelegram } from '../../src/adapters/telegram/telegram.ts'
import { conforms } from './conformance.ts'

const BOT = '123456789'
const user = { id: 7527593, is_bot: false, first_name: 'Vera', last_name: 'V', language_code: 'de' }
const chat = { id: 7527593, type: 'private' }
const group = { id: -1001, type: 'supergroup', title: 'Team' }
const KEYS = {
  inline_keyboard: [
    [
      { text: 'Small', callback_data: 'c:12:0' },
      { text: 'Large', callback_data: 'c:12:1' },
    ],
    [{ text: 'Sizes', url: 'https://a.example' }],
  ],
}
const text = (words: string, over: object = {}) => ({
  update_id: 1001,
  message: { message_id: 133, from: user, chat, date: 1767224888, text: words, ...over },
})

conforms({
  adapter: createTelegram({ baseUrl: 'http://127.0.0.1:9' }),
  connection: {
    id: 'chc_1',
    channel: 'telegram',
    region: 'eu',
    workspaceId: 'w',
    agentId: 'agent',
    account: BOT,
    settings: { botId: BOT, username: 'acme_bot' },
    secrets: { token: `${BOT}:AAsecrettokenofthebotthatnobodysees`, webhookSecret: 'a-secret-of-the-webhook' },
  },
  signed: {
    path: '',
    url: 'https://parlance.example/api/eu/v2/agents/agent/telegram-webhook',
    params: { region: 'eu', agentId: 'agent' },
    headers: new Headers({ 'x-telegram-bot-api-secret-token': 'a-secret-of-the-webhook' }),
    body: Buffer.from(JSON.stringify(text('Hi'))),
  },
  forged: new Headers({ 'x-telegram-bot-api-secret-token': 'guess' }),
  inbound: [
    {
      name: 'a text',
      body: text('Hi there'),
      says: [{ kind: 'message', id: '7527593:133', text: 'Hi there', thread: '7527593' }],
    },
    { name: '/start with a reference', body: text('/start ref42'), says: [{ kind: 'start' }] },
    {
      name: 'a photo with its caption',
      body: text('', {
        text: undefined,
        caption: 'This one',
        photo: [
          { file_id: 'small', file_size: 10 },
          { file_id: 'large', file_size: 99 },
        ],
      }),
      says: [
        {
          kind: 'message',
          text: 'This one',
          media: [{ id: 'large', kind: 'picture', name: 'photo.jpg', mime: 'image/jpeg', bytes: 99 }],
        },
      ],
    },
    {
      name: 'a pressed button',
      body: {
        update_id: 1003,
        callback_query: {
          id: '438',
          from: user,
          message: { message_id: 140, chat, date: 1, reply_markup: KEYS },
          data: 'c:12:1',
        },
      },
      says: [
        {
          kind: 'message',
          text: 'Large',
          optionId: 'c:12:1',
          acknowledge: [
            { method: 'answerCallbackQuery', body: { callback_query_id: '438', text: 'Large' } },
            {
              method: 'editMessageReplyMarkup',
              body: {
                chat_id: '7527593',
                message_id: 140,
                reply_markup: { inline_keyboard: [[{ text: 'Sizes', url: 'https://a.example' }]] },
              },
            },
          ],
        },
      ],
    },
    { name: '/reset', body: text('/reset'), says: [{ kind: 'reset' }] },
    { name: '/reset in a group, for another bot', body: text('/reset@other_bot', { chat: group }), says: [] },
    { name: 'talk in a group that is not for it', body: text('Lunch?', { chat: group }), says: [] },
    {
      name: 'a mention in a group',
      body: text('@acme_bot when do you open?', { chat: group }),
      says: [{ kind: 'message', isGroup: true, thread: '-1001', text: 'when do you open?' }],
    },
    {
      name: 'a reply to it in a topic of a group',
      body: text('And on Sunday?', {
        chat: group,
        is_topic_message: true,
        message_thread_id: 7,
        reply_to_message: { message_id: 130, from: { id: Number(BOT), is_bot: true }, text: 'At nine.' },
      }),
      says: [{ kind: 'message', thread: '-1001/7', text: 'And on Sunday?', replyTo: '130', quoted: 'At nine.' }],
    },
    {
      name: 'a part of a person’s message that is quoted to it',
      body: text('@acme_bot is that so?', {
        chat: group,
        reply_to_message: { message_id: 131, from: { ...user, id: 5 }, text: 'It opens at nine, they say.' },
        quote: { text: 'at nine' },
      }),
      says: [{ kind: 'message', text: 'is that so?', quoted: 'at nine' }],
    },
    { name: 'another bot', body: text('Hello', { from: { ...user, is_bot: true } }), says: [] },
    {
      name: 'a group that became a supergroup',
      body: text('', { text: undefined, chat: { id: -5, type: 'group' }, migrate_to_chat_id: -1002 }),
      says: [{ kind: 'moved', id: 'moved:-5', thread: '-5', to: '-1002' }],
    },
    {
      name: 'the same news in the supergroup',
      body: text('', { text: undefined, chat: { id: -1002, type: 'supergroup' }, migrate_from_chat_id: -5 }),
      says: [{ kind: 'moved', id: 'moved:-5', thread: '-5', to: '-1002' }],
    },
    {
      name: 'a visitor who blocks it',
      body: { update_id: 4, my_chat_member: { chat, from: user, date: 1, new_chat_member: { status: 'kicked' } } },
      says: [{ kind: 'consent', isAllowed: false }],
    },
    {
      name: 'an edit',
      body: {
        update_id: 5,
        edited_message: { message_id: 133, from: user, chat, date: 1767224888, edit_date: 1767224900, text: 'Hi all' },
      },
      says: [{ kind: 'edit', id: '5', providerId: '7527593:133', text: 'Hi all', sentAt: 1_767_224_888_000 }],
    },
    {
      name: 'an edit of group talk that is not for it',
      body: { update_id: 6, edited_message: { message_id: 9, from: user, chat: group, date: 1, text: 'Lunch!' } },
      says: [],
    },
    {
      name: 'a reaction',
      body: {
        update_id: 7,
        message_reaction: {
          chat,
          message_id: 140,
          user,
          date: 1767224900,
          old_reaction: [],
          new_reaction: [{ type: 'emoji', emoji: '👍' }],
        },
      },
      says: [{ kind: 'reaction', providerId: '140', emoji: '👍', thread: '7527593' }],
    },
  ],
  unread: [
    { body: text('', { text: undefined, poll: { id: '1', question: 'Tea?' } }), why: /poll/ },
    { body: { update_id: 9, chat_boost: {} }, why: /chat_boost/ },
  ],
  textOf: ({ body }) =>
    String(body.text ?? body.caption ?? '')
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&amp;', '&'),
  assertValid: ({ method, body }) => expect(faultOf(method, body)).toBeUndefined(),
})
