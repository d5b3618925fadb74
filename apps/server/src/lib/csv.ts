// Tables as CSV (RFC 4180), safe to open in a spreadsheet: no cell is read as a formula.

/**
 * What a spreadsheet takes for the beginning of a formula; spaces and controls before it do not stop it. What begins as our
 * own guarded cells do is guarded once more, so that taking one mark away always gives the text back.
 */
const FORMULA = /^'*(?:[\s\p{Cc}]*[=+\-@＝＋－＠]|[\t\r\n])/u
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/
const BOM = '\uFEFF'

function cell(value: string | number | null): string {
  if (value === null) return ''
  // Numbers are the program's own: -3 is a number and no formula.
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const safe = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

type Row = readonly (string | number | null)[]
/** Rows for under those of `toCsv`. */
export const toCsvLines = (rows: readonly Row[]): string =>
  rows.map((row) => `${row.map((one) => cell(one)).join(',')}\r\n`).join('')

/** Rows under a line of titles, with the mark by which spreadsheets know UTF-8. Ends with a line break. */
export const toCsv = (titles: readonly string[], rows: readonly Row[]): string => BOM + toCsvLines([titles, ...rows])
