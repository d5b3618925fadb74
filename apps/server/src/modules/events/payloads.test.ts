import { EVENT_TYPES } from '@parlance/contract/events/names'
import { EVENT_PAYLOADS } from '@parlance/contract/events/payloads'
import { bodyOf } from '@parlance/contract/events/schemas'
import { describe, expect, it } from 'vitest'
import { EVENT_HANDLERS } from '../../event-handlers.ts'
import type { CallDetails, ConversationDetails } from './ports.ts'
import { openSecrets, rotateSecrets, signingSecretsAt, sealSecrets, createSecrets } from './signatures.ts'
import { BATCH_WINDOW_MS, type EmittedEvent, endpointEvents } from './payloads.ts'
import { createVault } from '../../lib/crypto.ts'

const AT = Date.parse('2026-11-21T10:00:30Z')
const once = { eventId: 'once', eventAt: AT }
const agent = { ...once, workspaceId: 'w', agentId: 'a' }
const chat = { ...agent, conversationId: 'c' }
const about: ConversationDetails = {
  channel: 'web-chat',
  visitor: 'Visitor 1',
  pageUrl: 'https://shop.example/',
  language: 'en',
  contacts: { email: 'a@example.com' },
  contactForm: { email: 'b@example.com', message: 'Call me' },
  message: { text: 'Hi', values: { size: 4 } },
}
const call: CallDetails = {
  kind: 'phone',
  direction: 'in',
  phone: '+15550107777',
  line: '+15550100001',
  endReason: 'caller_hung_up',
  durationMs: 1200,
  credits: 20,
}
const stored = { seq: 1, from: 'user', channel: 'web-chat' } as const
const names = (event: EmittedEvent, conversation?: ConversationDetails) =>
  endpointEvents(event, { conversation, call }).map(({ type }) => type)

