import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { issueMessage } from '../lib/rules.ts'
import { IMPORT_CHUNK, type ImportRow, NewLead, type Stage } from './schemas.ts'

export interface CheckedRow {
  readonly line: number
  readonly lead: Omit<NewLead, 'stage'> & {
    readonly stage: string | undefined
  }
}
export interface BrokenRow {
  readonly line: number
  readonly reason: MessageDescriptor | string
}

/** The quote that our exports add before cells that spreadsheets would run as formulas. */
const GUARD = /^'(?='*(?:[\s\p{Cc}]*[=+\-@＝＋－＠]|[\t\r\n]))/u
const plain = (cell: string): string => cell.replace(GUARD, '').trim()

export function checkRow(row: ImportRow, stages: readonly Stage[]): CheckedRow | BrokenRow {
  const { line } = row
  const wanted = row.stage.trim().toLowerCase()
  const stage = stages.find(({ id, name }) => id === wanted || (name !== '' && name.toLowerCase() === wanted))
  if (wanted !== '' && !stage) return { line, reason: msg('import_stage_unknown', { stage: row.stage.trim() }) }
  const variables = Object.fromEntries(
    Object.entries(row.variables)
      .map(([name, value]) => [name.trim(), plain(value)] as const)
      .filter(([name, value]) => name !== '' && value !== ''),
  )
  const [name, email, phone, group] = [row.name, row.email, row.phone, row.group].map(plain)
  const read = NewLead.safeParse({ name, email, phone, group, variables })
  // Without a key, every import would add the same row again.
  if (read.success && !email && !phone) return { line, reason: msg('import_no_contact') }
  if (read.success) return { line, lead: { ...read.data, stage: stage?.id } }
  const issue = read.error.issues[0]
  return { line, reason: issue ? issueMessage(issue) : msg('value_not_valid') }
}

export const isBroken = (row: CheckedRow | BrokenRow): row is BrokenRow => 'reason' in row

const EMAIL = /[\p{L}\p{N}._%+'-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/u
const PHONE = /(?:\+|\b)\p{Nd}[\p{Nd} ()./-]{4,22}\p{Nd}\b/u
const LABEL = /\b(?:e-?mail|mail|phone|telephone|tel|mobile|cell|name|contact)\b\.?\s*:/giu
const EDGES = /^[\s,;:|<>()[\]"'•*·–—-]+|[\s,;:|<>()[\]"'•*·–—-]+$/gu

/** One person per line with an e-mail address or phone number; the text before it is the name. */
export function readPasted(text: string): ImportRow[] {
  const rows: ImportRow[] = []
  for (const [index, whole] of text.split(/\r\n|\r|\n/).entries())
    for (const part of partsOf(whole)) {
      const email = EMAIL.exec(part)?.[0] ?? ''
      const rest = part.replace(email, ' \t ')
      const phone = PHONE.exec(rest)?.[0].trim() ?? ''
      if (email === '' && phone === '') continue
      const name = rest
        .replace(phone, ' \t ')
        .replaceAll(LABEL, ' ')
        .split(/[\t,;|]/)
      const named = name
        .map((piece) => piece.replaceAll(EDGES, '').replaceAll(/\s+/g, ' '))
        .find((piece) => /\p{L}/u.test(piece))
      rows.push({
        line: index + 1,
        name: (named ?? '').slice(0, 200),
        email,
        phone,
        group: '',
        stage: '',
        variables: {},
      })
    }
  return rows
}

/** Splits a line with several addresses, as mail programs copy them. */
function partsOf(line: string): string[] {
  if ((line.match(new RegExp(EMAIL, 'gu')) ?? []).length < 2) return [line]
  return line.split(/[;,]/).filter((part) => EMAIL.test(part))
}

export function chunksOf<T>(rows: readonly T[], size: number = IMPORT_CHUNK): T[][] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size))
}
