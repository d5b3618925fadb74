// Tables longer than a chunk: a passage from inside one needs the names of its columns.
import { isTableDelimiter } from '../ingestion/blocks.ts'

/** Longest head that is repeated, in UTF-16 units. */
const MAX_HEAD = 2000

const isRow = (line: string): boolean => /^\s*\|/.test(line)

/**
 * PostgreSQL pattern of chunks that are more than further rows of a table: a line other than a row, which may only come
 * first as the rest of one, or a table's head.
 */
export const MORE_THAN_ROWS = String.raw`^[^|\n]*(\n|$)|\n[ \t]*[^| \t]|^[ \t]*[|][^\n]*\n[ \t]*[|][ \t\r|:-]*--[ \t\r|:-]*(\n|$)`

/** The first whole row of a text that begins inside a table; undefined for another text. */
function firstRow(lines: readonly string[]): number | undefined {
  const at = lines.findIndex((line) => isRow(line) && !isTableDelimiter(line))
  if (at < 0 || !lines[0]?.includes('|') || isTableDelimiter(lines[at + 1] ?? '')) return undefined
  return lines.slice(1, at).every(isTableDelimiter) ? at : undefined
}

export const beginsInTable = (text: string): boolean => firstRow(text.split('\n')) !== undefined

/** Header and delimiter row of the table with which a text ends. */
export function headOfLastTable(text: string): string | undefined {
  const lines = text.split('\n')
  const [header, delimiter] = lines.slice(lines.findLastIndex((line) => !isRow(line)) + 1)
  if (header === undefined || delimiter === undefined || !isTableDelimiter(delimiter)) return undefined
  const head = `${header}\n${delimiter}`
  return head.length <= MAX_HEAD ? head : undefined
}

/** Puts the head before the first whole row of a text that begins inside a table. */
export function withTableHead(text: string, head: string): string {
  const lines = text.split('\n')
  const at = firstRow(lines)
  if (at === undefined) return text
  const before = lines.slice(0, at).join('\n')
  const table = `${head}\n${lines.slice(at).join('\n')}`
  return head.endsWith(before) ? table : `${before}\n\n${table}`
}
