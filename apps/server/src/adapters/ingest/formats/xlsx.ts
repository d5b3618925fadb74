import { MAX_SOURCE_CHARS } from '@parlance/contract/knowledge/schemas'
import readXlsx from 'read-excel-file/node'
import type { Draft } from '../protocol.ts'
import { broken, tooLong } from '../parse-errors.ts'
import { tableMarkdown } from '../table.ts'
import { type Archive, repack } from '../zip.ts'
import { coreTitle } from './docx.ts'

const needed = (name: string): boolean =>
  /\.(?:xml|rels)$/i.test(name) && !/^xl\/(?:embeddings|media|drawings|charts|pivotCache|externalLinks)\//.test(name)

export async function readXlsxFile(archive: Archive): Promise<Draft> {
  const parts: string[] = []
  let length = 0
  for (const { sheet, data } of await sheetsOf(repack(archive, needed))) {
    const table = tableMarkdown(data.map((row) => row.map(textOf)))
    if (!table) continue
    parts.push(`## ${sheet.replaceAll(/\s+/g, ' ').trim()}`, table)
    length += table.length
    if (length > MAX_SOURCE_CHARS) throw tooLong('workbook')
  }
  return { title: coreTitle(archive), markdown: parts.join('\n\n'), pages: null, warnings: [] }
}

interface Sheet {
  readonly sheet: string
  readonly data: readonly (readonly unknown[])[]
}

async function sheetsOf(buffer: Buffer): Promise<readonly Sheet[]> {
  try {
    return await readXlsx(buffer)
  } catch (cause) {
    throw broken('Excel workbook', cause)
  }
}

/** Binary rounding noise is left out of numbers. */
function textOf(value: unknown): string {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : dateText(value)
  if (typeof value === 'number') return String(Number(value.toPrecision(14)))
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}

const DAY = 86_400
/** Excel counts a 29 February 1900, so its dates before March 1900 are a day further on. */
const FIRST_DAYS = 60 * DAY
const EPOCH = Date.UTC(1899, 11, 30) / 1000

/** Dates without midnight, times of day, and durations in hours. */
function dateText(date: Date): string {
  // The reader rounds down, often to a millisecond before the full second.
  const seconds = Math.round(date.getTime() / 1000) - EPOCH
  const isWhole = seconds % DAY === 0
  if (seconds >= 0 && seconds < FIRST_DAYS && (seconds < DAY || !isWhole)) return hoursText(seconds)
  const day = seconds < FIRST_DAYS ? seconds + DAY : seconds
  const text = new Date((day + EPOCH) * 1000).toISOString()
  return isWhole ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
}

function hoursText(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = seconds % 60
  return `${two(seconds / 3600)}:${two((seconds % 3600) / 60)}${rest ? `:${two(rest)}` : ''}`
}