describe('the payload', () => {
  const cases: [EmittedEvent, string[]][] = [
    [{ ...agent, type: 'agent.created', at: AT }, ['agent_created']],
    [{ ...agent, type: 'agent.updated' }, ['agent_updated']],
    [{ ...agent, type: 'agent.published' }, ['agent_published']],
    [{ ...agent, type: 'agent.deleted' }, ['agent_deleted']],
    [{ ...once, workspaceId: 'w', type: 'credits.low', mark: 500, left: 499 }, ['credits_low']],
    [{ ...chat, type: 'message.stored', messageId: 'm', ...stored, begins: false, form: false }, ['message_received']],
    [
      { ...chat, type: 'message.stored', messageId: 'm', ...stored, begins: true, form: true },
      ['new_conversation', 'message_received', 'form_submitted'],
    ],
    [{ ...chat, type: 'handoff.requested', at: AT }, ['handoff_requested']],
    [{ ...chat, type: 'handoff.requested', at: AT, begins: true }, ['new_conversation', 'handoff_requested']],
    [{ ...chat, type: 'call.ended', callId: 'c', withNumber: true }, ['call_ended']],
    [{ ...agent, type: 'call.ended', callId: 'c', withNumber: false }, ['call_ended']],
    [{ ...agent, type: 'channel.connected', channel: 'telegram', account: 'bot' }, ['channel_connected']],
    ...(['created', 'updated', 'deleted'] as const).flatMap((operation): [EmittedEvent, string[]][] => {
      const org = { ...once, workspaceId: 'w', orgId: 'o', name: 'Bakery', operation }
      return [
        [{ ...org, type: 'organisation.changed' }, [`organisation_${operation}`]],
        [{ ...org, type: 'client.changed', clientId: 'k', email: 'mia@example.com' }, [`client_${operation}`]],
      ]
    }),
    [{ ...agent, type: 'call.transferred', callId: 'c', to: 'Sales', state: 'busy' }, ['call_transferred']],
    [{ ...chat, type: 'chat.delegated', person: { kind: 'user', id: 'u', name: 'Mia' } }, ['chat_delegated']],
    [{ ...chat, type: 'form.submitted' }, ['form_submitted']],
    [{ ...chat, type: 'lead.captured', leadId: 'l', isNew: true }, ['new_lead', 'lead_captured']],
    [{ ...chat, type: 'lead.captured', leadId: 'l', isNew: false }, ['lead_captured']],
    [{ ...once, workspaceId: 'w', type: 'workspace.created' }, []],
  ]
  it.each(cases)('of %j', (event, types) => expect(names(event, about)).toEqual(types))

  it('is built for every event that is offered, is what the API describes, and its events are heard', () => {
    const built = cases.flatMap(([event]) => {
      const made = endpointEvents(event, { conversation: about, call })
      if (made.length > 0) expect(EVENT_HANDLERS[event.type], event.type).toContain('events.heard')
      return made
    })
    expect([...new Set(built.map(({ type }) => type))].toSorted()).toEqual([...EVENT_TYPES].toSorted())
    for (const one of built) {
      const { payload } = JSON.parse(bodyOf(one)) as { payload: unknown }
      expect(EVENT_PAYLOADS[one.type].parse(payload), one.type).toEqual(payload)
    }
  })

  it('of a call has its numbers where the agent keeps what callers give, and is nothing for a deleted call', () => {
    const ended = { ...agent, type: 'call.ended', callId: 'c' } as const
    const payloadOf = (withNumber: boolean) => endpointEvents({ ...ended, withNumber }, { call })[0]?.payload
    expect(payloadOf(true)).toMatchObject({ phone: call.phone, line: call.line, endReason: 'caller_hung_up' })
    expect(payloadOf(false)).toMatchObject({ line: call.line })
    expect(payloadOf(false)).not.toHaveProperty('phone')
    expect(endpointEvents({ ...ended, withNumber: true })).toEqual([])
  })

  it('falls back to the address of a left message', () => {
    const event: EmittedEvent = { ...chat, type: 'lead.captured', leadId: 'l', isNew: false }
    const emails = [about, { ...about, contacts: {} }].map(
      (one) => endpointEvents(event, { conversation: one })[0]?.payload['email'],
    )
    expect(emails).toEqual(['a@example.com', 'b@example.com'])
  })

  it('has no text of a conversation without history, or a deleted one', () => {
    const event: EmittedEvent = {
      ...chat,
      type: 'message.stored',
      messageId: 'm',
      ...stored,
      begins: false,
      form: true,
    }
    const { message: _message, contactForm: _left, ...bare } = about
    for (const conversation of [bare, undefined])
      for (const { payload } of endpointEvents(event, { conversation })) {
        expect(payload).toMatchObject({ conversationId: 'c' })
        expect(JSON.stringify(payload)).not.toMatch(/text|values/)
      }
  })

  it('batches changes of an agent within a minute', () => {
    const told = (at: number, agentId = 'a') =>
      endpointEvents({ ...agent, agentId, eventId: String(at), eventAt: at, type: 'agent.updated' })[0]
    const [first, same, next, other] = [told(AT), told(AT + 20_000), told(AT + 40_000), told(AT, 'b')]
    expect(first?.dedupeKey).toBe(same?.dedupeKey)
    expect(new Set([first?.dedupeKey, next?.dedupeKey, other?.dedupeKey]).size).toBe(3)
    expect(first?.notBefore).toEqual(new Date('2026-11-21T10:01:00Z'))
    expect(next?.notBefore?.getTime()).toBe((first?.notBefore?.getTime() ?? 0) + BATCH_WINDOW_MS)
  })
})

describe('secrets', () => {
  const day = 24 * 3600_000
  const [made, turned] = [new Date(AT), new Date(AT + day)]
  const before = createSecrets(made)
  const after = rotateSecrets(before, turned)
  it.each([
    [AT, [before.secret]],
    [AT + day - 1, [before.secret]],
    [AT + day, [after.secret, before.secret]],
    [AT + 2 * day - 1, [after.secret, before.secret]],
    [AT + 2 * day, [after.secret]],
  ])('that signed at %i', (at, secrets) => expect(signingSecretsAt(after, new Date(at))).toEqual(secrets))
  it('are encrypted for one endpoint of one workspace', () => {
    const vault = createVault(Buffer.alloc(32, 7))
    for (const endpointId of ['default', 'another']) {
      const own = { workspaceId: 'w', endpointId }
      const sealed = sealSecrets(vault, own, after)
      expect(openSecrets(vault, own, sealed)).toEqual(after)
      expect(openSecrets(vault, own, '')).toBeUndefined()
      expect(() => openSecrets(vault, { workspaceId: 'v', endpointId }, sealed)).toThrow()
      expect(() => openSecrets(vault, { workspaceId: 'w', endpointId: 'third' }, sealed)).toThrow()
    }
  })
})
