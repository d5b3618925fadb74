// Parses pasted lists: one address per line, and tables of questions with answers.

/** Lines without duplicates and empty ones; adds https where the scheme is missing. */
export function addressesOf(text: string): string[] {
  const lines = text
    .split(/[\n\r]+|\s+(?=https?:\/\/)/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => (/^[a-z][a-z\d+.-]*:/i.test(line) ? line : `https://${line}`))
  return [...new Set(lines)]
}

/** Whether a line can be a web address. */
export function isAddress(line: string): boolean {
  try {
    const { protocol, hostname } = new URL(line)
    return (protocol === 'https:' || protocol === 'http:') && hostname !== ''
  } catch {
    return false
  }
}

export interface Pair {
  readonly question: string
  readonly answer: string
}

/**
 * Pairs of a pasted spreadsheet table: two columns separated by tabs; undefined otherwise. Cells with line breaks are
 * quoted, with doubled inner quotes.
 */
export function pairsOf(text: string): Pair[] | undefined {
  if (!text.includes('\t')) return undefined
  const rows = rowsOf(text)
  if (rows.length === 0 || rows.some((cells) => cells.length < 2)) return undefined
  return rows
    .map(([question = '', answer = '']) => ({ question: question.trim(), answer: answer.trim() }))
    .filter(({ question, answer }) => question || answer)
}

function rowsOf(text: string): string[][] {
  const rows: string[][] = [[]]
  const cell = /"((?:[^"]|"")*)"(?=[\t\n\r]|$)|([^\t\n\r]*)/y
  const source = text.replace(/[\n\r]+$/, '')
  for (let at = 0; at <= source.length;) {
    cell.lastIndex = at
    const [whole = '', quoted, plain = ''] = cell.exec(source) ?? []
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += whole.length
    const end = source[at]
    if (end === undefined) break
    at += source.startsWith('\r\n', at) ? 2 : 1
    if (end !== '\t') rows.push([])
  }
  return rows
}
