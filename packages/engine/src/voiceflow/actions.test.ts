import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { actionFor, rememberReplies } from './actions.ts'
import {
  DIALOGUE_LIMITS,
  type DialogueReply,
  type DialogueState,
  NOT_LAUNCHED,
} from '@parlance/contract/dialogue/schemas'

const reply = (messageId: string, item: number, button: number | undefined, type: string): DialogueReply => ({
  messageId,
  item,
  ...(button === undefined ? {} : { button }),
  action: { type, payload: { label: type } },
})
const state: DialogueState = {
  live: true,
  replies: [reply('m1', 1, 0, 'path-a'), reply('m1', 2, undefined, 'complete'), reply('m2', 1, 0, 'path-b')],
}

describe('visitor actions', () => {
  it.each([
    ['a message', { text: 'Hello' }, { type: 'text', payload: 'Hello' }],
    [
      'a button',
      { text: 'A', submission: { messageId: 'm1', item: 1, button: 0 } },
      { type: 'path-a', payload: { label: 'path-a' } },
    ],
    [
      'the same place in another message',
      { text: 'B', submission: { messageId: 'm2', item: 1, button: 0 } },
      { type: 'path-b', payload: { label: 'path-b' } },
    ],
    [
      'an unknown button',
      { text: 'C', submission: { messageId: 'm1', item: 1, button: 1 } },
      { type: 'text', payload: 'C' },
    ],
    [
      'another item',
      { text: 'D', submission: { messageId: 'm9', item: 1, button: 0 } },
      { type: 'text', payload: 'D' },
    ],
    [
      'a form with a way out',
      { text: 'Mail: a@b.c', submission: { messageId: 'm1', item: 2 }, values: { mail: 'a@b.c', count: 2 } },
      { type: 'complete', payload: { mail: 'a@b.c', count: 2 } },
    ],
    [
      'a form without one',
      { text: 'Mail: a@b.c', submission: { messageId: 'm1', item: 3 }, values: { mail: 'a@b.c' } },
      { type: 'text', payload: 'Mail: a@b.c' },
    ],
  ])('%s', (_, said, action) => expect(actionFor(said, state)).toEqual(action))

  it("become text once the button's conversation is over", () => {
    const said = { text: 'A', submission: { messageId: 'm1', item: 1, button: 0 } }
    expect(actionFor(said, { ...state, live: false })).toEqual({ type: 'text', payload: 'A' })
  })
})

describe('stored replies', () => {
  it('are removed at the end of the conversation', () => {
    expect(rememberReplies(state, [reply('m3', 0, 0, 'path-c')], true)).toEqual(NOT_LAUNCHED)
    expect(rememberReplies(NOT_LAUNCHED, [reply('m3', 0, 0, 'path-c')], false)).toMatchObject({
      live: true,
      replies: { length: 1 },
    })
  })
  it('are limited to the newest', () => {
    const lengths = fc.array(fc.nat(DIALOGUE_LIMITS.replyChars), { maxLength: 400 })
    fc.assert(
      fc.property(lengths, (sizes) => {
        const added = sizes.map((size, n) => ({
          ...reply('m', n, 0, 'path'),
          action: { type: 'path', payload: 'x'.repeat(size) },
        }))
        const { replies } = rememberReplies(NOT_LAUNCHED, added, false)
        expect(replies.length).toBeLessThanOrEqual(DIALOGUE_LIMITS.replies)
        expect(replies.reduce((sum, { action }) => sum + JSON.stringify(action).length, 0)).toBeLessThanOrEqual(
          DIALOGUE_LIMITS.allReplyChars,
        )
        expect(replies).toEqual(added.slice(added.length - replies.length))
      }),
    )
  })
})
