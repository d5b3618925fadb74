import { MAX_SOURCE_CHARS, MAX_SOURCE_PAGES } from '@parlance/contract/knowledge/schemas'
import { getDocumentProxy } from 'unpdf'
import { ParseError } from '../../../modules/knowledge/parsing.ports.ts'
import type { Draft } from '../protocol.ts'
import { broken, encrypted, tooLong, tooManyPages } from '../parse-errors.ts'
import { pdfMarkdown } from './pdf-blocks.ts'
import { type Glyphs, type Line, linesOf } from './pdf-lines.ts'
import { msg } from '@parlance/i18n/messages'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

export async function readPdf(bytes: Uint8Array): Promise<Draft> {
  const pdf = await open(bytes)
  if (pdf.numPages > MAX_SOURCE_PAGES) throw tooManyPages('PDF', pdf.numPages)
  const pages = await linesOfPages(pdf)
  const blank = pages.filter((lines) => lines.length === 0).length
  if (blank === pages.length) throw new ParseError('empty', msg('pdf_without_text'))
  const { markdown, title } = pdfMarkdown(pages)
  const warnings = blank > pages.length / 5 ? [msg('pages_without_text', { blank, count: pages.length })] : []
  return { title: (await declaredTitle(pdf)) || title, markdown, pages: pages.length, warnings }
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      disableFontFace: true,
      useSystemFonts: false,
      maxImageSize: 1,
      enableXfa: false,
    })
  } catch (cause) {
    const name = cause instanceof Error ? cause.name : ''
    throw name === 'PasswordException' ? encrypted('PDF') : broken('PDF', cause)
  }
}

/** A page that cannot be read counts as blank, as long as others can. */
async function linesOfPages(pdf: Pdf): Promise<Line[][]> {
  const pages: Line[][] = []
  let length = 0
  let failure: unknown
  for (let n = 1; n <= pdf.numPages; n += 1) {
    try {
      const page = await pdf.getPage(n)
      const { items } = await page.getTextContent({ includeMarkedContent: false })
      pages.push(linesOf(items.filter((item): item is typeof item & Glyphs => 'str' in item)))
      page.cleanup()
    } catch (cause) {
      failure ??= cause
      pages.push([])
    }
    for (const line of pages.at(-1) ?? []) length += line.text.length
    if (length > MAX_SOURCE_CHARS) throw tooLong('PDF')
  }
  if (failure !== undefined && pages.every((lines) => lines.length === 0)) throw broken('PDF', failure)
  return pages
}

/** The title that the author set; programs often store their own name or the file's there. */
async function declaredTitle(pdf: Pdf): Promise<string> {
  const data = await pdf.getMetadata().catch(() => undefined)
  const title: unknown = data && 'Title' in data.info ? data.info.Title : ''
  if (typeof title !== 'string' || title.trim().length < 3) return ''
  return /^(?:microsoft|untitled|unbenannt|document\d*$)|\.(?:docx?|pdf|indd|tex|dvi|pptx?|qxd|xlsx?)$/i.test(
    title.trim(),
  )
    ? ''
    : title.trim()
}
