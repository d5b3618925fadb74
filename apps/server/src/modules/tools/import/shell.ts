// Splits a command line into words as bash does, without ever running or expanding anything.

/** The words of the first command of the text. An unclosed quote ends with the text; variables are not expanded. */
export function splitShellWords(text: string): string[] {
  const words: string[] = []
  let word: string | undefined
  let at = 0
  const add = (part: string) => {
    word = (word ?? '') + part
  }
  const end = () => {
    if (word !== undefined) words.push(word)
    word = undefined
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    const quoted = readQuoted(text, at)
    if (quoted) {
      add(quoted.value)
      at = quoted.next
    } else if (char === '\\') {
      const { value, next } = readEscape(text, at)
      if (value !== undefined) add(value)
      at = next
    } else if (/\s/.test(char)) {
      // A line break ends the command; leading empty lines are skipped.
      if (char === '\n' && (word !== undefined || words.length > 0)) break
      end()
      at += 1
    } else if (/[|;<>]/.test(char) || (char === '&' && /^&(&|\s|$)/.test(text.slice(at, at + 2)))) {
      break
    } else {
      add(char)
      at += 1
    }
  }
  end()
  return words
}

interface Piece {
  readonly value: string
  readonly next: number
}

function readQuoted(text: string, at: number): Piece | undefined {
  if (text[at] === "'") return readSingleQuoted(text, at + 1)
  if (text[at] === '"') return readDoubleQuoted(text, at + 1)
  if (text.startsWith("$'", at)) return readAnsiQuoted(text, at + 2)
  return text.startsWith('$"', at) ? readDoubleQuoted(text, at + 2) : undefined
}

function readSingleQuoted(text: string, from: number): Piece {
  const end = text.indexOf("'", from)
  return end < 0 ? { value: text.slice(from), next: text.length } : { value: text.slice(from, end), next: end + 1 }
}

/** Within double quotes a backslash only escapes few characters. */
function readDoubleQuoted(text: string, from: number): Piece {
  const parts: string[] = []
  let at = from
  while (at < text.length && text[at] !== '"') {
    const next = text[at + 1] ?? ''
    if (text[at] !== '\\' || !/["\\$`\n]/.test(next)) {
      parts.push(text[at] ?? '')
      at += 1
    } else {
      if (next !== '\n') parts.push(next)
      at += 2
    }
  }
  return { value: parts.join(''), next: at + 1 }
}

const ANSI_ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
  e: '\x1B',
}

/** `$'…'`, as browsers copy requests with special characters. */
function readAnsiQuoted(text: string, from: number): Piece {
  const parts: string[] = []
  let at = from
  while (at < text.length && text[at] !== "'") {
    if (text[at] !== '\\') {
      parts.push(text[at] ?? '')
      at += 1
      continue
    }
    const code = /^\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8}))/.exec(text.slice(at, at + 10))
    if (code) {
      const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16)
      parts.push(point <= 0x10_ff_ff ? String.fromCodePoint(point) : '\uFFFD')
      at += code[0].length
    } else {
      const next = text[at + 1] ?? ''
      parts.push(ANSI_ESCAPES[next] ?? next)
      at += 2
    }
  }
  return { value: parts.join(''), next: at + 1 }
}

/** A backslash outside quotes: escapes the next character, or continues the line. */
function readEscape(text: string, at: number): { readonly value: string | undefined; readonly next: number } {
  const [line] = /^\\[ \t]*\r?\n/.exec(text.slice(at, at + 200)) ?? []
  if (line !== undefined) return { value: undefined, next: at + line.length }
  return { value: text[at + 1] ?? '', next: at + 2 }
}
