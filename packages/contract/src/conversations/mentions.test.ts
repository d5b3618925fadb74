import { expect, test } from 'vitest'
import { mentionBegun, mentionedIn, splitMentions } from './mentions.ts'

const ann = { kind: 'user', id: 'ann', name: 'Ann' } as const
const annaLee = { kind: 'user', id: 'lee', name: 'Ann Lee' } as const
const twin = { kind: 'client', id: 'twin', name: 'Ann' } as const
const odd = { kind: 'user', id: 'odd', name: 'J. (R&D) [x]*' } as const
const arabic = { kind: 'user', id: 'ar', name: 'ليلى حسن' } as const
const nameless = { kind: 'user', id: 'none', name: ' ' } as const
const people = [ann, annaLee, twin, odd, arabic, nameless]

test.each([
  ['nobody here', []],
  ['', []],
  ['@Ann please', ['ann', 'twin']],
  ['ask @Ann Lee, then @Ann', ['ann', 'lee', 'twin']],
  ['@Anna is another', []],
  ['mail ann@Ann.example', []],
  ['(@J. (R&D) [x]*)', ['odd']],
  ['سؤال إلى @ليلى حسن؟', ['ar']],
  ['@ nobody', []],
])('«%s» mentions %j', (text, ids) => {
  expect(
    mentionedIn(text, people)
      .map(({ id }) => id)
      .toSorted(),
  ).toEqual(ids.toSorted())
})

test('loses no letter between the parts', () => {
  const text = 'a @Ann Lee, b @Ann.\n@nobody c'
  const parts = splitMentions(text, people).map((part) => ('text' in part ? part.text : part.mention))
  expect(parts).toEqual(['a ', '@Ann Lee', ', b ', '@Ann', '.\n@nobody c'])
})

test.each([
  ['Hello @', 7, { at: 6, typed: '' }],
  ['Hello @An', 9, { at: 6, typed: 'An' }],
  ['Hello @Ann L and', 12, { at: 6, typed: 'Ann L' }],
  ['me@home', 7, undefined],
  ['@Ann\nnext', 9, undefined],
  ['no', 2, undefined],
])('in «%s» at %i finds the mention %j', (text, cursor, begun) => {
  expect(mentionBegun(text, cursor)).toEqual(begun)
})
