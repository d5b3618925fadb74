import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contract } from '../index.ts'
import type { OpMeta } from '../lib/operation.ts'
import {
  fieldsOf,
  objectOf,
  plain,
  plainDetail,
  plainIp,
  addRefusal,
  shortIp,
  markReported,
  auditPolicyOf,
  supportAuditPolicyOf,
  type Audited,
  type RefusalWindow,
} from './schemas.ts'

const by = ['session', 'workspace'] as const
test.each<[name: string, call: Audited, treatment: ReturnType<typeof auditPolicyOf>]>([
  ['writing', { method: 'DELETE', access: { by } }, 'each'],
  ['reading', { method: 'GET', access: { by } }, undefined],
  ['an export as a table', { method: 'GET', access: { by }, text: true }, 'each'],
  ['reading that is always kept', { method: 'GET', access: { by, audit: 'always' } }, 'each'],
  ['saving by itself', { method: 'PUT', access: { by, audit: 'together' } }, 'together'],
  ['a question sent as a body', { method: 'POST', access: { by, scope: 'knowledge:read' } }, undefined],
  ['what visitors do too', { method: 'POST', access: { by: ['visitor', 'session'] } }, undefined],
  ['what anybody does', { method: 'POST', access: { by: ['public', 'workspace'] } }, undefined],
  ['a turn', { method: 'POST', access: { by: ['agent'] }, stream: true }, undefined],
  ['what changes nothing', { method: 'POST', access: { by, audit: 'never' } }, undefined],
])('%s', (_, call, policy) => expect(auditPolicyOf(call)).toBe(policy))

test.each<[name: string, call: Audited, treatment: ReturnType<typeof auditPolicyOf>]>([
  ['writes', { method: 'DELETE', access: { by } }, 'each'],
  ['saves by itself', { method: 'PUT', access: { by, audit: 'together' } }, 'together'],
  ['looks', { method: 'GET', access: { by } }, undefined],
  ['follows', { method: 'GET', access: { by }, stream: true }, undefined],
  ['takes a table along', { method: 'GET', access: { by }, text: true }, 'each'],
  ['sends a question as a body', { method: 'POST', access: { by, scope: 'knowledge:read' } }, undefined],
  ['does what is nothing to members', { method: 'POST', access: { by, audit: 'never' } }, 'each'],
  ['chats', { method: 'POST', access: { by: ['visitor', 'session'] } }, 'together'],
  ['takes a turn', { method: 'POST', access: { by }, stream: true }, 'together'],
])('a support call that %s', (_, call, policy) => expect(supportAuditPolicyOf(call)).toBe(policy))

test('records every call that changes a workspace or an agent, except chats', () => {
  const left = Object.entries(contract).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([name, { '~orpc': op }]) => {
      const { access, stream, text } = op.meta as OpMeta
      const method = op.route.method ?? 'POST'
      const owned = (access.agent ?? access.workspace) !== undefined && access.by.includes('session')
      const policy = auditPolicyOf({ method, access, stream: stream === true, text: text !== undefined })
      return method === 'GET' || !owned || policy ? [] : [`${noun}.${name}`]
    }),
  )
  expect(
    left
      .filter(
        (name) =>
          !/^(conversations|knowledge\.(search|readSitemap)|tools\.(import|mcpTools)|workspaces\.writeLog)/.test(name),
      )
      .toSorted(),
  ).toEqual([
    'agencies.checkFont',
    'agents.cssCheck',
    'agents.getLatestBackup',
    'assistant.describe',
    'assistant.improve',
    // Reads from Meta and stores nothing.
    'channels.checkPageSubscriptions',
    'channels.exchangeMetaToken',
    // Part of a chat, like a message.
    'channels.react',
    'channels.resend',
    'channels.tokenToPages',
    'channels.tokenToUser',
    'clientBilling.getPlans',
    'embed.check',
    // A person's own notifications.
    'notifications.checkSubscription',
    'notifications.markRead',
    'notifications.markSeen',
    'notifications.subscribe',
    'notifications.unsubscribe',
    'notifications.updateSettings',
    // Offers of Twilio.
    'numbers.available',
    'onboarding.preview',
    'voice.preview',
    'voice.startCall',
    'whatsapp.getDetailsOfWhatsappNumber',
    'whatsapp.getWhatsappNumbers',
    // A chat message.
    'whatsapp.sendTemplate',
  ])
})

