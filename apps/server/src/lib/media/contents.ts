// What a refused file holds, in words for whoever sent it: its name may say something else.
import { audioHead } from './audio.ts'
import { MAX_IMAGE_SIDE } from '@parlance/contract/files/schemas'
import { imageHead } from './images.ts'
import { entryNames, fileKind, MACROS } from './kinds.ts'

const LOOKED_AT = 4096

const NAMED = {
  png: 'a PNG picture',
  jpg: 'a JPEG picture',
  webp: 'a WebP picture',
  gif: 'a GIF picture',
  pdf: 'a PDF document',
  docx: 'a Word document',
  xlsx: 'an Excel workbook',
  txt: 'plain text',
} as const

/** Of kinds that nobody may send: where something stands in the first bytes, and what it is then. */
const MARKS: readonly (readonly [at: number, mark: string, name: string])[] = [
  [4, 'ftyphei', 'a HEIC photo'],
  [4, 'ftypmif1', 'a HEIC photo'],
  [4, 'ftypavif', 'an AVIF picture'],
  [4, 'ftyp', 'a video'],
  [0, '\u001aE\u00df\u00a3', 'a video'],
  [0, 'II*\0', 'a TIFF picture'],
  [0, 'MM\0*', 'a TIFF picture'],
  [0, 'BM', 'a BMP picture'],
  [0, '8BPS', 'a Photoshop file'],
  [0, 'MZ', 'a program'],
  [0, '\u007fELF', 'a program'],
  [0, '\u00d0\u00cf\u0011\u00e0', 'a document of an old version of Office'],
  [0, '{\\rtf', 'an RTF document'],
]

/** Pure and total; with its article. Undefined for what is not known. */
export function contentOf(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return 'nothing at all'
  const kind = imageHead(bytes)?.kind ?? fileKind(bytes, '')
  if (kind) return NAMED[kind]
  const head = String.fromCharCode(...bytes.subarray(0, 16))
  if (head.startsWith('PK\u0003\u0004')) return archive(bytes)
  if (audioHead(bytes)) return 'a recording'
  return MARKS.find(([at, mark]) => head.startsWith(mark, at))?.[2] ?? textual(bytes.subarray(0, LOOKED_AT))
}

const archive = (bytes: Uint8Array): string =>
  [...(entryNames(bytes) ?? [])].some((name) => MACROS.test(name)) ? 'a document with macros' : 'a ZIP archive'

function textual(bytes: Uint8Array): string | undefined {
  if (bytes.some((byte) => byte < 9 || (byte > 13 && byte < 32))) return undefined
  try {
    // The last character may be cut in two.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    if (/<svg[\s>]/i.test(text)) return 'an SVG drawing'
    return /^\s*<(?:!doctype|html|script|head|body)\b/i.test(text) ? 'an HTML page' : 'plain text'
  } catch {
    return 'text that is not in UTF-8'
  }
}

/**
 * The sentence for whoever sent a file that is not taken.
 * @param only says what is taken, endings and all: it stands alone where the name is the reason already
 */
export function whyNotTaken(filename: string, bytes: Uint8Array, only: string): string {
  const head = imageHead(bytes)
  if (head && Math.max(head.width, head.height) > MAX_IMAGE_SIDE)
    return `Pictures may have up to ${MAX_IMAGE_SIDE} pixels a side.`
  const ending = /\.(\w{1,5})$/.exec(filename.trim())?.[1]?.toLowerCase()
  const taken = new Set([...only.matchAll(/\.(\w+)/g)].map(([, one]) => one))
  if (ending !== undefined && !taken.has(ending === 'jpeg' ? 'jpg' : ending)) return only
  const held = contentOf(bytes)
  if (ending === undefined) return held === undefined ? only : `This file holds ${held}. ${only}`
  return `This .${ending} file holds ${held ?? 'something else than its name says'}. ${only}`
}
