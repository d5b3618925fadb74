import { parse } from 'csv-parse/sync'
import type { Draft } from '../protocol.ts'
import { broken, withinLength } from '../parse-errors.ts'
import { tableMarkdown } from '../table.ts'

const SEPARATORS = [',', ';', '\t', '|'] as const

export function readCsv(text: string): Draft {
  withinLength(text, 'file')
  const declared = /^sep=(.)\n/i.exec(text)
  const body = declared ? text.slice(declared[0].length) : text
  const delimiter = declared?.[1] ?? separatorOf(body)
  return { title: '', markdown: tableMarkdown(rowsOf(body, delimiter)), pages: null, warnings: [] }
}

/** Quotes that are never closed make the rest one cell; then lines are cut at the separator alone. */
function rowsOf(text: string, delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true }
  try {
    return parse(text, options)
  } catch {
    try {
      return parse(text, { ...options, quote: null })
    } catch (cause) {
      throw broken('CSV file', cause)
    }
  }
}

/** The character that occurs equally often in most of the first lines, outside quotes. */
function separatorOf(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n')
    .filter((line) => line.trim())
    .slice(0, 30)
  const scores = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1)
    const first = counts[0] ?? 0
    return first === 0 ? 0 : counts.filter((count) => count === first).length * Math.min(first, 50)
  })
  return SEPARATORS[scores.indexOf(Math.max(...scores))] ?? ','
}
