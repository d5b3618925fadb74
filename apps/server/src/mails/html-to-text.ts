// Extracts the text of untrusted HTML.
import { Parser } from 'htmlparser2'

const ENDS = new Map([
  ...'address article blockquote dl fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr ol p pre section table ul'
    .split(' ')
    .map((name) => [name, 2] as const),
  ...'aside div dd dt li main nav tr'.split(' ').map((name) => [name, 1] as const),
])
const SILENT = new Set(['script', 'style', 'head', 'title', 'template', 'noscript', 'iframe', 'object', 'svg', 'math'])

const MOST_CHARS = 100_000

/** Plain text with a line per block, without URLs and pictures. Total. */
export function htmlToText(html: string): string {
  let text = ''
  let silent = 0
  const end = (ends: number) => {
    if (text === '') return
    while (!text.endsWith('\n'.repeat(ends))) text += '\n'
  }
  const parser = new Parser({
    onopentagname(name) {
      if (SILENT.has(name)) silent += 1
      else if (name === 'br') text += '\n'
      else if (name === 'td' || name === 'th') text += ' '
      else end(ENDS.get(name) ?? 0)
    },
    ontext(data) {
      if (silent > 0) return
      const words = data.replace(/\s+/g, ' ')
      text += text === '' || /\s$/.test(text.slice(-1)) ? words.trimStart() : words
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent -= 1
      else end(ENDS.get(name) ?? 0)
    },
  })
  parser.write(html.slice(0, MOST_CHARS))
  parser.end()
  return text.trim()
}