describe('finds the object of a call', () => {
  test.each<[path: string, input: Record<string, unknown>, output: unknown, type: string, id: string]>([
    ['/v2/agents/{agentId}', { agentId: 'a' }, { data: { ID: 'a' } }, 'agent', 'a'],
    ['/v2/agents/{agentId}/draft', { agentId: 'a' }, { success: true }, 'agent', 'a'],
    ['/v2/agents/{agentId}/kb', { agentId: 'a', name: 'x' }, { data: { ID: 'd' } }, 'document', 'd'],
    ['/v2/agents/{agentId}/kb/{docId}', { agentId: 'a', docId: 'd' }, {}, 'document', 'd'],
    ['/v2/agents/{agentId}/kb/{docId}/chunks/{n}', { agentId: 'a', docId: 'd', n: 0 }, {}, 'document', 'd'],
    ['/v2/agents/{agentId}/duplicate', { agentId: 'a' }, { data: { ID: 'b' } }, 'agent', 'b'],
    ['/v2/workspaces/{uid}/keys', { uid: 'w' }, { data: { id: 'k' }, key: 'pk_x' }, 'key', 'k'],
    ['/v2/workspaces/{uid}/keys/{keyId}/rotate', { uid: 'w', keyId: 'k' }, { data: { id: 'k' } }, 'key', 'k'],
    ['/v2/workspaces/{uid}/members/{email}', { uid: 'w', email: 'a@b' }, {}, 'member', 'a@b'],
    ['/v2/workspaces/{uid}/secret', { uid: 'w' }, { workspaceSecret: 'vg_x' }, 'workspace', 'w'],
    ['/rpc/convertAgentTemplateToAgent', {}, { agentCreated: { ID: 'a' } }, 'agent', 'a'],
    ['/rpc/somethingElse', {}, undefined, '', ''],
  ])('%s', (path, input, output, type, id) => expect(objectOf(path, input, output)).toEqual({ type, id }))

  test('names fields but not their values', () => {
    expect(fieldsOf('/v2/agents/{agentId}', { agentId: 'a', title: 'Secret plan', 'a b': 1, gone: undefined })).toEqual(
      ['title'],
    )
  })
})

test('turns texts into one storable line', () => {
  expect(plain('a\nb\u0000\u0085c', 10)).toBe('a b  c')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 40 }), (text, most) => {
      const kept = plain(text, most)
      expect(kept.length).toBeLessThanOrEqual(most)
      expect(kept.isWellFormed()).toBe(true)
      expect(kept).not.toMatch(/[\p{Cc}]/u)
      expect(plain(kept, most)).toBe(kept)
    }),
  )
  expect(plainDetail({ 'not a name': 'x', before: 'a\nb', n: 3, list: ['x'.repeat(100)] })).toEqual({
    before: 'a b',
    n: 3,
    list: ['x'.repeat(80)],
  })
})

test.each([
  ['203.0.113.7', '203.0.113.7', '203.0.113.0'],
  ['::1', '0:0:0:0:0:0:0:1', '0:0:0::'],
  ['2001:DB8:85a3::8a2e:0370:7334', '2001:db8:85a3:0:0:8a2e:370:7334', '2001:db8:85a3::'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1', 'fe80:0:0::'],
  ['', '', ''],
  ['not an address', '', ''],
  ['1:2:3', '', ''],
])('stores the IP address %s', (ip, kept, short) => {
  expect(plainIp(ip)).toBe(kept)
  expect(shortIp(kept)).toBe(short)
  expect(shortIp(short)).toBe(short)
})

test('sums up any number of refusals in few entries without losing one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600_000 }), { minLength: 1, maxLength: 300 }), (gaps) => {
      let [now, told, entries, state] = [0, 0, 0, undefined as RefusalWindow | undefined]
      const tell = () => {
        while (state !== undefined && state.due <= now) {
          if (state.count > 0) entries += 1
          told += state.count
          state = markReported(state, state.due)
        }
      }
      for (const gap of gaps) {
        now += gap
        tell()
        state = addRefusal(state, now)
      }
      now += 7_200_000
      tell()
      expect(told).toBe(gaps.length)
      expect(state).toBeUndefined()
    }),
  )
  let [entries, state] = [0, undefined as RefusalWindow | undefined]
  for (let now = 0; now < 86_400_000; now += 1000) {
    if (state !== undefined && state.due <= now) {
      entries += 1
      state = markReported(state, now)
    }
    state = addRefusal(state, now)
  }
  expect(entries).toBeLessThanOrEqual(30)
})
