import { describe, expect, it } from 'vitest'
import type { ConversationDetails } from './ports.ts'
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
const stored = { seq: 1, from: 'user', channel: 'web-chat' } as const
const names = (event: EmittedEvent, conversation?: ConversationDetails) =>
  endpointEvents(event, conversation).map(({ type }) => type)

describe('the payload', () => {
  it.each<[EmittedEvent, string[]]>([
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
    [{ ...agent, type: 'call.transferred', callId: 'c', to: 'Sales', state: 'busy' }, ['call_transferred']],
    [{ ...chat, type: 'chat.delegated', person: { kind: 'user', id: 'u', name: 'Mia' } }, ['chat_delegated']],
    [{ ...chat, type: 'form.submitted' }, ['form_submitted']],
    [{ ...chat, type: 'lead.captured', leadId: 'l', isNew: true }, ['new_lead', 'lead_captured']],
    [{ ...chat, type: 'lead.captured', leadId: 'l', isNew: false }, ['lead_captured']],
    [{ ...once, workspaceId: 'w', type: 'workspace.created' }, []],
  ])('of %j', (event, types) => expect(names(event, about)).toEqual(types))

  it('falls back to the address of a left message', () => {
    const event: EmittedEvent = { ...chat, type: 'lead.captured', leadId: 'l', isNew: false }
    const emails = [about, { ...about, contacts: {} }].map((one) => endpointEvents(event, one)[0]?.payload['email'])
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
      for (const { payload } of endpointEvents(event, conversation)) {
        expect(payload).toMatchObject({ conversationId: 'c' })
        expect(JSON.stringify(payload)).not.toMatch(/text|values/)
      }
  })

  it('batches changes of an agent within a minute', () => {
    const told = (at: number, agentId = 'a') =>
      endpointEvents({ ...agent, agentId, eventId: String(at), eventAt: at, type: 'agent.updated' }, undefined)[0]
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
