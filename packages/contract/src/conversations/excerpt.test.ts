import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldLetters } from '../lib/fold.ts'
import { EXCERPT_CHARS, excerptOf } from './excerpt.ts'

const shown = (text: string, search: string, most?: number) =>
  excerptOf(text, search, most)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')
const LONG = `${'before it '.repeat(20)}the Parcel came ${'after it '.repeat(40)}`

test.each([
  ['a word in any case', 'My Parcel, where is it?', 'parcel', 'My [Parcel], where is it?'],
  ['part of a word', 'Versandkosten', 'kosten', 'Versand[kosten]'],
  ['each time it stands there', 'to be or not to be', 'be', 'to [be] or not to [be]'],
  ['several words over a line break', 'one\n\n two three', 'one two', '[one two] three'],
  ['letters with accents', 'Où est la CRÈME brûlée', 'crème', 'Où est la [CRÈME] brûlée'],
  ['signs that mean something elsewhere', 'Is 1+1 (a) 10% off_er?', '1+1 (a) 10% off_er?', 'Is [1+1 (a) 10% off_er?]'],
  ['markup stays text', '<b>bold</b> <script>', '<script>', '<b>bold</b> [<script>]'],
  ['what is not there', 'Nothing of it', 'parcel', 'Nothing of it'],
  ['nothing searched for', 'Nothing of it', ' ', 'Nothing of it'],
  ['an empty text', '', 'parcel', ''],
])('%s', (_, text, search, wanted) => {
  expect(shown(text, search)).toBe(wanted)
})

test('cuts a long text on both sides at words', () => {
  const text = shown(LONG, 'parcel')
  expect(text).toMatch(/^…(before|it) .*the \[Parcel\] came .*…$/)
  expect(text.length).toBeLessThan(EXCERPT_CHARS + 6)
})

test('never cuts a match or a character, however long', () => {
  expect(shown('🙂'.repeat(100), '🙂'.repeat(90), 20)).toBe(`[${'🙂'.repeat(90)}]…`)
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme' }),
      fc.nat(60),
      (before, search, most) => {
        const wanted = foldLetters(search.replaceAll(/\s+/g, ' ').trim())
        const pieces = excerptOf(`${before.repeat(8)}${search}${before}`, search, most)
        const text = pieces.map((piece) => piece.text).join('')
        expect(text.isWellFormed()).toBe(true)
        if (wanted !== '') expect(pieces.some(({ hit }) => hit)).toBe(true)
        for (const { hit, text: piece } of pieces) if (hit) expect(foldLetters(piece)).toContain(wanted)
      },
    ),
  )
})
