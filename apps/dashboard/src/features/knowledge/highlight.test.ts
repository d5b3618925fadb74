import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const hits = (text: string, question: string) =>
  highlight(text, question)
    .filter((piece) => piece.hit)
    .map((piece) => piece.text)

test('words of the question are marked, whatever their case and ending; the text stays whole', () => {
  const text = 'Closed on Mondays. Order online.'
  expect(hits(text, 'when are orders on monday closed?')).toEqual(['Closed', 'Mondays', 'Order'])
  expect(
    highlight(text, 'monday')
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
test('short words and patterns of regular expressions mark nothing', () => {
  expect(hits('a b (c) .* on', 'a .* on (')).toEqual([])
})
