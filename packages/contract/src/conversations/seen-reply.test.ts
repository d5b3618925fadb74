import { expect, test } from 'vitest'
import type { Message } from './schemas.ts'
import { seenReply } from './seen-reply.ts'

const said = (...from: Message['from'][]) =>
  from.map((who, index) => ({ id: `m${index + 1}`, seq: index + 1, from: who }))

test.each<[string, ReturnType<typeof said>, number, string | undefined]>([
  ['nothing is seen yet', said('user', 'human'), 1, undefined],
  ['the reply is seen', said('user', 'human'), 2, 'm2'],
  ['only the first of two replies is seen', said('user', 'human', 'human'), 2, 'm2'],
  ['the newest of several that are seen', said('user', 'human', 'human'), 3, 'm3'],
  ['what was said by others after it changes nothing', said('user', 'human', 'system', 'agent'), 4, 'm2'],
  ['the visitor has written since', said('user', 'human', 'user'), 3, undefined],
  ['there is no reply of a person', said('user', 'agent'), 2, undefined],
])('%s', (_, messages, readSeq, id) => expect(seenReply(messages, readSeq)).toBe(id))
