import type { Message } from '@parlance/contract/conversations/schemas'
import { noticeId, type NoticeKind } from '@parlance/contract/conversations/lifecycle'
import { expect, test } from 'vitest'
import { briefOf, settledText } from './brief.ts'

type Line = readonly [from: Message['from'] | NoticeKind, text: string, sources?: readonly string[]]

const messagesOf = (lines: readonly Line[]): Message[] =>
  lines.map(([from, text, sources = []], at) => {
    const isPerson = from === 'user' || from === 'agent' || from === 'human' || from === 'system'
    return {
      id: isPerson ? `m${at}` : noticeId(from, `${at}`),
      seq: at + 1,
      turnId: '',
      from: isPerson ? from : 'system',
      items: [{ type: 'text', text }],
      ...(from === 'human' && { by: { name: 'Mia' } }),
      status: 'complete',
      sources: sources.map((title) => ({ docId: title, title, text: '', score: 1 })),
      at: '2026-01-01T00:00:00.000Z',
    }
  })

test.each<{ name: string; lines: readonly Line[]; brief: object | undefined }>([
  { name: 'nothing while nothing was asked', lines: [['handoff-asked', '']], brief: undefined },
  {
    name: 'the question, what was answered from which sources once each, and what came after the request',
    lines: [
      ['user', 'Lamp broken'],
      ['agent', 'Try the switch', ['Manual', 'Manual', 'Prices']],
      ['handoff-asked', ''],
      ['user', 'Order 1'],
      ['user', 'Please'],
    ],
    brief: {
      question: 'Lamp broken',
      tried: [
        { question: 'Lamp broken', answer: 'Try the switch', sources: [{ title: 'Manual' }, { title: 'Prices' }] },
      ],
      open: 'Order 1 Please',
      by: 'rules',
    },
  },
  {
    name: 'the last question is open where nothing came after it, answered or not',
    lines: [
      ['user', 'One'],
      ['agent', 'First'],
      ['user', 'Two'],
      ['handoff-asked', ''],
    ],
    brief: {
      question: 'One',
      tried: [{ question: 'One', answer: 'First', sources: [] }],
      open: 'Two',
      by: 'rules',
    },
  },
  {
    name: 'a question that was answered from sources is not open, and to ask for a person is none',
    lines: [
      ['user', 'Do you deliver to France?'],
      ['agent', 'Yes', ['Delivery']],
      ['user', 'Is the kettle made of copper?'],
      ['agent', 'I do not know'],
      ['user', 'How much is it?'],
      ['agent', '89', ['Prices']],
      ['user', 'Thanks'],
      ['user', 'Can I talk to a human?'],
      ['agent', 'I am connecting you'],
      ['handoff-asked', ''],
      ['user', 'hello'],
    ],
    brief: {
      question: 'Is the kettle made of copper?',
      tried: [
        { question: 'Is the kettle made of copper?', answer: 'I do not know', sources: [] },
        { question: 'How much is it?', answer: '89', sources: [{ title: 'Prices' }] },
        { question: 'Can I talk to a human?', answer: 'I am connecting you', sources: [] },
      ],
      open: 'Is the kettle made of copper?',
      by: 'rules',
    },
  },
  {
    name: 'the last question where every one was answered from sources',
    lines: [
      ['user', 'Do you deliver?'],
      ['agent', 'Yes', ['Delivery']],
      ['user', 'Do you deliver to Austria?'],
      ['agent', 'To Norway', ['Delivery']],
      ['user', 'A human, please'],
      ['handoff-asked', ''],
    ],
    brief: { question: 'Do you deliver to Austria?', open: 'Do you deliver to Austria?', by: 'rules' },
  },
  {
    name: 'the request itself where nothing else was said',
    lines: [
      ['user', 'I want a human'],
      ['handoff-asked', ''],
    ],
    brief: { question: 'I want a human', tried: [], open: 'I want a human', by: 'rules' },
  },
  {
    name: 'what was settled before does not count again',
    lines: [
      ['user', 'Old'],
      ['human-joined', ''],
      ['human', 'Done'],
      ['human-left', ''],
      ['user', 'New'],
    ],
    brief: { question: 'New', tried: [], open: 'New', by: 'rules' },
  },
])('a brief: $name', ({ lines, brief }) => {
  const found = briefOf(messagesOf(lines))
  if (brief) expect(found).toMatchObject(brief)
  else expect(found).toBeUndefined()
})

test('summarises what people and visitor said since the last person joined', () => {
  expect(
    settledText(
      messagesOf([
        ['user', 'Before'],
        ['human-joined', ''],
        ['human', 'A new one is on its way'],
        ['user', 'Thanks'],
      ]),
    ),
  ).toBe('Mia: A new one is on its way\nVisitor: Thanks')
  expect(
    settledText(
      messagesOf([
        ['human-joined', ''],
        ['user', 'Anybody?'],
      ]),
    ),
  ).toBe('')
})

test('keeps the end of a long talk', () => {
  const lines = Array.from({ length: 60 }, (_, n): Line => ['human', `${n} ${'x'.repeat(200)}`])
  const text = settledText(messagesOf([['human-joined', ''], ...lines]))
  expect(text.length).toBeLessThanOrEqual(2000)
  expect(text).toContain('Mia: 59 ')
})
