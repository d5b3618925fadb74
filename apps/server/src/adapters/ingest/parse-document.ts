import { MAX_SOURCE_BYTES, MAX_SOURCE_CHARS } from '@parlance/contract/knowledge/schemas'
import { readFile, stat } from 'node:fs/promises'
import { type Parsed, type ParsedPage, ParseError } from '../../modules/knowledge/parsing.ports.ts'
import { clean } from '@parlance/contract/lib/decode-text'
import type { Draft, FileTask, Task } from './protocol.ts'
import { broken, empty, tooLarge, tooLong } from './parse-errors.ts'
import { KINDS, type Sniffed, sniff } from './sniff.ts'
import { msg } from '@parlance/i18n/messages'

/** Rejects with a ParseError; any other error of a reader becomes `broken`. */
export async function parseDocument(task: Task): Promise<Parsed | ParsedPage> {
  try {
    return task.task === 'page' ? await page(task) : await file(task)
  } catch (error) {
    throw error instanceof ParseError ? error : broken(task.task, error)
  }
}

async function page(task: Task & { task: 'page' }): Promise<ParsedPage> {
  const { readPage } = await import('./page.ts')
  const parsed = readPage(task)
  return { ...parsed, markdown: tidy(parsed.markdown, 'page') }
}

async function file({ source, fileName, mediaType }: FileTask): Promise<Parsed> {
  const bytes = 'bytes' in source ? source.bytes : await bytesAt(source.path)
  if (bytes.length === 0) throw empty('file')
  const sniffed = await sniff(bytes, fileName, mediaType)
  const draft = await draftOf(sniffed, bytes)
  const markdown = tidy(draft.markdown, 'file')
  if (!markdown.trim()) throw empty('file')
  return {
    title: titleOf(draft.title, fileName),
    markdown,
    pages: draft.pages,
    mediaType: KINDS[sniffed.kind],
    warnings: draft.warnings,
  }
}

async function bytesAt(path: string): Promise<Uint8Array> {
  const { size } = await stat(path)
  if (size > MAX_SOURCE_BYTES) throw tooLarge(msg('file_larger_than_50_mb'))
  return readFile(path)
}

/** Readers are loaded on first use: the PDF reader is large. */
async function draftOf(sniffed: Sniffed, bytes: Uint8Array): Promise<Draft> {
  switch (sniffed.kind) {
    case 'pdf':
      return (await import('./formats/pdf.ts')).readPdf(new Uint8Array(bytes))
    case 'docx':
      return (await import('./formats/docx.ts')).readDocx(sniffed.archive)
    case 'xlsx':
      return (await import('./formats/xlsx.ts')).readXlsxFile(sniffed.archive)
    case 'pptx':
      return (await import('./formats/pptx.ts')).readPptx(sniffed.archive)
    case 'html':
      return (await import('./formats/html.ts')).readHtml(sniffed.text)
    case 'csv':
      return (await import('./formats/csv.ts')).readCsv(sniffed.text)
    case 'json':
      return (await import('./formats/json.ts')).readJson(sniffed.text)
    case 'srt':
    case 'vtt':
      return (await import('./formats/subtitles.ts')).readSubtitles(sniffed.text)
    case 'md':
      return (await import('./formats/text.ts')).readMarkdown(sniffed.text)
    case 'txt':
      return (await import('./formats/text.ts')).readText(sniffed.text)
  }
}

/** No spaces at the ends of lines, no more than one blank line in a row outside of code, within the limit. */
function tidy(markdown: string, what: string): string {
  const lines: string[] = []
  let fence = ''
  for (const raw of clean(markdown).split('\n')) {
    const line = raw.trimEnd()
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? ''
    if (mark && (!fence || fence === mark)) fence = fence ? '' : mark
    if (line || fence || lines.at(-1)) lines.push(line)
  }
  const text = lines.join('\n').replace(/^\n+/, '').trimEnd()
  if (text.length > MAX_SOURCE_CHARS) throw tooLong(what)
  return text
}

const MAX_TITLE = 300

function titleOf(title: string, fileName: string): string {
  const line = clean(title).replaceAll(/\s+/g, ' ').trim()
  const name = clean(fileName.split(/[/\\]/).at(-1) ?? '')
    .replace(/\.[a-z0-9]{1,10}$/i, '')
    .trim()
  return (line || name || 'Untitled').slice(0, MAX_TITLE).toWellFormed()
}
