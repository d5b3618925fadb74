import { newWebhookSecret, webhookHeaders } from '@parlance/simulators/webhook/server'
import { faultOf } from '@parlance/simulators/webhook/rules'
import { expect, test } from 'vitest'
import { compileWebhook } from '../../src/adapters/webhook/compile.ts'
import { createWebhook, outcomeOf } from '../../src/adapters/webhook/webhook.ts'
import { conforms, SAMPLES } from './conformance.ts'

const ACCOUNT = 'wh_0123456789abcdef'
const SECRET = newWebhookSecret()
const sender = { id: 'vera', name: 'Vera', language: 'de' }
const stored = (call: object) => ({ receivedAt: 1_767_224_888_000, call: { id: 'm1', sender, ...call } })
const text = (words: string, over: object = {}) => stored({ type: 'message', text: words, ...over })
const raw = JSON.stringify({ type: 'message', id: 'm1', sender, text: 'Hi' })

conforms({
  adapter: createWebhook({ guardedFetch: fetch }),
  connection: {
    id: 'chc_1',
    channel: 'webhook',
    region: 'eu',
    workspaceId: 'w',
    agentId: 'agent',
    account: ACCOUNT,
    settings: { url: 'http://127.0.0.1:9', name: 'Shop app' },
    secrets: { secret: SECRET },
  },
  signed: {
    path: ACCOUNT,
    url: `https://parlance.example/webhooks/webhook/${ACCOUNT}`,
    params: {},
    headers: new Headers(webhookHeaders(SECRET, 'call_1', raw)),
    body: Buffer.from(raw),
  },
  forged: new Headers(webhookHeaders(newWebhookSecret(), 'call_1', raw)),
  inbound: [
    {
      name: 'a text',
      body: text('Hi there'),
      says: [{ kind: 'message', id: 'message:m1', text: 'Hi there', thread: 'vera', isGroup: false, sender }],
    },
    {
      name: 'a text in a group, with the time',
      body: text('Hi', { conversation: 'room 7', group: true, at: '2026-01-01T00:00:00+01:00' }),
      says: [{ kind: 'message', thread: 'room 7', isGroup: true, at: Date.UTC(2025, 11, 31, 23) }],
    },
    {
      name: 'a pressed button',
      body: text('Yes', { option: 'c:12:0' }),
      says: [{ kind: 'message', optionId: 'c:12:0' }],
    },
    {
      name: 'files',
      body: text('', {
        attachments: [
          { url: 'https://cdn.example/a%20b.jpg', type: 'image/jpeg', size: 9 },
          { url: 'https://cdn.example/x', name: 'note.ogg', type: 'audio/ogg' },
        ],
      }),
      says: [
        {
          kind: 'message',
          media: [
            { id: 'https://cdn.example/a%20b.jpg', kind: 'picture', name: 'a20b.jpg', mime: 'image/jpeg', bytes: 9 },
            { id: 'https://cdn.example/x', kind: 'voice', name: 'note.ogg', mime: 'audio/ogg' },
          ],
        },
      ],
    },
    { name: 'somebody who opened the chat', body: stored({ type: 'start' }), says: [{ kind: 'start' }] },
    { name: 'an opt-out', body: stored({ type: 'opt-out' }), says: [{ kind: 'consent', isAllowed: false }] },
    {
      name: 'a person who answered there',
      body: stored({ type: 'reply', conversation: 'vera', text: 'I am on it.' }),
      says: [{ kind: 'echo', thread: 'vera', text: 'I am on it.' }],
    },
    {
      name: 'a message that was read',
      body: stored({ type: 'read', message: 'msg_eu_1' }),
      says: [{ kind: 'status', providerId: 'msg_eu_1', state: 'read' }],
    },
    { name: 'an unknown kind', body: stored({ type: 'wave' }), says: [] },
  ],
  unread: [
    { body: stored({ type: 'wave' }), why: /“type” doesn’t match the documented format/ },
    { body: text('  '), why: /empty/ },
    { body: text('Hi', { attachments: [{ url: 'javascript:alert(1)' }] }), why: /attachments\.0\.url/ },
  ],
  textOf: ({ body }) => String(body.text),
  assertValid: ({ body }) => expect(faultOf(body)).toBeUndefined(),
})

const TO = { thread: 'vera', isGroup: false }
const compiled = (settings: Record<string, string>) =>
  compileWebhook({ ref: '5', from: 'agent', items: SAMPLES, sources: [] }, { ...TO, settings })
const kindsOf = (settings: Record<string, string>) =>
  new Set((compiled(settings).requests[0]?.body.items as { type: string }[] | undefined)?.map(({ type }) => type))

test('sends plain text when no item kind is enabled, and items when they can be shown', () => {
  expect(kindsOf({})).toEqual(new Set(['text']))
  expect(kindsOf({ pictures: 'yes' })).toEqual(new Set(['text', 'picture', 'file']))
  expect(kindsOf({ buttons: 'yes' })).toEqual(new Set(['text', 'choice']))
  const all = { buttons: 'yes', pictures: 'yes', markdown: 'yes' }
  expect(kindsOf(all)).toEqual(new Set(['text', 'choice', 'picture', 'card', 'cards', 'file']))
  const some: readonly Record<string, string>[] = [{}, { pictures: 'yes' }, { buttons: 'yes' }, all]
  for (const settings of some) for (const { body } of compiled(settings).requests) expect(faultOf(body)).toBeUndefined()
})

test('has an id for each button, and a number for each option without buttons', () => {
  const items = [SAMPLES[1]].flatMap((one) => one ?? [])
  const of = (settings: Record<string, string>) =>
    compileWebhook({ ref: '5', from: 'agent', items, sources: [] }, { ...TO, settings })
  expect(of({ buttons: 'yes' }).requests[0]?.body.items).toEqual([
    {
      type: 'choice',
      text: 'Which one?',
      buttons: [
        { label: 'Yes', id: 'c:5:0' },
        { label: 'No', id: 'c:5:1' },
      ],
    },
  ])
  expect(of({}).requests[0]?.body.text).toBe('Which one?\n1. Yes\n2. No')
  expect(of({}).options).toEqual(of({ buttons: 'yes' }).options)
})

test.each([
  [200, 'sent'],
  [204, 'sent'],
  [429, 'retry'],
  [503, 'retry'],
  [401, 'reconnect'],
  [410, 'reconnect'],
  [302, 'rejected'],
  [422, 'rejected'],
])('treats an answer of %i as %s', (status, kind) => {
  expect(outcomeOf({ status, headers: new Headers({ 'retry-after': '2' }) }, 'id').kind).toBe(kind)
})
