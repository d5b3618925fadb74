// What a file is, told by its content first and by its name and declared type where the content leaves it open.
import { fileTypeFromBuffer } from 'file-type'
import { decode } from './charset.ts'
import { broken, encrypted, unsupported } from './parse-errors.ts'
import { type Archive, openZip } from './zip.ts'

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
const HOLDS: Record<Sniffed['kind'], string> = {
  pdf: 'a PDF document',
  docx: 'a Word document',
  xlsx: 'an Excel workbook',
  pptx: 'a PowerPoint presentation',
  html: 'a web page',
  txt: 'plain text',
  md: 'plain text',
  csv: 'plain text',
  json: 'plain text',
  srt: 'subtitles',
  vtt: 'subtitles',
}

/** Throws a ParseError for what is not read, and for a document that is named as something else. */
export async function sniff(bytes: Uint8Array, fileName: string, mediaType: string): Promise<Sniffed> {
  const found = await sniffContent(bytes, fileName, mediaType)
  const ending = endingOf(fileName)
  const isNamed = DOCUMENTS.includes(ending) || isTextKind(ending)
  const isDocument = DOCUMENTS.includes(found.kind) || DOCUMENTS.includes(ending)
  if (isNamed && isDocument && found.kind !== ending)
    throw unsupported(
      `This file is named .${ending} but holds ${HOLDS[found.kind]}. Give it the right ending and upload it again.`,
    )
  return found
}

async function sniffContent(bytes: Uint8Array, fileName: string, mediaType: string): Promise<Sniffed> {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (head.includes('%PDF-') && !/^\s*<(?:!doctype|html)/i.test(head)) return { kind: 'pdf' }
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return office(bytes)
  if (head.startsWith('\xD0\xCF\x11\xE0')) throw oldOffice(bytes)
  if (head.startsWith('{\\rtf')) throw unsupported(SAVE_AS('an RTF document', '.docx'))
  if (PACKED.some((mark) => head.startsWith(mark)))
    throw unsupported(`This file is an archive, which is not read. ${UNPACK}`)
  if (head.startsWith('%!PS')) throw unsupported('This file is PostScript, which is not read.')
  const text = decode(bytes)
  if (text === undefined) throw await notText(bytes, endingOf(fileName))
  return { kind: textKind(text, endingOf(fileName), mediaType), text }
}

const UNPACK = 'Unpack it and upload the documents in it.'
const SAVE_AS = (what: string, ending: string) =>
  `This file is ${what}, which is not read. Save it as ${ending} and upload it again.`
const PACKED = ['\x1F\x8B', 'BZh', '7z\xBC\xAF', 'Rar!', '\xFD7zXZ']

export const endingOf = (fileName: string): string =>
  /\.([a-z0-9]{1,10})$/i.exec(fileName.trim())?.[1]?.toLowerCase() ?? ''

function office(bytes: Uint8Array): Sniffed {
  const archive = openZip(bytes)
  const has = (name: string) => archive.members.has(name)
  if (has('word/document.xml') || has('word/document2.xml')) return { kind: 'docx', archive }
  if (has('xl/workbook.xml')) return { kind: 'xlsx', archive }
  if (has('ppt/presentation.xml')) return { kind: 'pptx', archive }
  if (has('xl/workbook.bin')) throw unsupported(SAVE_AS('a binary Excel workbook', '.xlsx'))
  const type = has('mimetype') ? Buffer.from(archive.read('mimetype') ?? []).toString('latin1') : ''
  if (type.includes('opendocument')) throw unsupported(SAVE_AS('an OpenDocument', '.docx, .xlsx or .pptx'))
  if (type.includes('epub')) throw unsupported('This file is an e-book (EPUB), which is not read.')
  if (has('[Content_Types].xml')) throw broken('Office file')
  throw unsupported(`This file is an archive, which is not read. ${UNPACK}`)
}

/** Files of Office before 2007; the same container also holds newer ones under a password. */
function oldOffice(bytes: Uint8Array): Error {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (name: string) => buffer.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return encrypted('file')
  if (has('WordDocument')) return unsupported(SAVE_AS('a Word document of the old kind (.doc)', '.docx'))
  if (has('Workbook') || has('Book')) return unsupported(SAVE_AS('an Excel workbook of the old kind (.xls)', '.xlsx'))
  if (has('PowerPoint Document')) return unsupported(SAVE_AS('a PowerPoint file of the old kind (.ppt)', '.pptx'))
  return unsupported(
    'This file is of an old Office kind, which is not read. Save it in a current format and upload it again.',
  )
}

/** Something that is no text: named where it is known, damaged where its ending promises a document. */
async function notText(bytes: Uint8Array, ending: string): Promise<Error> {
  const found = await fileTypeFromBuffer(bytes.subarray(0, 65_536)).catch(() => undefined)
  if (found) {
    const kind = /^(image|video|audio|font)\//.exec(found.mime)?.[1]
    const name = kind ? `${kind === 'audio' ? 'sound' : kind} (${found.ext.toUpperCase()})` : found.ext.toUpperCase()
    return unsupported(
      `The content of this file is ${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name} file, which is not read.`,
    )
  }
  if (['pdf', 'docx', 'xlsx', 'pptx'].includes(ending)) return broken(`.${ending} file`)
  return unsupported('This file holds no text that could be read.')
}

/** Content that is plainly of one kind wins over the ending; the ending over the declared type. */
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
