import { msg } from '@parlance/i18n/messages'

/** Decoded bytes of one upload; 1 MB is 1,000,000 bytes. */
export const MAX_UPLOAD_MB = 5
export const MAX_UPLOAD_BYTES = MAX_UPLOAD_MB * 1_000_000
/** Longest side of a picture in pixels, because decoding larger ones burdens every visitor. */
export const MAX_IMAGE_SIDE = 8000
export const MAX_UPLOADS_A_DAY = 100
export const MAX_FILENAME_CHARS = 100
export const TEMPORARY_MS = 24 * 3600 * 1000

export const IMAGE_MIMES = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp', gif: 'image/gif' } as const
export type ImageKind = keyof typeof IMAGE_MIMES
export const IMAGE_KINDS = Object.keys(IMAGE_MIMES) as readonly ImageKind[]
export const ACCEPTED_IMAGES = IMAGE_KINDS.map((kind) => `.${kind}`).join(', ')

export const TOO_LARGE = msg('max_size', { max: MAX_UPLOAD_MB })
export const EMPTY_FILE = msg('file_empty')
export const WRONG_KIND = msg('file_types_allowed', { endings: ACCEPTED_IMAGES })

/** Control and direction characters, which can disguise a name. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu

/** The last segment of a sent path, with the file's true extension; `file.png` when nothing is left. */
export function cleanFilename(path: string, kind: string): string {
  const base = path.toWellFormed().replace(UNSEEN, '').split(/[/\\]/).at(-1) ?? ''
  const stem = base.replace(/\.\w{1,10}$/, '').replace(/^[.\s]+|[.\s]+$/g, '')
  const ending = `.${kind}`
  return `${stem.slice(0, MAX_FILENAME_CHARS - ending.length).toWellFormed() || 'file'}${ending}`
}
