import { expect, test } from 'vitest'
import { highlight } from './highlight.ts'

const hits = (text: string, question: string) =>
  highlight(text, question)
    .filter((piece) => piece.hit)
    .map((piece) => piece.text)

test("marks the question's words in any case and inflection and keeps the text", () => {
  const text = 'Closed on Mondays. Order online.'
  expect(hits(text, 'when are orders on monday closed?')).toEqual(['Closed', 'Mondays', 'Order'])
  expect(
    highlight(text, 'monday')
      .map((piece) => piece.text)
      .join(''),
  ).toBe(text)
})
test('marks nothing for short words and regular expression characters', () => {
  expect(hits('a b (c) .* on', 'a .* on (')).toEqual([])
})
test.each([
  ['Was kostet das?', 'Was kostet Wasser, und was kosten Wassertaxis?', ['kostet']],
  ['Wasser', 'Das Wasser im Wasserwerk, wasserdicht; was noch?', ['Wasser', 'Wasserwerk', 'wasserdicht']],
  ['wer', 'Das Werk hat ein Werkzeug.', []],
  ['art', 'The article about art and an arts party.', ['art', 'arts']],
  ['Versand', 'Versandkosten, Versand, versandt', ['Versandkosten', 'Versand', 'versandt']],
  ['how long does shipping take', 'We ship daily; each shipped parcel ships fast.', ['ship', 'shipped', 'ships']],
  ['closing time', 'We close at six. Closed on Sundays.', ['close', 'Closed']],
  ['sellers', 'A seller sells.', ['seller', 'sells']],
  ['delivery day', 'Deliveries take days.', ['Deliveries', 'days']],
  ['Rückgabe', 'Ruckgabe und Rückgaben', ['Ruckgabe', 'Rückgaben']],
])('%s in «%s» marks %o', (question, text, marked) => expect(hits(text, question)).toEqual(marked))
