// Parses a file of people into a table, maps its columns, and builds the rows of an import.
import type { ImportRow } from '@parlance/contract/leads/schemas'
import { storable } from '@parlance/contract/lib/text'
import { CsvError, parse } from 'csv-parse/browser/esm/sync'

export interface ParsedFile {
  readonly titles: readonly string[]
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[]
  /** Lines that could not be read. */
  readonly unreadable: readonly number[]
}

const DELIMITERS = [',', ';', '\t', '|']

/** The delimiter: the most frequent candidate outside quotes in the first line. */
function delimiterOf(text: string): string {
  const first = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/, 1)[0] ?? ''
  const bare = first.replaceAll(/"[^"]*"/g, '')
  const counts = DELIMITERS.map((one) => bare.split(one).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

interface Line {
  readonly line: number
  readonly cells: readonly string[]
}

/** Lines per chunk: few after an invalid line, since others are often near; more for multi-line cells. */
const [FEW, MANY] = [8, 1000]

/** Reads CSV with a header line. Reports and skips a line with broken quotes, and continues after it. */
export function readCsv(text: string): ParsedFile {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  // Excel's delimiter line, not a row.
  const named = /^"?sep=(.)"?$/i.exec(lines[0] ?? '')?.[1]
  const delimiter = named ?? delimiterOf(text)
  const rows: Line[] = []
  const unreadable: number[] = []
  let begin = named === undefined ? 0 : 1
  let size = MANY
  while (begin < lines.length) {
    const end = Math.min(begin + size, lines.length)
    let read = begin
    try {
      parse(lines.slice(begin, end).join('\n'), {
        delimiter,
        relax_column_count: true,
        skip_empty_lines: true,
        on_record: (cells: string[], { lines: count }) => {
          read = begin + count
          rows.push({ line: read, cells: cells.map((cell) => storable(cell)) })
        },
      })
      begin = end
      size = Math.min(2 * size, MANY)
    } catch (error) {
      if (!(error instanceof CsvError)) throw error
      begin = read
      while (lines[begin] === '') begin += 1
      if (error.code === 'CSV_QUOTE_NOT_CLOSED' && end < lines.length) size *= 2
      else {
        begin += 1
        unreadable.push(begin)
        size = FEW
      }
    }
  }
  const [head, ...rest] = rows
  return { titles: (head?.cells ?? []).map((title) => title.trim()), rows: rest, unreadable }
}

/** What a column holds; `custom` keeps its title, `skip` omits it. */
export const TARGETS = ['name', 'firstName', 'lastName', 'email', 'phone', 'stage', 'group', 'custom', 'skip'] as const
export type Target = (typeof TARGETS)[number]

const WORDS: Readonly<Partial<Record<Target, RegExp>>> = {
  email: /^(e-?mails?|mail|e-?mail[ -]?address|e-?mail-?adresse|adresse e-?mail|courriel|correo.*|البريد.*)$/i,
  phone:
    /^(phone.*|tel.*|mobile.*|cell.*|handy.*|rufnummer|m[oó]vil.*|celular|num[eé]ro.*t[eé]l.*|الهاتف|رقم الهاتف)$/i,
  name: /^(name|full[ _-]?name|contact( name)?|nom|nombre|nome|vollst[aä]ndiger name|الاسم)$/i,
  firstName: /^(first[ _-]?name|given[ _-]?name|vorname|pr[eé]nom|primeiro nome|primer nombre|الاسم الأول)$/i,
  lastName:
    /^(last[ _-]?name|family[ _-]?name|surname|nachname|familienname|nom de famille|apellidos?|sobrenome|apelido|اسم العائلة|الكنية)$/i,
  stage: /^(stage|status|phase|[eé]tape|etapa|المرحلة)$/i,
  group: /^(group|list|gruppe|liste|groupe|grupo|lista|المجموعة)$/i,
}
/** Means the other half when a file has one half of a name: «Prénom, Nom», «Nombre, Apellidos». */
const HALF = /^(name|nom|nombre|nome|الاسم)$/i
/** Columns of our own export that an import can't set. */
const OURS = /^(source|created)$/i

/** Guesses targets by title; each field except custom at most once. */
export function guessTargets(titles: readonly string[]): Target[] {
  const taken = new Set<Target>()
  const targets = titles.map((title): Target => {
    if (title === '' || OURS.test(title)) return 'skip'
    const found = TARGETS.find((target) => WORDS[target]?.test(title) && !taken.has(target)) ?? 'custom'
    if (found !== 'custom') taken.add(found)
    return found
  })
  if (taken.has('firstName') === taken.has('lastName')) return targets
  const other = taken.has('firstName') ? 'lastName' : 'firstName'
  return targets.map((target, column) => (target === 'name' && HALF.test(titles[column] ?? '') ? other : target))
}

/**
 * Rows as input of the call. If several columns map to a field, the first non-empty value counts. First and last name
 * are the name of rows without a full one.
 */
export const rowsOf = ({ titles, rows }: ParsedFile, targets: readonly Target[]): ImportRow[] =>
  rows.map(({ line, cells }) => {
    const row = { line, name: '', email: '', phone: '', stage: '', group: '', variables: {} as Record<string, string> }
    const half = { firstName: '', lastName: '' }
    for (const [column, target] of targets.entries()) {
      const cell = (cells[column] ?? '').slice(0, 10_000)
      if (target === 'skip' || cell.trim() === '') continue
      if (target === 'custom') row.variables[(titles[column] ?? '').slice(0, 100)] = cell
      else if (target === 'firstName' || target === 'lastName') {
        half[target] ||= cell.trim()
        // For campaigns that greet by first name.
        row.variables[(titles[column] ?? '').slice(0, 100)] = cell
      } else row[target] ||= cell
    }
    const { firstName, lastName } = half
    // «Name, First name»: the name may be whole.
    const isWhole = firstName !== '' && lastName.toLowerCase().startsWith(`${firstName.toLowerCase()} `)
    row.name ||= (isWhole ? lastName : `${firstName} ${lastName}`.trim()).slice(0, 10_000)
    return row
  })
