// Detects the kinds of files that visitors may send, by their bytes; the name only decides whether text is plain text.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { AUDIO_MIMES, audioHead, type AudioKind, WRONG_AUDIO_KIND } from './audio.ts'
import { ACCEPTED_IMAGES, IMAGE_MIMES, type ImageKind, MAX_IMAGE_SIDE } from '@parlance/contract/files/schemas'
import { imageHead } from './images.ts'
import { MAX_VISITOR_FILE_MB } from '@parlance/contract/files/limits'

export const FILE_MIMES = {
  ...IMAGE_MIMES,
  pdf: 'application/pdf',
  txt: 'text/plain; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const
export type FileKind = keyof typeof FILE_MIMES
export const isImageKind = (kind: string): kind is ImageKind => Object.hasOwn(IMAGE_MIMES, kind)

export const MEDIA_MIMES = { ...FILE_MIMES, ...AUDIO_MIMES } as const
export type MediaKind = FileKind | AudioKind

export const WRONG_FILE_KIND = msg('file_types_allowed', { endings: `${ACCEPTED_IMAGES}, .pdf, .txt, .docx, .xlsx` })
export const FILE_TOO_LARGE = msg('max_size', { max: MAX_VISITOR_FILE_MB })

/** Pure and total. Undefined for everything that is not on the list, whatever it is called. */
export function fileKind(bytes: Uint8Array, filename: string): FileKind | undefined {
  const head = imageHead(bytes)
  if (head) return Math.max(head.width, head.height) <= MAX_IMAGE_SIDE ? head.kind : undefined
  if (begins(bytes, '%PDF-')) return 'pdf'
  if (begins(bytes, 'PK\u0003\u0004')) return officeKind(entryNames(bytes))
  return /\.txt$/i.test(filename.trim()) && isText(bytes) ? 'txt' : undefined
}

/** What an agent's visitors may attach to messages. */
export interface Allowed {
  readonly files: boolean
  readonly sound: boolean
}

/** The kind of an attachment, or a message if it is not accepted. */
export function attachmentKind(
  bytes: Uint8Array,
  filename: string,
  allowed: Allowed,
): { readonly kind: MediaKind } | { readonly refused: MessageDescriptor } {
  const file = fileKind(bytes, filename)
  if (file !== undefined) return allowed.files ? { kind: file } : { refused: WRONG_AUDIO_KIND }
  const sound = allowed.sound ? audioHead(bytes) : undefined
  if (sound) return { kind: sound.kind }
  return { refused: allowed.files ? WRONG_FILE_KIND : WRONG_AUDIO_KIND }
}

const begins = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((char, index) => bytes[index] === char.charCodeAt(0))

/** Names in the directory of a document that contains macros. */
export const MACROS = /(?:^|\/)(?:vbaProject\.bin|vbaData\.xml)$/i

/** An Office document is a ZIP with known parts; one with macros has another extension and is rejected. */
function officeKind(names: ReadonlySet<string> | undefined): FileKind | undefined {
  if (!names?.has('[Content_Types].xml') || [...names].some((name) => MACROS.test(name))) return undefined
  const [word, excel] = [names.has('word/document.xml'), names.has('xl/workbook.xml')]
  return word === excel ? undefined : word ? 'docx' : 'xlsx'
}

const END = 0x06054b50
const ENTRY = 0x02014b50
/** Size of the end record, and of the longest comment after it. */
const END_BYTES = 22
const MAX_COMMENT = 65_535
const MAX_ENTRIES = 5000

/** Names in a zip's directory; undefined when unreadable. */
export function entryNames(bytes: Uint8Array): ReadonlySet<string> | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const utf8 = new TextDecoder()
  try {
    let end = bytes.length - END_BYTES
    const first = Math.max(0, end - MAX_COMMENT)
    while (end >= first && view.getUint32(end, true) !== END) end -= 1
    if (end < first) return undefined
    const count = view.getUint16(end + 10, true)
    if (count > MAX_ENTRIES) return undefined
    const names = new Set<string>()
    let at = view.getUint32(end + 16, true)
    for (let entry = 0; entry < count; entry += 1) {
      if (view.getUint32(at, true) !== ENTRY) return undefined
      const [name, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true)) as [
        number,
        number,
        number,
      ]
      names.add(utf8.decode(bytes.subarray(at + 46, at + 46 + name)))
      at += 46 + name + extra + comment
    }
    return names
  } catch (error) {
    // Reading past the end throws: the directory is truncated.
    if (error instanceof RangeError) return undefined
    throw error
  }
}

function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text !== '' && !/[^\P{Cc}\t\n\v\f\r]/u.test(text)
  } catch {
    return false
  }
}
