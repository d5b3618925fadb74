// Rules of the upload field: its states, and what it rejects before sending.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

/** 1 MB is 1,000,000 bytes. */
const MB = 1_000_000

export type UploadState =
  | { readonly kind: 'idle' }
  /** `percent` of the bytes are sent; 100 while the server stores them. */
  | { readonly kind: 'uploading'; readonly percent: number; readonly name: string }
  | { readonly kind: 'uploaded' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly sentence: string }

/** `.jpg` includes `.jpeg`. */
const endingOf = (name: string) =>
  /\.\w+$/
    .exec(name)?.[0]
    .toLowerCase()
    .replace(/^\.jpeg$/, '.jpg') ?? ''

/** Why a file is rejected, if it is. `accept` is a list such as `.png, .jpg`. */
export function refusalOf(
  file: { readonly name: string; readonly size: number },
  { maxMB, accept }: { readonly maxMB: number; readonly accept: string },
): MessageDescriptor | undefined {
  if (!accept.split(', ').includes(endingOf(file.name))) return msg('file_types_allowed', { endings: accept })
  if (file.size === 0) return msg('file_empty')
  return file.size > maxMB * MB ? msg('max_size', { max: maxMB }) : undefined
}

/** Only paths of this installation are shown; the content policy blocks other images. */
export const isOwnPicture = (value: string): boolean => /^\/(?!\/)/.test(value)
