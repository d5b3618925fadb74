import { expect, test } from 'vitest'
import { describeEvent } from './describe-event.ts'

test('notifies a person once in two minutes per conversation', () => {
  const by = { kind: 'user', id: 'by', name: 'Ada' } as const
  const keyOf = (conversationId: string, personId: string, at: number) =>
    describeEvent(
      {
        type: 'chat.delegated',
        workspaceId: 'w',
        agentId: 'a',
        conversationId,
        person: { kind: 'client', id: personId, name: 'Mia' },
        by,
      },
      { channel: 'web-chat', state: 'ai-chatting', visitor: 'Visitor', assignee: null },
      { agent: 'Agent', at },
    )?.key
  const first = keyOf('c', 'mia', 240_000)
  expect(keyOf('c', 'mia', 359_999)).toBe(first)
  for (const other of [keyOf('c', 'mia', 360_000), keyOf('c', 'tom', 240_000), keyOf('d', 'mia', 240_000)])
    expect(other).not.toBe(first)
})
