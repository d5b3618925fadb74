// Folds letters for searches and comparisons: ignores case, accents and letter variants. The database's
// `knowledge_fold` must match.

/** Letters that Unicode does not decompose. */
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

export const withoutMarks = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}+/gu, '')

export const foldLetters = (text: string): string =>
  withoutMarks(text.toLowerCase()).replaceAll(OTHERS, (letter) => LETTERS[letter] ?? letter)

export function findFolded(text: string, wanted: string): { readonly index: number; readonly text: string }[] {
  const asked = foldLetters(wanted)
  if (asked === '') return []
  let folded = ''
  /** For each character of `folded`, the start of its letter in the text. */
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
    // A partly matched letter, such as one «s» of «ß», belongs to the match with its marks.
    const end = starts.find((start) => start > last) ?? text.length
    found.push({ index, text: text.slice(index, end) })
  }
  return found
}
