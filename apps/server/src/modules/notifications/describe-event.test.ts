import { expect, test } from 'vitest'
import { describeEvent, type Notified } from './describe-event.ts'
import type { ToldConversation } from './ports.ts'

const of = { workspaceId: 'w', agentId: 'a', conversationId: 'c' }
const mia = { kind: 'client', id: 'mia', name: 'Mia' } as const
const tom = { kind: 'user', id: 'tom', name: 'Tom' } as const
const message = { ...of, type: 'message.received', messageId: 'm', begins: false, form: false } as const
const asked = { ...of, type: 'handoff.requested', at: 600_007 } as const
const assigned = { ...of, type: 'chat.delegated', person: mia } as const
const lead = { ...of, type: 'lead.captured', leadId: 'lead', isNew: true } as const

const cases: [what: string, event: Notified, of: Partial<ToldConversation>, told: object | undefined][] = [
  [
    'a request',
    asked,
    {},
    { key: 'handoff|c|1', level: 2, kind: 'handoff', details: { visitor: 'Ada', agent: 'Lamps' } },
  ],
  ['the same request again a little later', { ...asked, at: 1_199_999 }, {}, { key: 'handoff|c|1' }],
  ['a request ten minutes later', { ...asked, at: 1_200_000 }, {}, { key: 'handoff|c|2' }],
  ['a request of an owner who tries it out', asked, { channel: 'test' }, undefined],
  [
    'a first message',
    { ...message, begins: true },
    { text: ' Hi ' },
    { key: 'new|c', level: 1, kind: 'new', details: { visitor: 'Ada', agent: 'Lamps', text: 'Hi' } },
  ],
  ['a further message', message, { text: 'Hi' }, undefined],
  [
    'a message to whoever speaks',
    message,
    { state: 'human-chatting', assignee: mia },
    { key: 'message|c|1', level: 1, kind: 'message', only: mia },
  ],
  ['a message where a human speaks whom nobody knows', message, { state: 'human-chatting' }, { kind: 'message' }],
  ['a lead', lead, {}, { key: 'lead|c', level: 1, kind: 'lead' }],
  ['more of a lead', { ...lead, isNew: false }, {}, undefined],
  [
    'an assignment',
    { ...assigned, by: tom },
    {},
    { level: 2, kind: 'assigned', only: mia, details: { person: 'Tom' } },
  ],
  ['an assignment to oneself', { ...assigned, by: mia }, {}, undefined],
  ['taking over', assigned, {}, undefined],
]
test.each(cases)('%s', (_, event, conversation, told) => {
  const known = { channel: 'web', state: 'ai-chatting', visitor: 'Ada', assignee: null, ...conversation }
  const draft = describeEvent(event, known, { agent: 'Lamps', at: 120_001 })
  if (told) expect(draft).toMatchObject(told)
  else expect(draft).toBeUndefined()
  if (told && !('only' in told)) expect(draft?.only).toBeUndefined()
})
