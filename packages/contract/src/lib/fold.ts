// The one folding of letters by which searches and comparisons take texts: case, accents and variants of a letter do not count. In
// the database `knowledge_fold` is the same.

/** Letters that Unicode takes apart no further. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}
const OTHERS = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g')

/** The same letters without accents and other marks; case stays. */
export const withoutMarks = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}+/gu, '')

/** In lower case, without accents and marks, `ß` as `ss`. */
export const foldLetters = (text: string): string =>
  withoutMarks(text.toLowerCase()).replaceAll(OTHERS, (letter) => LETTERS[letter] ?? letter)

/** Where `wanted` stands in a text by folded letters: places in the text as it is written, without overlaps. */
export function findFolded(text: string, wanted: string): { readonly index: number; readonly text: string }[] {
  const asked = foldLetters(wanted)
  if (asked === '') return []
  let folded = ''
  /** For each character of `folded`, where its letter begins in the text. */
  const starts: number[] = []
  let at = 0
  for (const letter of text) {
    const plain = foldLetters(letter)
    for (let n = 0; n < plain.length; n += 1) starts.push(at)
    folded += plain
    at += letter.length
  }
  const found: { index: number; text: string }[] = []
  for (let from = folded.indexOf(asked); from >= 0; from = folded.indexOf(asked, from + asked.length)) {
    const index = starts[from] ?? 0
    const last = starts[from + asked.length - 1] ?? index
    // A letter of which only a part is asked for, as one «s» of «ß», belongs to the hit, and so do its marks.
    const end = starts.find((start) => start > last) ?? text.length
    found.push({ index, text: text.slice(index, end) })
  }
  return found
}
