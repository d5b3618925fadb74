import { parse } from 'csv-parse/sync'
import type { Draft } from '../protocol.ts'
import { broken, withinLength } from '../parse-errors.ts'
import { tableMarkdown } from '../table.ts'

// Commas come last: they also occur in texts and numbers.
const SEPARATORS = [';', '\t', '|', ','] as const

export function readCsv(text: string): Draft {
  withinLength(text, 'file')
  const declared = /^sep=(.)\n/i.exec(text)
  const body = declared ? text.slice(declared[0].length) : text
  const delimiter = declared?.[1] ?? separatorOf(body)
  const rows = rowsOf(body, delimiter)
  const head = rows.findIndex((row) => row.slice(1).some((cell) => cell.trim()))
  const above = rows.slice(0, Math.max(0, head)).map(([cell = '']) => cell.trim())
  const markdown = [...above, tableMarkdown(rows.slice(above.length))].filter(Boolean).join('\n\n')
  return { title: '', markdown, pages: null, warnings: [] }
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
    const lineCounts = new Map<number, number>()
    for (const line of lines) {
      const count = line.split(separator).length - 1
      if (count > 0) lineCounts.set(count, (lineCounts.get(count) ?? 0) + 1)
    }
    // More lines with the same count come before more separators in a line.
    return Math.max(0, ...[...lineCounts].map(([count, same]) => same * 100 + Math.min(count, 50)))
  })
  const best = Math.max(...scores)
  return best === 0 ? ',' : (SEPARATORS[scores.indexOf(best)] ?? ',')
}
