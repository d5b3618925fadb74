// Tables as CSV (RFC 4180), safe to open in a spreadsheet: no cell is read as a formula.
import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

/** How a formula starts, even after spaces. Guards are guarded again, so removing one restores the text. */
const FORMULA = /^'*(?:[\s\p{Cc}]*[=+\-@＝＋－＠]|[\t\r\n])/u
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/
const BOM = '\uFEFF'

function cell(value: string | number | null): string {
  if (value === null) return ''
  // Numbers are our own: -3 is a number and not a formula.
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  const safe = FORMULA.test(value) ? `'${value}` : value
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

export type Row = readonly (string | number | null)[]
export const toCsvLines = (rows: readonly Row[]): string =>
  rows.map((row) => `${row.map((one) => cell(one)).join(',')}\r\n`).join('')

/** A header and rows, with a byte order mark, by which spreadsheets recognise UTF-8. Ends with a line break. */
export const toCsv = (titles: readonly string[], rows: readonly Row[]): string => BOM + toCsvLines([titles, ...rows])

/** Characters written before yielding to other work. */
const TURN_CHARS = 200_000

/** The same, read page by page as fast as the reader takes it. */
export const streamCsv = (titles: readonly string[], pages: AsyncIterable<readonly Row[]>): Readable =>
  Readable.from(
    (async function* () {
      yield Buffer.from(toCsv(titles, []))
      let chars = 0
      for await (const page of pages)
        for (const row of page) {
          const line = toCsvLines([row])
          yield Buffer.from(line)
          chars += line.length
          if (chars > TURN_CHARS) {
            await setImmediate()
            chars = 0
          }
        }
    })(),
    { objectMode: false },
  )
