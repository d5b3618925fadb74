// The rules of the upload field: what it is doing, and what it refuses before anything is sent.
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'

/** 1 MB is 1,000,000 bytes. */
const MB = 1_000_000

export type UploadState =
  | { readonly kind: 'idle' }
  /** `percent` of the bytes have left this device; 100 while the server is still storing them. */
  | { readonly kind: 'uploading'; readonly percent: number; readonly name: string }
  | { readonly kind: 'uploaded' }
  | { readonly kind: 'removed' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly sentence: string }

/** `.jpg` stands for `.jpeg` too. */
const endingOf = (name: string) =>
  /\.\w+$/
    .exec(name)?.[0]
    .toLowerCase()
    .replace(/^\.jpeg$/, '.jpg') ?? ''

/** Why a file is refused, or undefined when it may be sent. `accept` is a list such as `.png, .jpg`. */
export function refusalOf(
  file: { readonly name: string; readonly size: number },
  { maxMB, accept }: { readonly maxMB: number; readonly accept: string },
): MessageDescriptor | undefined {
  if (!accept.split(', ').includes(endingOf(file.name))) return msg('file_types_allowed', { endings: accept })
  if (file.size === 0) return msg('file_empty')
  return file.size > maxMB * MB ? msg('max_size', { max: maxMB }) : undefined
}

/** Only paths of this installation are shown; pictures of other sites are held back by the content policy. */
export const isOwnPicture = (value: string): boolean => /^\/(?!\/)/.test(value)
