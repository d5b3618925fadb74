// Names the format of a rejected file, which may differ from its name.
import { audioHead } from './audio.ts'
import { MAX_IMAGE_SIDE } from '@parlance/contract/files/schemas'
import { inSequence, type MessageCode, type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { imageHead } from './images.ts'
import { entryNames, fileKind, MACROS } from './kinds.ts'

const LOOKED_AT = 4096

const NAMED = {
  png: 'content_png',
  jpg: 'content_jpeg',
  webp: 'content_webp',
  gif: 'content_gif',
  pdf: 'content_pdf',
  docx: 'content_word',
  xlsx: 'content_excel',
  txt: 'content_text',
} as const

/** Signatures of formats that are not accepted: offset, bytes and name. */
const MARKS: readonly (readonly [at: number, mark: string, content: MessageCode])[] = [
  [4, 'ftyphei', 'content_heic'],
  [4, 'ftypmif1', 'content_heic'],
  [4, 'ftypavif', 'content_avif'],
  [4, 'ftyp', 'content_video'],
  [0, '\u001aE\u00df\u00a3', 'content_video'],
  [0, 'II*\0', 'content_tiff'],
  [0, 'MM\0*', 'content_tiff'],
  [0, 'BM', 'content_bmp'],
  [0, '8BPS', 'content_photoshop'],
  [0, 'MZ', 'content_program'],
  [0, '\u007fELF', 'content_program'],
  [0, '\u00d0\u00cf\u0011\u00e0', 'content_old_office'],
  [0, '{\\rtf', 'content_rtf'],
]

export function contentOf(bytes: Uint8Array): MessageCode | undefined {
  if (bytes.length === 0) return 'content_nothing'
  const kind = imageHead(bytes)?.kind ?? fileKind(bytes, '')
  if (kind) return NAMED[kind]
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  if (head.startsWith('PK\u0003\u0004')) return archive(bytes)
  if (audioHead(bytes)) return 'content_recording'
  return MARKS.find(([at, mark]) => head.startsWith(mark, at))?.[2] ?? textual(bytes.subarray(0, LOOKED_AT))
}

const archive = (bytes: Uint8Array): MessageCode =>
  [...(entryNames(bytes) ?? [])].some((name) => MACROS.test(name)) ? 'content_macros' : 'content_zip'

function textual(bytes: Uint8Array): MessageCode | undefined {
  if (bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return undefined
  try {
    // The last character may be truncated.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    if (/<svg[\s>]/i.test(text)) return 'content_svg'
    return /^\s*<(?:!doctype|html|script|head|body)\b/i.test(text) ? 'content_html' : 'content_text'
  } catch {
    return 'content_not_utf8'
  }
}

/** Why a file was rejected. `only` lists the accepted formats, and stands alone if the name is the reason. */
export function whyNotTaken(filename: string, bytes: Uint8Array, only: MessageDescriptor): MessageDescriptor {
  const head = imageHead(bytes)
  if (head && Math.max(head.width, head.height) > MAX_IMAGE_SIDE)
    return msg('picture_too_wide', { max: MAX_IMAGE_SIDE })
  const ending = /\.(\w{1,5})$/.exec(filename.trim())?.[1]?.toLowerCase()
  const taken = new Set([...only.message.matchAll(/\.(\w+)/g)].map(([, one]) => one))
  if (ending !== undefined && !taken.has(ending === 'jpeg' ? 'jpg' : ending)) return only
  const held = contentOf(bytes)
  if (ending === undefined && held === undefined) return only
  const content = msg(held ?? 'content_other')
  const first =
    ending === undefined
      ? msg('file_content_not_allowed', { content })
      : msg('file_content_mismatch', { ending, content })
  return inSequence(first, only)
}
