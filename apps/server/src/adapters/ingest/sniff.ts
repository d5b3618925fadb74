// Detects a file's type by its content, and by its name and declared type when the content is ambiguous.
import { fileTypeFromBuffer } from 'file-type'
import { decodeText, pageCharset } from '@parlance/contract/lib/decode-text'
import { broken, encrypted, unsupported } from './parse-errors.ts'
import { type Archive, openZip } from './zip.ts'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

export const KINDS = {
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
  json: 'application/json',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
} as const
export type TextKind = 'txt' | 'md' | 'html' | 'csv' | 'json' | 'srt' | 'vtt'

export type Sniffed =
  | { readonly kind: 'pdf' }
  | { readonly kind: 'docx' | 'xlsx' | 'pptx'; readonly archive: Archive }
  | { readonly kind: TextKind; readonly text: string }

const DOCUMENTS = ['pdf', 'docx', 'xlsx', 'pptx']
const HOLDS: Record<Sniffed['kind'], string | MessageDescriptor> = {
  pdf: msg('content_pdf'),
  docx: msg('content_word'),
  xlsx: msg('content_excel'),
  pptx: 'a PowerPoint presentation',
  html: msg('content_html'),
  txt: msg('content_text'),
  md: msg('content_text'),
  csv: msg('content_text'),
  json: msg('content_text'),
  srt: 'subtitles',
  vtt: 'subtitles',
}

/** Throws a ParseError for unsupported types and for documents named as something else. */
export async function sniff(bytes: Uint8Array, fileName: string, mediaType: string): Promise<Sniffed> {
  const found = await sniffContent(bytes, fileName, mediaType)
  const ending = endingOf(fileName)
  const isNamed = DOCUMENTS.includes(ending) || isTextKind(ending)
  const isDocument = DOCUMENTS.includes(found.kind) || DOCUMENTS.includes(ending)
  if (isNamed && isDocument && found.kind !== ending)
    throw unsupported(msg('file_misnamed', { ending, content: HOLDS[found.kind] }))
  return found
}

async function sniffContent(bytes: Uint8Array, fileName: string, mediaType: string): Promise<Sniffed> {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (head.includes('%PDF-') && !/^\s*<(?:!doctype|html)/i.test(head)) return { kind: 'pdf' }
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return office(bytes)
  if (head.startsWith('\xD0\xCF\x11\xE0')) throw oldOffice(bytes)
  if (head.startsWith('{\\rtf')) throw unsupported(saveAs(msg('content_rtf'), '.docx'))
  if (PACKED.some((mark) => head.startsWith(mark))) throw unsupported(msg('file_archive'))
  if (head.startsWith('%!PS')) throw unsupported(msg('file_postscript'))
  const looksLikePage = /^\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html[\s>])/i.test(head)
  const text = decodeText(bytes, looksLikePage ? pageCharset(bytes, mediaType) : '')
  if (text === undefined) throw await notText(bytes, endingOf(fileName))
  return { kind: textKind(text, endingOf(fileName), mediaType), text }
}

const saveAs = (content: string | MessageDescriptor, ending: string) => msg('file_kind_save_as', { content, ending })
const PACKED = ['\x1F\x8B', 'BZh', '7z\xBC\xAF', 'Rar!', '\xFD7zXZ']

export const endingOf = (fileName: string): string =>
  /\.([a-z0-9]{1,10})$/i.exec(fileName.trim())?.[1]?.toLowerCase() ?? ''

function office(bytes: Uint8Array): Sniffed {
  const archive = openZip(bytes)
  const has = (name: string) => archive.members.has(name)
  if (has('word/document.xml') || has('word/document2.xml')) return { kind: 'docx', archive }
  if (has('xl/workbook.xml')) return { kind: 'xlsx', archive }
  if (has('ppt/presentation.xml')) return { kind: 'pptx', archive }
  if (has('xl/workbook.bin')) throw unsupported(saveAs('a binary Excel workbook', '.xlsx'))
  const type = has('mimetype') ? Buffer.from(archive.read('mimetype') ?? []).toString('latin1') : ''
  if (type.includes('opendocument')) throw unsupported(saveAs('an OpenDocument', '.docx, .xlsx or .pptx'))
  if (type.includes('epub')) throw unsupported(msg('file_epub'))
  if (has('[Content_Types].xml')) throw broken('Office file')
  throw unsupported(msg('file_archive'))
}

function oldOffice(bytes: Uint8Array): Error {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (name: string) => buffer.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return encrypted('file')
  if (has('WordDocument')) return unsupported(saveAs('a Word document of the old kind (.doc)', '.docx'))
  if (has('Workbook') || has('Book')) return unsupported(saveAs('an Excel workbook of the old kind (.xls)', '.xlsx'))
  if (has('PowerPoint Document')) return unsupported(saveAs('a PowerPoint file of the old kind (.ppt)', '.pptx'))
  return unsupported(msg('file_old_office'))
}

/** Binary data: named if its format is known, reported as damaged if the file extension is that of a document. */
async function notText(bytes: Uint8Array, ending: string): Promise<Error> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, 65_536)).catch(() => undefined)
  if (found) {
    const kind = /^(image|video|audio|font)\//.exec(found.mime)?.[1]
    const name = kind ? `${kind === 'audio' ? 'sound' : kind} (${found.ext.toUpperCase()})` : found.ext.toUpperCase()
    return unsupported(msg('file_kind_unread', { article: /^[aeiou]/.test(name) ? 'an' : 'a', content: name }))
  }
  if (['pdf', 'docx', 'xlsx', 'pptx'].includes(ending)) return broken(`.${ending} file`)
  return unsupported(msg('file_text_unreadable'))
}

/** Unambiguous content beats the extension, and the extension beats the declared type. */
function textKind(text: string, ending: string, mediaType: string): TextKind {
  const head = text.slice(0, 2000).trimStart()
  const code = ending === 'md' || ending === 'csv' || ending === 'json'
  if (!code && /^(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype\s+html|html[\s>])/i.test(head)) return 'html'
  if (/^WEBVTT(?:[ \t\n]|$)/.test(head)) return 'vtt'
  if (/^\d+[ \t]*\n\d{1,2}:\d\d:\d\d[,.]\d{1,3}[ \t]*-->/.test(head)) return 'srt'
  const named = ending === 'htm' ? 'html' : ending === 'markdown' ? 'md' : ending
  if (isTextKind(named)) return named
  const declared = mediaType.split(';')[0]?.trim().toLowerCase() ?? ''
  for (const [kind, type] of Object.entries(KINDS)) if (type === declared && isTextKind(kind)) return kind
  return 'txt'
}

const isTextKind = (name: string): name is TextKind => ['txt', 'md', 'html', 'csv', 'json', 'srt', 'vtt'].includes(name)
