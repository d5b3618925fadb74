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

/** Midnight is left out of dates, and binary rounding noise out of numbers. */
function textOf(value: unknown): string {
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime())) return ''
    const text = value.toISOString()
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 16).replace('T', ' ')
  }
  if (typeof value === 'number') return String(Number(value.toPrecision(14)))
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : ''
}
