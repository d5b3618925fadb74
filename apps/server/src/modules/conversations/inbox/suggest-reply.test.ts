import type { Message, Source } from '@parlance/contract/conversations/schemas'
import { expect, test } from 'vitest'
import { lastQuestion, readDraft } from './suggest-reply.ts'

const said = (from: Message['from'], text: string) => ({ from, items: [{ type: 'text', text }] }) as unknown as Message

test.each<[string, Message[], ReturnType<typeof lastQuestion>]>([
  ['nothing was asked', [said('agent', 'Hello')], undefined],
  [
    'one question',
    [said('user', 'Do you ship to Spain?')],
    { question: 'Do you ship to Spain?', query: 'Do you ship to Spain?' },
  ],
  [
    'a question that refers to the one before',
    [said('user', 'Do you ship to Spain?'), said('agent', 'Yes.'), said('user', 'How long does that take?')],
    { question: 'How long does that take?', query: 'Do you ship to Spain? How long does that take?' },
  ],
  [
    'what people and the system said since is no question',
    [said('user', 'Do you ship to Spain?'), said('system', 'A person joined'), said('human', 'One moment?')],
    { question: 'Do you ship to Spain?', query: 'Do you ship to Spain?' },
  ],
])('%s', (_what, messages, asked) => {
  expect(lastQuestion(messages)).toEqual(asked)
})

const passage = (n: number, title: string, url?: string): Source => ({
  docId: title,
  title,
  text: '',
  score: 1,
  n,
  ...(url && { url }),
})
const passages = [passage(1, 'Returns'), passage(2, 'Shipping', 'https://shop.example/shipping'), passage(3, 'Returns')]

test.each([
  ['Thirty days [1].', 'Thirty days.', ['Returns']],
  ['Two days [2], and thirty to return [1, 3].', 'Two days, and thirty to return.', ['Shipping', 'Returns']],
  ['I don’t know.', '', []],
  ['Ten days [9].', '', []],
  ['', '', []],
])('of «%s» people get «%s»', (answer, text, titles) => {
  const draft = readDraft(answer, passages)
  expect([draft.text, draft.sources.map(({ title }) => title)]).toEqual([text, titles])
})
